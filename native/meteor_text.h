// Text as METEOR 1.5 compares it: punctuation split and unified, after the rules of its normaliser.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "lookup.h"
#include "utf8.h"

namespace assay {

enum class Apostrophes { alone, english, french };

// Abbreviations by their hashes, in rising order; those of kind 2 keep their full stop only before numbers.
struct Abbreviations {
    const std::uint64_t* keys;
    const std::uint8_t* kinds;
    std::size_t size;

    int kind(std::uint64_t hash) const {
        const std::uint64_t* const at = std::lower_bound(keys, keys + size, hash);
        return at != keys + size && *at == hash ? kinds[at - keys] : 0;
    }
};

class MeteorNormaliser {
  public:
    // Writes the words of a line with a blank between two, and returns where they end; room is twice the line.
    byte* write(Text line, Apostrophes apostrophes, const Abbreviations& abbreviations, bool punctuation, byte* out) {
        read(line);
        if (has(dots)) part_dots();
        if (has(commas)) part_commas();
        if (has(quotes)) unify_quotes();
        if (has(hyphens)) unify_hyphens();
        if (has(quotes)) part_apostrophes(apostrophes);
        split();
        byte* const start = out;
        for (std::size_t i = 0; i < words_.size(); ++i) out = put_word(i, abbreviations, punctuation, start, out);
        return out;
    }

  private:
    using Chars = std::vector<char32_t>;
    static constexpr char32_t dot = 0xFDD0;  // of a run; no character of any text

