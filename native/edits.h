// Edit distance with its operations: substitutions, insertions and deletions of one optimal alignment.
//
// With equal weights the matrix is kept as bits, 64 cells a word (Hyyrö 2003, 2004), and the alignment is the one
// that RapidFuzz traces: the common beginning and end are set aside, and from the end backwards a deletion is
// preferred to an insertion, an insertion to the rest. With other weights the matrix is filled cell by cell. Long
// inputs keep only some of the rows and fill the others again on the way back, so that memory grows with the
// square root.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "ids.h"

namespace assay {

// An insertion is a word too many, a deletion a word that is lacking; a jump only where a metric knows them.
enum EditOp : byte { op_match, op_substitution, op_insertion, op_deletion, op_jump };

struct EditWeights {
    double substitution, insertion, deletion;
    bool equal() const { return substitution == insertion && insertion == deletion; }
};

struct EditCounts {
    std::int64_t by_op[4] = {0, 0, 0, 0};

    EditCounts() = default;
    explicit EditCounts(Text ops) {
        for (const byte op : ops) ++by_op[op];
    }
    double cost(const EditWeights& weights) const {
        return weights.substitution * static_cast<double>(by_op[op_substitution]) +
               weights.insertion * static_cast<double>(by_op[op_insertion]) +
               weights.deletion * static_cast<double>(by_op[op_deletion]);
    }
};

// How many rows to keep at a time: all of them, or about the square root where that would take too much memory.
inline std::size_t rows_at_a_time(std::size_t rows, std::size_t width, std::size_t most) {
    if (rows * width <= most) return std::max<std::size_t>(rows, 1);
    return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(rows))));
}

// Bit j of a row says how cell j + 1 differs from cell j. Rows are the output's words, bits the reference's.
class TraceMatrix {
  public:
    void start(Ids hyp, Ids ref) {
        hyp_ = hyp;
        ref_ = ref;
        blocks_ = (ref.size + 63) / 64;
        std::int32_t most = -1;
        for (const std::int32_t word : hyp) most = std::max(most, word);
        for (const std::int32_t word : ref) most = std::max(most, word);
        equal_.assign(static_cast<std::size_t>(most + 1), 0);
    }

    std::int64_t distance() {
        auto total = static_cast<std::int64_t>(ref_.size);
        carry_.assign(hyp_.size, 1);
        for (std::size_t block = 0; block < blocks_; ++block) {
            Bits bits;
            set_block(block);
            const std::uint64_t top = std::uint64_t{1} << (block + 1 == blocks_ ? (ref_.size - 1) % 64 : 63);
            for (std::size_t i = 0; i < hyp_.size; ++i) bits.step(equal_[hyp_[i]], carry_[i], top);
            clear_block(block);
        }
        for (const std::int8_t change : carry_) total += change;
        return blocks_ ? total : static_cast<std::int64_t>(hyp_.size);
    }

    // Fills all rows, the last ones kept.
    void fill() {
        step_ = rows_at_a_time(hyp_.size, blocks_, std::size_t{1} << 21);
        const std::size_t parts = (hyp_.size + step_ - 1) / step_;
        marks_.assign((parts + 1) * blocks_, Bits{});
        kept_.resize(step_ * blocks_);
        for (part_ = 0; part_ < parts; ++part_) fill_part();
        part_ = parts - 1;
    }

    // Rows have to be asked for from the last to the first.
    bool up(std::size_t row, std::size_t j) { return bits_at(row, j).up >> (j % 64) & 1; }
    bool down(std::size_t row, std::size_t j) { return bits_at(row, j).down >> (j % 64) & 1; }

  private:
    struct Bits {
        std::uint64_t up = ~std::uint64_t{0}, down = 0;

        // `carry` is the change from the row above at the left edge of the block, and then at its right edge.
        void step(std::uint64_t equal, std::int8_t& carry, std::uint64_t top) {
            const std::uint64_t rises = carry > 0, falls = carry < 0;
            const std::uint64_t x = equal | falls;
            const std::uint64_t zero = (((x & up) + up) ^ up) | x | down;
            std::uint64_t across_up = down | ~(zero | up), across_down = zero & up;
            carry = static_cast<std::int8_t>(((across_up & top) != 0) - ((across_down & top) != 0));
            across_up = across_up << 1 | rises;
            across_down = across_down << 1 | falls;
            up = across_down | ~(zero | across_up);
            down = across_up & zero;
        }
    };

    std::size_t block_end(std::size_t block) const { return std::min(ref_.size, 64 * block + 64); }
    void set_block(std::size_t block) {
        for (std::size_t j = 64 * block; j < block_end(block); ++j) equal_[ref_[j]] |= std::uint64_t{1} << (j % 64);
    }
    void clear_block(std::size_t block) {
        for (std::size_t j = 64 * block; j < block_end(block); ++j) equal_[ref_[j]] = 0;
    }

