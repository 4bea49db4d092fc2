// METEOR's candidates: all matches of words and phrases that its four modules see between an output and a reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "column.h"
#include "paraphrases.h"

namespace assay {

struct Match {
    std::int32_t ref, hyp;
    std::int16_t ref_length, hyp_length, module;

    std::int64_t distance() const { return std::abs(ref - hyp); }
};

enum Module : std::int16_t { exact, stemmed, synonym, paraphrase, modules };

// What is known of the words of a call, by their numbers; a null pointer leaves a module out.
struct Vocabulary {
    Column<byte> words;
    const std::int32_t* stems = nullptr;
    Column<std::int32_t> synsets = {};  // numbers that words share, if not all of them
    const std::uint8_t* function = nullptr;
    const std::int32_t* sizes = nullptr;  // what a word counts: 1, or its characters
    const Paraphrases* table = nullptr;
    PhraseWords phrases;
};

// Numbers for synsets from 0 on. One that a single row has makes nothing match and is left out, unless rows are `shared`
// by words.
class SynsetNumbers {
  public:
    SynsetNumbers(Column<std::uint64_t> rows, bool shared) {
        const std::size_t first = static_cast<std::size_t>(rows.offsets[0]), end = static_cast<std::size_t>(rows.offsets[rows.rows]);
        std::vector<std::int32_t> numbers(end - first), uses;
        number(rows.data + first, numbers, uses);
        offsets_.push_back(0);
        for (std::size_t row = 0; row < rows.rows; ++row) {
            for (std::int64_t at = rows.offsets[row]; at < rows.offsets[row + 1]; ++at) {
                const std::int32_t synset = numbers[static_cast<std::size_t>(at) - first];
                if (shared || uses[static_cast<std::size_t>(synset)] > 1) synsets_.push_back(synset);
            }
            offsets_.push_back(static_cast<std::int64_t>(synsets_.size()));
        }
    }

    Column<std::int32_t> rows() const { return {synsets_.data(), offsets_.data(), offsets_.size() - 1}; }

  private:
    static void number(const std::uint64_t* synsets, std::vector<std::int32_t>& numbers, std::vector<std::int32_t>& uses) {
        std::size_t size = 16;
        while (size < 2 * numbers.size()) size *= 2;
        std::vector<std::int32_t> slots(size, -1);
        std::vector<std::uint64_t> distinct;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            std::size_t at = (synsets[i] * 0x9E3779B97F4A7C15ULL >> 32) & (size - 1);
            while (slots[at] >= 0 && distinct[static_cast<std::size_t>(slots[at])] != synsets[i]) at = (at + 1) & (size - 1);
            if (slots[at] < 0) {
                slots[at] = static_cast<std::int32_t>(distinct.size());
                distinct.push_back(synsets[i]);
                uses.push_back(0);
            }
            ++uses[static_cast<std::size_t>(numbers[i] = slots[at])];
        }
    }

    std::vector<std::int32_t> synsets_;
    std::vector<std::int64_t> offsets_;
};

// A sentence: the numbers of its words, for each of them the row of its synsets, and its phrases that the table has.
struct Sentence {
    Ids words, senses;
    Span<Phrase> phrases = {};
};

// Small numbers with the places where they stand; those of equal numbers are visited in order.
class Chains {
  public:
    // To be called from the last place to the first.
    void add(std::int32_t number, std::int32_t place) {
        const auto at = static_cast<std::size_t>(number);
        if (at >= heads_.size()) heads_.resize(std::max(at + 1, 2 * heads_.size()), -1);
        entries_.push_back({number, place, heads_[at]});
        heads_[at] = static_cast<std::int32_t>(entries_.size()) - 1;
    }

    template <class Visit>
    void visit(std::int32_t number, Visit visit) const {
        if (static_cast<std::size_t>(number) >= heads_.size()) return;
        for (std::int32_t at = heads_[static_cast<std::size_t>(number)]; at >= 0; at = entries_[static_cast<std::size_t>(at)].next)
            visit(entries_[static_cast<std::size_t>(at)].place);
    }

    bool empty() const { return entries_.empty(); }

