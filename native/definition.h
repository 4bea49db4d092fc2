// Translation edit rate by the letter of its definition (electable shifts of one target each, no limits).
//
// A stretch of the output that the reference has too may move to the place that the first of these reference words
// is aligned to, if some word of it is wrong on either side. The shift that saves most is taken, the longest of
// equals, then the earliest, until none saves anything. Unlike tercom's search there is one target, a reference word
// that is aligned to nothing is no target, and nothing bounds length, distance, number or the alignment.
#pragma once

#include "edits.h"
#include "shifts.h"

namespace assay {

class DefinitionSearch {
  public:
    TerResult run(Ids hyp, Ids ref, const TerLimits&) {
        words_.assign(hyp.begin(), hyp.end());
        ref_ = ref;
        moves_.clear();
        index_reference();
        TerResult result;
        for (;;) {
            align();
            const Shift best = best_shift();
            if (best.gain <= 0) break;
            move(best, words_);
            moves_.push_back({best.start, best.length, best.target});
            result.shifted_words += best.length;
        }
        const EditCounts counts(Text{ops_.data(), ops_.size()});
        result.shifts = static_cast<std::int64_t>(moves_.size());
        result.insertions = counts.by_op[op_insertion];
        result.deletions = counts.by_op[op_deletion];
        result.substitutions = counts.by_op[op_substitution];
        result.edits = result.shifts + result.insertions + result.deletions + result.substitutions;
        return result;
    }

    const std::vector<Move>& moves() const { return moves_; }
    void trace(std::vector<byte>& ops) const { ops = ops_; }

  private:
    struct Shift {
        std::int64_t gain = 0, start = 0, length = 0, target = 0;
        bool better_than(const Shift& other) const {  // candidates come by rising start
            return gain != other.gain ? gain > other.gain : length > other.length;
        }
    };

    Ids words() const { return {words_.data(), words_.size()}; }

    void index_reference() {
        std::int32_t most = -1;
        for (const std::int32_t word : words_) most = std::max(most, word);
        for (const std::int32_t word : ref_) most = std::max(most, word);
        first_at_.assign(static_cast<std::size_t>(most + 1), -1);
        next_same_.resize(ref_.size);
        for (auto j = static_cast<std::int64_t>(ref_.size); j-- > 0;)
            next_same_[j] = std::exchange(first_at_[ref_[j]], j);
        if (!ref_.empty()) matrix_.set(ref_, first_at_.size());
    }

    void align() {
        const Text ops = aligner_.align(words(), ref_, {1, 1, 1});
        ops_.assign(ops.begin(), ops.end());
        distance_ = 0;
        hyp_errors_.assign(1, 0);
        ref_errors_.assign(1, 0);
        aligned_.clear();
        for (const byte op : ops_) {
            const bool wrong = op != op_match;
            distance_ += wrong;
            if (op != op_insertion) {
                ref_errors_.push_back(ref_errors_.back() + wrong);
                aligned_.push_back(op == op_deletion ? -1 : static_cast<std::int64_t>(hyp_errors_.size()) - 1);
            }
            if (op != op_deletion) hyp_errors_.push_back(hyp_errors_.back() + wrong);
        }
    }

    Shift best_shift() {
        Shift best;
        const auto rows = static_cast<std::int64_t>(words_.size()), columns = static_cast<std::int64_t>(ref_.size);
        for (std::int64_t start = 0; start < rows; ++start) {
            for (std::int64_t at = first_at_[words_[start]]; at >= 0; at = next_same_[at]) {
                const std::int64_t longest = std::min(rows - start, columns - at);
                for (std::int64_t length = 1; length <= longest && words_[start + length - 1] == ref_[at + length - 1];
                     ++length)
                    try_shift({0, start, length, aligned_[at]}, at, best);
            }
        }
        return best;
    }

    void try_shift(Shift shift, std::int64_t at, Shift& best) {
        effort.add(2);
        const std::int64_t end = shift.start + shift.length;
        if (shift.target < 0 || shift.target == shift.start) return;
        if (shift.target + shift.length > static_cast<std::int64_t>(words_.size())) return;
        if (hyp_errors_[end] == hyp_errors_[shift.start] || ref_errors_[at + shift.length] == ref_errors_[at]) return;
        if (2 * shift.length < best.gain) return;  // moving one word saves two edits at most
        moved_ = words_;
        move(shift, moved_);
        shift.gain = distance_ - matrix_.distance(Ids{moved_.data(), moved_.size()});
        if (shift.better_than(best)) best = shift;
    }

    static void move(const Shift& shift, std::vector<std::int32_t>& words) {
        const auto first = words.begin() + shift.start, last = first + shift.length;
        if (shift.target < shift.start)
            std::rotate(words.begin() + shift.target, first, last);
        else
            std::rotate(first, last, words.begin() + shift.target + shift.length);
    }

    std::vector<std::int32_t> words_, moved_;
    Ids ref_;
    EditAligner aligner_;
    BitMatrix matrix_;
    std::vector<byte> ops_;
    std::vector<Move> moves_;
    std::vector<std::int64_t> first_at_, next_same_, aligned_, hyp_errors_, ref_errors_;
    std::int64_t distance_ = 0;
};

}  // namespace assay