    void fill_part() {
        const std::size_t first = part_ * step_, rows = std::min(hyp_.size, first + step_) - first;
        carry_.assign(rows, 1);
        for (std::size_t block = 0; block < blocks_; ++block) {
            Bits bits = marks_[part_ * blocks_ + block];
            Bits* kept = kept_.data() + block * step_;
            set_block(block);
            for (std::size_t i = 0; i < rows; ++i) {
                bits.step(equal_[hyp_[first + i]], carry_[i], std::uint64_t{1} << 63);
                kept[i] = bits;
            }
            clear_block(block);
            marks_[(part_ + 1) * blocks_ + block] = bits;
        }
    }

    const Bits& bits_at(std::size_t row, std::size_t j) {
        while (row < part_ * step_) --part_, fill_part();
        return kept_[j / 64 * step_ + row - part_ * step_];
    }

    Ids hyp_, ref_;
    std::size_t blocks_ = 0, step_ = 1, part_ = 0;
    std::vector<std::uint64_t> equal_;
    std::vector<std::int8_t> carry_;
    std::vector<Bits> marks_, kept_;
};

// The cheapest operations under any weights; of equal ways match or substitution, then insertion, then deletion.
class WeightedMatrix {
  public:
    void fill(Ids hyp, Ids ref, const EditWeights& weights) {
        hyp_ = hyp;
        ref_ = ref;
        weights_ = weights;
        width_ = ref.size + 1;
        step_ = rows_at_a_time(hyp.size, width_, std::size_t{1} << 25);
        const std::size_t parts = std::max<std::size_t>(1, (hyp.size + step_ - 1) / step_);
        marks_.resize((parts + 1) * width_);
        for (std::size_t j = 0; j < width_; ++j) marks_[j] = weights.deletion * static_cast<double>(j);
        kept_.resize(step_ * width_);
        for (part_ = 0; part_ < parts; ++part_) fill_part();
        part_ = parts - 1;
    }

    // The operation that leads to cell (row, j), row from 1; rows have to be asked for from the last to the first.
    byte op(std::size_t row, std::size_t j) {
        while (row - 1 < part_ * step_) --part_, fill_part();
        return kept_[(row - 1 - part_ * step_) * width_ + j];
    }

  private:
    void fill_part() {
        const std::size_t first = part_ * step_, last = std::min(hyp_.size, first + step_);
        row_.assign(marks_.begin() + static_cast<std::ptrdiff_t>(part_ * width_),
                    marks_.begin() + static_cast<std::ptrdiff_t>((part_ + 1) * width_));
        for (std::size_t i = first; i < last; ++i) fill_row(hyp_[i], kept_.data() + (i - first) * width_);
        std::copy(row_.begin(), row_.end(), marks_.begin() + static_cast<std::ptrdiff_t>((part_ + 1) * width_));
    }

    void fill_row(std::int32_t word, byte* ops) {
        double diagonal = row_[0];
        row_[0] += weights_.insertion;
        ops[0] = op_insertion;
        for (std::size_t j = 1; j < width_; ++j) {
            const bool same = word == ref_[j - 1];
            const double inserted = row_[j] + weights_.insertion, deleted = row_[j - 1] + weights_.deletion;
            double best = same ? diagonal : diagonal + weights_.substitution;
            byte op = same ? op_match : op_substitution;
            if (inserted < best) best = inserted, op = op_insertion;
            if (deleted < best) best = deleted, op = op_deletion;
            diagonal = row_[j];
            row_[j] = best;
            ops[j] = op;
        }
    }

    Ids hyp_, ref_;
    EditWeights weights_{};
    std::size_t width_ = 1, step_ = 1, part_ = 0;
    std::vector<double> marks_, row_;
    std::vector<byte> kept_;
};

// The operations that turn a reference into an output, from left to right. They are traced from the end backwards
// and written so; what `align` returns holds until the next call.
class EditAligner {
  public:
    Text align(Ids hyp, Ids ref, const EditWeights& weights) {
        ops_.resize(hyp.size + ref.size);
        at_ = ops_.data() + ops_.size();
        if (weights.equal())
            align_equal(hyp, ref);
        else
            align_weighted(hyp, ref, weights);
        return {at_, static_cast<std::size_t>(ops_.data() + ops_.size() - at_)};
    }

    std::int64_t distance(Ids hyp, Ids ref) {
        bits_.start(hyp, ref);
        return bits_.distance();
    }

