// Language models: training, ARPA text, and scores. Models are objects of the kernel's own, which Python only holds.
#include "kenlm.h"
#include "ngram_spilling.h"

#include <nanobind/stl/string.h>

#include "bind.h"

namespace {

using Doubles = Array<double>;

// A binary file of KenLM, which is read where it lies.
struct KenlmFile {
    Bytes data;
    assay::KenlmModel model;
    explicit KenlmFile(const Bytes& file) : data(file), model({file.data(), file.shape(0)}) {}
    std::size_t order() const { return model.order(); }
    template <class Use>
    void score(assay::Text sentence, Use use) const { model.score(sentence, use); }
};

void add_sentences(assay::LanguageModelTrainer& trainer, const Bytes& data, const Int64& offsets) {
    trainer.add(column<std::uint8_t>(data, offsets));
}

void finish_training(assay::LanguageModelTrainer& trainer, double one, double two, double three, const Doubles& discounts) {
    trainer.finish({0, one, two, three}, discounts.data());
}

// The next lines of the model's text; nothing at its end.
nb::bytes next_lines(assay::LanguageModelTrainer& trainer) {
    std::string text;
    {
        const nb::gil_scoped_release free;
        text = trainer.next();
    }
    return nb::bytes(text.data(), text.size());
}

void read_arpa(assay::LanguageModel& model, const Bytes& text) {
    model.read_arpa({text.data(), text.shape(0)});
    model.index();
}

std::int64_t ngram_number(const assay::LanguageModel& model, int order) {
    return static_cast<std::int64_t>(model.orders[static_cast<std::size_t>(order) - 1].size());
}

std::int64_t kenlm_number(const KenlmFile& file, int order) {
    return static_cast<std::int64_t>(file.model.size(static_cast<std::size_t>(order)));
}

// A row a sentence: the sum of logarithms, words and end, and words that the model does not know.
template <class Model>
void score_sentences(const Model& model, const Bytes& data, const Int64& offsets, int threads,
                     const Matrix& out) {
    const auto sentences = column<std::uint8_t>(data, offsets);
    struct Nothing {};
    assay::for_rows<Nothing>(sentences.rows, threads, [&](std::size_t row, Nothing&) {
        double* sums = out.data() + 3 * row;
        model.score(sentences[row], [&](double logarithm, bool known) {
            sums[0] += logarithm, sums[1] += 1, sums[2] += !known;
        });
    });
}

// The logarithm of every word and of the end, and which words are known; rows begin at `places`.
template <class Model>
void score_words(const Model& model, const Bytes& data, const Int64& offsets, const Int64& places,
                 const Doubles& out, const Array<std::uint8_t>& known) {
    const auto sentences = column<std::uint8_t>(data, offsets);
    for (std::size_t row = 0; row < sentences.rows; ++row) {
        auto place = static_cast<std::size_t>(places.data()[row]);
        model.score(sentences[row], [&](double logarithm, bool is_known) {
            out.data()[place] = logarithm, known.data()[place++] = is_known;
        });
    }
}

template <class Model>
void bind_scores(nb::module_& m) {
    m.def("score_sentences", &score_sentences<Model>, "model"_a, "data"_a.noconvert(), "offsets"_a.noconvert(), "threads"_a,
          "out"_a.noconvert(), Free());
    m.def("score_words", &score_words<Model>, "model"_a, "data"_a.noconvert(), "offsets"_a.noconvert(), "places"_a.noconvert(),
          "out"_a.noconvert(), "known"_a.noconvert(), Free());
}

}  // namespace

void bind_language_model(nb::module_& m) {
    nb::exception<assay::BadModel>(m, "BadModelError", PyExc_ValueError);
    nb::exception<assay::OutOfMemory>(m, "OutOfMemoryError", PyExc_MemoryError);
    nb::exception<assay::SpillFailed>(m, "SpillError", PyExc_OSError);
    nb::class_<assay::LanguageModelTrainer>(m, "LanguageModelTrainer")
        .def(nb::init<int, std::size_t, std::string>())
        .def("size", &assay::LanguageModelTrainer::size)
        .def_prop_ro("spilled", &assay::LanguageModelTrainer::spilled);
    nb::class_<assay::LanguageModel>(m, "LanguageModel")
        .def(nb::init<>())
        .def_prop_ro("order", &assay::LanguageModel::order)
        .def_prop_ro("size", [](const assay::LanguageModel& model) { return model.words.size(); });
    nb::class_<KenlmFile>(m, "KenlmFile").def(nb::init<const Bytes&>()).def_prop_ro("order", &KenlmFile::order);
    m.def("add_sentences", &add_sentences, "trainer"_a, "data"_a.noconvert(), "offsets"_a.noconvert(), Free());
    m.def("finish_training", &finish_training, "trainer"_a, "one"_a, "two"_a, "three"_a, "discounts"_a.noconvert(), Free());
    m.def("next_lines", &next_lines, "trainer"_a);
    m.def("read_arpa", &read_arpa, "model"_a, "text"_a.noconvert(), Free());
    m.def("ngram_number", &ngram_number, "model"_a, "order"_a);
    m.def("kenlm_number", &kenlm_number, "model"_a, "order"_a);
    bind_scores<assay::LanguageModel>(m);
    bind_scores<KenlmFile>(m);
}
