// Common subsequences and skip-bigrams: ROUGE (Lin 2004; Lin and Och 2004).
#pragma once

#include <bit>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

#include "bits.h"
#include "ngrams.h"

namespace assay {

enum class RougeKind : int { lcs, weighted, skip, skip_unigrams, ngrams };

struct RougeOptions {
    RougeKind kind;
    int order, gap;  // gap: words between the two of a skip-bigram at most; below 0, any number
    double weight;
    bool script;  // as ROUGE-1.5.5 does it
};

struct RougeCounts {
    double match = 0, reference = 0, output = 0;
};

class RougeCounter {
  public:
    RougeCounts run(Ids hyp, const Column<std::int32_t>& refs, std::int64_t row, const RougeOptions& options) {
        const Ids ref = refs[static_cast<std::size_t>(row)];
        switch (options.kind) {
            case RougeKind::lcs: return {lcs(hyp, ref), length(ref), length(hyp)};
            case RougeKind::weighted: return weighted(hyp, ref, options);
            case RougeKind::skip:
            case RougeKind::skip_unigrams: return skip(hyp, ref, options);
            case RougeKind::ngrams: break;
        }
        matches_.resize(static_cast<std::size_t>(options.order));
        matcher_.match(hyp, refs, row, row + 1, options.order, matches_.data());
        return {matches_.back(), ngram_count(ref.size, options.order), ngram_count(hyp.size, options.order)};
    }

  private:
    static double length(Ids tokens) { return static_cast<double>(tokens.size); }

    // A row of the matrix is a bit a cell, 0 where the subsequence gets a word longer (Hyyrö 2004); the sum carries what
    // one block hands on to the next.
    double lcs(Ids hyp, Ids ref) {
        if (hyp.empty() || ref.empty()) return 0;
        places_.set(ref, types(hyp, ref));
        bits_.assign(places_.blocks(), ~std::uint64_t{0});
        const auto steps = static_cast<std::int64_t>(2 * bits_.size());
        effort.expect(static_cast<double>(steps) * length(hyp));
        for (const std::int32_t word : hyp) {
            effort.add(steps);
            add_word(places_.row(word));
        }
        return longest(ref.size);
    }

    void add_word(const std::uint64_t* equal) {
        std::uint64_t carry = 0;
        for (std::size_t b = 0; b < bits_.size(); ++b) {
            const std::uint64_t row = bits_[b], matched = row & equal[b], sum = row + matched, carried = sum + carry;
            carry = (sum < row) | (carried < sum);
            bits_[b] = carried | (row & ~equal[b]);
        }
    }

    double longest(std::size_t size) const {
        int zeros = 0;
        for (const std::uint64_t block : bits_) zeros += std::popcount(~block);
        const int beyond = size % 64 ? std::popcount(~bits_.back() >> size % 64) : 0;
        return zeros - beyond;
    }

    static std::size_t types(Ids hyp, Ids ref) {
        std::int32_t most = -1;
        for (const std::int32_t word : hyp) most = std::max(most, word);
        for (const std::int32_t word : ref) most = std::max(most, word);
        return static_cast<std::size_t>(most + 1);
    }

    // --- weighted: a run of k words is worth k to the power of the weight -------------------------------------------

    RougeCounts weighted(Ids hyp, Ids ref, const RougeOptions& options) {
        worth_.resize(std::max(hyp.size, ref.size) + 2);
        for (std::size_t k = 0; k < worth_.size(); ++k) worth_[k] = std::pow(static_cast<double>(k), options.weight);
        const double value = fill(hyp, ref, options.script);
        return {options.script ? marked(hyp, ref) : value, worth_[ref.size], worth_[hyp.size]};
    }

    enum Step : byte { diagonal, up, left };

    // A run's worth is added as a whole to what stands before it: word by word it would round, and identical texts would
    // score more than all.
    double fill(Ids hyp, Ids ref, bool keep_steps) {
        values_.assign(hyp.size + 1, 0);
        starts_.assign(hyp.size + 1, 0);
        row_.assign(hyp.size + 1, 0);
        // steps that are kept take a byte each: they are counted so high that memory is bounded too
        effort.expect((keep_steps ? 64.0 : 4.0) * static_cast<double>(hyp.size) * static_cast<double>(ref.size));
        steps_.resize(keep_steps ? hyp.size * ref.size : 0);
        for (std::size_t i = 0; i < ref.size; ++i) {
            effort.add(4 * static_cast<std::int64_t>(hyp.size));
            double value_before = 0, start_before = 0;
            std::int32_t run_before = 0;
            for (std::size_t j = 1; j <= hyp.size; ++j) {
                const double value_above = values_[j], start_above = starts_[j];
                const std::int32_t run_above = row_[j];
                Step step = value_above >= values_[j - 1] ? up : left;
                if (ref[i] == hyp[j - 1]) {
                    step = diagonal;
                    starts_[j] = run_before ? start_before : value_before;
                    values_[j] = starts_[j] + worth_[run_before + 1];
                } else if (step == left) {
                    values_[j] = values_[j - 1];
                }
                row_[j] = step == diagonal ? run_before + 1 : 0;
                if (keep_steps) steps_[i * hyp.size + j - 1] = step;
                value_before = value_above;
                start_before = start_above;
                run_before = run_above;
            }
        }
        return values_[hyp.size];
    }