    void clear() {
        for (const Entry& entry : entries_) heads_[static_cast<std::size_t>(entry.number)] = -1;
        entries_.clear();
    }

  private:
    struct Entry {
        std::int32_t number, place, next;
    };

    std::vector<std::int32_t> heads_;
    std::vector<Entry> entries_;
};

// Phrases by their places in the table, in which those of equal ones are visited in order.
class PhrasePlaces {
  public:
    void set(Span<Phrase> phrases) {
        std::size_t size = 64;
        while (size < 4 * phrases.size) size *= 2;
        heads_.assign(size, -1);
        mask_ = size - 1;
        next_.resize(phrases.size);
        for (std::size_t i = phrases.size; i-- > 0;) {
            std::int32_t& head = heads_[phrases[i].place & mask_];
            next_[i] = head;
            head = static_cast<std::int32_t>(i);
        }
        phrases_ = phrases.data;
    }

    template <class Visit>
    void visit(std::uint32_t place, Visit visit) const {
        for (std::int32_t at = heads_[place & mask_]; at >= 0; at = next_[static_cast<std::size_t>(at)])
            if (phrases_[at].place == place) visit(phrases_[at]);
    }

  private:
    const Phrase* phrases_ = nullptr;
    std::vector<std::int32_t> heads_, next_;
    std::size_t mask_ = 0;
};

class MeteorMatcher {
  public:
    // Takes the output of all calls of `find` up to the next one of this.
    void start(Sentence hyp, const Vocabulary& words) {
        hyp_ = hyp.words;
        words_ = &words;
        by_word_.clear();
        by_synset_.clear();
        for (std::size_t j = hyp_.size; j-- > 0;) by_word_.add(key(hyp_[j]), number(j));
        if (words.synsets.rows)
            for (std::size_t j = hyp_.size; j-- > 0;)
                for (const std::int32_t synset : synsets_of(hyp.senses[j])) by_synset_.add(synset, number(j));
        hyp_phrases_ = hyp.phrases;
        by_hyp_phrase_.set(hyp_phrases_);
    }

    // All matches in the order in which the search tries them, but for where they start: modules one after the other, and
    // in each the words of the output from left to right. Equal sentences have exact matches only.
    const std::vector<Match>& find(Sentence ref) {
        ref_ = ref.words;
        matches_.clear();
        stemmed_.clear();
        add_words();
        if (hyp_.size == ref_.size && std::equal(hyp_.begin(), hyp_.end(), ref_.begin())) return matches_;
        for (const Match& match : stemmed_) add(match);
        if (!by_synset_.empty()) add_synonyms(ref.senses);
        if (!hyp_phrases_.empty() && !ref.phrases.empty()) add_paraphrases(ref.phrases);
        return matches_;
    }

  private:
    static std::int32_t number(std::size_t i) { return static_cast<std::int32_t>(i); }
    std::int32_t key(std::int32_t word) const { return words_->stems ? words_->stems[word] : word; }
    Ids synsets_of(std::int32_t row) const { return words_->synsets[static_cast<std::size_t>(row)]; }

    void add(const Match& match) {
        if (matches_.size() >= most_matches) throw TooLong();
        matches_.push_back(match);
    }

    void add_words() {
        for (std::size_t i = 0; i < ref_.size; ++i)
            by_word_.visit(key(ref_[i]), [&](std::int32_t j) {
                if (hyp_[static_cast<std::size_t>(j)] == ref_[i])
                    add({number(i), j, 1, 1, exact});
                else
                    stemmed_.push_back({number(i), j, 1, 1, stemmed});
            });
    }

    void add_synonyms(Ids senses) {
        for (std::size_t i = 0; i < ref_.size; ++i) {
            others_.clear();
            for (const std::int32_t synset : synsets_of(senses[i]))
                by_synset_.visit(synset, [&](std::int32_t j) {
                    if (hyp_[static_cast<std::size_t>(j)] != ref_[i]) others_.push_back(j);
                });
            if (others_.empty()) continue;
            std::sort(others_.begin(), others_.end());
            const auto last = std::unique(others_.begin(), others_.end());
            for (auto j = others_.begin(); j != last; ++j) add({number(i), *j, 1, 1, synonym});
        }
    }

