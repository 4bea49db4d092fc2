// METEOR: its text, what it knows of words, its alignments.
#include "bind.h"
#include "meteor.h"
#include "meteor_text.h"
#include "morphology.h"

namespace {

using UInt64 = Array<const std::uint64_t>;

assay::Lookup lookup(const UInt64& keys, const Int64& offsets, const UInt64& values) {
    return {keys.data(), offsets.data(), values.data(), keys.shape(0), values.shape(0)};
}

void meteor_texts(const Bytes& data, const Int64& offsets, int rule, const UInt64& keys, const Bytes& kinds, bool punctuation,
                  int threads, const Int64& room, const Array<std::uint8_t>& out, const Array<std::int64_t>& counts) {
    const auto texts = column<assay::byte>(data, offsets);
    const assay::Abbreviations abbreviations{keys.data(), kinds.data(), keys.shape(0)};
    assay::for_rows<assay::MeteorNormaliser>(texts.rows, threads, [&](std::size_t row, assay::MeteorNormaliser& normaliser) {
        assay::byte* const start = out.data() + room.data()[row];
        assay::byte* const end =
            rule < 0 ? assay::write_plain_words(texts[row], start)
                     : normaliser.write(texts[row], static_cast<assay::Apostrophes>(rule), abbreviations, punctuation, start);
        counts.data()[row] = end - start;
    });
}

// Fills the number of synsets of each word, or, where there is room for them, the synsets themselves.
void synset_ids(const Bytes& data, const Int64& offsets, const UInt64& keys, const Int64& starts, const UInt64& values,
                const UInt64& exception_keys, const Int64& exception_starts, const UInt64& exception_values, bool inflected,
                const Array<std::int64_t>& counts, const Array<std::uint64_t>& out) {
    const auto words = column<assay::byte>(data, offsets);
    const assay::Lookup synsets = lookup(keys, starts, values);
    const assay::Lookup exceptions = lookup(exception_keys, exception_starts, exception_values);
    std::vector<std::uint64_t> ids;
    std::size_t filled = 0;
    for (std::size_t row = 0; row < words.rows; ++row) {
        ids.clear();
        assay::add_synsets(words[row], synsets, exceptions, inflected, ids);
        counts.data()[row] = static_cast<std::int64_t>(ids.size());
        if (filled + ids.size() <= out.shape(0)) std::copy(ids.begin(), ids.end(), out.data() + filled);
        filled += ids.size();
    }
}

// The sentences of a call and what is known of their words; rows of `ids` are the outputs, then the references.
struct Sentences {
    assay::Column<std::int32_t> ids, senses;
    const std::int64_t* groups;
    std::size_t rows;  // of outputs
    assay::Vocabulary words;
    assay::Paraphrases table;
    assay::MeteorAligner::Settings settings;
    std::vector<std::uint64_t> hashes;  // of the words
    std::vector<std::size_t> places;

    // Looks every word up in the table once.
    void look_up_words() {
        if (table.table.size == 0) return;
        for (std::size_t word = 0; word < words.words.rows; ++word) hashes.push_back(assay::fnv(words.words[word]));
        table.find_all(hashes, places);
        words.hashes = hashes.data();
        words.places = places.data();
    }

    assay::Sentence operator[](std::size_t row) const { return {ids[row], senses[row]}; }

    template <class Use>
    void align(int threads, Use use) const {
        assay::for_rows<assay::MeteorAligner>(rows, threads, [&](std::size_t row, assay::MeteorAligner& aligner) {
            for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
                const std::size_t ref = rows + static_cast<std::size_t>(r);
                aligner.align((*this)[row], (*this)[ref], words, table.table.size ? &table : nullptr, settings);
                use(static_cast<std::size_t>(r), aligner, ids[row], ids[ref]);
            }
        }, 8);
    }
};

Sentences sentences(const Int32& ids, const Int64& offsets, const Int64& groups, const Bytes& words, const Int64& word_offsets,
                    const Int32& stems, const Int32& senses, const Int64& synset_offsets, const UInt64& synsets, const Bytes& function,
                    const Int32& sizes, const UInt64& keys, const Int64& starts, const UInt64& values, const Bytes& filter,
                    std::size_t longest, std::size_t beam, int search) {
    Sentences all;
    all.ids = column<std::int32_t>(ids, offsets);
    all.senses = column<std::int32_t>(senses, offsets);
    all.groups = groups.data();
    all.rows = groups.shape(0) - 1;
    all.words.words = column<assay::byte>(words, word_offsets);
    all.words.stems = stems.shape(0) ? stems.data() : nullptr;
    all.words.synset_offsets = synset_offsets.shape(0) ? synset_offsets.data() : nullptr;
    all.words.synsets = synset_offsets.shape(0) ? synsets.data() : nullptr;
    all.words.function = function.data();
    all.words.sizes = sizes.data();
    all.table = {lookup(keys, starts, values), filter.data(), longest};
    all.settings = {beam, static_cast<assay::Searching>(search)};
    all.look_up_words();
    return all;
}