    static bool is_letter(char32_t c) {
        if (c < 0x80) return (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
        return (c >= 0xC0 && c <= 0x17E && c != 0xD7 && c != 0xF7) || (c >= 0x400 && c <= 0x527) ||
               (c >= 0x1D00 && c <= 0x1D7F) || (c >= 0xA640 && c <= 0xA66E) || (c >= 0xA67E && c <= 0xA697);
    }
    static bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
    static bool is_sign(char32_t c) { return !is_letter(c) && !is_digit(c); }
    static bool is_other(char32_t c) { return !is_letter(c); }
    static bool is_no_digit(char32_t c) { return !is_digit(c); }
    static bool is_blank(char32_t c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == 0xA0 || (c >= 0x2000 && c <= 0x200A) ||
               c == 0x202F || c == 0x205F || c == 0x3000;
    }
    static bool stays(char32_t c) {
        return c == '\v' || c == '.' || c == '\'' || c == '`' || c == ',' || c == '-' || c == 0x2018 || c == 0x2019;
    }

    // What becomes of a character, and which rules it is for.
    enum Kind : byte { stays_put = 0, apart = 1, blank = 2, dots = 4, commas = 8, quotes = 16, hyphens = 32 };

    static byte kind(char32_t c) {
        if (is_blank(c)) return blank;
        if (c == 0x201C || c == 0x201D) return apart | quotes;
        if (c == 0x2013) return apart | hyphens;
        if (!is_letter(c) && !is_digit(c) && !stays(c)) return apart;
        return c == '.' ? dots : c == ',' ? commas : c == '-' ? hyphens : stays(c) && c != '\v' ? quotes : stays_put;
    }

    bool has(Kind rule) const { return kinds_ & rule; }

    void read(Text line) {
        static const auto kinds = [] {
            std::array<byte, 0x80> table{};
            for (char32_t c = 0; c < table.size(); ++c) table[c] = kind(c);
            return table;
        }();
        text_.resize(3 * line.size + 2);
        char32_t* out = text_.data();
        *out++ = ' ';
        kinds_ = 0;
        for (const byte* p = line.data; p < line.end();) {
            const char32_t c = *p < 0x80 ? *p++ : next_char(p, line.end());
            const byte of = c < kinds.size() ? kinds[c] : kind(c);
            kinds_ |= of;
            const bool alone = of & apart;
            *out = ' ';
            out += alone;
            *out++ = of == blank ? ' ' : c;
            *out = ' ';
            out += alone;
        }
        *out++ = ' ';
        text_.resize(static_cast<std::size_t>(out - text_.data()));
    }

    static void put_apart(Chars& chars, char32_t c) {
        for (const char32_t each : {char32_t{' '}, c, char32_t{' '}}) chars.push_back(each);
    }

    bool has_twice(char32_t mark) const {
        return std::adjacent_find(text_.begin(), text_.end(), [mark](char32_t a, char32_t b) { return a == mark && b == mark; }) !=
               text_.end();
    }
    bool has_any(char32_t mark, char32_t other) const {
        return std::find_if(text_.begin(), text_.end(), [=](char32_t c) { return c == mark || c == other; }) != text_.end();
    }

    void part_dots() {
        if (!has_twice('.')) return;
        rewrite([&](std::size_t at) -> std::size_t {
            std::size_t end = at;
            while (end < text_.size() && text_[end] == '.') ++end;
            if (end - at < 2) return 0;
            next_.push_back(' ');
            next_.insert(next_.end(), end - at, dot);
            next_.push_back(' ');
            return end - at;
        });
    }

    void part_commas() {
        between(',', is_no_digit, is_no_digit, U" , ");
        between(',', is_digit, is_no_digit, U" , ");
        between(',', is_no_digit, is_digit, U" , ");
    }

    void unify_quotes() {
        for (char32_t& c : text_)
            if (c == '`' || c == 0x2018 || c == 0x2019) c = '\'';
        if (!has_twice('\'') && !has_any(0x201C, 0x201D)) return;
        rewrite([&](std::size_t at) -> std::size_t {
            const bool twice = text_[at] == '\'' && at + 1 < text_.size() && text_[at + 1] == '\'';
            if (!twice && text_[at] != 0x201C && text_[at] != 0x201D) return 0;
            put_apart(next_, '"');
            return twice ? 2 : 1;
        });
    }

    void unify_hyphens() {
        if (has_twice('-') || has_any(0x2013, 0x2013)) join_hyphens();
        const auto inner = [](char32_t c) { return is_letter(c) || is_digit(c); };
        between('-', [&](char32_t c) { return inner(c) || c == '.'; }, inner, U" ");
    }

    void join_hyphens() {
        rewrite([&](std::size_t at) -> std::size_t {
            const bool twice = text_[at] == '-' && at + 1 < text_.size() && text_[at + 1] == '-';
            if (!twice && text_[at] != 0x2013) return 0;
            next_.push_back('-');
            return twice ? 2 : 1;
        });
    }

    void part_apostrophes(Apostrophes apostrophes) {
        if (apostrophes == Apostrophes::alone) {
            rewrite([&](std::size_t at) -> std::size_t {
                if (text_[at] != '\'') return 0;
                put_apart(next_, '\'');
                return 1;
            });
            return;
        }
        const bool english = apostrophes == Apostrophes::english;
        between('\'', is_other, is_other, U" ' ");
        between('\'', english ? is_sign : is_other, is_letter, U" ' ");
        between('\'', is_letter, is_other, U" ' ");
        between('\'', is_letter, is_letter, english ? U" '" : U"' ");
        if (english) between('\'', is_digit, [](char32_t c) { return c == 's'; }, U" '");
    }

    // From left to right: `rule(at)` puts what comes instead of the characters that it says it has read.
    template <class Rule>
    void rewrite(Rule rule) {
        next_.clear();
        for (std::size_t at = 0; at < text_.size();) {
            const std::size_t read = rule(at);
            if (read == 0) next_.push_back(text_[at]);
            at += std::max<std::size_t>(read, 1);
        }
        text_.swap(next_);
    }

    // A mark between two characters becomes `instead`; what was read once is not read again as the next one's neighbour.
    template <class Before, class After>
    void between(char32_t mark, Before before, After after, std::u32string_view instead) {
        next_.clear();
        auto done = text_.begin();
        for (auto at = std::find(done, text_.end(), mark); at != text_.end(); at = std::find(at + 1, text_.end(), mark)) {
            if (at == text_.begin() || at - 1 < done || at + 1 == text_.end() || !before(at[-1]) || !after(at[1])) continue;
            next_.insert(next_.end(), done, at);
            next_.insert(next_.end(), instead.begin(), instead.end());
            next_.push_back(at[1]);
            done = at + 2;
            at += 1;
        }
        if (done == text_.begin()) return;
        next_.insert(next_.end(), done, text_.end());
        text_.swap(next_);
    }

    void split() {
        words_.clear();
        for (std::size_t at = 0; at < text_.size(); ++at) {
            const std::size_t start = at;
            while (at < text_.size() && text_[at] != ' ') ++at;
            if (at > start) words_.emplace_back(start, at);
        }
    }

    byte* put_word(std::size_t i, const Abbreviations& abbreviations, bool punctuation, const byte* start, byte* out) {
        auto [from, to] = words_[i];
        const char32_t after = i + 1 < words_.size() ? text_[words_[i + 1].first] : 0;
        bool parted = false;
        if (to - from > 1 && text_[to - 1] == '.') {
            if (is_initials(from, to - 1)) return put(from, to, punctuation, true, start, out);
            const int kind = abbreviations.kind(hash(from, to - 1));
            parted = kind != 1 && !(after >= 'a' && after <= 'z') && !(kind == 2 && is_digit(after));
        }
        if (!parted) return put(from, to, punctuation, false, start, out);
        out = put(from, to - 1, punctuation, false, start, out);
        return put(to - 1, to, punctuation, false, start, out);
    }

    bool is_initials(std::size_t from, std::size_t to) const {
        const auto first = text_.begin() + static_cast<std::ptrdiff_t>(from), last = text_.begin() + static_cast<std::ptrdiff_t>(to);
        return std::find(first, last, char32_t{'.'}) != last && std::any_of(first, last, is_letter);
    }

    std::uint64_t hash(std::size_t from, std::size_t to) const {
        std::uint64_t state = fnv_start;
        byte bytes[4];
        for (std::size_t at = from; at < to; ++at)
            state = fnv({bytes, static_cast<std::size_t>(put_char(bytes, text_[at]) - bytes)}, state);
        return state;
    }

    // Puts a word after a blank; without punctuation every sign is a blank, too.
    byte* put(std::size_t from, std::size_t to, bool punctuation, bool without_dots, const byte* start, byte* out) const {
        bool apart = true;
        for (std::size_t at = from; at < to; ++at) {
            const char32_t c = text_[at] == dot ? '.' : text_[at];
            if (without_dots && c == '.') continue;
            if (!punctuation && is_sign(c)) {
                apart = true;
                continue;
            }
            if (std::exchange(apart, false) && out != start) *out++ = ' ';
            if (c < 0x80)
                *out++ = static_cast<byte>(c);
            else
                out = put_char(out, c);
        }
        return out;
    }

    Chars text_, next_;
    byte kinds_ = 0;  // of all characters
    std::vector<std::pair<std::size_t, std::size_t>> words_;
};

// Splits at the white space that Java's StringTokenizer knows, and nowhere else.
inline byte* write_plain_words(Text line, byte* out) {
    byte* const start = out;
    bool apart = true;
    for (const byte c : line) {
        if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f') {
            apart = true;
            continue;
        }
        if (std::exchange(apart, false) && out != start) *out++ = ' ';
        *out++ = c;
    }
    return out;
}

}  // namespace assay
