// The order of words: RIBES (Isozaki et al. 2010), with the alignment of NTT's script 1.03.
//
// A word of the output is aligned by the shortest n-gram that ends or starts with it and occurs exactly once on both
// sides. How long such an n-gram must be is read off the longest contexts that a position shares with any other, so the
// search takes as many steps as there are pairs of words, and none for words that are unique.
#pragma once

#include <cmath>
#include <vector>

#include "ids.h"

namespace assay {

struct RibesParts {
    double tau = 0, precision = 0, brevity = 0;
};

class RibesAligner {
  public:
    RibesParts run(Ids hyp, Ids ref) {
        if (hyp.empty() || ref.empty()) return {};
        align(hyp, ref);
        RibesParts parts;
        const auto length = static_cast<double>(hyp.size), aligned = static_cast<double>(places_.size());
        parts.brevity = std::min(1.0, std::exp(1.0 - static_cast<double>(ref.size) / length));
        if (places_.size() == 1 && ref.size == 1) parts.tau = 1, parts.precision = 1 / length;
        if (places_.size() < 2) return parts;
        parts.tau = ascending() / (aligned * (aligned - 1) / 2);
        parts.precision = aligned / length;
        return parts;
    }

    // The place in the reference of each aligned word of the output, in the order of the output.
    const std::vector<std::int32_t>& places(Ids hyp, Ids ref) {
        places_.clear();
        if (!hyp.empty() && !ref.empty()) align(hyp, ref);
        return places_;
    }

  private:
    // Of the contexts that a position shares with positions of one side: the longest, the next, and where it is.
    struct Shared {
        std::int32_t longest = 0, second = 0, place = -1;
        void see(std::int32_t length, std::int32_t at) {
            if (length > longest) second = longest, longest = length, place = at;
            else if (length > second) second = length;
        }
    };
    struct Context {
        Shared hyp, ref;  // in the output itself, the position is not compared with itself
        static constexpr std::int32_t none = -1;
        // The shortest context of two words or more that is there once on both sides.
        std::int32_t unique() const {
            const std::int32_t length = std::max({hyp.longest, ref.second, 1}) + 1;
            return length <= ref.longest ? length : none;
        }
    };

    void align(Ids hyp, Ids ref) {
        places_.clear();
        if (!count(hyp, ref)) {
            for (const std::int32_t word : hyp) if (ref_count_[word]) places_.push_back(ref_place_[word]);
            return;
        }
        find_contexts(hyp, ref);
        for (std::size_t i = 0; i < hyp.size; ++i) {
            const std::int32_t word = hyp[i];
            if (!ref_count_[word]) continue;
            if (ref_count_[word] == 1 && hyp_count_[word] == 1) {
                places_.push_back(ref_place_[word]);
                continue;
            }
            const std::int32_t left = left_[i].unique(), right = right_[i].unique();
            if (left >= 0 && (right < 0 || left <= right)) places_.push_back(left_[i].ref.place);
            else if (right >= 0) places_.push_back(right_[i].ref.place);
        }
    }

    // Says whether some word on both sides is not unique.
    bool count(Ids hyp, Ids ref) {
        std::int32_t most = 0;
        for (const std::int32_t word : hyp) most = std::max(most, word);
        for (const std::int32_t word : ref) most = std::max(most, word);
        hyp_count_.assign(static_cast<std::size_t>(most) + 1, 0);
        ref_count_.assign(static_cast<std::size_t>(most) + 1, 0);
        ref_place_.resize(static_cast<std::size_t>(most) + 1);
        for (const std::int32_t word : hyp) ++hyp_count_[word];
        for (std::size_t j = 0; j < ref.size; ++j) ++ref_count_[ref[j]], ref_place_[ref[j]] = static_cast<std::int32_t>(j);
        for (const std::int32_t word : hyp)
            if (ref_count_[word] && ref_count_[word] + hyp_count_[word] > 2) return true;
        return false;
    }

    // The lengths of common contexts are those of their neighbours plus one: rows of a table, one kept at a time.
    void find_contexts(Ids hyp, Ids ref) {
        left_.assign(hyp.size, Context{});
        right_.assign(hyp.size, Context{});
        for (const bool own : {true, false}) {
            const Ids other = own ? hyp : ref;
            row_.assign(other.size + 1, 0);
            for (std::size_t i = 0; i < hyp.size; ++i) {
                effort.add(4 * static_cast<std::int64_t>(other.size));
                Shared& shared = own ? left_[i].hyp : left_[i].ref;
                for (std::size_t j = other.size; j-- > 0;) {
                    row_[j + 1] = hyp[i] == other[j] ? row_[j] + 1 : 0;
                    if (row_[j + 1] && !(own && i == j)) shared.see(row_[j + 1], static_cast<std::int32_t>(j));
                }
            }
            row_.assign(other.size + 1, 0);
            for (std::size_t i = hyp.size; i-- > 0;) {
                Shared& shared = own ? right_[i].hyp : right_[i].ref;
                for (std::size_t j = 0; j < other.size; ++j) {
                    row_[j] = hyp[i] == other[j] ? row_[j + 1] + 1 : 0;
                    if (row_[j] && !(own && i == j)) shared.see(row_[j], static_cast<std::int32_t>(j));
                }
            }
        }
    }

    double ascending() const {
        std::int64_t pairs = 0;
        for (std::size_t i = 0; i < places_.size(); ++i) {
            effort.add(static_cast<std::int64_t>(places_.size() - i));
            for (std::size_t j = i + 1; j < places_.size(); ++j) pairs += places_[i] < places_[j];
        }
        return static_cast<double>(pairs);
    }

    std::vector<std::int32_t> places_, row_, hyp_count_, ref_count_, ref_place_;
    std::vector<Context> left_, right_;
};

// One row a segment: the best score of any reference that is not empty, and 1; or 0 and 0 where all are.
inline void ribes_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, double alpha,
                        double beta, int threads, double* out) {
    for_rows<RibesAligner>(hyp.rows, threads, [&](std::size_t row, RibesAligner& aligner) {
        double best = 0, counted = 0;
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const Ids tokens = ref[static_cast<std::size_t>(r)];
            if (tokens.empty()) continue;
            counted = 1;
            const RibesParts parts = aligner.run(hyp[row], tokens);
            if (parts.tau > 0)
                best = std::max(best, parts.tau * std::pow(parts.precision, alpha) * std::pow(parts.brevity, beta));
        }
        out[2 * row] = best;
        out[2 * row + 1] = counted;
    });
}

}  // namespace assay
