// Lines as sets of words, for the checks of whole files: how many words lines share, and which lines are equal.
//
// A word is a run of letters and numbers, in lower case; in scripts without blanks a character that no run has begun
// before is a word of its own. Words are kept as 32 bits of a hash: two that collide make lines look a word more alike,
// which no check of a whole file notices.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>

#include "letters.h"
#include "utf8.h"

namespace assay {

// The lower case of a letter or number of the first 65,536 code points, 0 for all else.
inline std::vector<char16_t> word_chars() {
    std::vector<char16_t> chars(0x10000, 0);
    for (const auto& range : unicode::word)
        for (char32_t c = range.first; c <= range.last && c < chars.size(); ++c) chars[c] = static_cast<char16_t>(c);
    for (char32_t c = 'A'; c <= 'Z'; ++c) chars[c] = static_cast<char16_t>(c + 32);
    for (const auto& pair : unicode::cases) chars[pair.capital] = pair.lower;
    return chars;
}

// The same for any code point; `table` is the one of word_chars.
inline char32_t word_char(char32_t c, const char16_t* table) {
    if (c < 0x10000) return table[c];
    const auto* range = std::upper_bound(std::begin(unicode::word), std::end(unicode::word), c,
                                         [](char32_t code, const unicode::Range& r) { return code < r.first; });
    return c <= range[-1].last ? c : 0;
}

// Thai to Lao, Burmese, Khmer, kana, and Chinese characters.
inline bool is_unspaced(char32_t c) {
    if (c < 0xE00) return false;
    return c <= 0xEFF || (c >= 0x1000 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF) ||
           (c >= 0x3041 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
           (c >= 0xF900 && c <= 0xFAFF);
}

// 32 bits that stand for a word: its bytes, eight at a time. There must be eight bytes to read from every place.
inline std::uint32_t hash_word(const byte* word, std::size_t size) {
    std::uint64_t hash = 0;
    for (;; word += 8, size -= 8) {
        std::uint64_t piece;
        std::memcpy(&piece, word, 8);
        if (size < 8) piece &= (std::uint64_t{1} << 8 * size) - 1;
        hash = (std::rotl(hash, 23) ^ piece) * 0x9E3779B97F4A7C15;
        if (size <= 8) return static_cast<std::uint32_t>(hash >> 32);
    }
}

// Finds the words of lines; its buffers serve one line after the other.
class LineReader {
  public:
    // Leaves the hashes of all words in `words`, and returns the number of characters.
    std::int64_t read(Text line, std::vector<std::uint32_t>& words) {
        words.clear();
        lower_.resize(2 * line.size + 16);  // a letter's lower case has no more bytes than twice its own
        return is_ascii(line) ? read_ascii(line, words) : read_any(line, words);
    }

  private:
    // Without a branch as far as it goes: where the next word ends is anyone's guess.
    std::int64_t read_ascii(Text line, std::vector<std::uint32_t>& words) {
        marks_.resize(line.size + 2);
        within_.resize(line.size + 2);
        within_[0] = within_[line.size + 1] = 0;
        for (std::size_t i = 0; i < line.size; ++i) {
            const byte lower = line[i] | 0x20;  // digits have this bit
            lower_[i] = lower;
            within_[i + 1] = byte(byte(lower - 'a') < 26) | byte(byte(line[i] - '0') < 10);
        }
        std::size_t marks = 0;  // beginnings and ends by turns
        for (std::size_t i = 0; i <= line.size; ++i) {
            marks_[marks] = static_cast<std::uint32_t>(i);
            marks += within_[i] ^ within_[i + 1];
        }
        for (std::size_t i = 0; i < marks; i += 2)
            words.push_back(hash_word(lower_.data() + marks_[i], marks_[i + 1] - marks_[i]));
        return static_cast<std::int64_t>(line.size);
    }

    std::int64_t read_any(Text line, std::vector<std::uint32_t>& words) {
        static const std::vector<char16_t> table = word_chars();
        std::int64_t characters = 0;
        byte* const start = lower_.data();
        byte* end = start;  // of the word so far
        const auto finish = [&] {
            if (end > start) words.push_back(hash_word(start, static_cast<std::size_t>(end - start)));
            end = start;
        };
        for (const byte* p = line.data; p < line.end(); ++characters) {
            const char32_t c = next_char(p, line.end()), lower = word_char(c, table.data());
            if (lower && (end > start || !is_unspaced(c))) {
                end = put_char(end, lower);
                continue;
            }
            finish();
            if (is_unspaced(c)) end = put_char(end, c), finish();
        }
        finish();
        return characters;
    }

    std::vector<byte> lower_, within_;
    std::vector<std::uint32_t> marks_;
};

// Drops words that come again. They are already hashes: a table of those that were there, with room to spare, tells at the
// first look, and lines need not clear it, for each has a number of its own.
class Distinct {
  public:
    void keep(std::vector<std::uint32_t>& words) {
        std::size_t wanted = 256;
        while (wanted < 4 * words.size()) wanted *= 2;
        if (slots_.size() < wanted) slots_.assign(wanted, {}), line_ = 0;
        if (++line_ == 0) std::fill(slots_.begin(), slots_.end(), Slot{}), line_ = 1;
        std::size_t different = 0;
        for (const std::uint32_t word : words) {
            Slot& slot = find(word);
            words[different] = word;
            different += slot.line != line_;
            slot = {word, line_};
        }
        words.resize(different);
    }

  private:
    struct Slot {
        std::uint32_t word = 0, line = 0;
    };

    Slot& find(std::uint32_t word) {
        const std::size_t mask = slots_.size() - 1;
        std::size_t at = word & mask;
        while (slots_[at].line == line_ && slots_[at].word != word) at = (at + 1) & mask;
        return slots_[at];
    }

    std::vector<Slot> slots_;
    std::uint32_t line_ = 0;
};

constexpr std::size_t few_words = 64;  // in a line, as most have: all pairs of words are compared sooner than sorted

// What is told of each line: its words, all of them, and its characters; `keys` from ends[row] to ends[row + 1] are its
// different words. There is room for a word in two bytes, and one a line.
struct LineWords {
    std::int64_t *sizes, *characters, *ends;
    std::uint32_t* keys;
};

inline void line_words(const Column<byte>& lines, LineWords out) {
    LineReader reader;
    Distinct distinct;
    std::vector<std::uint32_t> words;
    out.ends[0] = 0;
    for (std::size_t row = 0; row < lines.rows; ++row) {
        out.characters[row] = reader.read(lines[row], words);
        out.sizes[row] = static_cast<std::int64_t>(words.size());
        distinct.keep(words);
        out.ends[row + 1] = std::copy(words.begin(), words.end(), out.keys + out.ends[row]) - out.keys;
    }
}

using Words = Span<std::uint32_t>;

// How many of the words of two lines are the same; no line has one twice. Eight of them are compared at a time, as
// vectors do it.
inline std::int64_t count_pairs(Words words, Words others) {
    std::uint32_t shared[8] = {};
    std::size_t at = 0;
    for (; at + 8 <= others.size; at += 8)
        for (const std::uint32_t word : words)
            for (std::size_t i = 0; i < 8; ++i) shared[i] += others[at + i] == word;
    for (; at < others.size; ++at)
        for (const std::uint32_t word : words) shared[0] += others[at] == word;
    std::int64_t sum = 0;
    for (const std::uint32_t count : shared) sum += count;
    return sum;
}

inline std::int64_t count_shared(Words words, Words others) {
    if (words.size <= few_words || others.size <= few_words) return count_pairs(words, others);
    std::vector<std::uint32_t> sorted(words.begin(), words.end()), other_sorted(others.begin(), others.end()), shared;
    std::sort(sorted.begin(), sorted.end());
    std::sort(other_sorted.begin(), other_sorted.end());
    std::set_intersection(sorted.begin(), sorted.end(), other_sorted.begin(), other_sorted.end(),
                          std::back_inserter(shared));
    return static_cast<std::int64_t>(shared.size());
}

// shared[s * rows + row]: the words that a line shares with the line shifts[s] further on among the others.
inline void shared_words(const Column<std::uint32_t>& lines, const Column<std::uint32_t>& others,
                         Span<std::int64_t> shifts, std::int64_t* shared) {
    for (const std::int64_t shift : shifts)
        for (std::size_t row = 0; row < lines.rows; ++row) {
            const auto other = static_cast<std::int64_t>(row) + shift;
            const bool there = other >= 0 && other < static_cast<std::int64_t>(others.rows);
            *shared++ = there ? count_shared(lines[row], others[static_cast<std::size_t>(other)]) : 0;
        }
}

// What two lines that are `shift` apart have in common, as shared_words counts it: the share of their different words,
// less a penalty for the difference of their lengths, which are logarithms, up to `widest`. Unknown, and 0, where either
// has no word.
struct LikenessRule {
    double penalty, widest;
};

inline void line_likeness(const Column<std::uint32_t>& lines, const double* lengths, const Column<std::uint32_t>& others,
                          const double* other_lengths, Span<std::int64_t> shifts, LikenessRule rule, double* likeness,
                          bool* known) {
    for (const std::int64_t shift : shifts)
        for (std::size_t row = 0; row < lines.rows; ++row, ++likeness, ++known) {
            const auto other = static_cast<std::size_t>(static_cast<std::int64_t>(row) + shift);  // huge below 0
            *known = other < others.rows && lines[row].size && others[other].size;
            *likeness = 0;
            if (!*known) continue;
            const auto words = static_cast<double>(lines[row].size + others[other].size);
            const double apart = std::min(std::abs(lengths[row] - other_lengths[other]), rule.widest);
            *likeness = 2 * static_cast<double>(count_shared(lines[row], others[other])) / words - rule.penalty * apart;
        }
}

// Puts the lines of a text one after the other, without the line feeds, or carriage returns and line feeds, that end them;
// returns how many there are. There is room for an offset more than there are line feeds, and one more.
inline std::size_t split_lines(Text text, byte* data, std::int64_t* offsets) {
    byte* out = data;
    std::size_t rows = 0;
    offsets[0] = 0;
    for (const byte *p = text.data, *const end = text.end(); p < end;) {
        const byte* const feed = static_cast<const byte*>(std::memchr(p, '\n', static_cast<std::size_t>(end - p)));
        const byte* const stop = !feed ? end : feed > p && feed[-1] == '\r' ? feed - 1 : feed;
        out = std::copy(p, stop, out);
        offsets[++rows] = out - data;
        p = feed ? feed + 1 : end;
    }
    return rows;
}

// Puts lines one after the other; those before the first are empty.
inline void take_lines(const Column<byte>& lines, Span<std::int64_t> rows, byte* data, std::int64_t* offsets) {
    std::int64_t end = offsets[0] = 0;
    for (std::size_t at = 0; at < rows.size; ++at) {
        if (rows[at] >= 0) {
            const Text line = lines[static_cast<std::size_t>(rows[at])];
            std::copy(line.begin(), line.end(), data + end);
            end += static_cast<std::int64_t>(line.size);
        }
        offsets[at + 1] = end;
    }
}

enum Likeness : byte { unlike = 0, equal = 1, blank = 2 };

// Whether lines are equal but for white space at their ends; `blank` where the second has no text.
inline void equal_lines(const Column<byte>& lines, const Column<byte>& others, byte* equality) {
    for (std::size_t row = 0; row < lines.rows; ++row) {
        const Text line = left_strip(right_strip(lines[row])), other = left_strip(right_strip(others[row]));
        const bool same = line.size == other.size && std::equal(line.begin(), line.end(), other.begin());
        equality[row] = other.empty() ? blank : same ? equal : unlike;
    }
}

}  // namespace assay
