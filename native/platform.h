// All that compilers and systems do not have in common: vectors, numbers of 128 bits, processors, cores, digits.
//
// GCC and Clang get their own forms. Other compilers, and these two where ASSAY_PLAIN is defined, get standard C++ with the
// same results; docs/releasing.md says what was tried where.
#pragma once

#include <bit>
#include <charconv>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#if !defined(__cpp_lib_to_chars) || defined(ASSAY_PLAIN)
#include <locale>
#include <sstream>
#include <string>
#endif

#ifdef __linux__
#include <pthread.h>
#include <sched.h>
#endif

#if (defined(__GNUC__) || defined(__clang__)) && !defined(ASSAY_PLAIN)
#define ASSAY_GNU
#endif

// For a lambda that belongs into its caller's loop.
#if defined(ASSAY_GNU)
#define ASSAY_INLINE __attribute__((always_inline))
#elif defined(_MSC_VER)
#define ASSAY_INLINE [[msvc::forceinline]]
#else
#define ASSAY_INLINE
#endif

// For a function that is made twice; the processor decides which one runs. Whole numbers come out the same.
#if defined(ASSAY_GNU) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define ASSAY_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define ASSAY_WIDE
#endif

// For a function that is called where have_avx2() only. On Windows, Clang comes without the library that tells.
#if defined(ASSAY_GNU) && defined(__x86_64__) && !defined(_WIN32)
#define ASSAY_AVX2 __attribute__((target("avx2,popcnt"), flatten))
#endif

namespace assay {

// Asks for memory that is read soon, so that nobody waits for it then.
inline void prefetch([[maybe_unused]] const void* address) {
#ifdef ASSAY_GNU
    __builtin_prefetch(address);
#endif
}

#ifdef ASSAY_AVX2
inline bool have_avx2() { return __builtin_cpu_supports("avx2"); }
#endif

// Vectors: arithmetic lane by lane; a comparison sets all bits of a lane, or none.
#ifdef ASSAY_GNU

template <class T, std::size_t count>
struct LanesOf {
    typedef T Type __attribute__((vector_size(sizeof(T) * count)));
};
template <class T, std::size_t count>
using Lanes = typename LanesOf<T, count>::Type;

template <class Mask, class Values>
[[gnu::always_inline]] inline Values choose(Mask condition, Values yes, Values no) {
    return condition ? yes : no;
}

// Not by choose(): as one expression, it is one instruction.
template <class Values>
[[gnu::always_inline]] inline Values least(Values a, Values b) {
    return a < b ? a : b;
}

template <class To, class From>
[[gnu::always_inline]] inline To convert_lanes(From from) {
    return __builtin_convertvector(from, To);
}

// The same for vectors that are wider than what every machine can return.
template <class From, class To>
[[gnu::always_inline]] inline void convert_lanes(const From& from, To& to) {
    to = __builtin_convertvector(from, To);
}

// Vectors in memory that is not aligned for them, as whole ones: a copy in parts would have to wait for its parts.
template <class Values>
struct [[gnu::packed, gnu::may_alias]] LooseLanes {
    Values values;
};
template <class Values>
[[gnu::always_inline]] inline void load_lanes(const void* from, Values& to) {
    to = static_cast<const LooseLanes<Values>*>(from)->values;
}
template <class Values>
[[gnu::always_inline]] inline void store_lanes(void* to, const Values& from) {
    static_cast<LooseLanes<Values>*>(to)->values = from;
}

#else

template <class To, class Lane>
To make_lanes(Lane lane) {
    To lanes{};
    for (std::size_t i = 0; i < To::size; ++i) lanes[i] = static_cast<typename To::Type>(lane(i));
    return lanes;
}

#define ASSAY_ARITHMETIC(op)                                                                                          \
    friend Lanes operator op(Lanes a, Lanes b) { return make_lanes<Lanes>([&](auto i) { return a[i] op b[i]; }); } \
    friend Lanes operator op(Lanes a, T b) { return make_lanes<Lanes>([&](auto i) { return a[i] op b; }); }        \
    template <class Other>                                                                                            \
    Lanes& operator op##=(Other b) { return *this = *this op b; }
#define ASSAY_COMPARISON(op)                        \
    friend Mask operator op(Lanes a, Lanes b) { \
        return make_lanes<Mask>([&](auto i) { return a[i] op b[i] ? -1 : 0; }); \
    }

template <class T, std::size_t count>
struct Lanes {
    using Type = T;
    using Bits = std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>;
    using Mask = Lanes<std::conditional_t<std::floating_point<T>, Bits, T>, count>;
    static constexpr std::size_t size = count;
    T lane[count];

