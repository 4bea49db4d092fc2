// METEOR: its text, what it knows of words, its alignments.
#include <bit>

#include "bind.h"
#include "meteor.h"
#include "meteor_text.h"
#include "morphology.h"

namespace {

using UInt32 = Array<const std::uint32_t>;
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
    assay::SynsetNumbers synsets;
    assay::Paraphrases table;
    assay::Vocabulary words;
    assay::MeteorAligner::Settings settings;

    Sentences(const Int32& numbers, const Int64& offsets, const Int64& grouping, const Bytes& text, const Int64& word_offsets,
              const Int32& stems, const Int32& sense_rows, const Int64& synset_offsets, const UInt64& synset_numbers, const Bytes& function,
              const Int32& sizes, const UInt64& slots, const UInt32& values, const Int64& homes, std::size_t beam, int search)
        : ids(column<std::int32_t>(numbers, offsets)), senses(column<std::int32_t>(sense_rows, offsets)), groups(grouping.data()),
          rows(grouping.shape(0) - 1), synsets(column<std::uint64_t>(synset_numbers, synset_offsets), sense_rows.data() != numbers.data()),
          table{slots.data(), values.data(), homes.data(), slots.shape(0), values.shape(0), std::bit_width(values.shape(0))},
          settings{beam, static_cast<assay::Searching>(search)} {
        words.words = column<assay::byte>(text, word_offsets);
        words.stems = stems.shape(0) ? stems.data() : nullptr;
        words.synsets = synsets.rows();
        words.function = function.data();
        words.sizes = sizes.data();
        words.table = table.empty() ? nullptr : &table;
        if (words.table) words.phrases.look_up(words.words, table);
    }
    Sentences(const Sentences&) = delete;

    struct Scratch {
        assay::MeteorAligner aligner;
        assay::PhraseFinder outputs, references;
    };
    static constexpr std::size_t block = 8;  // rows whose phrases are looked up together

    template <class Use>
    void align(int threads, Use use) const {
        assay::for_rows<Scratch>(rows, threads, [&](std::size_t row, Scratch& scratch) {
            if (words.table && row % block == 0) find_phrases(row, std::min(rows, row + block), scratch);
            scratch.aligner.start(sentence(row, scratch.outputs), words);
            for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
                const std::size_t ref = rows + static_cast<std::size_t>(r);
                scratch.aligner.align(sentence(ref, scratch.references), settings);
                use(static_cast<std::size_t>(r), scratch.aligner, ids[row], ids[ref]);
            }
        }, block);
    }

    void find_phrases(std::size_t first, std::size_t last, Scratch& scratch) const {
        scratch.outputs.find(ids, first, last, words.phrases, table);
        const auto reference = [this](std::size_t row) { return rows + static_cast<std::size_t>(groups[row]); };
        scratch.references.find(ids, reference(first), reference(last), words.phrases, table);
    }

    assay::Sentence sentence(std::size_t row, const assay::PhraseFinder& phrases) const {
        return {ids[row], senses[row], words.table ? phrases.of(row) : assay::Span<assay::Phrase>{}};
    }
};

void meteor_rows(const Int32& ids, const Int64& offsets, const Int64& groups, const Bytes& words, const Int64& word_offsets,
                 const Int32& stems, const Int32& senses, const Int64& synset_offsets, const UInt64& synsets, const Bytes& function,
                 const Int32& sizes, const UInt64& slots, const UInt32& values, const Int64& homes, std::size_t beam, int search,
                 int threads, const Matrix& out) {
    const Sentences all(ids, offsets, groups, words, word_offsets, stems, senses, synset_offsets, synsets, function, sizes, slots,
                        values, homes, beam, search);
    all.align(threads, [&](std::size_t r, const assay::MeteorAligner& aligner, assay::Ids hyp, assay::Ids ref) {
        assay::meteor_row(aligner, hyp, ref, all.words, all.settings.search == assay::Searching::beam, out.data() + r * assay::meteor_columns);
    });
}

// Matches of every reference as rows of module, reference start and length, output start and length.
void meteor_matches(const Int32& ids, const Int64& offsets, const Int64& groups, const Bytes& words, const Int64& word_offsets,
                    const Int32& stems, const Int32& senses, const Int64& synset_offsets, const UInt64& synsets, const Bytes& function,
                    const Int32& sizes, const UInt64& slots, const UInt32& values, const Int64& homes, std::size_t beam, int search,
                    int threads, const Int64& room, const Array<std::int32_t>& out, const Array<std::int64_t>& counts) {
    const Sentences all(ids, offsets, groups, words, word_offsets, stems, senses, synset_offsets, synsets, function, sizes, slots,
                        values, homes, beam, search);
    all.align(threads, [&](std::size_t r, const assay::MeteorAligner& aligner, assay::Ids, assay::Ids) {
        std::int32_t* to = out.data() + 5 * room.data()[r];
        for (const assay::Match& match : aligner.matches())
            for (const std::int32_t cell : {std::int32_t{match.module}, match.ref, std::int32_t{match.ref_length}, match.hyp,
                                            std::int32_t{match.hyp_length}})
                *to++ = cell;
        counts.data()[r] = static_cast<std::int64_t>(aligner.matches().size());
    });
}

// The hash of every beginning of every row; there is room for as many as rows have words.
void hash_phrases(const Bytes& data, const Int64& offsets, const Array<std::uint64_t>& out) {
    const auto texts = column<assay::byte>(data, offsets);
    std::uint64_t* to = out.data();
    for (std::size_t row = 0; row < texts.rows; ++row) assay::hash_beginnings(texts[row], [&](std::uint64_t hash) { *to++ = hash; });
}

}  // namespace

#define SENTENCES                                                                                                          \
    "ids"_a.noconvert(), "offsets"_a.noconvert(), "groups"_a.noconvert(), "words"_a.noconvert(),                          \
        "word_offsets"_a.noconvert(), "stems"_a.noconvert(), "senses"_a.noconvert(), "synset_offsets"_a.noconvert(), "synsets"_a.noconvert(),    \
        "function"_a.noconvert(), "sizes"_a.noconvert(), "slots"_a.noconvert(), "values"_a.noconvert(), "homes"_a.noconvert(), "beam"_a, "search"_a, "threads"_a

void bind_meteor(nb::module_& m) {
    m.def("meteor_texts", &meteor_texts, "data"_a.noconvert(), "offsets"_a.noconvert(), "rule"_a, "keys"_a.noconvert(),
          "kinds"_a.noconvert(), "punctuation"_a, "threads"_a, "room"_a.noconvert(), "out"_a.noconvert(),
          "counts"_a.noconvert(), Free());
    m.def("hash_phrases", &hash_phrases, "data"_a.noconvert(), "offsets"_a.noconvert(), "out"_a.noconvert(), Free());
    m.def("synset_ids", &synset_ids, "data"_a.noconvert(), "offsets"_a.noconvert(), "keys"_a.noconvert(),
          "starts"_a.noconvert(), "values"_a.noconvert(), "exception_keys"_a.noconvert(), "exception_starts"_a.noconvert(),
          "exception_values"_a.noconvert(), "inflected"_a, "counts"_a.noconvert(), "out"_a.noconvert(), Free());
    m.def("meteor_rows", &meteor_rows, SENTENCES, "out"_a.noconvert(), Free());
    m.def("meteor_matches", &meteor_matches, SENTENCES, "room"_a.noconvert(), "out"_a.noconvert(), "counts"_a.noconvert(),
          Free());
}