  private:
    void add(std::size_t count, byte op) {
        at_ -= count;
        std::fill_n(at_, count, op);
    }

    void align_equal(Ids hyp, Ids ref) {
        std::size_t prefix = 0, suffix = 0;
        const std::size_t most = std::min(hyp.size, ref.size);
        while (prefix < most && hyp[prefix] == ref[prefix]) ++prefix;
        while (suffix < most - prefix && hyp[hyp.size - 1 - suffix] == ref[ref.size - 1 - suffix]) ++suffix;
        add(suffix, op_match);
        trace({hyp.data + prefix, hyp.size - prefix - suffix}, {ref.data + prefix, ref.size - prefix - suffix});
        add(prefix, op_match);
    }

    void trace(Ids hyp, Ids ref) {
        std::size_t i = hyp.size, j = ref.size;
        if (i && j) bits_.start(hyp, ref), bits_.fill();
        byte* at = at_;
        while (i && j) {
            if (bits_.up(i - 1, j - 1)) {
                *--at = op_deletion;
                --j;
            } else if (--i; i && bits_.down(i - 1, j - 1)) {
                *--at = op_insertion;
            } else {
                --j;
                *--at = hyp[i] == ref[j] ? op_match : op_substitution;
            }
        }
        at_ = at;
        add(j, op_deletion);
        add(i, op_insertion);
    }

    void align_weighted(Ids hyp, Ids ref, const EditWeights& weights) {
        weighted_.fill(hyp, ref, weights);
        std::size_t i = hyp.size, j = ref.size;
        while (i) {
            const byte op = weighted_.op(i, j);
            *--at_ = op;
            i -= op != op_deletion;
            j -= op != op_insertion;
        }
        add(j, op_deletion);
    }

    TraceMatrix bits_;
    WeightedMatrix weighted_;
    std::vector<byte> ops_;
    byte* at_ = nullptr;
};

struct BestReference {
    std::int64_t row = -1;
    EditCounts counts;
};

// Finds the reference that costs least, the longest of equals; `chosen` is called with the operations whenever one is
// better than those before.
template <class Chosen>
BestReference best_reference(EditAligner& aligner, Ids hyp, const Column<std::int32_t>& ref, const std::int64_t* group,
                             const EditWeights& weights, Chosen chosen) {
    double least = std::numeric_limits<double>::infinity();
    BestReference best;
    for (std::int64_t r = group[0]; r < group[1]; ++r) {
        const Ids words = ref[static_cast<std::size_t>(r)];
        const Text ops = aligner.align(hyp, words, weights);
        const EditCounts counts(ops);
        const double cost = counts.cost(weights);
        const bool longer = best.row >= 0 && words.size > ref[static_cast<std::size_t>(best.row)].size;
        if (best.row >= 0 && !(cost < least) && !(cost == least && longer)) continue;
        least = cost;
        best = {r, counts};
        chosen(ops);
    }
    return best;
}

// One row a segment: substitutions, deletions, insertions, hits, length of the best reference, mean length.
inline void edit_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                       EditWeights weights, int threads, double* out) {
    for_rows<EditAligner>(hyp.rows, threads, [&](std::size_t row, EditAligner& aligner) {
        const BestReference best = best_reference(aligner, hyp[row], ref, groups + row, weights, [](Text) {});
        double* stats = out + 6 * row;
        const EditOp order[] = {op_substitution, op_deletion, op_insertion, op_match};
        for (int at = 0; at < 4; ++at) stats[at] = static_cast<double>(best.counts.by_op[order[at]]);
        stats[4] = static_cast<double>(ref.offsets[best.row + 1] - ref.offsets[best.row]);
        stats[5] = static_cast<double>(ref.offsets[groups[row + 1]] - ref.offsets[groups[row]]) /
                   static_cast<double>(groups[row + 1] - groups[row]);
    });
}

// Where alignments go: operations of row i start at op_offsets[i], op_counts[i] of them; `chosen` is the reference.
struct AlignmentOut {
    byte* ops;
    const std::int64_t* op_offsets;
    std::int64_t *op_counts, *chosen;

    void put(std::size_t row, Text traced) const {
        std::copy(traced.begin(), traced.end(), ops + op_offsets[row]);
        op_counts[row] = static_cast<std::int64_t>(traced.size);
    }
};

inline void edit_alignments(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                            EditWeights weights, int threads, AlignmentOut out) {
    for_rows<EditAligner>(hyp.rows, threads, [&](std::size_t row, EditAligner& aligner) {
        const auto keep = [&](Text ops) { out.put(row, ops); };
        out.chosen[row] = best_reference(aligner, hyp[row], ref, groups + row, weights, keep).row - groups[row];
    });
}

}  // namespace assay
