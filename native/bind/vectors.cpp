// Similarity of words and what is made of it; the activation of encoders.
#include "bind.h"
#include "encoder.h"
#include "transport.h"
#include "yisi.h"

namespace {

using Weights = Array<const double>;
using Vectors = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Cells = nb::ndarray<float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

void spelling_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                    const Int64& groups, const Weights& weights, const Bytes& words, const Int64& word_offsets, int order,
                    int threads, const Matrix& out) {
    assay::yisi_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                      weights.data(), order, assay::Spelling(column<assay::byte>(words, word_offsets)), threads,
                      out.data());
}

void cosine_stats(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                  const Int64& groups, const Weights& weights, const Vectors& vectors, const Int32& forms, int order,
                  int threads, const Matrix& out) {
    assay::yisi_stats(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                      weights.data(), order, assay::Cosine(vectors.data(), vectors.shape(1), forms.data()), threads,
                      out.data());
}

void mover_distances(const Int32& hyp, const Int64& hyp_offsets, const Int32& ref, const Int64& ref_offsets,
                     const Int64& groups, const Weights& weights, const Vectors& vectors, bool relaxed, int threads,
                     const Array<double>& out) {
    assay::mover_distances(column<std::int32_t>(hyp, hyp_offsets), column<std::int32_t>(ref, ref_offsets), groups.data(),
                           weights.data(), assay::Cosine(vectors.data(), vectors.shape(1), nullptr), relaxed, threads,
                           out.data());
}

void gelu(const Cells& values) { assay::gelu(values.data(), values.size()); }

void layer_norm(const Cells& values, const Array<const float>& weights, const Array<const float>& bias, double epsilon) {
    assay::layer_norm(values.data(), values.shape(0), values.shape(1), weights.data(), bias.data(), epsilon);
}

}  // namespace

void bind_vectors(nb::module_& m) {
    m.def("spelling_stats", &spelling_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "weights"_a.noconvert(), "words"_a.noconvert(),
          "word_offsets"_a.noconvert(), "order"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("cosine_stats", &cosine_stats, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "weights"_a.noconvert(), "vectors"_a.noconvert(),
          "forms"_a.noconvert(), "order"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("mover_distances", &mover_distances, "hyp"_a.noconvert(), "hyp_offsets"_a.noconvert(), "ref"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "groups"_a.noconvert(), "weights"_a.noconvert(), "vectors"_a.noconvert(),
          "relaxed"_a, "threads"_a, "out"_a.noconvert(), Free());
    m.def("gelu", &gelu, "values"_a.noconvert(), Free());
    m.def("layer_norm", &layer_norm, "values"_a.noconvert(), "weights"_a.noconvert(), "bias"_a.noconvert(), "epsilon"_a,
          Free());
}
