// Edits of characters straight from text: most of it is compared as the bytes that it is, without any numbering.
//
// A segment in ASCII is taken where it stands. In any other, characters beyond ASCII get the numbers from 128 on; only
// where there are more of them than a byte can tell apart, all characters are written as wider numbers.
#pragma once

#include "chars.h"
#include "edits.h"

namespace assay {

// Texts as symbols, one after the other.
template <class Symbol>
class Spelling {
  public:
    // False if there are more characters than symbols.
    bool set(const std::vector<Text>& texts, bool whitespace, CharNumbering& beyond_ascii) {
        std::size_t most = 0;
        for (const Text text : texts) most += text.size;
        symbols_.resize(most);
        ends_.assign(1, 0);
        beyond_ascii.start(most);
        Symbol* out = symbols_.data();
        for (const Text text : texts) {
            out = put(text, whitespace, beyond_ascii, out);
            ends_.push_back(static_cast<std::size_t>(out - symbols_.data()));
        }
        return sizeof(Symbol) > 1 || beyond_ascii.size() <= 128;
    }

    Span<Symbol> operator[](std::size_t text) const {
        return {symbols_.data() + ends_[text], ends_[text + 1] - ends_[text]};
    }

  private:
    static Symbol* put(Text text, bool whitespace, CharNumbering& beyond_ascii, Symbol* out) {
        for (const byte *p = text.data, *const end = text.end(); p < end;) {
            while (whitespace && end - p >= 8 && !(load<std::uint64_t>(p) & 0x8080808080808080ULL))
                out = std::copy_n(p, 8, out), p += 8;
            if (p == end) break;
            const char32_t c = next_char(p, end);
            if (!whitespace && is_space(c)) continue;
            *out++ = static_cast<Symbol>(c < 0x80 ? static_cast<std::int32_t>(c) : 0x7F + beyond_ascii.add(c));
        }
        return out;
    }

    std::vector<Symbol> symbols_;
    std::vector<std::size_t> ends_;
};

class CharEdits {
  public:
    // One row, as `edit_stats` has it, of a segment and its references, which are the texts after the first.
    void row(const std::int64_t* group, const EditWeights& weights, bool whitespace, double* stats) {
        if (whitespace && std::all_of(texts.begin(), texts.end(), is_ascii)) put_row(texts, bytes_, group, weights, stats);
        else if (narrow_.set(texts, whitespace, beyond_ascii_)) put_row(narrow_, bytes_, group, weights, stats);
        else wide_.set(texts, whitespace, beyond_ascii_), put_row(wide_, numbers_, group, weights, stats);
    }

    std::vector<Text> texts;

  private:
    template <class Symbols, class Aligner>
    static void put_row(const Symbols& symbols, Aligner& aligner, const std::int64_t* group, const EditWeights& weights,
                        double* stats) {
        std::size_t length = 0;
        const auto measure = [&](std::size_t r) {
            const auto ref = symbols[r + 1 - static_cast<std::size_t>(group[0])];
            length += ref.size;
            return aligner.count(symbols[0], ref, weights);
        };
        const BestReference best = best_reference(group, weights, measure, [] {});
        put_stats(best, static_cast<double>(length) / static_cast<double>(group[1] - group[0]), stats);
    }

    Spelling<byte> narrow_;
    Spelling<std::int32_t> wide_;
    CharNumbering beyond_ascii_;
    Aligner<byte> bytes_;
    EditAligner numbers_;
};

inline void char_edit_stats(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, bool whitespace,
                            EditWeights weights, int threads, double* out) {
    for_rows<CharEdits>(hyp.rows, threads, [&](std::size_t row, CharEdits& edits) {
        edits.texts.assign(1, left_strip(right_strip(hyp[row])));
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r)
            edits.texts.push_back(left_strip(right_strip(ref[static_cast<std::size_t>(r)])));
        edits.row(groups + row, weights, whitespace, out + 6 * row);
    });
}

}  // namespace assay
