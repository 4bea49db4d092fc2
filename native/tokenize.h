// Tokenisers: a line of text to tokens with one space between them, equal to sacreBLEU's to the byte.
//
// The originals are chains of regular expressions, each applied to the whole line before the next; that order
// decides what overlapping matches do. mteval's chain, which 13a, zh and tercom share, is told in one pass here:
// write_mteval says for every character where the chain as a whole puts spaces. It looks at ASCII only, and a
// byte of a longer character is never mistaken for ASCII, so it works on bytes.
#pragma once

#include <array>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "utf8.h"

namespace assay {

struct TokenizeScratch {
    std::string line, other;
    std::vector<char32_t> chars, more;
};

// A tokenised line is never longer than this: every character may become a token of its own.
inline std::size_t tokenized_bound(std::size_t bytes) { return 2 * bytes + 1; }

namespace mteval {

enum Kind : byte { other, digit, stop, dash, sign, apostrophe, blank, lead };  // up to digit: never touched

// `sign` is the class [\{-\~\[-\` -\&\(-\+\:-\@\/] of mteval, always a token of its own; `stop` is [\.,].
inline constexpr auto kinds = [] {
    std::array<byte, 256> table{};
    for (int c = '0'; c <= '9'; ++c) table[c] = digit;
    for (const auto& [first, last] : {std::pair{'{', '~'}, {'[', '`'}, {'!', '&'}, {'(', '+'}, {':', '@'}, {'/', '/'}})
        for (int c = first; c <= last; ++c) table[c] = sign;
    table['.'] = table[','] = stop;
    table['-'] = dash;
    table['\''] = apostrophe;
    for (const int c : {9, 10, 11, 12, 13, 28, 29, 30, 31, 32}) table[c] = blank;
    for (const int c : {0xC2, 0xE1, 0xE2, 0xE3}) table[c] = lead;  // may begin white space beyond ASCII
    return table;
}();

inline Kind kind(byte c) { return static_cast<Kind>(kinds[c]); }

}  // namespace mteval

// In place: what is put in is never longer than what it replaces.
inline void replace_all(std::string& line, const char* from, const char* to) {
    const std::size_t from_size = std::strlen(from);
    std::size_t at = line.find(from);
    if (at == std::string::npos) return;
    char* out = line.data() + at;
    while (at != std::string::npos) {
        out = std::copy(to, to + std::strlen(to), out);
        const std::size_t rest = at + from_size;
        at = line.find(from, rest);
        const std::size_t stop = at == std::string::npos ? line.size() : at;
        out = std::copy(line.data() + rest, line.data() + stop, out);
    }
    line.resize(static_cast<std::size_t>(out - line.data()));
}

inline void unescape(std::string& line) {
    if (line.find('&') == std::string::npos) return;
    replace_all(line, "&quot;", "\"");
    replace_all(line, "&amp;", "&");
    replace_all(line, "&lt;", "<");
    replace_all(line, "&gt;", ">");
}

// mteval's rules in the order of their regular expressions, with what they come to:
//   1. a sign stands alone;
//   2. ([^0-9])([\.,]) -> "\1 \2 ": a stop after a non-digit stands alone, unless that non-digit is itself a stop
//      that this rule has just taken;
//   3. ([\.,])([^0-9]) -> " \1 \2": so does a stop before a non-digit;
//   4. ([0-9])(-) -> "\1 \2 ": so does a dash after a digit.
// `padded` says that the line is taken to stand between two spaces. `possessive` adds tercom's rule, which comes
// after the first: "'s " -> " 's ".
inline byte* write_mteval(Text line, bool padded, bool possessive, byte* out) {
    using namespace mteval;
    const byte *const start = out, *const begin = line.data, *const end = line.end();
    auto is_other = [](byte c) { return kind(c) != digit; };
    bool due = false, taken = false;  // a border is due; the last character was a stop taken by rule 2
    for (const byte* p = begin; p < end;) {
        const byte* const from = p;
        const bool was_taken = std::exchange(taken, false);
        bool alone = false;
        switch (kind(*p++)) {
            case blank: due = true; continue;
            case sign: alone = true; break;
            case stop:
                taken = (from > begin ? is_other(from[-1]) : padded) && !was_taken;
                alone = taken || (p < end ? is_other(*p) : padded);
                break;
            case dash: alone = from > begin && !is_other(from[-1]); break;
            case apostrophe:
                due |= possessive && p < end && *p == 's' && (p + 1 == end || p[1] == ' ' || kind(p[1]) == sign);
                break;
            case lead:
                if (const int bytes = space_bytes(from, end)) {
                    p = from + bytes;
                    due = true;
                    continue;
                }
                [[fallthrough]];
            default:
                while (p < end && kind(*p) <= digit) ++p;
        }
        if ((due || alone) && out != start) *out++ = ' ';
        out = std::copy(from, p, out);
        due = alone;
    }
    return out;
}

inline byte* write_tokens(Text line, byte* out) {
    byte* const start = out;
    for_tokens(line, [&](Text token) {
        if (out != start) *out++ = ' ';
        std::memcpy(out, token.data, token.size);
        out += token.size;
    });
    return out;
}

inline Text as_text(const std::string& line) { return {reinterpret_cast<const byte*>(line.data()), line.size()}; }

inline void assign(std::string& line, Text text) { line.assign(reinterpret_cast<const char*>(text.data), text.size); }

// mteval-v13a, the non-international tokenisation.
inline byte* tokenize_13a(Text text, TokenizeScratch& scratch, byte* out) {
    const bool plain = std::none_of(text.begin(), text.end(), [](byte c) { return c == '&' || c == '<' || c == '\n'; });
    if (plain) return write_mteval(text, true, false, out);
    std::string& line = scratch.line;
    assign(line, text);
    replace_all(line, "<skipped>", "");
    replace_all(line, "-\n", "");
    replace_all(line, "\n", " ");
    unescape(line);
    return write_mteval(as_text(line), true, false, out);
}

// The ranges of sacreBLEU's zh tokeniser. Two of them were meant for planes beyond the first but are written
// with four hexadecimal digits, so they hold U+2001 to U+2A6D and U+2F81 to U+2FA1: dashes, quotation marks and
// arrows count as Chinese, ideographs of extension B do not. We follow it.
inline bool is_zh_char(char32_t c) {
    constexpr char32_t ranges[][2] = {
        {0x2001, 0x2A6D}, {0x2E80, 0x2EFF}, {0x2F00, 0x2FDF}, {0x2FF0, 0x303F}, {0x3100, 0x312F}, {0x31A0, 0x31BF},
        {0x31C0, 0x31EF}, {0x3200, 0x33FF}, {0x3400, 0x4DB5}, {0x4E00, 0x9FBB}, {0xF900, 0xFA2D}, {0xFA30, 0xFA6A},
        {0xFA70, 0xFAD9}, {0xFE10, 0xFE1F}, {0xFE30, 0xFE4F}, {0xFF00, 0xFFEF}};
    for (const auto& range : ranges)
        if (c >= range[0] && c <= range[1]) return true;
    return false;
}

// Copies a line with spaces around every character for which `alone` holds.
template <class Alone>
void isolate(Text text, std::string& out, Alone alone) {
    out.clear();
    for (const byte* p = text.data; p < text.end();) {
        const byte* const start = p;
        const bool apart = *p >= 0x80 && alone(next_char(p, text.end()));
        if (*start < 0x80) ++p;
        if (apart) out.push_back(' ');
        out.append(reinterpret_cast<const char*>(start), static_cast<std::size_t>(p - start));
        if (apart) out.push_back(' ');
    }
}

inline byte* tokenize_zh(Text text, TokenizeScratch& scratch, byte* out) {
    isolate(left_strip(text), scratch.line, is_zh_char);
    return write_mteval(as_text(scratch.line), false, false, out);
}

inline void decode(Text text, std::vector<char32_t>& chars) {
    chars.clear();
    for (const byte* p = text.data; p < text.end();) chars.push_back(next_char(p, text.end()));
}

// Writes characters as tokens: `before[i]` says whether a token border stands in front of character i.
template <class Border>
byte* write_chars(const std::vector<char32_t>& chars, Border border, byte* out) {
    byte* const start = out;
    bool pending = false;
    for (std::size_t i = 0; i < chars.size(); ++i) {
        if (is_space(chars[i])) {
            pending = true;
            continue;
        }
        if ((pending || border(i)) && out != start) *out++ = ' ';
        pending = false;
        out = put_char(out, chars[i]);
    }
    return out;
}

// mteval-v14's international tokenisation: a mark after a non-number, a mark before a non-number, every symbol.
inline byte* tokenize_intl(Text text, TokenizeScratch& scratch, byte* out) {
    auto& in = scratch.chars;
    auto& mid = scratch.more;
    decode(text, in);
    mid.clear();
    for (std::size_t i = 0; i < in.size(); ++i) {
        mid.push_back(in[i]);
        if (i + 1 < in.size() && char_class(in[i]) != number && char_class(in[i + 1]) == punctuation) {
            mid.insert(mid.end(), {U' ', in[i + 1], U' '});
            ++i;
        }
    }
    in.clear();
    for (std::size_t i = 0; i < mid.size(); ++i) {
        if (i + 1 < mid.size() && char_class(mid[i]) == punctuation && char_class(mid[i + 1]) != number) {
            in.insert(in.end(), {U' ', mid[i], U' ', mid[i + 1]});
            ++i;
        } else {
            in.push_back(mid[i]);
        }
    }
    auto is_symbol = [&](std::size_t i) { return char_class(in[i]) == symbol; };
    return write_chars(in, [&](std::size_t i) { return is_symbol(i) || (i > 0 && is_symbol(i - 1)); }, out);
}

// Every character a token; white space parts but is none.
inline byte* tokenize_char(Text text, TokenizeScratch& scratch, byte* out) {
    decode(text, scratch.chars);
    return write_chars(scratch.chars, [](std::size_t) { return true; }, out);
}

// White space dropped; a symbol stands alone; so does a punctuation mark with no number character beside it.
inline byte* tokenize_unicode(Text text, TokenizeScratch& scratch, byte* out) {
    auto& chars = scratch.chars;
    decode(text, chars);
    auto is_number = [&](std::size_t i) { return i < chars.size() && char_class(chars[i]) == number; };
    auto alone = [&](std::size_t i) {
        const byte kind = char_class(chars[i]);
        return kind == symbol || (kind == punctuation && !(i > 0 && is_number(i - 1)) && !is_number(i + 1));
    };
    return write_chars(chars, [&](std::size_t i) { return alone(i) || (i > 0 && alone(i - 1)); }, out);
}

struct Tercom {
    bool normalize, punctuation, cjk;
};

inline bool is_tercom_asian_mark(char32_t c) {
    return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) || (c >= 0x3014 && c <= 0x301F) ||
           (c >= 0xFF61 && c <= 0xFF65) || c == 0x30FB || c == 0xFF0E || c == 0xFF0C || c == 0xFF1F || c == 0xFF1A ||
           c == 0xFF1B || c == 0xFF01 || c == 0xFF02 || c == 0xFF08 || c == 0xFF09;
}

