// Preferences drawn again, and TrueSkill.
#include "trueskill.h"

#include "bind.h"

namespace {

using Counts = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

assay::Units units(const Int32& cells, const Int64& offsets) {
    return {cells.data(), offsets.data(), offsets.shape(0) - 1};
}

void resample_counts(const Int32& cells, const Int64& offsets, std::uint64_t seed, std::uint64_t first, int kind,
                     std::uint64_t size, int threads, const Counts& out) {
    assay::resample_counts(units(cells, offsets), out.shape(1), seed, first, static_cast<assay::Draw>(kind), size,
                           out.shape(0), threads, out.data());
}

void trueskill_games(const Int32& first, const Int32& second, const Array<const std::int8_t>& outcome, double beta,
                     double margin, double drift, const Array<double>& means, const Array<double>& variances) {
    assay::trueskill_games(first.data(), second.data(), outcome.data(), outcome.shape(0), {beta, margin, drift},
                           means.data(), variances.data());
}

void trueskill_runs(const Int32& cells, const Int64& offsets, double mean, double variance, double beta, double margin,
                    double drift, std::uint64_t games, std::uint64_t seed, std::uint64_t first, int threads,
                    const Matrix& means, const Matrix& variances) {
    assay::trueskill_runs(units(cells, offsets), {means.shape(1), games, {mean, variance}, {beta, margin, drift}}, seed,
                          first, means.shape(0), threads, means.data(), variances.data());
}

}  // namespace

void bind_trueskill(nb::module_& m) {
    m.def("resample_counts", &resample_counts, "cells"_a.noconvert(), "offsets"_a.noconvert(), "seed"_a, "first"_a,
          "kind"_a, "size"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("trueskill_games", &trueskill_games, "first"_a.noconvert(), "second"_a.noconvert(), "outcome"_a.noconvert(),
          "beta"_a, "margin"_a, "drift"_a, "means"_a.noconvert(), "variances"_a.noconvert(), Free());
    m.def("trueskill_runs", &trueskill_runs, "cells"_a.noconvert(), "offsets"_a.noconvert(), "mean"_a, "variance"_a,
          "beta"_a, "margin"_a, "drift"_a, "games"_a, "seed"_a, "first"_a, "threads"_a, "means"_a.noconvert(),
          "variances"_a.noconvert(), Free());
}
