// The nanobind module: names and array types, no algorithms.
#include "bind.h"

namespace {

// Lets Python look for signals; Ctrl-C comes out as the exception that its handler raises.
void ask() {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
}

// What is raised where a row takes too many steps: its number, and how many a row may take.
void refuse(const std::exception_ptr& failure, void* kind) {
    try {
        std::rethrow_exception(failure);
    } catch (const assay::TooLong& refusal) {
        const nb::tuple told = nb::make_tuple(refusal.row, assay::Effort::most);
        PyErr_SetObject(static_cast<PyObject*>(kind), told.ptr());
    }
}

}  // namespace

NB_MODULE(_native, m) {
    assay::Effort::ask = &ask;
    // Models that Python keeps to its end are not freed by it, and whoever asked for a score is not to read of that.
    nb::set_leak_warnings(false);
    m.attr("TooLongError") = nb::steal(PyErr_NewException("assay.kernel._native.TooLongError", PyExc_ValueError, nullptr));
    nb::register_exception_translator(&refuse, m.attr("TooLongError").ptr());
    m.doc() = "The kernel's functions on columns: types as `make stubs` writes them from native/bind.";
    bind_agreement(m);
    bind_strings(m);
    bind_text(m);
    bind_ngrams(m);
    bind_resample(m);
    bind_shifts(m);
    bind_jumps(m);
    bind_lines(m);
    bind_moves(m);
    bind_edits(m);
    bind_text_edits(m);
    bind_nist(m);
    bind_order(m);
    bind_subsequences(m);
    bind_tolerant(m);
    bind_metric_draws(m);
    bind_meteor(m);
    bind_classes(m);
    bind_ratings(m);
    bind_rater_pairs(m);
    bind_trueskill(m);
    bind_vectors(m);
    bind_structure(m);
    bind_bitext(m);
    bind_replay(m);
    bind_language_model(m);
    bind_responses(m);
    bind_tables(m);
}
