// METEOR's candidates: all matches of words and phrases that its four modules see between an output and a reference.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "column.h"
#include "lookup.h"

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
    const std::int64_t* synset_offsets = nullptr;
    const std::uint64_t* synsets = nullptr;  // of each word in rising order
    const std::uint8_t* function = nullptr;
    const std::int32_t* sizes = nullptr;  // what a word counts: 1, or its characters
    const std::uint64_t* hashes = nullptr;
    const std::size_t* places = nullptr;  // in the table of paraphrases

    // Of a row of synsets, which may be that of a word in one place alone.
    Span<std::uint64_t> synsets_of(std::int32_t row) const {
        return {synsets + synset_offsets[row], static_cast<std::size_t>(synset_offsets[row + 1] - synset_offsets[row])};
    }
};

// A sentence: the numbers of its words, and for each of them the row of its synsets.
struct Sentence {
    Ids words, senses;
};

// A table of paraphrases: values are places among its keys. A set bit of `filter` says that some key begins with these
// bits; most phrases of a text are in no table, and this tells without a search.
struct Paraphrases {
    static constexpr int filter_bits = 25;
    Lookup table;
    const std::uint8_t* filter = nullptr;
    std::size_t longest = 0;

    // The places of many phrases, `table.size` where there is none.
    void find_all(const std::vector<std::uint64_t>& hashes, std::vector<std::size_t>& places) const {
        places.assign(hashes.size(), table.size);
        constexpr std::size_t block = 128;
        std::uint64_t passed[block];
        std::size_t rows[block], there[block];
        for (std::size_t start = 0; start < hashes.size(); start += block) {
            const std::size_t stop = std::min(hashes.size(), start + block);
            for (std::size_t i = start; i < stop; ++i) prefetch(filter + (hashes[i] >> (67 - filter_bits)));
            std::size_t count = 0;
            for (std::size_t i = start; i < stop; ++i) {
                passed[count] = hashes[i];
                rows[count] = i;
                count += filter[hashes[i] >> (67 - filter_bits)] >> (hashes[i] >> (64 - filter_bits) & 7) & 1;
            }
            table.find_all(passed, count, there);
            for (std::size_t i = 0; i < count; ++i) places[rows[i]] = there[i];
        }
    }
};

// Numbers with the places where they stand; those of equal numbers are visited in order.
class Places {
  public:
    // Forgets everything and makes room for `most` numbers.
    void start(std::size_t most) {
        std::size_t size = 16;
        while (size < 2 * most) size *= 2;
        heads_.assign(size, -1);
        mask_ = size - 1;
        entries_.clear();
    }

    // To be called from the last place to the first.
    void add(std::uint64_t number, std::int32_t place) {
        std::int32_t& head = heads_[slot(number)];
        entries_.push_back({number, place, head});
        head = static_cast<std::int32_t>(entries_.size()) - 1;
    }

    template <class Visit>
    void visit(std::uint64_t number, Visit visit) const {
        for (std::int32_t at = heads_[slot(number)]; at >= 0;) {
            const Entry& entry = entries_[static_cast<std::size_t>(at)];
            if (entry.number == number) visit(entry.place);
            at = entry.next;
        }
    }

    bool empty() const { return entries_.empty(); }

  private:
    struct Entry {
        std::uint64_t number;
        std::int32_t place, next;
    };

    std::size_t slot(std::uint64_t number) const { return (number * 0x9E3779B97F4A7C15ULL >> 32) & mask_; }

    std::vector<std::int32_t> heads_;
    std::vector<Entry> entries_;
    std::size_t mask_ = 0;
};

class MeteorMatcher {
  public:
    // All matches in the order in which the search tries them, but for where they start: modules one after the other, and
    // in each the words of the output from left to right. Equal sentences have exact matches only.
    const std::vector<Match>& find(Sentence hyp, Sentence ref, const Vocabulary& words, const Paraphrases* table) {
        hyp_ = hyp.words, ref_ = ref.words;
        matches_.clear();
        const bool same = hyp_.size == ref_.size && std::equal(hyp_.begin(), hyp_.end(), ref_.begin());
        add_words(same ? nullptr : words.stems);
        if (!same && words.synsets) add_synonyms(hyp.senses, ref.senses, words);
        if (!same && table) add_paraphrases(words, *table);
        return matches_;
    }

  private:
    // A phrase of a sentence that the table has.
    struct Phrase {
        std::size_t place;  // in the table
        std::int32_t start;
        std::int16_t length;
    };

    static std::int32_t number(std::size_t i) { return static_cast<std::int32_t>(i); }

    void add(const Match& match) {
        if (matches_.size() >= most_matches) throw TooLong();
        matches_.push_back(match);
    }