void meteor_rows(const Int32& ids, const Int64& offsets, const Int64& groups, const Bytes& words, const Int64& word_offsets,
                 const Int32& stems, const Int32& senses, const Int64& synset_offsets, const UInt64& synsets, const Bytes& function,
                 const Int32& sizes, const UInt64& keys, const Int64& starts, const UInt64& values, const Bytes& filter,
                 std::size_t longest, std::size_t beam, int search, int threads, const Matrix& out) {
    const Sentences all = sentences(ids, offsets, groups, words, word_offsets, stems, senses, synset_offsets, synsets, function, sizes,
                                    keys, starts, values, filter, longest, beam, search);
    all.align(threads, [&](std::size_t r, const assay::MeteorAligner& aligner, assay::Ids hyp, assay::Ids ref) {
        assay::meteor_row(aligner, hyp, ref, all.words, all.settings.search == assay::Searching::beam, out.data() + r * assay::meteor_columns);
    });
}

// Matches of every reference as rows of module, reference start and length, output start and length.
void meteor_matches(const Int32& ids, const Int64& offsets, const Int64& groups, const Bytes& words, const Int64& word_offsets,
                    const Int32& stems, const Int32& senses, const Int64& synset_offsets, const UInt64& synsets, const Bytes& function,
                    const Int32& sizes, const UInt64& keys, const Int64& starts, const UInt64& values, const Bytes& filter,
                    std::size_t longest, std::size_t beam, int search, int threads, const Int64& room,
                    const Array<std::int32_t>& out, const Array<std::int64_t>& counts) {
    const Sentences all = sentences(ids, offsets, groups, words, word_offsets, stems, senses, synset_offsets, synsets, function, sizes,
                                    keys, starts, values, filter, longest, beam, search);
    all.align(threads, [&](std::size_t r, const assay::MeteorAligner& aligner, assay::Ids, assay::Ids) {
        std::int32_t* to = out.data() + 5 * room.data()[r];
        for (const assay::Match& match : aligner.matches())
            for (const std::int32_t cell : {std::int32_t{match.module}, match.ref, std::int32_t{match.ref_length}, match.hyp,
                                            std::int32_t{match.hyp_length}})
                *to++ = cell;
        counts.data()[r] = static_cast<std::int64_t>(aligner.matches().size());
    });
}

}  // namespace

#define SENTENCES                                                                                                          \
    "ids"_a.noconvert(), "offsets"_a.noconvert(), "groups"_a.noconvert(), "words"_a.noconvert(),                          \
        "word_offsets"_a.noconvert(), "stems"_a.noconvert(), "senses"_a.noconvert(), "synset_offsets"_a.noconvert(), "synsets"_a.noconvert(),    \
        "function"_a.noconvert(), "sizes"_a.noconvert(), "keys"_a.noconvert(), "starts"_a.noconvert(),                   \
        "values"_a.noconvert(), "filter"_a.noconvert(), "longest"_a, "beam"_a, "search"_a, "threads"_a

void bind_meteor(nb::module_& m) {
    m.def("meteor_texts", &meteor_texts, "data"_a.noconvert(), "offsets"_a.noconvert(), "rule"_a, "keys"_a.noconvert(),
          "kinds"_a.noconvert(), "punctuation"_a, "threads"_a, "room"_a.noconvert(), "out"_a.noconvert(),
          "counts"_a.noconvert(), Free());
    m.def("synset_ids", &synset_ids, "data"_a.noconvert(), "offsets"_a.noconvert(), "keys"_a.noconvert(),
          "starts"_a.noconvert(), "values"_a.noconvert(), "exception_keys"_a.noconvert(), "exception_starts"_a.noconvert(),
          "exception_values"_a.noconvert(), "inflected"_a, "counts"_a.noconvert(), "out"_a.noconvert(), Free());
    m.def("meteor_rows", &meteor_rows, SENTENCES, "out"_a.noconvert(), Free());
    m.def("meteor_matches", &meteor_matches, SENTENCES, "room"_a.noconvert(), "out"_a.noconvert(), "counts"_a.noconvert(),
          Free());
}
