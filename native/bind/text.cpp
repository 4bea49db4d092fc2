// Text to tokens to numbers.
#include "bind.h"
#include "chars.h"
#include "english.h"
#include "ids.h"
#include "lookup.h"
#include "lower.h"
#include "tokenize.h"

namespace {

void tokenize(const Bytes& data, const Int64& offsets, int rule, bool normalize, bool punctuation, bool cjk, int threads,
              const Array<std::uint8_t>& out, const Array<std::int64_t>& out_offsets) {
    assay::tokenize_column(column<assay::byte>(data, offsets), static_cast<assay::Rule>(rule),
                           {normalize, punctuation, cjk}, threads, out.data(), out_offsets.data());
}

// Whether offsets rise, from 0 or more to `size` at most; there has to be one.
bool offsets_fit(const Int64& offsets, std::int64_t size) {
    const std::int64_t *const first = offsets.data(), *const end = first + offsets.shape(0);
    bool back = first == end || first[0] < 0 || end[-1] > size;
    for (const std::int64_t* at = first + 1; at < end; ++at) back |= at[0] < at[-1];
    return !back;
}

std::size_t lower_texts(const Bytes& data, const Int64& offsets, const Array<std::uint8_t>& out,
                        const Array<std::int64_t>& left) {
    return assay::lower_column(column<assay::byte>(data, offsets), out.data(), left.data());
}

void count_tokens(const Bytes& data, const Int64& offsets, const Array<std::int64_t>& counts) {
    assay::count_tokens(column<assay::byte>(data, offsets), counts.data());
}

void number_tokens(const Bytes& hyp, const Int64& hyp_rows, const Bytes& ref, const Int64& ref_rows, const Int64& groups,
                   int threads, const Int64& hyp_offsets, const Int64& ref_offsets, const Array<std::int32_t>& hyp_ids,
                   const Array<std::int32_t>& ref_ids) {
    assay::number_tokens(column<assay::byte>(hyp, hyp_rows), column<assay::byte>(ref, ref_rows), groups.data(), threads,
                         hyp_offsets.data(), ref_offsets.data(), hyp_ids.data(), ref_ids.data());
}

std::size_t number_column(const Bytes& data, const Int64& offsets, const Array<std::int32_t>& ids,
                          const Array<std::int64_t>& words) {
    return assay::number_column(column<assay::byte>(data, offsets), ids.data(), words.data());
}

void hash_texts(const Bytes& data, const Int64& offsets, const Array<std::uint64_t>& hashes) {
    const auto texts = column<assay::byte>(data, offsets);
    for (std::size_t row = 0; row < texts.rows; ++row) hashes.data()[row] = assay::fnv(texts[row]);
}

void english_stems(const Bytes& data, const Int64& offsets, const Array<std::uint8_t>& out, const Array<std::int64_t>& out_offsets) {
    const auto words = column<assay::byte>(data, offsets);
    assay::EnglishStemmer stemmer;
    assay::byte* end = out.data();
    out_offsets.data()[0] = 0;
    for (std::size_t row = 0; row < words.rows; ++row) {
        end = stemmer.write(words[row], end);
        out_offsets.data()[row + 1] = end - out.data();
    }
}

void count_chars(const Bytes& data, const Int64& offsets, bool whitespace, const Array<std::int64_t>& counts) {
    assay::count_chars(column<assay::byte>(data, offsets), whitespace, counts.data());
}

void number_chars(const Bytes& hyp, const Int64& hyp_rows, const Bytes& ref, const Int64& ref_rows, const Int64& groups,
                  bool whitespace, int threads, const Int64& hyp_offsets, const Int64& ref_offsets,
                  const Array<std::int32_t>& hyp_ids, const Array<std::int32_t>& ref_ids) {
    assay::number_chars(column<assay::byte>(hyp, hyp_rows), column<assay::byte>(ref, ref_rows), groups.data(),
                        whitespace, threads, hyp_offsets.data(), ref_offsets.data(), hyp_ids.data(), ref_ids.data());
}

}  // namespace

void bind_text(nb::module_& m) {
    m.def("tokenize", &tokenize, "data"_a.noconvert(), "offsets"_a.noconvert(), "rule"_a, "normalize"_a, "punctuation"_a,
          "cjk"_a, "threads"_a, "out"_a.noconvert(), "out_offsets"_a.noconvert(), Free());
    m.def("offsets_fit", &offsets_fit, "offsets"_a.noconvert(), "size"_a, Free());
    m.def("lower_texts", &lower_texts, "data"_a.noconvert(), "offsets"_a.noconvert(), "out"_a.noconvert(),
          "left"_a.noconvert(), Free());
    m.def("count_tokens", &count_tokens, "data"_a.noconvert(), "offsets"_a.noconvert(), "counts"_a.noconvert(), Free());
    m.def("number_tokens", &number_tokens, "hyp"_a.noconvert(), "hyp_rows"_a.noconvert(), "ref"_a.noconvert(),
          "ref_rows"_a.noconvert(), "groups"_a.noconvert(), "threads"_a, "hyp_offsets"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "hyp_ids"_a.noconvert(), "ref_ids"_a.noconvert(), Free());
    m.def("number_column", &number_column, "data"_a.noconvert(), "offsets"_a.noconvert(), "ids"_a.noconvert(),
          "words"_a.noconvert(), Free());
    m.def("hash_texts", &hash_texts, "data"_a.noconvert(), "offsets"_a.noconvert(), "hashes"_a.noconvert(), Free());
    m.def("english_stems", &english_stems, "data"_a.noconvert(), "offsets"_a.noconvert(), "out"_a.noconvert(),
          "out_offsets"_a.noconvert(), Free());
    m.def("count_chars", &count_chars, "data"_a.noconvert(), "offsets"_a.noconvert(), "whitespace"_a,
          "counts"_a.noconvert(), Free());
    m.def("number_chars", &number_chars, "hyp"_a.noconvert(), "hyp_rows"_a.noconvert(), "ref"_a.noconvert(),
          "ref_rows"_a.noconvert(), "groups"_a.noconvert(), "whitespace"_a, "threads"_a, "hyp_offsets"_a.noconvert(),
          "ref_offsets"_a.noconvert(), "hyp_ids"_a.noconvert(), "ref_ids"_a.noconvert(), Free());
}
