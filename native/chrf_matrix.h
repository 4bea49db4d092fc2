// chrF's counts of every candidate next to every reference of one segment: each text is gone through once, not once a pair.
//
// The n-grams of the references are numbered. Candidates are taken 64 at a time: an n-gram that one of them shares gets a
// row of 64 counters, and a reference adds the rows of its n-grams, each clipped by how often it has the n-gram itself.
#pragma once

#include <vector>

#include "chrf.h"

namespace assay {

// Texts as numbers of their characters or words, one after the other.
struct NumberedTexts {
    std::vector<std::int32_t> ids;
    std::vector<std::int64_t> ends{0};

    void end() { ends.push_back(static_cast<std::int64_t>(ids.size())); }
    Ids operator[](std::size_t text) const {
        return Column<std::int32_t>{ids.data(), ends.data(), ends.size() - 1}[text];
    }
    std::size_t longest() const {
        std::int64_t most = 0;
        for (std::size_t i = 1; i < ends.size(); ++i) most = std::max(most, ends[i] - ends[i - 1]);
        return static_cast<std::size_t>(most);
    }
};

// The n-grams of all references: an n-gram is the number of its beginning and its last symbol.
class ReferenceNgrams {
  public:
    struct Counted {
        std::int32_t ngram;
        std::int16_t count;
    };

    ReferenceNgrams(const NumberedTexts& texts, std::size_t order) : order_(order) {
        numbers_.start(texts.ids.size() * order);
        for (std::size_t text = 0; text + 1 < texts.ends.size(); ++text) add(texts[text]);
    }

    std::size_t size() const { return static_cast<std::size_t>(numbers_.size()); }

    // Calls each(number) for every n-gram of a text that a reference has.
    template <class Each>
    void for_known(Ids text, Each each) {
        for (std::size_t i = 0; i < text.size; ++i) {
            std::int32_t head = -1;
            for (std::size_t n = 0; n < order_ && i + n < text.size; ++n) {
                const std::uint64_t key = ngram_pair(head, text[i + n]);
                if ((head = numbers_.find(key, mix(key))) < 0) break;
                each(head);
            }
        }
    }

    // The distinct n-grams of one order in one reference.
    Span<Counted> of(std::size_t reference, std::size_t n) const {
        const std::size_t list = reference * order_ + n;
        return {counted_.data() + ends_[list], ends_[list + 1] - ends_[list]};
    }

  private:
    void add(Ids text) {
        now_.assign(text.size, -1);
        for (std::size_t n = 0; n < order_; ++n) {
            const std::size_t first = counted_.size();
            for (std::size_t i = 0; i + n < text.size; ++i) {
                const std::uint64_t key = ngram_pair(now_[i], text[i + n]);
                const auto ngram = static_cast<std::size_t>(now_[i] = numbers_.add(key, mix(key)));
                if (place_.size() <= ngram) place_.resize(2 * ngram + 1, 0);
                if (place_[ngram] <= first) counted_.push_back({now_[i], 0}), place_[ngram] = counted_.size();
                ++counted_[place_[ngram] - 1].count;
            }
            ends_.push_back(counted_.size());
        }
    }

    std::size_t order_;
    PairNumbering numbers_;
    std::vector<std::int32_t> now_;
    std::vector<std::size_t> place_;  // of each n-gram one more than where it was counted last
    std::vector<Counted> counted_;
    std::vector<std::size_t> ends_{0};
};

// Some candidates next to all references.
class CandidateRows {
  public:
    static constexpr std::size_t candidates = 64, most = 0x7FFF;  // of n-grams in a text, which are counted in 16 bits

    void start(std::size_t ngrams) {
        row_of_.resize(ngrams, -1);
        for (const std::int32_t ngram : used_) row_of_[static_cast<std::size_t>(ngram)] = -1;
        used_.clear();
        counts_.clear();
    }

    void count(std::int32_t ngram, std::size_t candidate) {
        std::int32_t& row = row_of_[static_cast<std::size_t>(ngram)];
        if (row < 0) {
            row = static_cast<std::int32_t>(used_.size());
            used_.push_back(ngram);
            counts_.resize(counts_.size() + candidates, 0);
        }
        ++counts_[static_cast<std::size_t>(row) * candidates + candidate];
    }

    // How many n-grams each candidate has in common with a reference.
    void match(Span<ReferenceNgrams::Counted> reference, std::int16_t* matches) const {
        Eight sums[registers] = {};
        for (const ReferenceNgrams::Counted& counted : reference) {
            const std::int32_t row = row_of_[static_cast<std::size_t>(counted.ngram)];
            if (row < 0) continue;
            const Eight highest = Eight{} + counted.count;
            const std::int16_t* const counts = counts_.data() + static_cast<std::size_t>(row) * candidates;
#pragma GCC unroll 8
            for (std::size_t i = 0; i < registers; ++i) {
                Eight here;
                std::memcpy(&here, counts + 8 * i, sizeof here);
                sums[i] += least<Eight>(here, highest);
            }
        }
        std::memcpy(matches, sums, sizeof sums);
    }

