// Bitexts: word alignments and phrase pairs.
#include "bitext.h"

#include "bind.h"

namespace {

using Links = Array<const std::uint8_t>;

void align_words(const Int32& source, const Int64& source_offsets, const Int32& target, const Int64& target_offsets,
                 int source_words, int model1, int hmm, double null_probability, std::size_t room,
                 const Array<std::int32_t>& out) {
    assay::WordAligner aligner(column<std::int32_t>(source, source_offsets), column<std::int32_t>(target, target_offsets),
                               source_words, room);
    aligner.run({model1, hmm, null_probability}, out.data());
}

void symmetrise(const Int32& forward, const Int64& target_offsets, const Int32& backward, const Int64& source_offsets,
                const Int64& table_offsets, int rule, int threads, const Array<std::uint8_t>& out) {
    const auto to = column<std::int32_t>(forward, target_offsets), back = column<std::int32_t>(backward, source_offsets);
    assay::for_rows<assay::Symmetriser>(to.rows, threads, [&](std::size_t row, assay::Symmetriser& symmetriser) {
        symmetriser.run(to[row], back[row], static_cast<assay::Symmetry>(rule), out.data() + table_offsets.data()[row]);
    });
}

// Counts the phrase pairs of each sentence, or fills four numbers for each where there is room for them.
void phrase_pairs(const Links& links, const Int64& table_offsets, const Int64& source_offsets,
                  const Int64& target_offsets, int most, int threads, const Int64& pair_offsets,
                  const Array<std::int64_t>& counts, const Array<std::int32_t>& out) {
    const std::size_t rows = table_offsets.shape(0) - 1;
    const bool fill = out.shape(0) > 0;
    struct Nothing {};
    assay::for_rows<Nothing>(rows, threads, [&](std::size_t row, Nothing&) {
        const auto n = static_cast<std::size_t>(source_offsets.data()[row + 1] - source_offsets.data()[row]);
        const auto m = static_cast<std::size_t>(target_offsets.data()[row + 1] - target_offsets.data()[row]);
        std::int32_t* next = fill ? out.data() + 4 * pair_offsets.data()[row] : nullptr;
        std::int64_t count = 0;
        assay::for_phrases(links.data() + table_offsets.data()[row], n, m, static_cast<std::size_t>(most),
                           [&](std::size_t a, std::size_t size, std::size_t b, std::size_t length) {
                               ++count;
                               if (!fill) return;
                               for (const std::size_t value : {a, size, b, length}) *next++ = static_cast<std::int32_t>(value);
                           });
        if (!fill) counts.data()[row] = count;
    });
}

}  // namespace

void bind_bitext(nb::module_& m) {
    m.def("align_words", &align_words, "source"_a.noconvert(), "source_offsets"_a.noconvert(), "target"_a.noconvert(),
          "target_offsets"_a.noconvert(), "source_words"_a, "model1"_a, "hmm"_a, "null_probability"_a, "room"_a,
          "out"_a.noconvert(), Free());
    m.def("symmetrise", &symmetrise, "forward"_a.noconvert(), "target_offsets"_a.noconvert(), "backward"_a.noconvert(),
          "source_offsets"_a.noconvert(), "table_offsets"_a.noconvert(), "rule"_a, "threads"_a, "out"_a.noconvert(),
          Free());
    m.def("phrase_pairs", &phrase_pairs, "links"_a.noconvert(), "table_offsets"_a.noconvert(),
          "source_offsets"_a.noconvert(), "target_offsets"_a.noconvert(), "most"_a, "threads"_a,
          "pair_offsets"_a.noconvert(), "counts"_a.noconvert(), "out"_a.noconvert(), Free());
}
