// Two metrics against people.
#include "metric_draws.h"

#include "bind.h"

namespace {

namespace contest = assay::contest;
using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void metric_draws(const Rows& human, const Rows& first, const Rows& second, int agreement, int grouping, int redraw,
                  std::uint64_t seed, std::uint64_t first_draw, int threads, const Matrix& out) {
    contest::MetricTask task{human.data(), first.data(), second.data(), human.shape(0), human.shape(1),
                             static_cast<contest::Agreement>(agreement), static_cast<contest::Grouping>(grouping),
                             static_cast<contest::Redraw>(redraw), {}, {}};
    contest::metric_draws(task, seed, first_draw, out.shape(0), threads, out.data());
}

}  // namespace

void bind_metric_draws(nb::module_& m) {
    m.def("metric_draws", &metric_draws, "human"_a.noconvert(), "first"_a.noconvert(), "second"_a.noconvert(),
          "agreement"_a, "grouping"_a, "redraw"_a, "seed"_a, "first_draw"_a, "threads"_a, "out"_a.noconvert(), Free());
}