    // What ROUGE-1.5.5 counts: runs of reference words on the path, whether or not the output has them together.
    double marked(Ids hyp, Ids ref) {
        row_.assign(ref.size, 0);
        for (std::size_t i = ref.size, j = hyp.size; i > 0 && j > 0;) {
            const byte step = steps_[(i - 1) * hyp.size + j - 1];
            if (step == diagonal) row_[i - 1] = 1;
            i -= step != left;
            j -= step != up;
        }
        double sum = 0;
        std::size_t run = 0;
        for (std::size_t i = 0; i < ref.size; ++i) {
            run = row_[i] ? run + 1 : 0;
            if (run && (i + 1 == ref.size || !row_[i + 1])) sum += worth_[run];
        }
        return sum;
    }

    // --- skip-bigrams -------------------------------------------------------------------------------------------------

    RougeCounts skip(Ids hyp, Ids ref, const RougeOptions& options) {
        index(hyp, ref);
        RougeCounts counts{0, pairs(ref.size, options.gap), pairs(hyp.size, options.gap)};
        std::int64_t match = 0;
        for (std::size_t word = 0; word < counts_.size(); ++word) {
            if (ref_at_[word] < 0 || hyp_at_[word] < 0) continue;
            for_pairs(ref, ref_at_[word], ref_next_, options.gap, [&](std::int32_t next) { ++counts_[next]; });
            for_pairs(hyp, hyp_at_[word], hyp_next_, options.gap, [&](std::int32_t next) {
                if (counts_[next] > 0) --counts_[next], ++match;
            });
            for_pairs(ref, ref_at_[word], ref_next_, options.gap, [&](std::int32_t next) { counts_[next] = 0; });
        }
        if (options.kind == RougeKind::skip_unigrams) {
            const Ids shorter_hyp = all_but_last(hyp, options.script), shorter_ref = all_but_last(ref, options.script);
            for (const std::int32_t word : shorter_ref) ++counts_[word];
            for (const std::int32_t word : shorter_hyp) if (counts_[word] > 0) --counts_[word], ++match;
            counts.reference += length(shorter_ref);
            counts.output += length(shorter_hyp);
        }
        counts.match = static_cast<double>(match);
        return counts;
    }

    // ROUGE-1.5.5 forgets the last word when it adds single ones.
    static Ids all_but_last(Ids tokens, bool script) {
        return {tokens.data, tokens.size - static_cast<std::size_t>(script && !tokens.empty())};
    }

    static double pairs(std::size_t size, int gap) {
        const double words = static_cast<double>(size);
        if (size < 2) return 0;
        if (gap < 0 || static_cast<std::size_t>(gap) + 2 > size) return words * (words - 1) / 2;
        const double reach = gap + 1.0;  // the last words reach less far
        return reach * (words - reach) + reach * (reach - 1) / 2;
    }

    template <class Pair>
    static void for_pairs(Ids tokens, std::int64_t first, const std::vector<std::int64_t>& next, int gap, Pair pair) {
        for (std::int64_t at = first; at >= 0; at = next[static_cast<std::size_t>(at)]) {
            const std::size_t start = static_cast<std::size_t>(at) + 1;
            const std::size_t stop = gap < 0 ? tokens.size : std::min(tokens.size, start + static_cast<std::size_t>(gap) + 1);
            effort.add(static_cast<std::int64_t>(stop - std::min(start, stop)));
            for (std::size_t j = start; j < stop; ++j) pair(tokens[j]);
        }
    }

    // Where each word stands: its first place, and the next one after each; -1 for none.
    void index(Ids hyp, Ids ref) {
        const std::size_t words = types(hyp, ref);
        counts_.assign(words, 0);
        for (auto [tokens, at, next] : {std::tuple{hyp, &hyp_at_, &hyp_next_}, std::tuple{ref, &ref_at_, &ref_next_}}) {
            at->assign(words, -1);
            next->resize(tokens.size);
            for (std::size_t j = tokens.size; j-- > 0;)
                (*next)[j] = std::exchange((*at)[tokens[j]], static_cast<std::int64_t>(j));
        }
    }

    NgramMatcher matcher_;
    Places places_;
    std::vector<std::uint64_t> bits_;
    std::vector<double> matches_, worth_, values_, starts_;
    std::vector<std::int32_t> row_, counts_;
    std::vector<byte> steps_;
    std::vector<std::int64_t> hyp_at_, hyp_next_, ref_at_, ref_next_;
};

// One row a reference: matches, and the number of units of the reference and of the output.
inline void rouge_counts(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                         RougeOptions options, int threads, double* out) {
    for_rows<RougeCounter>(hyp.rows, threads, [&](std::size_t row, RougeCounter& counter) {
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const RougeCounts counts = counter.run(hyp[row], ref, r, options);
            out[3 * r] = counts.match;
            out[3 * r + 1] = counts.reference;
            out[3 * r + 2] = counts.output;
        }
    });
}

}  // namespace assay
