// Tokens to numbers: within a segment, two tokens have the same id exactly if they are the same bytes.
#pragma once

#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "utf8.h"

namespace assay {

inline std::uint64_t mix(std::uint64_t x) {
    x *= 0x9E3779B97F4A7C15ULL;
    x ^= x >> 32;
    x *= 0xD6E8FEB86659FD93ULL;
    return x ^ (x >> 29);
}

template <class Number>
std::uint64_t load(const byte* p) {
    Number number;
    std::memcpy(&number, p, sizeof number);
    return number;
}

// Up to eight bytes as one number, as if zeros followed them; texts of one length have different numbers exactly if
// they differ.
inline std::uint64_t packed(const byte* p, std::size_t size) {
    if (size >= 4) return load<std::uint32_t>(p) | load<std::uint32_t>(p + size - 4) >> 8 * (8 - size) << 32;
    if (size == 0) return 0;
    return p[0] | std::uint64_t{p[size / 2]} << 8 * (size / 2) | std::uint64_t{p[size - 1]} << 8 * (size - 1);
}

// One to one for texts of up to eight bytes and equal length: `mix` is.
inline std::uint64_t hash_bytes(Text text) {
    if (text.size <= 8) return mix(packed(text.data, text.size));
    std::uint64_t hash = text.size;
    for (const byte* p = text.data; text.end() - p > 8; p += 8) hash = mix(hash ^ load<std::uint64_t>(p));
    return mix(hash ^ load<std::uint64_t>(text.end() - 8));
}

// An open-addressed table that numbers distinct keys 0, 1, 2, … Starting anew costs nothing: slots of an earlier
// round are told by their stamp.
template <class Key, class Equal>
class Numbering {
  public:
    // Forgets everything and makes room for `most` keys. Where that is cheap, most of the table stays empty, so that the
    // first look nearly always tells.
    void start(std::size_t most) {
        std::size_t wanted = 16;
        while (wanted < (most < few ? 4 : 2) * most) wanted *= 2;
        if (wanted > slots_.size()) {
            slots_.assign(wanted, Slot{});
            stamp_ = 0;
        }
        if (++stamp_ == 0) {
            std::fill(slots_.begin(), slots_.end(), Slot{});
            stamp_ = 1;
        }
        mask_ = wanted - 1;
        size_ = 0;
    }

    std::int32_t add(const Key& key, std::uint64_t hash) {
        Slot& slot = find_slot(key, hash);
        if (slot.stamp != stamp_) slot = {key, hash, stamp_, size_++};
        return slot.id;
    }

    std::int32_t find(const Key& key, std::uint64_t hash) {  // -1 where the key was never added
        const Slot& slot = find_slot(key, hash);
        return slot.stamp == stamp_ ? slot.id : -1;
    }

    std::int32_t size() const { return size_; }

  private:
    static constexpr std::size_t few = 4096;

    struct Slot {
        Key key{};
        std::uint64_t hash = 0;
        std::uint32_t stamp = 0;
        std::int32_t id = 0;
    };

    Slot& find_slot(const Key& key, std::uint64_t hash) {
        std::size_t at = hash & mask_;
        while (slots_[at].stamp == stamp_ && !(slots_[at].hash == hash && Equal{}(slots_[at].key, key)))
            at = (at + 1) & mask_;
        return slots_[at];
    }

