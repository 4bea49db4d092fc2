// Translation edit rate: edits plus block shifts, by tercom's greedy search as sacreBLEU implements it.
//
// The distance is taken inside a beam around the pseudo-diagonal, and the beam is part of the definition: where it
// binds, the figure changes. A candidate shift moves a stretch of the hypothesis and leaves the rows of the matrix
// before that stretch as they are, so candidates are measured from there on: bit-parallel where the reference has at
// most 64 words and the beam provably cannot bind, else in the beam, up to the row from which the (kept) distances
// to the end are the same as before.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "edits.h"

namespace assay {

struct TerLimits {
    int beam, shift_size, shift_distance, candidates;
};

struct TerResult {
    std::int64_t edits = 0, insertions = 0, deletions = 0, substitutions = 0, shifts = 0, shifted_words = 0;
};

// A shift as it is applied: `length` words from `start` on are taken out and come to stand at `target` of what is left.
struct Move {
    std::int64_t start, length, target;
};

class TerSearch {
  public:
    TerResult run(Ids hyp, Ids ref, const TerLimits& limits) {
        TerResult result;
        moves_.clear();
        words_.assign(hyp.begin(), hyp.end());
        if (ref.empty()) {
            columns_ = 0;
            result.edits = result.insertions = static_cast<std::int64_t>(hyp.size);
            return result;
        }
        ref_ = ref;
        limits_ = limits;
        set_beam();
        index_reference();
        checked_ = 0;
        for (;;) {
            align();
            const Shift best = best_shift();
            // As in sacreBLEU, a search that ran out of candidates ends without making its best shift.
            if (checked_ >= limits_.candidates || best.gain <= 0) break;
            move(best, words_);
            const Stretch rows = stretch(best);
            moves_.push_back({best.start, best.length, best.start > rows.first ? rows.first : rows.last - best.length});
            ++result.shifts;
            result.shifted_words += best.length;
        }
        count_operations(result);
        return result;
    }

    // What the last run did: its shifts, and then the operations from left to right on the words as they stand.
    const std::vector<Move>& moves() const { return moves_; }
    void trace(std::vector<byte>& ops) const {
        ops.clear();
        if (!columns_) {
            ops.assign(words_.size(), op_insertion);
            return;
        }
        for (std::int64_t i = rows_, j = columns_; i > 0 || j > 0;) {
            const byte op = op_[cell(i, j)];
            ops.push_back(op);
            i -= op != deletion;
            j -= op != insertion;
        }
        std::reverse(ops.begin(), ops.end());
    }

  private:
    using Cost = std::int32_t;
    static constexpr Cost infinite = std::numeric_limits<Cost>::max() / 2;
    enum Op : byte { match = op_match, substitution = op_substitution, insertion = op_insertion, deletion = op_deletion };

    struct Shift {
        std::int64_t gain = 0, start = 0, length = 0, target = 0;
        bool better_than(const Shift& other) const {  // more gain, then longer, then earlier, then an earlier target
            if (gain != other.gain) return gain > other.gain;
            if (length != other.length) return length > other.length;
            if (start != other.start) return start < other.start;
            return target < other.target;
        }
    };

    // --- the beam ---------------------------------------------------------------------------------------------

    void set_beam() {
        rows_ = static_cast<std::int64_t>(words_.size());
        columns_ = static_cast<std::int64_t>(ref_.size);
        const double ratio = rows_ ? static_cast<double>(columns_) / static_cast<double>(rows_) : 1.0;
        beam_ = limits_.beam < ratio / 2 ? static_cast<std::int64_t>(std::ceil(ratio / 2 + limits_.beam)) : limits_.beam;
        from_.resize(static_cast<std::size_t>(rows_) + 1);
        to_.resize(static_cast<std::size_t>(rows_) + 1);
        place_.resize(static_cast<std::size_t>(rows_) + 2);
        place_[0] = 0;
        for (std::int64_t i = 0; i <= rows_; ++i) {
            const auto diagonal = static_cast<std::int64_t>(std::floor(static_cast<double>(i) * ratio));
            from_[i] = i == 0 ? 0 : std::max<std::int64_t>(0, diagonal - beam_);
            to_[i] = i == 0 || i == rows_ ? columns_ + 1 : std::min(columns_ + 1, diagonal + beam_);
            place_[i + 1] = place_[i] + std::max<std::int64_t>(0, to_[i] - from_[i]) + 2;
        }
        cost_.assign(static_cast<std::size_t>(place_[rows_ + 1]), infinite);
        op_.resize(cost_.size());
        to_end_.resize(cost_.size());
    }

