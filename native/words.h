// The words of one segment and its references as numbers, each with its spelling; and their characters as numbers.
#pragma once

#include "chrf.h"

namespace assay {

// Words are numbered 0, 1, 2, … in the order in which they come.
class SegmentWords {
  public:
    // `bytes` is the length of all that will be added.
    void start(std::size_t bytes) {
        numbering_.start(bytes / 2 + 2);
        texts_.clear();
    }

    [[gnu::noinline]] void add(Text text, std::vector<std::int32_t>& ids) {
        ids.clear();
        for_words(text, [&](Text word, std::uint64_t hash) {
            const std::int32_t id = numbering_.add(word, hash);
            if (static_cast<std::size_t>(id) == texts_.size()) texts_.push_back(word);
            ids.push_back(id);
        });
    }

    std::size_t size() const { return texts_.size(); }
    Text operator[](std::int32_t id) const { return texts_[static_cast<std::size_t>(id)]; }

  private:
    WordNumbering numbering_;
    std::vector<Text> texts_;
};

template <class Char>
void for_chars(Text text, Char use) {
    for (const byte* p = text.data; p < text.end();) use(next_char(p, text.end()));
}

inline void append_chars(Text text, CharNumbering& numbers, std::vector<std::int32_t>& chars) {
    const std::size_t before = chars.size();
    chars.resize(before + text.size);
    std::int32_t* to = chars.data() + before;
    for_chars(text, [&](char32_t c) { *to++ = numbers.add(c); });
    chars.resize(static_cast<std::size_t>(to - chars.data()));
}

inline std::int64_t count_chars(Text text) {
    if (is_ascii(text)) return static_cast<std::int64_t>(text.size);
    std::int64_t count = 0;
    for_chars(text, [&](char32_t) { ++count; });
    return count;
}

inline Ids as_ids(const std::vector<std::int32_t>& ids) { return {ids.data(), ids.size()}; }

// The bytes of a segment and all its references.
inline std::size_t segment_bytes(const Column<byte>& hyp, const Column<byte>& ref, const std::int64_t* groups,
                                 std::size_t row) {
    return hyp[row].size + static_cast<std::size_t>(ref.offsets[groups[row + 1]] - ref.offsets[groups[row]]);
}

}  // namespace assay
