// Agreement of metrics with people.
#include "agreement.h"
#include "bind.h"

namespace {

using Values = Array<const double>;
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<std::int64_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void pair_counts(const Values& human, const Values& metric, const Int64& offsets, double epsilon, double threshold,
                 int threads, const Counts& out) {
    assay::pair_counts(human.data(), metric.data(), offsets.data(), offsets.shape(0) - 1, {epsilon, threshold}, threads,
                       out.data());
}

// A row of `out` for every row of metrics: epsilon, until, accuracy, accuracy at 0, groups, pairs.
void calibrate_ties(const Values& human, const Rows& metrics, const Int64& offsets, double threshold, int threads,
                    const Matrix& out) {
    const auto calibrate = [&](std::size_t row, assay::TieScratch& scratch) {
        const auto found = assay::calibrate_ties(human.data(), metrics.data() + row * metrics.shape(1), offsets.data(),
                                                 offsets.shape(0) - 1, threshold, scratch);
        const double columns[6] = {found.epsilon, found.until, found.accuracy, found.untied,
                                   static_cast<double>(found.groups), static_cast<double>(found.pairs)};
        std::copy(columns, columns + 6, out.data() + 6 * row);
    };
    assay::for_rows<assay::TieScratch>(metrics.shape(0), threads, calibrate, 1);
}

std::size_t tie_curve(const Values& human, const Values& metric, const Int64& offsets, double threshold,
                      const Array<double>& epsilons, const Array<double>& accuracies) {
    return assay::tie_curve(human.data(), metric.data(), offsets.data(), offsets.shape(0) - 1, threshold,
                            epsilons.data(), accuracies.data());
}

}  // namespace

void bind_agreement(nb::module_& m) {
    m.def("pair_counts", &pair_counts, "human"_a.noconvert(), "metric"_a.noconvert(), "offsets"_a.noconvert(),
          "epsilon"_a, "threshold"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("calibrate_ties", &calibrate_ties, "human"_a.noconvert(), "metrics"_a.noconvert(), "offsets"_a.noconvert(),
          "threshold"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("tie_curve", &tie_curve, "human"_a.noconvert(), "metric"_a.noconvert(), "offsets"_a.noconvert(),
          "threshold"_a, "epsilons"_a.noconvert(), "accuracies"_a.noconvert(), Free());
}