    // A cheapest path strays from the pseudo-diagonal by (distance + |rows - columns|) / 2 at most; where that is
    // within the beam, with cells to spare for rounding, the distance in the beam is the true one.
    bool beam_is_idle(Cost distance) const { return distance + std::abs(rows_ - columns_) <= 2 * (beam_ - 3); }

    bool inside(std::int64_t i, std::int64_t j) const { return j >= from_[i] && j < to_[i]; }
    // Every row has a cell more at either end, which stays infinite.
    std::size_t cell(std::int64_t i, std::int64_t j) const { return static_cast<std::size_t>(place_[i] + 1 + j - from_[i]); }

    // --- the alignment of the words as they stand ---------------------------------------------------------------

    // Distances with operations, preferring match or substitution, then insertion, then deletion.
    void align() {
        for (std::int64_t j = 0; j <= columns_; ++j) cost_[cell(0, j)] = static_cast<Cost>(j), op_[cell(0, j)] = deletion;
        for (std::int64_t i = 1; i <= rows_; ++i) align_row(i);
        distance_ = cost_[cell(rows_, columns_)];
        exact_ = beam_is_idle(distance_);
        read_alignment();
        keep_bit_rows();
        to_end_known_ = false;
    }

    void align_row(std::int64_t i) {
        effort.add(4 * (to_[i] - from_[i]));
        const std::int32_t word = words_[i - 1];
        const Cost* above = cost_.data() + cell(i - 1, 0);
        Cost* costs = cost_.data() + cell(i, 0);
        byte* ops = op_.data() + cell(i, 0);
        std::int64_t j = from_[i];
        if (j == 0) costs[0] = above[0] + 1, ops[0] = insertion, j = 1;
        for (const std::int64_t stop = std::min(to_[i], to_[i - 1] + 1); j < stop; ++j) {
            const bool same = word == ref_[j - 1];
            Cost best = above[j - 1] + !same;
            byte op = same ? match : substitution;
            if (above[j] + 1 < best) best = above[j] + 1, op = insertion;
            if (costs[j - 1] + 1 < best) best = costs[j - 1] + 1, op = deletion;
            costs[j] = best;
            ops[j] = op;
        }
        for (; j < to_[i]; ++j) costs[j] = costs[j - 1] + 1, ops[j] = deletion;  // beyond the row above
    }

    // hyp_errors_ and ref_errors_ are running counts; aligned_[j] is the position that reference word j stands at.
    void read_alignment() {
        aligned_.assign(static_cast<std::size_t>(columns_), -1);
        hyp_errors_.assign(static_cast<std::size_t>(rows_) + 1, 0);
        ref_errors_.assign(static_cast<std::size_t>(columns_) + 1, 0);
        for (std::int64_t i = rows_, j = columns_; i > 0 || j > 0;) {
            const Op op = static_cast<Op>(op_[cell(i, j)]);
            if (op != deletion) hyp_errors_[i] = op != match;
            if (op != insertion) ref_errors_[j] = op != match, aligned_[j - 1] = i - 1;
            i -= op != deletion;
            j -= op != insertion;
        }
        for (std::int64_t i = 0; i < rows_; ++i) hyp_errors_[i + 1] += hyp_errors_[i];
        for (std::int64_t j = 0; j < columns_; ++j) ref_errors_[j + 1] += ref_errors_[j];
    }

