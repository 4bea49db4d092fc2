// Lower case as Python's str.lower has it, where a letter takes as many bytes as before and neighbours do not matter.
#pragma once

#include "letters.h"
#include "utf8.h"

namespace assay {

// What becomes of the first 65,536 code points: 0 where only Python's own tables tell.
inline std::vector<char16_t> lower_chars() {
    std::vector<char16_t> chars(0x10000, 0);
    const auto same = [&](char32_t first, char32_t last) {
        for (char32_t c = first; c <= last; ++c) chars[c] = static_cast<char16_t>(c);
    };
    same(0x80, 0x58F), same(0x1E00, 0x1FFF);          // where all pairs of cases are known, see tools/unicode_tables.py
    same(0x590, 0x109F), same(0x2000, 0x20FF);        // Hebrew to Burmese, punctuation: no cases
    same(0x3000, 0x9FFF), same(0xAC00, 0xD7A3);       // Chinese, Japanese and Korean
    for (const auto& pair : unicode::cases) chars[pair.capital] = pair.lower;
    chars[0x130] = chars[0x3A3] = 0;  // i with a dot, which becomes two characters; Sigma, which looks at its neighbours
    return chars;
}

// Writes the lower case of text over `out`; false where it cannot be told.
inline bool lower_text(Text text, byte* out) {
    static const std::vector<char16_t> table = lower_chars();
    byte beyond = 0;
    for (std::size_t i = 0; i < text.size; ++i) {
        out[i] = byte(text[i] + 32 * (byte(text[i] - 'A') < 26));
        beyond |= text[i];
    }
    if (beyond < 0x80) return true;
    for (const byte* p = text.data; p < text.end();) {
        const byte* const start = p;
        if (*p < 0x80) {
            ++p;
            continue;
        }
        const char32_t c = next_char(p, text.end());
        if (c >= table.size() || !table[c]) return false;
        byte* const place = out + (start - text.data);
        byte lower[4];
        const auto size = put_char(lower, table[c]) - lower;
        if (size != p - start) return false;
        std::copy(lower, lower + size, place);
    }
    return true;
}

// Lower-cases all rows; returns how many it could not, and puts their numbers into `left`.
inline std::size_t lower_column(Column<byte> column, byte* out, std::int64_t* left) {
    std::size_t count = 0;
    for (std::size_t row = 0; row < column.rows; ++row) {
        left[count] = static_cast<std::int64_t>(row);
        count += !lower_text(column[row], out + column.offsets[row]);
    }
    return count;
}

}  // namespace assay
