// The matrix of edit distances as bits, kept for a way back that prefers the diagonal.
//
// Rows are the output's words, bits the reference's. What would take too much memory keeps only some of its rows and
// fills the others again on the way back.
#pragma once

#include <vector>

#include "edits.h"

namespace assay {

class DiagonalMatrix {
  public:
    // Neither side may be empty.
    void fill(Ids hyp, Ids ref) {
        hyp_ = hyp;
        ref_ = ref;
        blocks_ = (ref.size + 63) / 64;
        std::int32_t most = -1;
        for (const std::int32_t word : hyp) most = std::max(most, word);
        for (const std::int32_t word : ref) most = std::max(most, word);
        if (equal_.size() <= static_cast<std::size_t>(most)) equal_.resize(static_cast<std::size_t>(most + 1), 0);
        step_ = rows_at_a_time(hyp_.size, blocks_, std::size_t{1} << 21);
        const std::size_t parts = (hyp_.size + step_ - 1) / step_;
        marks_.assign((parts + 1) * blocks_, Row{});
        kept_.resize(step_ * blocks_);
        for (part_ = 0; part_ < parts; ++part_) fill_part();
        part_ = parts - 1;
    }

    // Whether cell j + 1 of a row is one more than cell j, and whether it is as large as cell j of the row above. Rows
    // have to be asked for from the last to the first.
    bool up(std::size_t row, std::size_t j) { return at(row, j).up >> (j % 64) & 1; }
    bool level(std::size_t row, std::size_t j) { return at(row, j).level >> (j % 64) & 1; }

  private:
    // Bit j says how cell j + 1 differs from cell j: it is one more, or one less.
    struct Row {
        std::uint64_t up = ~std::uint64_t{0}, down = 0;

        // `carry` is the change from the row above at the left edge of the block, and then at its right edge. Returns
        // the cells that are as large as the one before them in the row above.
        std::uint64_t step(std::uint64_t equal, std::int8_t& carry) {
            const std::uint64_t rises = carry > 0, falls = carry < 0;
            const std::uint64_t x = equal | falls;
            const std::uint64_t zero = (((x & up) + up) ^ up) | x | down;
            std::uint64_t across_up = down | ~(zero | up), across_down = zero & up;
            carry = static_cast<std::int8_t>((across_up >> 63) - (across_down >> 63));
            across_up = across_up << 1 | rises;
            across_down = across_down << 1 | falls;
            up = across_down | ~(zero | across_up);
            down = across_up & zero;
            return zero;
        }
    };
    struct Kept {
        std::uint64_t up, level;
    };

    template <class Each>
    void for_block(std::size_t block, Each each) {
        const std::size_t end = std::min(ref_.size, 64 * block + 64);
        for (std::size_t j = 64 * block; j < end; ++j) each(equal_[ref_[j]], std::uint64_t{1} << (j % 64));
    }

    void fill_part() {
        const std::size_t first = part_ * step_, rows = std::min(hyp_.size, first + step_) - first;
        carry_.assign(rows, 1);
        for (std::size_t block = 0; block < blocks_; ++block) {
            effort.add(2 * static_cast<std::int64_t>(rows));
            Row row = marks_[part_ * blocks_ + block];
            Kept* kept = kept_.data() + block * step_;
            for_block(block, [](std::uint64_t& equal, std::uint64_t bit) { equal |= bit; });
            for (std::size_t i = 0; i < rows; ++i) {
                const std::uint64_t level = row.step(equal_[hyp_[first + i]], carry_[i]);
                kept[i] = {row.up, level};
            }
            for_block(block, [](std::uint64_t& equal, std::uint64_t) { equal = 0; });
            marks_[(part_ + 1) * blocks_ + block] = row;
        }
    }

    const Kept& at(std::size_t row, std::size_t j) {
        while (row < part_ * step_) --part_, fill_part();
        return kept_[j / 64 * step_ + row - part_ * step_];
    }

    Ids hyp_, ref_;
    std::size_t blocks_ = 0, step_ = 1, part_ = 0;
    std::vector<std::uint64_t> equal_;  // of each word where it stands in a block; all zero in between
    std::vector<std::int8_t> carry_;
    std::vector<Row> marks_;
    std::vector<Kept> kept_;
};

}  // namespace assay