    std::vector<Slot> slots_;
    std::size_t mask_ = 0;
    std::uint32_t stamp_ = 0;
    std::int32_t size_ = 0;
};

struct SameBytes {  // asked only where the hashes are equal
    bool operator()(Text a, Text b) const {
        return a.size == b.size && (a.size <= 8 || std::memcmp(a.data, b.data, a.size) == 0);
    }
};
struct SameNumber {
    bool operator()(std::uint64_t a, std::uint64_t b) const { return a == b; }
};

using WordNumbering = Numbering<Text, SameBytes>;
using PairNumbering = Numbering<std::uint64_t, SameNumber>;

// Tokenised text has exactly one space between tokens and no other white space.
inline void count_tokens(Column<byte> column, std::int64_t* counts) {
    for (std::size_t row = 0; row < column.rows; ++row) {
        const Text text = column[row];
        counts[row] = text.empty() ? 0 : 1 + std::count(text.begin(), text.end(), byte{' '});
    }
}

template <class Token>
void for_spaced(Text text, Token token) {
    if (text.empty()) return;
    for (const byte *p = text.data, *const end = text.end();; ++p) {
        const byte* const start = p;
        while (p < end && *p != ' ') ++p;
        token(Text{start, static_cast<std::size_t>(p - start)});
        if (p == end) return;
    }
}

// Where the blanks among eight bytes are, the first of them for certain: the difference to a blank is a byte of zero.
inline std::uint64_t blanks_of(std::uint64_t bytes) {
    constexpr std::uint64_t ones = 0x0101010101010101ULL;
    const std::uint64_t other = bytes ^ ones * ' ';
    return (other - ones) & ~other & ones * 0x80;
}

// The end of a token that has no blank in its first eight bytes.
inline const byte* end_of_word(const byte* p, const byte* end) {
    for (p += 8; end - p >= 8; p += 8)
        if (const std::uint64_t blanks = blanks_of(load<std::uint64_t>(p))) return p + std::countr_zero(blanks) / 8;
    return std::find(p, end, byte{' '});
}

// Calls use(token, hash) for each token of tokenised text. Eight bytes are looked at together: what stands before the
// first blank among them is the token's number. The last eight are read so that they end with the text.
template <class Use>
void for_words(Text text, Use use) {
    if (text.size < 8 || std::endian::native != std::endian::little) {
        for_spaced(text, [&](Text word) { use(word, hash_bytes(word)); });
        return;
    }
    const byte *p = text.data, *const end = text.end();
    while (end - p > 8) {
        const std::uint64_t bytes = load<std::uint64_t>(p);
        if (const std::uint64_t blanks = blanks_of(bytes)) {
            const auto size = static_cast<std::size_t>(std::countr_zero(blanks)) / 8;
            use(Text{p, size}, mix(bytes & ((std::uint64_t{1} << 8 * size) - 1)));
            p += size + 1;
        } else {
            const byte* const start = std::exchange(p, end_of_word(p, end));
            const Text word{start, static_cast<std::size_t>(p - start)};
            use(word, hash_bytes(word));
            if (p++ == end) return;
        }
    }
    std::uint64_t bytes = p == end ? 0 : load<std::uint64_t>(end - 8) >> 8 * (8 - (end - p));
    while (const std::uint64_t blanks = blanks_of(bytes)) {
        const auto size = static_cast<std::size_t>(std::countr_zero(blanks)) / 8;
        use(Text{p, size}, mix(bytes & ((std::uint64_t{1} << 8 * size) - 1)));
        p += size + 1;
        bytes = size == 7 ? 0 : bytes >> 8 * (size + 1);
    }
    use(Text{p, static_cast<std::size_t>(end - p)}, mix(bytes));
}

// Fills ids of the hypotheses and of all references; references of segment i are rows groups[i] to groups[i + 1].
inline void number_tokens(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, int threads,
                          const std::int64_t* hyp_offsets, const std::int64_t* ref_offsets, std::int32_t* hyp_ids,
                          std::int32_t* ref_ids) {
    for_rows<WordNumbering>(hyp.rows, threads, [&](std::size_t row, WordNumbering& words) {
        const std::int64_t ref_start = ref_offsets[groups[row]], ref_stop = ref_offsets[groups[row + 1]];
        words.start(static_cast<std::size_t>(hyp_offsets[row + 1] - hyp_offsets[row] + ref_stop - ref_start));
        std::int32_t* out = ref_ids + ref_start;
        auto number = [&](Text token, std::uint64_t hash) { *out++ = words.add(token, hash); };
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) for_words(ref[static_cast<std::size_t>(r)], number);
        out = hyp_ids + hyp_offsets[row];
        for_words(hyp[row], number);
    });
}

// Numbers the tokens of a whole column in the order in which they first come, and returns how many numbers there are.
// Number i first stands from byte words[2 * i] up to words[2 * i + 1].
inline std::size_t number_column(Column<byte> column, std::int32_t* ids, std::int64_t* words) {
    WordNumbering numbering;
    std::size_t size = 0, room = 1 << 12;
    numbering.start(room);
    for (std::size_t row = 0; row < column.rows; ++row)
        for_words(column[row], [&](Text token, std::uint64_t hash) {
            *ids = numbering.add(token, hash);
            if (static_cast<std::size_t>(*ids++) < size) return;
            words[2 * size] = token.data - column.data;
            words[2 * size + 1] = token.end() - column.data;
            if (++size < room) return;
            numbering.start(room *= 4);  // all words once more, each under the number that it has
            for (std::size_t i = 0; i < size; ++i) {
                const Text word{column.data + words[2 * i], static_cast<std::size_t>(words[2 * i + 1] - words[2 * i])};
                numbering.add(word, hash_bytes(word));
            }
        });
    return size;
}

}  // namespace assay
