// CDER (Leusch, Ueffing and Ney 2006): the edit distance in which the output may be left at any place and entered at
// any other, at the price of one edit.
//
// After the jumps of a row no cell is dearer than the cheapest one by more than a jump. With whole costs a row is
// therefore its least cost and one bit a cell, and the next row follows from it by a few operations on whole words:
// a match that starts from a cheapest cell keeps the cost; where there is none, the cost rises by one, and cheapest
// are then the cells of before, their right neighbours and every match.
#pragma once

#include "bits.h"
#include "words.h"

namespace assay {

struct CderOptions {
    bool cicada;      // the row before the first reference word rises by one a cell, without jumps
    bool characters;  // a word is replaced at the price of its distance in characters over the longer length
};

class CderSearch {
  public:
    double run(const SegmentWords& words, Ids hyp, Ids ref, CderOptions options) {
        if (ref.empty()) return static_cast<double>(options.cicada ? hyp.size : hyp.size > 0);
        return options.characters ? by_characters(words, hyp, ref, options.cicada)
                                  : static_cast<double>(whole(words.size(), hyp, ref, options.cicada));
    }

    // Prices of replaced words for `jumps.h`: spell all words of a pair, choose a reference word, ask for output words.
    void spell() {
        spell(words);
        price_.resize(words.size());
    }
    void choose(std::size_t l) { price_words(as_ids(hyp), ref[l]); }
    double replacement(std::size_t i) const { return price_[hyp[i]]; }

    SegmentWords words;
    std::vector<std::int32_t> hyp, ref;

  private:
    std::int64_t whole(std::size_t types, Ids hyp, Ids ref, bool cicada) {
        places_.set(hyp, types, 1);  // bit i stands for the cell after i words; nothing matches at 0
        blocks_ = std::max<std::size_t>(places_.blocks(), 1);
        cheapest_.assign(blocks_, 0);
        matched_.resize(blocks_);
        cheapest_[0] = 1;
        std::int64_t cost = 0;
        effort.expect(2.0 * static_cast<double>(ref.size) * static_cast<double>(blocks_));
        for (std::size_t l = 0; l < ref.size; ++l) {
            effort.add(2 * static_cast<std::int64_t>(blocks_));
            const std::uint64_t* equal = places_.row(ref[l]);
            if (free_match(equal)) {
                cheapest_.swap(matched_);
            } else {
                ++cost;
                if (cicada && l == 0) cheapest_[0] |= 2 | (equal[0] & 4);
                else widen(equal);
            }
        }
        return cost + !(cheapest_[hyp.size / 64] >> (hyp.size % 64) & 1);
    }

    // Collects the matches that start from a cheapest cell; tells whether there are any.
    bool free_match(const std::uint64_t* equal) {
        std::uint64_t carry = 0, any = 0;
        for (std::size_t b = 0; b < blocks_; ++b) {
            matched_[b] = equal[b] & (cheapest_[b] << 1 | carry);
            carry = cheapest_[b] >> 63;
            any |= matched_[b];
        }
        return any != 0;
    }

    void widen(const std::uint64_t* equal) {
        std::uint64_t carry = 0;
        for (std::size_t b = 0; b < blocks_; ++b) {
            const std::uint64_t old = cheapest_[b];
            cheapest_[b] = old | old << 1 | carry | equal[b];
            carry = old >> 63;
        }
    }

    // --- costs that are no whole numbers ---------------------------------------------------------------------------

    double by_characters(const SegmentWords& words, Ids hyp, Ids ref, bool cicada) {
        spell(words);
        const std::size_t cells = hyp.size + 1;
        row_.assign(cells, 1.0);
        for (std::size_t i = 0; cicada && i < cells; ++i) row_[i] = static_cast<double>(i);
        row_[0] = 0;
        next_.resize(cells);
        price_.resize(words.size());
        for (const std::int32_t word : ref) {
            price_words(hyp, word);
            jump_row(hyp);
        }
        return row_.back();
    }

    // A word left out costs one, no less than a jump from the cheapest cell, so the row needs no second pass for it.
    void jump_row(Ids hyp) {
        double least = next_[0] = row_[0] + 1;
        for (std::size_t i = 1; i < row_.size(); ++i) {
            next_[i] = std::min(row_[i - 1] + price_[hyp[i - 1]], row_[i] + 1);
            least = std::min(least, next_[i]);
        }
        for (std::size_t i = 0; i < row_.size(); ++i) row_[i] = std::min(next_[i], least + 1);
    }

    void spell(const SegmentWords& words) {
        std::size_t bytes = 0;
        for (std::size_t id = 0; id < words.size(); ++id) bytes += words[static_cast<std::int32_t>(id)].size;
        numbers_.start(bytes);
        chars_.clear();
        ends_.assign(1, 0);
        for (std::size_t id = 0; id < words.size(); ++id) {
            append_chars(words[static_cast<std::int32_t>(id)], numbers_, chars_);
            ends_.push_back(chars_.size());
        }
    }

    Ids spelling(std::int32_t word) const {
        const auto id = static_cast<std::size_t>(word);
        return {chars_.data() + ends_[id], ends_[id + 1] - ends_[id]};
    }

    void price_words(Ids hyp, std::int32_t word) {
        const Ids own = spelling(word);
        effort.add(8 * static_cast<std::int64_t>(hyp.size));
        for (const std::int32_t other : hyp) price_[other] = own.empty() ? other != word : -1;
        if (!own.empty()) matrix_.set(own, static_cast<std::size_t>(numbers_.size()) + 1);
        for (const std::int32_t other : hyp) {
            if (price_[other] >= 0) continue;
            const Ids spelt = spelling(other);
            price_[other] = static_cast<double>(matrix_.distance(spelt)) /
                            static_cast<double>(std::max(own.size, spelt.size));
        }
    }

    Places places_;
    std::size_t blocks_ = 0;
    std::vector<std::uint64_t> cheapest_, matched_;
    BitMatrix matrix_;
    CharNumbering numbers_;
    std::vector<std::int32_t> chars_;
    std::vector<std::size_t> ends_;
    std::vector<double> row_, next_, price_;
};

// One row a segment: the distance to the nearest reference and the mean reference length.
inline void cder_stats(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, CderOptions options, int threads,
                       double* out) {
    for_rows<CderSearch>(hyp.rows, threads, [&](std::size_t row, CderSearch& search) {
        search.words.start(segment_bytes(hyp, ref, groups, row));
        search.words.add(hyp[row], search.hyp);
        double best = 0, length = 0;
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            search.words.add(ref[static_cast<std::size_t>(r)], search.ref);
            const double distance = search.run(search.words, as_ids(search.hyp), as_ids(search.ref), options);
            if (r == groups[row] || distance < best) best = distance;
            length += static_cast<double>(search.ref.size());
        }
        out[2 * row] = best;
        out[2 * row + 1] = length / static_cast<double>(groups[row + 1] - groups[row]);
    });
}

}  // namespace assay
