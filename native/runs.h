// Runs of words that both sides have: GTM (Turian, Shen and Melamed 2003) and IMPACT (Echizen-ya and Araki 2007).
#pragma once

#include <cmath>
#include <vector>

#include "ids.h"

namespace assay {

// GTM's greedy matching: the longest run of free words first, of equal ones the last; until no word of the output can
// be matched or as many are as a reference has on average. The references are one text in which no run crosses from one
// to the next. All runs of one length are taken in one pass, and the lengths fall, so there are few passes.
class GtmMatcher {
  public:
    double size(Ids hyp, const Column<std::int32_t>& refs, std::int64_t first, std::int64_t last, double exponent) {
        load(hyp, refs, first, last);
        const double words = static_cast<double>(refs.offsets[last] - refs.offsets[first]);
        double left = std::min(static_cast<double>(hyp.size), words / static_cast<double>(last - first)), sum = 0;
        for (std::int32_t longest; left > 0 && (longest = longest_run()) > 0;) take(longest, exponent, left, sum);
        return std::pow(sum, 1 / exponent);
    }

  private:
    static constexpr std::int32_t used = -1, gap = -2;

    void load(Ids hyp, const Column<std::int32_t>& refs, std::int64_t first, std::int64_t last) {
        hyp_.assign(hyp.begin(), hyp.end());
        ref_.clear();
        for (std::int64_t r = first; r < last; ++r) {
            const Ids ref = refs[static_cast<std::size_t>(r)];
            ref_.insert(ref_.end(), ref.begin(), ref.end());
            ref_.push_back(gap);
        }
    }

    // row_[j] becomes the length of the run that starts at output word i and reference word j.
    void next_row(std::size_t i) {
        const std::int32_t word = hyp_[i];
        effort.add(2 * static_cast<std::int64_t>(ref_.size()));
        for (std::size_t j = 0; j < ref_.size(); ++j) row_[j] = word == ref_[j] ? row_[j + 1] + 1 : 0;
    }

    // Also notes the longest run that starts at each word of the output.
    std::int32_t longest_run() {
        row_.assign(ref_.size() + 1, 0);
        longest_at_.assign(hyp_.size(), 0);
        std::int32_t longest = 0;
        for (std::size_t i = hyp_.size(); i-- > 0;) {
            if (hyp_[i] == used) {
                std::fill(row_.begin(), row_.end(), 0);
                continue;
            }
            next_row(i);
            std::int32_t here = 0;
            for (const std::int32_t length : row_) here = std::max(here, length);
            longest_at_[i] = here;
            longest = std::max(longest, here);
        }
        return longest;
    }

    void take(std::int32_t longest, double exponent, double& left, double& sum) {
        const auto length = static_cast<std::size_t>(longest);
        for (std::size_t i = hyp_.size(); i-- > 0 && left > 0;) {
            if (longest_at_[i] != longest || hyp_[i] == used) continue;
            effort.add(static_cast<std::int64_t>(ref_.size()));
            for (std::size_t j = ref_.size() - length; j-- > 0;) {  // the last word of all is a gap
                if (hyp_[i] != ref_[j] || !is_free(i, j, length)) continue;
                const double counted = std::min(static_cast<double>(longest), left);
                sum += std::pow(counted, exponent);
                left -= counted;
                std::fill_n(hyp_.begin() + static_cast<std::ptrdiff_t>(i), length, used);
                std::fill_n(ref_.begin() + static_cast<std::ptrdiff_t>(j), length, gap);
                break;
            }
        }
    }

    bool is_free(std::size_t i, std::size_t j, std::size_t length) const {
        for (std::size_t k = 0; k < length; ++k)
            if (hyp_[i + k] != ref_[j + k]) return false;  // what is taken is marked differently on the two sides
        return true;
    }

    std::vector<std::int32_t> hyp_, ref_, row_, longest_at_;
};

// One row a segment: the size of the match, output length, mean reference length.
inline void gtm_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, double exponent,
                      int threads, double* out) {
    for_rows<GtmMatcher>(hyp.rows, threads, [&](std::size_t row, GtmMatcher& matcher) {
        const std::int64_t words = ref.offsets[groups[row + 1]] - ref.offsets[groups[row]];
        out[3 * row] = matcher.size(hyp[row], ref, groups[row], groups[row + 1], exponent);
        out[3 * row + 1] = static_cast<double>(hyp[row].size);
        out[3 * row + 2] = static_cast<double>(words) / static_cast<double>(groups[row + 1] - groups[row]);
    });
}

struct ImpactOptions {
    double alpha, beta;
    int repeats;  // passes after the first; below 0, as many as find a match
};