// As in sacreBLEU: its range of enclosed letters runs to U+3F22, and its rules for kana never apply, because
// they ask for the start of the line where the original asks for "any other character".
inline bool is_tercom_asian(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x31C0 && c <= 0x31EF) ||
           (c >= 0x2E80 && c <= 0x2EFF) || (c >= 0x3200 && c <= 0x3F22) || (c >= 0xF900 && c <= 0xFAFF) ||
           (c >= 0xFE30 && c <= 0xFE4F) || is_tercom_asian_mark(c);
}

inline void drop_punctuation(std::string& line, std::string& other, bool cjk) {
    other.clear();
    const Text text = as_text(line);
    for (const byte* p = text.data; p < text.end();) {
        const byte* const start = p;
        const char32_t c = next_char(p, text.end());
        const bool dropped = c < 0x80 ? c != 0 && std::strchr(".,?:;!\"()", static_cast<int>(c)) != nullptr
                                      : cjk && is_tercom_asian_mark(c);
        if (!dropped) other.append(reinterpret_cast<const char*>(start), static_cast<std::size_t>(p - start));
    }
    line.swap(other);
}

// tercom's normaliser as sacreBLEU has it. Lower-casing is not part of it.
inline byte* tokenize_tercom(Text text, Tercom options, TokenizeScratch& scratch, byte* out) {
    std::string& line = scratch.line;
    assign(line, text);
    if (options.normalize && !line.empty()) {
        replace_all(line, "\n-", "");
        replace_all(line, "\n", " ");
        unescape(line);
        scratch.other.resize(tokenized_bound(line.size()));
        auto* const start = reinterpret_cast<byte*>(scratch.other.data());
        scratch.other.resize(static_cast<std::size_t>(write_mteval(as_text(line), true, true, start) - start));
        line.swap(scratch.other);
        if (options.cjk) {
            isolate(as_text(line), scratch.other, is_tercom_asian);
            line.swap(scratch.other);
        }
    }
    if (!options.punctuation) drop_punctuation(line, scratch.other, options.cjk);
    return write_tokens(as_text(line), out);
}