    void add_paraphrases(Span<Phrase> ref_phrases) {
        by_ref_phrase_.set(ref_phrases);
        pair_phrases(ref_phrases, by_hyp_phrase_, [this](const Phrase& r, const Phrase& h) {
            add({r.start, h.start, r.length, h.length, paraphrase});
        });
        pair_phrases(hyp_phrases_, by_ref_phrase_, [this](const Phrase& h, const Phrase& r) {
            add({r.start, h.start, r.length, h.length, paraphrase});
        });
    }

    // Calls pair(phrase, paraphrase) for the phrases of one side and what stands in the other, in order of the table.
    template <class Pairing>
    void pair_phrases(Span<Phrase> phrases, const PhrasePlaces& others, Pairing pair) {
        const std::uint32_t *const first = words_->table->values, *const end = first + words_->table->count;
        for (const Phrase& phrase : phrases) {
            if (phrase.values == first) continue;
            for (const std::uint32_t* value = phrase.values; value < end; ++value) {
                others.visit(*value & ~Paraphrases::last, [&](const Phrase& other) { pair(phrase, other); });
                if (*value & Paraphrases::last) break;
            }
        }
    }

    static constexpr std::size_t most_matches = std::size_t{1} << 23;
    Ids hyp_, ref_;
    const Vocabulary* words_ = nullptr;
    Chains by_word_, by_synset_;
    PhrasePlaces by_hyp_phrase_, by_ref_phrase_;
    std::vector<Match> matches_, stemmed_;
    std::vector<std::int32_t> others_;
    Span<Phrase> hyp_phrases_;
};

// Candidates by where they start in the reference.
class Candidates {
  public:
    void sort(const std::vector<Match>& matches, std::size_t ref_size, std::size_t hyp_size) {
        starts_.assign(ref_size + 1, 0);
        ref_cover_.assign(ref_size, 0);
        hyp_cover_.assign(hyp_size, 0);
        distances_ = 0;
        for (const Match& match : matches) {
            ++starts_[static_cast<std::size_t>(match.ref) + 1];
            for (std::int16_t k = 0; k < match.ref_length; ++k) ++ref_cover_[static_cast<std::size_t>(match.ref + k)];
            for (std::int16_t k = 0; k < match.hyp_length; ++k) ++hyp_cover_[static_cast<std::size_t>(match.hyp + k)];
            distances_ += match.distance();
        }
        for (std::size_t i = 0; i < ref_size; ++i) starts_[i + 1] += starts_[i];
        sorted_.resize(matches.size());
        next_.assign(starts_.begin(), starts_.end());
        for (const Match& match : matches) sorted_[next_[static_cast<std::size_t>(match.ref)]++] = match;
    }

    std::size_t positions() const { return starts_.size() - 1; }
    std::size_t hyp_size() const { return hyp_cover_.size(); }
    std::int64_t distances() const { return distances_; }  // of all
    bool is_covered(std::size_t at) const { return ref_cover_[at] > 0; }

    Span<Match> at(std::size_t position) const {
        return {sorted_.data() + starts_[position], starts_[position + 1] - starts_[position]};
    }

    const Match& operator[](std::int32_t place) const { return sorted_[static_cast<std::size_t>(place)]; }
    // Where those of a position stand among all.
    std::int32_t place(Span<Match> matches) const { return static_cast<std::int32_t>(matches.data - sorted_.data()); }

    // Whether nothing competes with the one match that starts at a position.
    bool is_settled(std::size_t position) const {
        if (starts_[position + 1] - starts_[position] != 1) return false;
        const Match& match = sorted_[starts_[position]];
        const auto ref = ref_cover_.begin() + match.ref, hyp = hyp_cover_.begin() + match.hyp;
        const auto once = [](std::int32_t cover) { return cover == 1; };
        return std::all_of(ref, ref + match.ref_length, once) && std::all_of(hyp, hyp + match.hyp_length, once);
    }

  private:
    std::vector<Match> sorted_;
    std::vector<std::size_t> starts_, next_;
    std::vector<std::int32_t> ref_cover_, hyp_cover_;
    std::int64_t distances_ = 0;
};

}  // namespace assay