// IMPACT: the longest common subsequence, of equal ones that with the heaviest runs; its words are taken out on both
// sides, and the rest is searched again, each time for alpha as much.
class ImpactMatcher {
  public:
    double sum(Ids hyp, Ids ref, const ImpactOptions& options) {
        hyp_.assign(hyp.begin(), hyp.end());
        ref_.assign(ref.begin(), ref.end());
        worth_.resize(std::min(hyp.size, ref.size) + 1);
        for (std::size_t k = 0; k < worth_.size(); ++k) worth_[k] = std::pow(static_cast<double>(k), options.beta);
        double total = 0, factor = 1;
        for (int pass = 0; options.repeats < 0 || pass <= options.repeats; ++pass, factor *= options.alpha) {
            const double found = search();
            if (found == 0) break;
            total += factor * found;
        }
        return total;
    }

  private:
    static constexpr std::int64_t steps_a_hit = 1024;  // more than it takes: matches take up memory
    struct Best {
        std::int32_t length = 0, hit = -1;  // the last match on the way here
        double worth = 0;
        bool operator<(const Best& other) const {
            return length != other.length ? length < other.length : worth < other.worth;
        }
    };
    // Two equal words: the best route before them, the match diagonally before them, the first match of this run, and
    // how many words of the run the best route through them takes.
    struct Hit {
        Best before;
        std::int32_t hyp, ref, previous, first, run;
    };

    // Finds the route, takes its words out, and returns what its runs are worth.
    double search() {
        row_.assign(ref_.size() + 1, Best{});
        at_.assign(ref_.size() + 1, -1);
        hits_.clear();
        for (std::size_t i = 0; i < hyp_.size(); ++i) fill_row(static_cast<std::int32_t>(i));
        const double worth = row_.back().worth;
        remove_route();
        return worth;
    }

    // row_[j] is the best route within the words up to here; at_[j] the match in this row and column, or -1.
    void fill_row(std::int32_t i) {
        effort.add(4 * static_cast<std::int64_t>(row_.size()));
        Best diagonal;
        std::int32_t previous = -1;
        for (std::size_t j = 1; j < row_.size(); ++j) {
            const Best above = row_[j];
            const std::int32_t above_hit = at_[j];
            if (above < row_[j - 1]) row_[j] = row_[j - 1];
            at_[j] = -1;
            if (hyp_[static_cast<std::size_t>(i)] == ref_[j - 1]) {
                const Best best = add_hit({diagonal, i, static_cast<std::int32_t>(j) - 1, previous, -1, 1});
                at_[j] = best.hit;
                if (row_[j] < best) row_[j] = best;
            }
            diagonal = above;
            previous = above_hit;
        }
    }

    // Every stretch of a run that ends here makes the route equally long; of equal worth the longest is taken.
    Best add_hit(Hit hit) {
        effort.add(steps_a_hit);
        const auto number = static_cast<std::int32_t>(hits_.size());
        hit.first = hit.previous < 0 ? number : hits_[static_cast<std::size_t>(hit.previous)].first;
        hits_.push_back(hit);
        const Hit& first = hits_[static_cast<std::size_t>(hit.first)];
        const std::int32_t whole = hit.ref - first.ref + 1;
        Best best{hit.before.length + 1, number, -1};
        if (first.before.length == 0) {  // nothing can be worth more than one run
            best.worth = worth_[static_cast<std::size_t>(whole)];
            hits_.back().run = whole;
            return best;
        }
        effort.add(4 * whole);
        std::int32_t at = number;
        for (std::int32_t k = 1; k <= whole; ++k, at = hits_[static_cast<std::size_t>(at)].previous) {
            const double worth = hits_[static_cast<std::size_t>(at)].before.worth + worth_[static_cast<std::size_t>(k)];
            if (worth >= best.worth) best.worth = worth, hits_.back().run = k;
            if (k == whole) break;
        }
        return best;
    }

    void remove_route() {
        for (std::int32_t at = row_.back().hit; at >= 0;) {
            for (std::int32_t left = hits_[static_cast<std::size_t>(at)].run;; --left) {
                const Hit& hit = hits_[static_cast<std::size_t>(at)];
                hyp_[static_cast<std::size_t>(hit.hyp)] = ref_[static_cast<std::size_t>(hit.ref)] = -1;
                at = left > 1 ? hit.previous : hit.before.hit;
                if (left <= 1) break;
            }
        }
        std::erase(hyp_, -1);
        std::erase(ref_, -1);
    }

    std::vector<std::int32_t> hyp_, ref_, at_;
    std::vector<Best> row_;
    std::vector<Hit> hits_;
    std::vector<double> worth_;
};

// One number a reference: what the common runs of words are worth.
inline void impact_sums(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                        ImpactOptions options, int threads, double* out) {
    for_rows<ImpactMatcher>(hyp.rows, threads, [&](std::size_t row, ImpactMatcher& matcher) {
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r)
            out[r] = matcher.sum(hyp[row], ref[static_cast<std::size_t>(r)], options);
    });
}

}  // namespace assay
