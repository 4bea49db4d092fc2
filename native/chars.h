// Characters to numbers: within a segment, two characters have the same id exactly if they are the same code point.
#pragma once

#include <array>
#include <vector>

#include "ids.h"

namespace assay {

// Numbers 1, 2, 3, … for the characters of one segment; most text stays in the table.
class CharNumbering {
  public:
    void start(std::size_t most) {
        ++stamp_;
        size_ = 0;
        rare_.start(most / 3 + 1);  // such a character has three bytes or more
        rare_ids_.clear();
    }

    std::int32_t add(char32_t c) {
        if (c < table_.size()) {
            Entry& entry = table_[c];
            if (entry.stamp != stamp_) entry = {stamp_, ++size_};
            return entry.id;
        }
        const auto known = static_cast<std::size_t>(rare_.add(c, mix(c)));
        if (known == rare_ids_.size()) rare_ids_.push_back(++size_);
        return rare_ids_[known];
    }

    std::int32_t size() const { return size_; }

  private:
    struct Entry {
        std::uint32_t stamp = 0;
        std::int32_t id = 0;
    };
    std::array<Entry, 0x800> table_{};
    std::uint32_t stamp_ = 0;
    std::int32_t size_ = 0;
    PairNumbering rare_;
    std::vector<std::int32_t> rare_ids_;
};

// Calls each(code point) for a text without the white space at its ends, or without any.
template <class Each>
void for_chars(Text text, bool whitespace, Each each) {
    const Text inner = left_strip(right_strip(text));
    for (const byte* p = inner.data; p < inner.end();) {
        const char32_t c = next_char(p, inner.end());
        if (whitespace || !is_space(c)) each(c);
    }
}

inline void count_chars(Column<byte> column, bool whitespace, std::int64_t* counts) {
    for (std::size_t row = 0; row < column.rows; ++row) {
        counts[row] = 0;
        for_chars(column[row], whitespace, [&](char32_t) { ++counts[row]; });
    }
}

// Numbers characters within a segment as number_tokens numbers tokens.
inline void number_chars(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, bool whitespace, int threads,
                         const std::int64_t* hyp_offsets, const std::int64_t* ref_offsets, std::int32_t* hyp_ids,
                         std::int32_t* ref_ids) {
    for_rows<CharNumbering>(hyp.rows, threads, [&](std::size_t row, CharNumbering& chars) {
        const std::int64_t ref_start = ref_offsets[groups[row]], ref_stop = ref_offsets[groups[row + 1]];
        const std::int64_t length = hyp_offsets[row + 1] - hyp_offsets[row];
        chars.start(3 * static_cast<std::size_t>(length + ref_stop - ref_start));
        std::int32_t* out = ref_ids + ref_start;
        auto number = [&](char32_t c) { *out++ = chars.add(c) - 1; };
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r)
            for_chars(ref[static_cast<std::size_t>(r)], whitespace, number);
        out = hyp_ids + hyp_offsets[row];
        for_chars(hyp[row], whitespace, number);
    });
}

}  // namespace assay