    T& operator[](std::size_t i) { return lane[i]; }
    const T& operator[](std::size_t i) const { return lane[i]; }

    ASSAY_ARITHMETIC(+)
    ASSAY_ARITHMETIC(-)
    ASSAY_ARITHMETIC(*)
    ASSAY_ARITHMETIC(/)
    ASSAY_ARITHMETIC(&)
    ASSAY_ARITHMETIC(|)
    ASSAY_ARITHMETIC(^)
    ASSAY_ARITHMETIC(<<)
    ASSAY_ARITHMETIC(>>)
    ASSAY_COMPARISON(<)
    ASSAY_COMPARISON(<=)
    ASSAY_COMPARISON(>)
    ASSAY_COMPARISON(>=)
    ASSAY_COMPARISON(==)
    friend Lanes operator~(Lanes a) { return make_lanes<Lanes>([&](auto i) { return ~a[i]; }); }
};

#undef ASSAY_ARITHMETIC
#undef ASSAY_COMPARISON

template <class Mask, class Values>
Values choose(Mask condition, Values yes, Values no) {
    return make_lanes<Values>([&](auto i) { return condition[i] ? yes[i] : no[i]; });
}

template <class Values>
Values least(Values a, Values b) {
    return choose(a < b, a, b);
}

template <class To, class From>
To convert_lanes(From from) {
    return make_lanes<To>([&](auto i) { return from[i]; });
}

template <class From, class To>
void convert_lanes(const From& from, To& to) {
    to = make_lanes<To>([&](auto i) { return from[i]; });
}

template <class Values>
void load_lanes(const void* from, Values& to) {
    std::memcpy(&to, from, sizeof to);
}
template <class Values>
void store_lanes(void* to, const Values& from) {
    std::memcpy(to, &from, sizeof from);
}

#endif

// The last lane of one pair and the first of the next.
template <class Pair>
Pair shifted(Pair before, Pair pair) {
#if defined(ASSAY_GNU) && (defined(__clang__) || __GNUC__ >= 12)
    return __builtin_shufflevector(before, pair, 1, 2);
#else
    return Pair{before[1], pair[0]};
#endif
}

// Unsigned numbers of 128 bits.
#if defined(__SIZEOF_INT128__) && !defined(ASSAY_PLAIN)

using Uint128 = unsigned __int128;

inline Uint128 full_product(std::uint64_t a, std::uint64_t b) { return static_cast<Uint128>(a) * b; }

#else

struct Uint128 {
    std::uint64_t high = 0, low = 0;  // in the order in which they are compared

    constexpr Uint128() = default;
    constexpr Uint128(std::integral auto number) : low(static_cast<std::uint64_t>(number)) {}
    constexpr Uint128(std::uint64_t upper, std::uint64_t lower) : high(upper), low(lower) {}
    template <std::integral Number>
    explicit constexpr operator Number() const {
        if constexpr (std::same_as<Number, bool>) return high | low;
        else return static_cast<Number>(low);
    }