inline bool is_ascii_mark(byte c) {
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

// chrF's words: one mark is parted from the end of a word, else one from its beginning; "(hi)" is "(hi" and ")".
inline byte* tokenize_chrf(Text text, byte* out) {
    byte* const start = out;
    auto put = [&](const byte* from, const byte* to) {
        if (out != start) *out++ = ' ';
        out = std::copy(from, to, out);
    };
    for_tokens(text, [&](Text token) {
        const byte *first = token.data, *last = token.end() - 1;
        if (first < last && is_ascii_mark(*last)) put(first, last), put(last, token.end());
        else if (first < last && is_ascii_mark(*first)) put(first, first + 1), put(first + 1, token.end());
        else put(first, token.end());
    });
    return out;
}

// ROUGE's words: what stands between characters other than ASCII letters and digits. Lower-casing is not part of it.
inline byte* tokenize_rouge(Text text, byte* out) {
    byte* const start = out;
    auto is_word = [](byte c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
    for (const byte* p = text.data; p < text.end(); ++p) {
        if (!is_word(*p)) continue;
        if (out != start && !is_word(p[-1])) *out++ = ' ';
        *out++ = *p;
    }
    return out;
}

enum class Rule : int { none, mteval_13a, intl, character, zh, unicode, tercom, chrf, rouge };

inline byte* tokenize(Text text, Rule rule, Tercom options, TokenizeScratch& scratch, byte* out) {
    text = right_strip(text);
    switch (rule) {
        case Rule::mteval_13a: return tokenize_13a(text, scratch, out);
        case Rule::intl: return tokenize_intl(text, scratch, out);
        case Rule::character: return tokenize_char(text, scratch, out);
        case Rule::zh: return tokenize_zh(text, scratch, out);
        case Rule::unicode: return tokenize_unicode(text, scratch, out);
        case Rule::tercom: return tokenize_tercom(text, options, scratch, out);
        case Rule::chrf: return tokenize_chrf(text, out);
        case Rule::rouge: return tokenize_rouge(text, out);
        case Rule::none: break;
    }
    return is_spaced(text) ? std::copy(text.begin(), text.end(), out) : write_tokens(text, out);
}

// Fills `out` (tokenized_bound bytes a row) and `offsets` (rows + 1). One thread writes row after row; several write
// them apart, and then they are moved up.
inline void tokenize_column(Column<byte> column, Rule rule, Tercom options, int threads, byte* out,
                            std::int64_t* offsets) {
    offsets[0] = 0;
    const auto room = [&](std::size_t row) {
        return tokenized_bound(static_cast<std::size_t>(column.offsets[row] - column.offsets[0])) + row;
    };
    for_rows<TokenizeScratch>(column.rows, threads, [&](std::size_t row, TokenizeScratch& scratch) {
        byte* const place = out + (threads > 1 ? room(row) : static_cast<std::size_t>(offsets[row]));
        offsets[row + 1] = tokenize(column[row], rule, options, scratch, place) - (threads > 1 ? place : out);
    });
    for (std::size_t row = 0; threads > 1 && row < column.rows; ++row) {
        std::memmove(out + offsets[row], out + room(row), static_cast<std::size_t>(offsets[row + 1]));
        offsets[row + 1] += offsets[row];
    }
}

}  // namespace assay
