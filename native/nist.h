// The n-grams of a whole column, each with a number, for weights learnt from all references (NIST).
#pragma once

#include "ngrams.h"

namespace assay {

// Numbers the distinct n-grams of all rows, order by order; ids agree over the whole column. nodes[n - 1][p] is the
// number of the n-gram that starts at token p, or -1. An n-gram is its first n - 1 tokens (`heads`, -1 for none) and its
// last token. ends[n - 1] is the number of distinct n-grams up to order n.
inline void count_ngrams(Column<std::int32_t> ids, int order, std::int32_t* nodes, std::int32_t* heads,
                         std::int32_t* lasts, std::int64_t* counts, std::int64_t* ends) {
    const auto total = static_cast<std::size_t>(ids.offsets[ids.rows]);
    PairNumbering pairs;
    std::int64_t before = 0;
    for (int n = 1; n <= order; ++n) {
        const auto length = static_cast<std::size_t>(n);
        const std::int32_t* const above = n == 1 ? nullptr : nodes + (length - 2) * total;
        std::int32_t* const here = nodes + (length - 1) * total;
        std::fill(here, here + total, -1);
        pairs.start(total);
        for (std::size_t row = 0; row < ids.rows; ++row) {
            const Ids tokens = ids[row];
            const auto first = static_cast<std::size_t>(ids.offsets[row]);
            for (std::size_t i = 0; i + length <= tokens.size; ++i) {
                const std::int32_t head = n == 1 ? -1 : above[first + i], last = tokens[i + length - 1];
                const std::uint64_t key = ngram_pair(head, last);
                const std::int32_t fresh = pairs.size();
                const std::int64_t node = before + pairs.add(key, mix(key));
                if (node == before + fresh) heads[node] = head, lasts[node] = last, counts[node] = 0;
                ++counts[node];
                here[first + i] = static_cast<std::int32_t>(node);
            }
        }
        ends[n - 1] = before += pairs.size();
    }
}

// One row a segment: weights of the clipped matches of every order, n-grams of the output, its length, mean reference
// length. weights[n - 1][p] belongs to the n-gram that starts at reference token p.
inline void nist_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                       const double* weights, int order, int threads, double* out) {
    const std::size_t orders = static_cast<std::size_t>(order), width = 2 * orders + 2;
    const NgramWeights table{weights, static_cast<std::size_t>(ref.offsets[ref.rows])};
    for_rows<NgramMatcher>(hyp.rows, threads, [&](std::size_t row, NgramMatcher& matcher) {
        const Ids tokens = hyp[row];
        double* stats = out + row * width;
        matcher.match(tokens, ref, groups[row], groups[row + 1], order, stats, &table);
        for (int n = 1; n <= order; ++n) stats[order + n - 1] = ngram_count(tokens.size, n);
        stats[2 * orders] = static_cast<double>(tokens.size);
        const std::int64_t words = ref.offsets[groups[row + 1]] - ref.offsets[groups[row]];
        stats[2 * orders + 1] = static_cast<double>(words) / static_cast<double>(groups[row + 1] - groups[row]);
    });
}

// GLEU (Wu et al. 2016): matches of all orders together and the larger number of n-grams, of the best reference.
inline void gleu_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, int low, int high,
                       int threads, double* out) {
    struct Scratch {
        NgramMatcher matcher;
        std::vector<double> matches;
    };
    auto ngrams = [&](std::size_t length) {
        double sum = 0;
        for (int n = low; n <= high; ++n) sum += ngram_count(length, n);
        return sum;
    };
    for_rows<Scratch>(hyp.rows, threads, [&](std::size_t row, Scratch& scratch) {
        const Ids tokens = hyp[row];
        scratch.matches.resize(static_cast<std::size_t>(high));
        double best_match = 0, best_ngrams = 0;
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            scratch.matcher.match(tokens, ref, r, r + 1, high, scratch.matches.data());
            double match = 0;
            for (int n = low; n <= high; ++n) match += scratch.matches[static_cast<std::size_t>(n) - 1];
            const double most = std::max(ngrams(tokens.size), ngrams(ref[static_cast<std::size_t>(r)].size));
            if (most > 0 && (best_ngrams == 0 || match * best_ngrams > best_match * most))
                best_match = match, best_ngrams = most;
        }
        out[2 * row] = best_match;
        out[2 * row + 1] = best_ngrams;
    });
}

}  // namespace assay