    void count_operations(TerResult& result) const {
        for (std::int64_t i = rows_, j = columns_; i > 0 || j > 0;) {
            const byte op = op_[cell(i, j)];
            result.substitutions += op == substitution;
            result.insertions += op == insertion;
            result.deletions += op == deletion;
            i -= op != deletion;
            j -= op != insertion;
        }
        result.edits = result.shifts + result.insertions + result.deletions + result.substitutions;
    }

    // --- candidate shifts -----------------------------------------------------------------------------------------

    Shift best_shift() {
        Shift best;
        bool any = false;
        near_at_ = first_at_;  // moves on with the start, so that no place is passed over twice
        for (std::int64_t start = 0; start < rows_; ++start) {
            const std::int64_t first = std::max<std::int64_t>(0, start - limits_.shift_distance);
            const std::int64_t last = std::min(columns_ - 1, start + limits_.shift_distance);
            std::int64_t& nearest = near_at_[words_[start]];
            while (nearest >= 0 && nearest < first) nearest = next_same_[nearest];
            for (std::int64_t at = nearest; at >= 0 && at <= last; at = next_same_[at]) {
                const std::int64_t longest = std::min({rows_ - start, columns_ - at, std::int64_t{limits_.shift_size}});
                for (std::int64_t length = 1; length <= longest && words_[start + length - 1] == ref_[at + length - 1];
                     ++length) {
                    if (!worth_moving(start, at, length)) continue;
                    try_targets(start, at, length, best, any);
                    if (checked_ >= limits_.candidates) return best;
                }
            }
        }
        return best;
    }

    // Where each word stands in the reference: its first place, and the next one after each; -1 for none.
    void index_reference() {
        std::int32_t most = 0;
        for (const std::int32_t word : words_) most = std::max(most, word);
        for (const std::int32_t word : ref_) most = std::max(most, word);
        first_at_.assign(static_cast<std::size_t>(most) + 1, -1);
        next_same_.resize(static_cast<std::size_t>(columns_));
        for (std::int64_t j = columns_; j-- > 0;) next_same_[j] = std::exchange(first_at_[ref_[j]], j);
        bit_rows_ = columns_ <= 64;
        matching_.assign(bit_rows_ ? first_at_.size() : 0, 0);
        for (std::int64_t j = 0; bit_rows_ && j < columns_; ++j) matching_[ref_[j]] |= std::uint64_t{1} << j;
    }

    // Some word must be wrong on either side, and the target must lie outside the words that move.
    bool worth_moving(std::int64_t start, std::int64_t at, std::int64_t length) const {
        return hyp_errors_[start + length] != hyp_errors_[start] && ref_errors_[at + length] != ref_errors_[at] &&
               !(aligned_[at] >= start && aligned_[at] < start + length);
    }

    void try_targets(std::int64_t start, std::int64_t at, std::int64_t length, Shift& best, bool& any) {
        std::int64_t previous = -1;
        for (std::int64_t offset = -1; offset < length; ++offset) {
            const std::int64_t target = at + offset == -1 ? 0 : aligned_[at + offset] + 1;
            if (target == previous) continue;
            previous = target;
            ++checked_;
            effort.add(static_cast<std::int64_t>(4 + rows_));
            if (any && exact_ && 2 * length < best.gain) continue;  // moving one word saves two edits at most
            Shift shift{0, start, length, target};
            shift.gain = distance_ - distance_after(shift);
            if (!any || shift.better_than(best)) best = shift, any = true;
        }
    }

    // The rows that a shift rewrites: [first, last).
    struct Stretch {
        std::int64_t first, middle, last;
    };
    Stretch stretch(const Shift& shift) const {
        const std::int64_t end = shift.start + shift.length;
        if (shift.target < shift.start) return {shift.target, shift.start, end};
        // A target inside the words that move counts from their end, as sacreBLEU has it.
        const std::int64_t last = shift.target > end ? shift.target : std::min(rows_, shift.target + shift.length);
        return {shift.start, end, last};
    }

