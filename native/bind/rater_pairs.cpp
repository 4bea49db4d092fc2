// Agreement of pairs of raters.
#include "rater_pairs.h"

#include "bind.h"

namespace {

using Pairs = nb::ndarray<const std::int32_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Weights = nb::ndarray<const std::uint16_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Numbers = Array<std::int32_t>;

void shared_ratings(const Int64& rater_offsets, const Int32& items, const Int32& codes, const Pairs& pairs, bool ranked,
                    int threads, const Int64& offsets, const Numbers& out_items, const Numbers& out_first,
                    const Numbers& out_second) {
    assay::shared_ratings({rater_offsets.data(), items.data(), codes.data()}, pairs.data(), pairs.shape(0), ranked, threads,
                          {offsets.data(), out_items.data(), out_first.data(), out_second.data()});
}

void pair_draws(const Int64& offsets, const Numbers& items, const Numbers& first, const Numbers& second,
                const Array<const double>& values, const Weights& weights, int measure, int threads, const Matrix& out) {
    const assay::DrawnItems drawn(weights.data(), weights.shape(0), weights.shape(1));
    assay::pair_draws({offsets.data(), items.data(), first.data(), second.data()}, offsets.shape(0) - 1, values.data(),
                      values.shape(0), drawn, static_cast<assay::PairMeasure>(measure), threads, out.data());
}

}  // namespace

void bind_rater_pairs(nb::module_& m) {
    m.def("shared_ratings", &shared_ratings, "rater_offsets"_a.noconvert(), "items"_a.noconvert(), "codes"_a.noconvert(),
          "pairs"_a.noconvert(), "ranked"_a, "threads"_a, "offsets"_a.noconvert(), "out_items"_a.noconvert(),
          "out_first"_a.noconvert(), "out_second"_a.noconvert(), Free());
    m.def("pair_draws", &pair_draws, "offsets"_a.noconvert(), "items"_a.noconvert(), "first"_a.noconvert(),
          "second"_a.noconvert(), "values"_a.noconvert(), "weights"_a.noconvert(), "measure"_a, "threads"_a,
          "out"_a.noconvert(), Free());
}
