// Array types of the boundary. Arrays are the caller's; every function runs with the GIL released.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "column.h"

namespace nb = nanobind;
using namespace nb::literals;

template <class T>
using Array = nb::ndarray<T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Bytes = Array<const std::uint8_t>;
using Int32 = Array<const std::int32_t>;
using Int64 = Array<const std::int64_t>;
using Free = nb::call_guard<nb::gil_scoped_release>;

template <class T, class A>
assay::Column<T> column(const A& data, const Int64& offsets) {
    return {data.data(), offsets.data(), offsets.shape(0) - 1};
}

// One family of functions each; module.cpp calls them all.
void bind_agreement(nb::module_& m);
void bind_strings(nb::module_& m);
void bind_text(nb::module_& m);
void bind_classes(nb::module_& m);
void bind_ngrams(nb::module_& m);
void bind_resample(nb::module_& m);
void bind_shifts(nb::module_& m);
void bind_jumps(nb::module_& m);
void bind_lines(nb::module_& m);
void bind_moves(nb::module_& m);
void bind_edits(nb::module_& m);
void bind_text_edits(nb::module_& m);
void bind_nist(nb::module_& m);
void bind_order(nb::module_& m);
void bind_subsequences(nb::module_& m);
void bind_tolerant(nb::module_& m);
void bind_ratings(nb::module_& m);
void bind_rater_pairs(nb::module_& m);
void bind_trueskill(nb::module_& m);
void bind_metric_draws(nb::module_& m);
void bind_vectors(nb::module_& m);
void bind_meteor(nb::module_& m);
void bind_structure(nb::module_& m);
void bind_bitext(nb::module_& m);
void bind_replay(nb::module_& m);
void bind_language_model(nb::module_& m);
void bind_responses(nb::module_& m);
void bind_tables(nb::module_& m);