    template <class Words>
    void move(const Shift& shift, Words& words) const {
        const Stretch rows = stretch(shift);
        std::rotate(words.begin() + rows.first, words.begin() + rows.middle, words.begin() + rows.last);
    }

    Cost distance_after(const Shift& shift) {
        const Stretch rows = stretch(shift);
        moved_.resize(static_cast<std::size_t>(rows.last - rows.first));
        std::rotate_copy(words_.begin() + rows.first, words_.begin() + rows.middle, words_.begin() + rows.last,
                         moved_.begin());
        if (bit_rows_) {
            const Cost distance = bit_distance(rows);
            if (beam_is_idle(distance)) return distance;
        }
        return beam_distance(rows);
    }

    // --- bit-parallel distances (Hyyrö 2003): bit j of a row says how cell j + 1 differs from cell j ------------------

    void keep_bit_rows() {
        if (!bit_rows_) return;
        bits_.resize(static_cast<std::size_t>(rows_) + 1);
        bits_[0] = {~std::uint64_t{0}, 0, static_cast<Cost>(columns_)};
        for (std::int64_t i = 0; i < rows_; ++i) bits_[i + 1] = after(bits_[i], words_[i]);
    }

    struct BitRow {
        std::uint64_t up, down;
        Cost distance;
    };

    BitRow after(const BitRow& row, std::int32_t word) const {
        const std::uint64_t equal = matching_[word], top = std::uint64_t{1} << (columns_ - 1);
        const std::uint64_t x = equal | row.down;
        const std::uint64_t zero = (((x & row.up) + row.up) ^ row.up) | x;
        std::uint64_t horizontal_up = row.down | ~(zero | row.up);
        std::uint64_t horizontal_down = zero & row.up;
        const Cost distance = row.distance + ((horizontal_up & top) != 0) - ((horizontal_down & top) != 0);
        horizontal_up = horizontal_up << 1 | 1;
        horizontal_down <<= 1;
        return {horizontal_down | ~(zero | horizontal_up), horizontal_up & zero, distance};
    }

    Cost bit_distance(const Stretch& rows) const {
        BitRow row = bits_[rows.first];
        for (const std::int32_t word : moved_) row = after(row, word);
        for (std::int64_t i = rows.last; i < rows_; ++i) row = after(row, words_[i]);
        return row.distance;
    }

    // --- distances in the beam ------------------------------------------------------------------------------------

    // to_end_[i, j]: the cost from cell (i, j) to the last cell, for the words as they stand.
    void measure_to_end() {
        for (std::int64_t i = rows_; i >= 0; --i) {
            effort.add(4 * (to_[i] - from_[i]));
            for (std::int64_t j = to_[i] - 1; j >= from_[i]; --j) {
                Cost best = i == rows_ && j == columns_ ? 0 : infinite;
                if (j + 1 < to_[i]) best = std::min(best, to_end_[cell(i, j + 1)] + 1);
                if (i < rows_ && inside(i + 1, j)) best = std::min(best, to_end_[cell(i + 1, j)] + 1);
                if (i < rows_ && inside(i + 1, j + 1))
                    best = std::min(best, to_end_[cell(i + 1, j + 1)] + (words_[i] != ref_[j]));
                to_end_[cell(i, j)] = std::min(best, infinite);
            }
        }
        to_end_known_ = true;
    }

    Cost beam_distance(const Stretch& rows) {
        if (!to_end_known_) measure_to_end();
        above_.assign(cost_.begin() + place_[rows.first] + 1, cost_.begin() + place_[rows.first + 1] - 1);
        for (std::int64_t i = rows.first + 1; i <= rows.last; ++i) {
            beam_row(i, moved_[i - rows.first - 1]);
            above_.swap(row_);
        }
        Cost best = infinite;
        for (std::int64_t j = from_[rows.last]; j < to_[rows.last]; ++j)
            best = std::min(best, above_[j - from_[rows.last]] + to_end_[cell(rows.last, j)]);
        return best;
    }

