// YiSi (Lo 2019): every n-gram of one side finds its best match on the other, and words weigh by their idf.
#pragma once

#include "similarity.h"

namespace assay {

struct YisiParts {
    double precision = 0, recall = 0;
};

template <class Similarity>
class YisiAligner {
  public:
    // The n-grams are cut to the shorter text. Where one is empty, nothing matches.
    YisiParts run(Ids hyp, Ids ref, const double* weights, std::size_t order, Similarity& similarity) {
        if (hyp.empty() || ref.empty()) return {};
        const std::size_t n = std::min({order, hyp.size, ref.size});
        effort.expect(static_cast<double>(hyp.size) * static_cast<double>(ref.size) * static_cast<double>(2 * n));
        pairs_.fill(hyp, ref, [&](std::int32_t a, std::int32_t b) { return similarity(a, b); });
        hyp_best_.assign(hyp.size - n + 1, 0);
        ref_best_.assign(ref.size - n + 1, 0);
        for (std::size_t i = 0; i + n <= hyp.size; ++i) {
            effort.add(static_cast<std::int64_t>(2 * n * ref.size));
            for (std::size_t j = 0; j + n <= ref.size; ++j) {
                double of_hyp = 0, of_ref = 0;
                for (std::size_t k = 0; k < n; ++k) {
                    of_hyp += weights[hyp[i + k]] * pairs_.at(i + k, j + k);
                    of_ref += weights[ref[j + k]] * pairs_.at(i + k, j + k);
                }
                hyp_best_[i] = std::max(hyp_best_[i], of_hyp);
                ref_best_[j] = std::max(ref_best_[j], of_ref);
            }
        }
        return {share(hyp_best_, hyp, weights, n), share(ref_best_, ref, weights, n)};
    }

  private:
    // What the best matches are worth, over what they could be.
    static double share(const std::vector<double>& best, Ids words, const double* weights, std::size_t n) {
        double matched = 0, all = 0;
        for (std::size_t i = 0; i < best.size(); ++i) {
            matched += best[i];
            for (std::size_t k = 0; k < n; ++k) all += weights[words[i + k]];
        }
        return all > 0 ? matched / all : 0;
    }

    WordPairs pairs_;
    std::vector<double> hyp_best_, ref_best_;
};

// A row a reference: precision and recall.
template <class Similarity>
void yisi_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, const double* weights,
                int order, const Similarity& similarity, int threads, double* out) {
    for_rows<YisiAligner<Similarity>>(hyp.rows, threads, [&](std::size_t row, YisiAligner<Similarity>& aligner) {
        Similarity own = similarity;
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const auto at = static_cast<std::size_t>(r);
            const YisiParts parts = aligner.run(hyp[row], ref[at], weights, static_cast<std::size_t>(order), own);
            out[2 * at] = parts.precision, out[2 * at + 1] = parts.recall;
        }
    });
}

}  // namespace assay
