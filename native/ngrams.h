// Clipped n-gram matches: of tokens (BLEU and its kin) and of characters and words (chrF).
#pragma once

#include <cmath>
#include <cstdlib>
#include <vector>

#include "ids.h"

namespace assay {

inline std::uint64_t ngram_pair(std::int32_t head, std::int32_t tail) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(head)) << 32 | static_cast<std::uint32_t>(tail);
}

// What a match is worth: values[(n - 1) * stride + p] for the n-gram of order n that starts at reference token p.
struct NgramWeights {
    const double* values;
    std::size_t stride;
};

// Counts clipped matches of every order at once. An n-gram is a pair (number of its first n - 1 tokens, last token),
// so an order costs one look-up a position, and a hypothesis n-gram whose beginning no reference has is done with.
class NgramMatcher {
  public:
    // matches[n - 1] is set to the matches of order n, clipped by the largest count in any one reference; with weights,
    // to the sum of what they are worth.
    void match(Ids hyp, const Column<std::int32_t>& refs, std::int64_t first, std::int64_t last, int order,
               double* matches, const NgramWeights* weights = nullptr) {
        hyp_now_.assign(hyp.begin(), hyp.end());
        const std::size_t total = load_references(refs, first, last);
        for (int n = 1; n <= order; ++n) {
            pairs_.start(total);
            count_references(refs, first, last, n, weights);
            matches[n - 1] = weights ? weigh_hypothesis(hyp, n) : count_hypothesis(hyp, n);
        }
    }

  private:
    std::size_t load_references(const Column<std::int32_t>& refs, std::int64_t first, std::int64_t last) {
        const auto *start = refs.data + refs.offsets[first], *stop = refs.data + refs.offsets[last];
        ref_now_.assign(start, stop);
        const std::size_t total = static_cast<std::size_t>(stop - start);
        counts_.resize(total);
        seen_.resize(total);
        largest_.resize(total);
        worth_.resize(total);
        return total;
    }

    void count_references(const Column<std::int32_t>& refs, std::int64_t first, std::int64_t last, int n,
                          const NgramWeights* weights) {
        std::size_t at = 0;
        for (std::int64_t r = first; r < last; ++r) {
            const Ids ref = refs[static_cast<std::size_t>(r)];
            for (std::size_t i = 0; i + static_cast<std::size_t>(n) <= ref.size; ++i) {
                const std::uint64_t key = ngram_pair(n == 1 ? -1 : ref_now_[at + i], ref[i + static_cast<std::size_t>(n) - 1]);
                const std::int32_t fresh = pairs_.size(), id = pairs_.add(key, mix(key));
                if (id == fresh) largest_[id] = counts_[id] = 0, seen_[id] = -1;
                if (id == fresh && weights)
                    worth_[id] = weights->values[(static_cast<std::size_t>(n) - 1) * weights->stride +
                                                 static_cast<std::size_t>(refs.offsets[r]) + i];
                if (seen_[id] != r) seen_[id] = r, counts_[id] = 0;
                largest_[id] = std::max(largest_[id], ++counts_[id]);
                ref_now_[at + i] = id;
            }
            at += ref.size;
        }
    }

    double count_hypothesis(Ids hyp, int n) {
        std::int64_t matches = 0;
        for_matches(hyp, n, [&](std::int32_t) { ++matches; });
        return static_cast<double>(matches);
    }

    double weigh_hypothesis(Ids hyp, int n) {
        double sum = 0;
        for_matches(hyp, n, [&](std::int32_t id) { sum += worth_[id]; });
        return sum;
    }

    template <class Found>
    void for_matches(Ids hyp, int n, Found found) {
        for (std::size_t i = 0; i + static_cast<std::size_t>(n) <= hyp.size; ++i) {
            if (n > 1 && hyp_now_[i] < 0) continue;
            const std::uint64_t key = ngram_pair(n == 1 ? -1 : hyp_now_[i], hyp[i + static_cast<std::size_t>(n) - 1]);
            const std::int32_t id = pairs_.find(key, mix(key));
            hyp_now_[i] = id;
            if (id >= 0 && largest_[id] > 0) --largest_[id], found(id);
        }
    }

    PairNumbering pairs_;
    std::vector<std::int32_t> hyp_now_, ref_now_, counts_, largest_;
    std::vector<std::int64_t> seen_;
    std::vector<double> worth_;
};

inline double ngram_count(std::size_t length, int n) {
    return length >= static_cast<std::size_t>(n) ? static_cast<double>(length - static_cast<std::size_t>(n) + 1) : 0.0;
}

// One row a segment: output length; closest, shortest and mean reference length; matches and n-grams of every order.
inline void ngram_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, int order,
                        int threads, double* out) {
    const std::size_t width = 4 + 2 * static_cast<std::size_t>(order);
    for_rows<NgramMatcher>(hyp.rows, threads, [&](std::size_t row, NgramMatcher& matcher) {
        const Ids tokens = hyp[row];
        const auto length = static_cast<std::int64_t>(tokens.size);
        double* stats = out + row * width;
        std::int64_t closest = -1, shortest = -1, sum = 0;
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const std::int64_t size = ref.offsets[r + 1] - ref.offsets[r];
            const std::int64_t gap = std::abs(size - length), best = std::abs(closest - length);
            if (closest < 0 || gap < best || (gap == best && size < closest)) closest = size;
            if (shortest < 0 || size < shortest) shortest = size;
            sum += size;
        }
        stats[0] = static_cast<double>(length);
        stats[1] = static_cast<double>(closest);
        stats[2] = static_cast<double>(shortest);
        stats[3] = static_cast<double>(sum) / static_cast<double>(groups[row + 1] - groups[row]);
        matcher.match(tokens, ref, groups[row], groups[row + 1], order, stats + 4);
        for (int n = 1; n <= order; ++n) stats[4 + order + n - 1] = ngram_count(tokens.size, n);
    });
}

}  // namespace assay