    friend constexpr auto operator<=>(const Uint128&, const Uint128&) = default;
    friend constexpr Uint128 operator|(Uint128 a, Uint128 b) { return {a.high | b.high, a.low | b.low}; }
    friend constexpr Uint128 operator&(Uint128 a, Uint128 b) { return {a.high & b.high, a.low & b.low}; }
    friend constexpr Uint128 operator^(Uint128 a, Uint128 b) { return {a.high ^ b.high, a.low ^ b.low}; }
    friend constexpr Uint128 operator+(Uint128 a, Uint128 b) {
        const std::uint64_t low = a.low + b.low;
        return {a.high + b.high + (low < a.low), low};
    }
    friend constexpr Uint128 operator<<(Uint128 a, int by) {
        if (by >= 64) return {a.low << (by - 64), 0};
        return by ? Uint128{a.high << by | a.low >> (64 - by), a.low << by} : a;
    }
    friend constexpr Uint128 operator>>(Uint128 a, int by) {
        if (by >= 64) return {0, a.high >> (by - 64)};
        return by ? Uint128{a.high >> by, a.low >> by | a.high << (64 - by)} : a;
    }
};

// By halves of 32 bits, as on paper.
constexpr Uint128 full_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t half = 0xFFFFFFFF;
    const std::uint64_t low = (a & half) * (b & half), cross = (a >> 32) * (b & half) + (low >> 32);
    const std::uint64_t other = (a & half) * (b >> 32) + (cross & half);
    return {(a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32), other << 32 | (low & half)};
}

#endif

struct Division {
    std::uint64_t quotient, rest;
};

// Divides high * 2^64 + low, where high is below the divisor. On Windows, Clang comes without the library that divides.
inline Division divide(std::uint64_t high, std::uint64_t low, std::uint64_t divisor) {
#if defined(__SIZEOF_INT128__) && !defined(ASSAY_PLAIN) && !defined(_WIN32)
    const Uint128 number = static_cast<Uint128>(high) << 64 | low;
    return {static_cast<std::uint64_t>(number / divisor), static_cast<std::uint64_t>(number % divisor)};
#else
    for (int bit = 0; bit < 64; ++bit) {  // bits of the quotient take the places of those that are done
        const bool beyond = high >> 63;
        high = high << 1 | low >> 63, low <<= 1;
        if (beyond || high >= divisor) high -= divisor, low |= 1;
    }
    return {low, high};
#endif
}

inline std::uint64_t reverse_bytes(std::uint64_t x) {
    x = (x & 0x00FF00FF00FF00FF) << 8 | (x >> 8 & 0x00FF00FF00FF00FF);
    x = (x & 0x0000FFFF0000FFFF) << 16 | (x >> 16 & 0x0000FFFF0000FFFF);
    return x << 32 | x >> 32;
}

// Reads a number that takes up all of the text, with a point in any locale; false where there is none. Apple's library
// has no std::from_chars for it.
inline bool read_double(const char* start, const char* end, double& number) {
#if defined(__cpp_lib_to_chars) && !defined(ASSAY_PLAIN)
    const auto [stop, error] = std::from_chars(start, end, number);
    return error == std::errc{} && stop == end;
#else
    bool exponent = false, zero = true;
    for (const char* p = start; p < end; ++p) {
        const bool digit = *p >= '0' && *p <= '9';
        if (!digit && *p != '.' && *p != '-' && *p != 'e' && *p != 'E' && !(*p == '+' && exponent)) return false;
        exponent |= *p == 'e' || *p == 'E';
        zero &= exponent || !digit || *p == '0';
    }
    std::istringstream digits(std::string(start, end));
    digits.imbue(std::locale::classic());
    digits >> number;
    const bool underflow = number == 0 && !zero;
    return !digits.fail() && !underflow && digits.peek() == std::istringstream::traits_type::eof();
#endif
}

// Some schedulers leave a new thread on its parent's core for as long as our work lasts; so it asks for another. Only
// Linux lets it.
inline void leave_core([[maybe_unused]] int core) {
#ifdef __linux__
    cpu_set_t allowed;
    if (core < 0 || pthread_getaffinity_np(pthread_self(), sizeof allowed, &allowed) != 0) return;
    CPU_CLR(core, &allowed);
    if (CPU_COUNT(&allowed) > 0) pthread_setaffinity_np(pthread_self(), sizeof allowed, &allowed);
#endif
}

inline int this_core() {
#ifdef __linux__
    return sched_getcpu();
#else
    return -1;
#endif
}

}  // namespace assay
