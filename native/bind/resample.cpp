// Resampling.
#include "bind.h"
#include "resample.h"

namespace {

using Rows = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void resample_sums(const Rows& rows, std::uint64_t seed, std::uint64_t first, int kind, std::uint64_t size, int threads,
                   const Matrix& out) {
    assay::resample_sums(rows.data(), rows.shape(0), rows.shape(1), seed, first, static_cast<assay::Draw>(kind), size,
                         out.shape(0), threads, out.data());
}

void shuffle_sums(const Rows& rows, std::uint64_t runs, std::uint64_t seed, std::uint64_t first, int threads,
                  const Matrix& out) {
    assay::shuffle_sums(rows.data(), rows.shape(0), runs, rows.shape(1) / runs, seed, first, out.shape(0), threads,
                        out.data());
}

}  // namespace

void bind_resample(nb::module_& m) {
    m.def("resample_sums", &resample_sums, "rows"_a.noconvert(), "seed"_a, "first"_a, "kind"_a, "size"_a, "threads"_a,
          "out"_a.noconvert(), Free());
    m.def("shuffle_sums", &shuffle_sums, "rows"_a.noconvert(), "runs"_a, "seed"_a, "first"_a, "threads"_a,
          "out"_a.noconvert(), Free());
}
