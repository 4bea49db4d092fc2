// Language models: training, ARPA text, and scores. A model is an object of the kernel's own, which Python only holds.
#include "language_model.h"

#include <nanobind/stl/string.h>

#include "bind.h"

namespace {

using Doubles = Array<double>;

void add_sentences(assay::LanguageModelTrainer& trainer, const Bytes& data, const Int64& offsets) {
    trainer.add(column<std::uint8_t>(data, offsets));
}

assay::LanguageModel finish_training(assay::LanguageModelTrainer& trainer, double one, double two, double three,
                                     const Doubles& discounts) {
    return trainer.finish({0, one, two, three}, discounts.data());
}

void read_arpa(assay::LanguageModel& model, const Bytes& text) {
    model.read_arpa({text.data(), text.shape(0)});
    model.index();
}

std::int64_t ngram_number(const assay::LanguageModel& model, int order) {
    return static_cast<std::int64_t>(model.orders[static_cast<std::size_t>(order) - 1].size());
}

nb::bytes arpa_lines(const assay::LanguageModel& model, int order, std::int64_t start, std::int64_t stop) {
    const std::string text =
        model.arpa(static_cast<std::size_t>(order), static_cast<std::size_t>(start), static_cast<std::size_t>(stop));
    return nb::bytes(text.data(), text.size());
}

// A row a sentence: the sum of logarithms, words and end, and words that the model does not know.
void score_sentences(const assay::LanguageModel& model, const Bytes& data, const Int64& offsets, int threads,
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
void score_words(const assay::LanguageModel& model, const Bytes& data, const Int64& offsets, const Int64& places,
                 const Doubles& out, const Array<std::uint8_t>& known) {
    const auto sentences = column<std::uint8_t>(data, offsets);
    for (std::size_t row = 0; row < sentences.rows; ++row) {
        auto place = static_cast<std::size_t>(places.data()[row]);
        model.score(sentences[row], [&](double logarithm, bool is_known) {
            out.data()[place] = logarithm, known.data()[place++] = is_known;
        });
    }
}

}  // namespace

void bind_language_model(nb::module_& m) {
    nb::exception<assay::BadModel>(m, "BadModelError", PyExc_ValueError);
    nb::exception<assay::OutOfMemory>(m, "OutOfMemoryError", PyExc_MemoryError);
    nb::class_<assay::LanguageModelTrainer>(m, "LanguageModelTrainer").def(nb::init<int, std::size_t>());
    nb::class_<assay::LanguageModel>(m, "LanguageModel")
        .def(nb::init<>())
        .def_prop_ro("order", &assay::LanguageModel::order)
        .def_prop_ro("size", [](const assay::LanguageModel& model) { return model.words.size(); })
        .def("index", &assay::LanguageModel::index, Free());
    m.def("add_sentences", &add_sentences, "trainer"_a, "data"_a.noconvert(), "offsets"_a.noconvert(), Free());
    m.def("finish_training", &finish_training, "trainer"_a, "one"_a, "two"_a, "three"_a, "discounts"_a.noconvert(), Free());
    m.def("read_arpa", &read_arpa, "model"_a, "text"_a.noconvert(), Free());
    m.def("ngram_number", &ngram_number, "model"_a, "order"_a);
    m.def("arpa_lines", &arpa_lines, "model"_a, "order"_a, "start"_a, "stop"_a);
    m.def("score_sentences", &score_sentences, "model"_a, "data"_a.noconvert(), "offsets"_a.noconvert(), "threads"_a,
          "out"_a.noconvert(), Free());
    m.def("score_words", &score_words, "model"_a, "data"_a.noconvert(), "offsets"_a.noconvert(), "places"_a.noconvert(),
          "out"_a.noconvert(), "known"_a.noconvert(), Free());
}