    void add_words(const std::int32_t* stems) {
        const auto key = [stems](std::int32_t word) { return static_cast<std::uint64_t>(stems ? stems[word] : word); };
        places_.start(hyp_.size);
        for (std::size_t j = hyp_.size; j-- > 0;) places_.add(key(hyp_[j]), number(j));
        stemmed_.clear();
        for (std::size_t i = 0; i < ref_.size; ++i)
            places_.visit(key(ref_[i]), [&](std::int32_t j) {
                const Match match{number(i), j, 1, 1, exact};
                if (hyp_[static_cast<std::size_t>(j)] == ref_[i])
                    add(match);
                else
                    stemmed_.push_back(match);
            });
        for (Match& match : stemmed_) match.module = stemmed, add(match);
    }

    void add_synonyms(Ids hyp_senses, Ids ref_senses, const Vocabulary& words) {
        std::size_t most = 0;
        for (const std::int32_t row : hyp_senses) most += words.synsets_of(row).size;
        places_.start(most);
        for (std::size_t j = hyp_.size; j-- > 0;)
            for (const std::uint64_t synset : words.synsets_of(hyp_senses[j])) places_.add(synset, number(j));
        for (std::size_t i = 0; i < ref_.size && !places_.empty(); ++i) {
            others_.clear();
            for (const std::uint64_t synset : words.synsets_of(ref_senses[i]))
                places_.visit(synset, [&](std::int32_t j) {
                    if (hyp_[static_cast<std::size_t>(j)] != ref_[i]) others_.push_back(j);
                });
            std::sort(others_.begin(), others_.end());
            const auto last = std::unique(others_.begin(), others_.end());
            for (auto j = others_.begin(); j != last; ++j) add({number(i), *j, 1, 1, synonym});
        }
    }

    void add_paraphrases(const Vocabulary& words, const Paraphrases& table) {
        hashes_.clear();
        hash_phrases(ref_, words, table.longest);
        hash_phrases(hyp_, words, table.longest);
        table.find_all(hashes_, found_);
        const std::size_t* found = found_.data();
        found = gather_phrases(ref_, words, table, found, ref_phrases_);
        gather_phrases(hyp_, words, table, found, hyp_phrases_);
        pair_phrases(ref_phrases_, hyp_phrases_, table.table, [this](const Phrase& r, const Phrase& h) {
            add({r.start, h.start, r.length, h.length, paraphrase});
        });
        pair_phrases(hyp_phrases_, ref_phrases_, table.table, [this](const Phrase& h, const Phrase& r) {
            add({r.start, h.start, r.length, h.length, paraphrase});
        });
    }

    // Of all phrases of two words and more, by start and length.
    void hash_phrases(Ids ids, const Vocabulary& words, std::size_t longest) {
        for (std::size_t start = 0; start < ids.size; ++start) {
            std::uint64_t hash = words.hashes[ids[start]];
            for (std::size_t n = 2; n <= longest && start + n <= ids.size; ++n) {
                hash = fnv(words.words[static_cast<std::size_t>(ids[start + n - 1])], (hash ^ ' ') * fnv_prime);
                hashes_.push_back(hash);
            }
        }
    }

    const std::size_t* gather_phrases(Ids ids, const Vocabulary& words, const Paraphrases& table, const std::size_t* found,
                                      std::vector<Phrase>& phrases) {
        phrases.clear();
        for (std::size_t start = 0; start < ids.size; ++start)
            for (std::size_t n = 1; n <= table.longest && start + n <= ids.size; ++n) {
                const std::size_t place = n > 1 ? *found++ : words.places[ids[start]];
                if (place == table.table.size) continue;
                prefetch(table.table.offsets + place);
                phrases.push_back({place, number(start), static_cast<std::int16_t>(n)});
            }
        return found;
    }

    // Calls pair(phrase, paraphrase) for the phrases of one side and what stands in the other, in order of the table.
    template <class Pairing>
    void pair_phrases(const std::vector<Phrase>& phrases, const std::vector<Phrase>& others, const Lookup& table, Pairing pair) {
        for (const Phrase& phrase : phrases) prefetch(table.at(phrase.place).first);
        places_.start(others.size());
        for (std::size_t i = others.size(); i-- > 0;) places_.add(others[i].place, number(i));
        for (const Phrase& phrase : phrases)
            for (const std::uint64_t place : table.at(phrase.place))
                places_.visit(place, [&](std::int32_t i) { pair(phrase, others[static_cast<std::size_t>(i)]); });
    }

    static constexpr std::size_t most_matches = std::size_t{1} << 23;
    Ids hyp_, ref_;
    Places places_;
    std::vector<Match> matches_, stemmed_;
    std::vector<std::int32_t> others_;
    std::vector<std::uint64_t> hashes_;
    std::vector<std::size_t> found_;
    std::vector<Phrase> ref_phrases_, hyp_phrases_;
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