    void beam_row(std::int64_t i, std::int32_t word) {
        const std::int64_t above_from = from_[i - 1], above_to = to_[i - 1];
        effort.add(2 * (to_[i] - from_[i]));
        row_.resize(static_cast<std::size_t>(to_[i] - from_[i]));
        Cost left = infinite;
        for (std::int64_t j = from_[i]; j < to_[i]; ++j) {
            Cost best = left + 1;
            if (j >= above_from && j < above_to) best = std::min(best, above_[j - above_from] + 1);
            if (j > above_from && j <= above_to) best = std::min(best, above_[j - 1 - above_from] + (word != ref_[j - 1]));
            row_[j - from_[i]] = left = std::min(best, infinite);
        }
    }

    std::vector<std::int32_t> words_, moved_;
    std::vector<Move> moves_;
    Ids ref_;
    TerLimits limits_{};
    std::int64_t rows_ = 0, columns_ = 0, beam_ = 0, checked_ = 0;
    std::vector<std::int64_t> from_, to_, place_, first_at_, near_at_, next_same_, aligned_, hyp_errors_, ref_errors_;
    std::vector<Cost> cost_, to_end_, above_, row_;
    std::vector<byte> op_;
    Cost distance_ = 0;
    bool exact_ = false, bit_rows_ = false, to_end_known_ = false;
    std::vector<std::uint64_t> matching_;
    std::vector<BitRow> bits_;
};

// One row a segment: edits against the best reference, mean reference length, and the kinds of edit.
template <class Search>
void ter_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, TerLimits limits,
               int threads, double* out) {
    for_rows<Search>(hyp.rows, threads, [&](std::size_t row, Search& search) {
        TerResult best;
        best.edits = std::numeric_limits<std::int64_t>::max();
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const TerResult result = search.run(hyp[row], ref[static_cast<std::size_t>(r)], limits);
            if (result.edits < best.edits) best = result;
        }
        const double words = static_cast<double>(ref.offsets[groups[row + 1]] - ref.offsets[groups[row]]);
        const double stats[] = {static_cast<double>(best.edits),
                                words / static_cast<double>(groups[row + 1] - groups[row]),
                                static_cast<double>(best.insertions),
                                static_cast<double>(best.deletions),
                                static_cast<double>(best.substitutions),
                                static_cast<double>(best.shifts),
                                static_cast<double>(best.shifted_words)};
        std::copy(std::begin(stats), std::end(stats), out + 7 * row);
    });
}

// Shifts of row i start at shift_offsets[i], three numbers each: start, length, target.
struct ShiftsOut {
    std::int64_t* shifts;
    const std::int64_t* shift_offsets;
    std::int64_t* shift_counts;

    void put(std::size_t row, const std::vector<Move>& moves) const {
        std::int64_t* at = shifts + 3 * shift_offsets[row];
        for (const Move& move : moves) *at++ = move.start, *at++ = move.length, *at++ = move.target;
        shift_counts[row] = static_cast<std::int64_t>(moves.size());
    }
};

template <class Search>
struct Traced {
    Search search;
    std::vector<byte> ops;
};

// The alignment with the best reference of every segment, the same that ter_stats counts.
template <class Search>
void ter_alignments(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, TerLimits limits,
                    int threads, AlignmentOut out, ShiftsOut shifts_out) {
    for_rows<Traced<Search>>(hyp.rows, threads, [&](std::size_t row, Traced<Search>& traced) {
        std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const TerResult result = traced.search.run(hyp[row], ref[static_cast<std::size_t>(r)], limits);
            if (result.edits >= fewest) continue;
            fewest = result.edits;
            traced.search.trace(traced.ops);
            out.put(row, {traced.ops.data(), traced.ops.size()});
            out.chosen[row] = r - groups[row];
            shifts_out.put(row, traced.search.moves());
        }
    });
}

}  // namespace assay
