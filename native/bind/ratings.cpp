// Tables of ratings to columns.
#include "ratings.h"

#include "bind.h"

namespace {

template <class T>
using Table = nb::ndarray<T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::size_t split_ratings(const Bytes& data, std::uint8_t separator, const Bytes& is_number, const Table<std::int32_t>& codes,
                          const Table<std::int64_t>& starts, const Table<std::int64_t>& lengths,
                          const Array<std::int64_t>& counts, const Matrix& numbers, const Table<std::uint8_t>& written) {
    const assay::RatingCells out{codes.data(),   starts.data(),  lengths.data(), counts.data(),
                                 numbers.data(), written.data(), codes.shape(1)};
    return assay::split_ratings({data.data(), data.shape(0)}, separator, {is_number.data(), is_number.shape(0)}, out);
}

}  // namespace

void bind_ratings(nb::module_& m) {
    m.def("split_ratings", &split_ratings, "data"_a.noconvert(), "separator"_a, "is_number"_a.noconvert(),
          "codes"_a.noconvert(), "starts"_a.noconvert(), "lengths"_a.noconvert(), "counts"_a.noconvert(),
          "numbers"_a.noconvert(), "written"_a.noconvert(), Free());
}
