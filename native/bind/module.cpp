// The nanobind module: names and array types, no algorithms.
#include "bind.h"

NB_MODULE(_native, m) {
    m.doc() = "The kernel's functions on columns: types as `make stubs` writes them from native/bind.";
    bind_agreement(m);
    bind_text(m);
    bind_ngrams(m);
    bind_resample(m);
    bind_shifts(m);
    bind_jumps(m);
    bind_moves(m);
    bind_edits(m);
    bind_text_edits(m);
    bind_nist(m);
    bind_order(m);
    bind_subsequences(m);
    bind_tolerant(m);
    bind_metric_draws(m);
    bind_classes(m);
    bind_ratings(m);
    bind_trueskill(m);
}