  private:
    using Eight = Lanes<std::int16_t, 8>;
    static constexpr std::size_t registers = candidates / 8;

    std::vector<std::int32_t> row_of_, used_;
    std::vector<std::int16_t> counts_;
};

// Puts [output, reference, match] of each order of one kind of symbol into the rows of all pairs, candidate by candidate.
inline void put_pair_counts(const NumberedTexts& hyp, const NumberedTexts& ref, std::size_t order, int threads,
                            std::size_t width, double* out) {
    ReferenceNgrams ngrams(ref, order);
    const std::size_t outputs = hyp.ends.size() - 1, references = ref.ends.size() - 1;
    const std::size_t parts = (outputs + CandidateRows::candidates - 1) / CandidateRows::candidates;
    for_rows<CandidateRows>(parts, threads, [&](std::size_t part, CandidateRows& rows) {
        const std::size_t first = part * CandidateRows::candidates, last = std::min(outputs, first + CandidateRows::candidates);
        rows.start(ngrams.size());
        for (std::size_t i = first; i < last; ++i)
            ngrams.for_known(hyp[i], [&](std::int32_t ngram) { rows.count(ngram, i - first); });
        std::int16_t matches[CandidateRows::candidates];
        for (std::size_t r = 0; r < references; ++r) {
            for (std::size_t n = 0; n < order; ++n) {
                rows.match(ngrams.of(r, n), matches);
                const double in_reference = ngram_count(ref[r].size, static_cast<int>(n) + 1);
                for (std::size_t i = first; i < last; ++i) {
                    double* const triple = out + (i * references + r) * width + 3 * n;
                    triple[0] = in_reference > 0 ? ngram_count(hyp[i].size, static_cast<int>(n) + 1) : 0;  // as sacreBLEU
                    triple[1] = in_reference;
                    triple[2] = matches[i - first];
                }
            }
            effort.add(static_cast<std::int64_t>(50 * order));
        }
    }, 1);
}

inline NumberedTexts number_chars(Column<byte> texts, bool whitespace, CharNumbering& chars) {
    NumberedTexts numbered;
    for (std::size_t row = 0; row < texts.rows; ++row, numbered.end()) {
        const Text text = texts[row];
        for (const byte* p = text.data; p < text.end();) {
            const char32_t c = next_char(p, text.end());
            if (whitespace || !is_space(c)) numbered.ids.push_back(chars.add(c));
        }
    }
    return numbered;
}

inline NumberedTexts number_words(Column<byte> texts, WordNumbering& words) {
    NumberedTexts numbered;
    for (std::size_t row = 0; row < texts.rows; ++row, numbered.end())
        for_spaced(texts[row], [&](Text word) { numbered.ids.push_back(words.add(word, hash_bytes(word))); });
    return numbered;
}

// A row for every candidate and reference, as chrf_stats has it; false, and nothing done, where a text is too long for
// counters of 16 bits.
inline bool chrf_matrix(const ChrfMatcher::Texts& hyp, const ChrfMatcher::Texts& ref, const ChrfOptions& options,
                        int threads, double* out) {
    const auto char_order = static_cast<std::size_t>(options.char_order);
    const auto word_order = static_cast<std::size_t>(options.word_order);
    CharNumbering chars;
    WordNumbering words;
    const auto bytes = [](Column<byte> column) { return static_cast<std::size_t>(column.offsets[column.rows]); };
    chars.start(bytes(hyp.text) + bytes(ref.text));
    words.start(bytes(hyp.words) + bytes(ref.words));
    const NumberedTexts hyp_chars = number_chars(hyp.text, options.whitespace, chars);
    const NumberedTexts ref_chars = number_chars(ref.text, options.whitespace, chars);
    const NumberedTexts hyp_words = number_words(hyp.words, words), ref_words = number_words(ref.words, words);
    for (const NumberedTexts* texts : {&hyp_chars, &ref_chars, &hyp_words, &ref_words})
        if (texts->longest() > CandidateRows::most) return false;
    const std::size_t width = 3 * (char_order + word_order);
    if (char_order) put_pair_counts(hyp_chars, ref_chars, char_order, threads, width, out);
    if (word_order) put_pair_counts(hyp_words, ref_words, word_order, threads, width, out + 3 * char_order);
    return true;
}

}  // namespace assay
