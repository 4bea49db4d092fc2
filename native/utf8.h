// UTF-8 as Python writes it with "surrogatepass": reading code points and finding white space.
#pragma once

#include <array>
#include <cstring>
#include <vector>

#include "column.h"
#include "unicode.h"

namespace assay {

inline bool is_ascii(Text text) {
    byte bits = 0;
    for (const byte unit : text) bits |= unit;
    return bits < 0x80;
}

// Moves past a character of several bytes; false where its bytes are none, as Python's decoder sees it.
inline bool skip_char(const byte*& p, const byte* end) {
    const byte lead = *p++;
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (lead < 0xC2 || lead > 0xF4 || end - p < more) return false;
    const byte least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;  // below it the character would be too long
    const byte most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;   // above it, a surrogate or beyond Unicode
    if (*p < least || *p > most) return false;
    for (int i = 1; i < more; ++i)
        if ((p[i] & 0xC0) != 0x80) return false;
    p += more;
    return true;
}

inline bool is_utf8(Text text) {
    for (const byte *p = text.data, *const end = text.end(); p < end;) {
        std::uint64_t eight = 0;
        while (end - p >= 8 && (std::memcpy(&eight, p, 8), !(eight & 0x8080808080808080ULL))) p += 8;
        while (p < end && *p < 0x80) ++p;
        if (p < end && !skip_char(p, end)) return false;
    }
    return true;
}

// Reads one code point and moves past it. A byte that starts no complete character stands for itself.
inline char32_t next_char(const byte*& p, const byte* end) {
    const byte lead = *p++;
    if (lead < 0xC0) return lead;
    const int more = lead >= 0xF0 ? 3 : lead >= 0xE0 ? 2 : 1;
    if (end - p < more) return lead;
    char32_t c = lead & (0x3F >> more);
    for (int i = 0; i < more; ++i) c = (c << 6) | (*p++ & 0x3F);
    return c;
}

inline byte* put_char(byte* out, char32_t c) {
    if (c < 0x80) {
        *out++ = static_cast<byte>(c);
    } else if (c < 0x800) {
        *out++ = static_cast<byte>(0xC0 | c >> 6);
        *out++ = static_cast<byte>(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *out++ = static_cast<byte>(0xE0 | c >> 12);
        *out++ = static_cast<byte>(0x80 | (c >> 6 & 0x3F));
        *out++ = static_cast<byte>(0x80 | (c & 0x3F));
    } else {
        *out++ = static_cast<byte>(0xF0 | c >> 18);
        *out++ = static_cast<byte>(0x80 | (c >> 12 & 0x3F));
        *out++ = static_cast<byte>(0x80 | (c >> 6 & 0x3F));
        *out++ = static_cast<byte>(0x80 | (c & 0x3F));
    }
    return out;
}

// What Python's str.split() takes for white space.
inline bool is_space(char32_t c) {
    if (c < 0x80) return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31);
    return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
           c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

// The number of bytes of the white-space character at p, 0 where there is none. Only C2, E1, E2 and E3 can
// lead one beyond ASCII, so ordinary letters cost one comparison.
inline int space_bytes(const byte* p, const byte* end) {
    const byte lead = *p;
    if (lead < 0x80) return lead <= 32 && is_space(lead);
    if (lead != 0xC2 && (lead < 0xE1 || lead > 0xE3)) return 0;
    const byte* q = p;
    return is_space(next_char(q, end)) ? static_cast<int>(q - p) : 0;
}

inline Text right_strip(Text text) {
    const byte* end = text.end();
    while (end > text.data) {
        const byte* last = end - 1;
        while (last > text.data && end - last < 4 && (*last & 0xC0) == 0x80) --last;
        const int bytes = space_bytes(last, end);
        if (bytes == 0 || last + bytes != end) break;
        end = last;
    }
    return {text.data, static_cast<std::size_t>(end - text.data)};
}

inline Text left_strip(Text text) {
    const byte* p = text.data;
    while (p < text.end()) {
        const int bytes = space_bytes(p, text.end());
        if (bytes == 0) break;
        p += bytes;
    }
    return {p, static_cast<std::size_t>(text.end() - p)};
}

// Bytes that are white space or may begin it.
inline constexpr auto maybe_space = [] {
    std::array<bool, 256> table{};
    for (const int c : {9, 10, 11, 12, 13, 28, 29, 30, 31, 32, 0xC2, 0xE1, 0xE2, 0xE3}) table[c] = true;
    return table;
}();

// Calls token(Text) for each run of other characters between white space.
template <class Token>
void for_tokens(Text text, Token token) {
    const byte* const end = text.end();
    for (const byte* p = text.data; p < end;) {
        const byte* const start = p;
        int bytes = 0;
        while (p < end && !(maybe_space[*p] && (bytes = space_bytes(p, end)))) ++p;
        if (p > start) token(Text{start, static_cast<std::size_t>(p - start)});
        p += bytes;
    }
}

// Whether text surely has nothing but single blanks between its tokens; a byte that may begin other white space, and
// too few bytes to be worth the look, make it doubtful.
inline bool is_spaced(Text text) {
    if (text.size < 2 || text[0] == ' ' || text[text.size - 1] == ' ') return false;
    byte odd = 0;
    for (const byte c : text)
        odd |= byte(byte(c - 9) <= 4) | byte(byte(c - 28) <= 3) | byte(c == 0xC2) | byte(byte(c - 0xE1) <= 2);
    for (std::size_t i = 1; i < text.size; ++i) odd |= byte(text[i - 1] == ' ') & byte(text[i] == ' ');
    return !odd;
}

enum Class : byte { other = 0, punctuation = 1, number = 2, symbol = 4 };

// Fills the table of char_class. A lambda in its place would be constexpr, and compilers would try for seconds, in every
// file that comes here, to fill a million entries themselves.
inline std::vector<byte> char_classes() {
    std::vector<byte> classes(0x110000, other);
    const auto mark = [&](const auto& ranges, byte value) {
        for (const auto& range : ranges)
            std::fill(classes.begin() + range.first, classes.begin() + range.last + 1, value);
    };
    mark(unicode::punctuation, punctuation);
    mark(unicode::number, number);
    mark(unicode::symbol, symbol);
    return classes;
}

// General category of every code point, reduced to what tokenisers ask for.
inline byte char_class(char32_t c) {
    static const std::vector<byte> table = char_classes();
    return c < table.size() ? table[c] : byte{other};
}

}  // namespace assay
