// METEOR's alignment: candidate matches of four modules, and the search for the best set of them.
//
// `beam` search is that of METEOR 1.5 with its slips: totals of matched words are whole numbers, and what is added is cut
// off first; the distance of a match that was chosen among several counts for the choices tried after it. `staged` search
// is that of 2005: each module sees the words that the ones before it left, and of the largest sets of links the one with
// the fewest crossings is taken, within the beam.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <tuple>
#include <vector>

#include "column.h"
#include "lookup.h"

namespace assay {

struct Match {
    std::int32_t ref, hyp;
    std::int16_t ref_length, hyp_length, module;
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

    bool share_synset(std::int32_t a, std::int32_t b) const {
        const std::uint64_t *p = synsets + synset_offsets[a], *const p_end = synsets + synset_offsets[a + 1];
        const std::uint64_t *q = synsets + synset_offsets[b], *const q_end = synsets + synset_offsets[b + 1];
        while (p != p_end && q != q_end) {
            if (*p == *q) return true;
            *p < *q ? ++p : ++q;
        }
        return false;
    }
};

// A table of paraphrases: values are places among its keys. A set bit of `filter` says that some key begins with these
// bits; most phrases of a text are in no table, and this tells without a search.
struct Paraphrases {
    static constexpr int filter_bits = 25;
    Lookup table;
    const std::uint8_t* filter = nullptr;
    std::size_t longest = 0;

    std::size_t find(std::uint64_t hash) const {
        const std::uint64_t bit = hash >> (64 - filter_bits);
        return filter[bit / 8] >> (bit % 8) & 1 ? table.find(hash) : table.size;
    }
};

class MeteorAligner {
  public:
    struct Settings {
        std::size_t beam = 40;
        bool staged = false;
    };

    // Finds matches and chunks; `matches()` are in order of the reference.
    void align(Ids hyp, Ids ref, const Vocabulary& words, const Paraphrases* table, Settings settings) {
        hyp_ = hyp, ref_ = ref;
        const bool same = hyp.size == ref.size && std::equal(hyp.begin(), hyp.end(), ref.begin());
        const auto steps = static_cast<double>(hyp.size) * static_cast<double>(ref.size);
        effort.expect(4 * steps);
        effort.add(static_cast<std::int64_t>(4 * steps));
        best_.clear();
        if (settings.staged)
            align_in_stages(words, same ? nullptr : table, settings.beam);
        else
            align_at_once(words, same, table, settings.beam);
        chunks_ = count_chunks();
    }

    const std::vector<Match>& matches() const { return best_; }
    std::int64_t chunks() const { return chunks_; }

  private:
    struct State {
        std::int64_t weight = 0, cost = 0, distance = 0;  // cost: chunks, or crossings
        std::int64_t end = -1;                            // of the open chunk in the hypothesis
        std::size_t ref_end = 0;                          // up to here the reference is covered
        std::int32_t last = -1;                           // link of the arena
    };
    struct Proposal {
        State state;
        std::int32_t parent, match;  // match -1: none
    };
    struct Alike {
        std::int64_t weight, cost;
        std::size_t count;
    };
    struct Link {
        Match match;
        std::int32_t before;
    };

    void align_at_once(const Vocabulary& words, bool same, const Paraphrases* table, std::size_t beam) {
        candidates_.clear();
        add_words(exact, [](std::int32_t a, std::int32_t b) { return a == b; });
        if (!same) {
            if (words.stems)
                add_words(stemmed, [&](std::int32_t a, std::int32_t b) { return a != b && words.stems[a] == words.stems[b]; });
            if (words.synsets)
                add_words(synonym, [&](std::int32_t a, std::int32_t b) { return a != b && words.share_synset(a, b); });
            if (table) add_paraphrases(words, *table);
        }
        index_candidates();
        search(beam, [this](State& next, const Match& match) {
            next.weight += worth(match.module, match.ref_length) + worth(match.module, match.hyp_length);
            if (next.end >= 0 && match.hyp != next.end) ++next.cost;
        });
    }

    static std::int64_t worth(std::int16_t module, std::int16_t length) { return module == exact ? length : length / 2; }

    void align_in_stages(const Vocabulary& words, const Paraphrases* table, std::size_t beam) {
        std::vector<Match> chosen;
        for (std::int16_t module = exact; module < modules; ++module) {
            candidates_.clear();
            if (module == exact) add_words(exact, [](std::int32_t a, std::int32_t b) { return a == b; });
            if (module == stemmed && words.stems)
                add_words(stemmed, [&](std::int32_t a, std::int32_t b) { return words.stems[a] == words.stems[b]; });
            if (module == synonym && words.synsets)
                add_words(synonym, [&](std::int32_t a, std::int32_t b) { return words.share_synset(a, b); });
            if (module == paraphrase && table) add_paraphrases(words, *table);
            std::erase_if(candidates_, [&](const Match& match) { return overlaps(match, chosen); });
            index_candidates();
            fixed_.assign(ref_.size, -1);
            search(beam, [&](State& next, const Match& match) {
                next.weight += match.ref_length + match.hyp_length;
                for (std::int32_t at = next.last; at >= 0; at = arena_[static_cast<std::size_t>(at)].before)
                    next.cost += crosses(arena_[static_cast<std::size_t>(at)].match, match);
                for (const Match& other : chosen) next.cost += crosses(other, match);
                effort.add(static_cast<std::int64_t>(ref_.size));
            }, false);
            chosen.insert(chosen.end(), best_.begin(), best_.end());
        }
        std::sort(chosen.begin(), chosen.end(), [](const Match& a, const Match& b) { return a.ref < b.ref; });
        best_ = chosen;
    }

    static bool crosses(const Match& a, const Match& b) {
        return (a.ref < b.ref) != (a.hyp < b.hyp) && a.ref != b.ref && a.hyp != b.hyp;
    }

    static bool overlaps(const Match& match, const std::vector<Match>& chosen) {
        return std::any_of(chosen.begin(), chosen.end(), [&](const Match& other) {
            return (match.ref < other.ref + other.ref_length && other.ref < match.ref + match.ref_length) ||
                   (match.hyp < other.hyp + other.hyp_length && other.hyp < match.hyp + match.hyp_length);
        });
    }

    template <class Same>
    void add_words(Module module, Same same) {
        for (std::size_t i = 0; i < ref_.size; ++i)
            for (std::size_t j = 0; j < hyp_.size; ++j)
                if (same(ref_[i], hyp_[j])) add({place(i), place(j), 1, 1, module});
    }

    static std::int32_t place(std::size_t i) { return static_cast<std::int32_t>(i); }

    void add(const Match& match) {
        if (candidates_.size() >= most_candidates) throw TooLong();
        candidates_.push_back(match);
    }

    // The phrases of a sentence that the table has, in order of their start and length.
    struct Phrase {
        std::uint64_t key;
        std::int32_t start, next;  // next: the same phrase, further right
        std::int16_t length;
    };

    static void find_phrases(Ids ids, const Vocabulary& words, const Paraphrases& table, std::vector<Phrase>& phrases) {
        phrases.clear();
        for (std::size_t start = 0; start < ids.size; ++start) {
            std::uint64_t hash = words.hashes[ids[start]];
            for (std::size_t n = 1; n <= table.longest && start + n <= ids.size; ++n) {
                if (n > 1) hash = fnv(words.words[static_cast<std::size_t>(ids[start + n - 1])], (hash ^ ' ') * fnv_prime);
                const std::size_t key = n > 1 ? table.find(hash) : words.places[ids[start]];
                if (key != table.table.size) phrases.push_back({key, place(start), -1, static_cast<std::int16_t>(n)});
            }
        }
    }

    // Where the phrases of a sentence stand, by their keys.
    void index_phrases(std::vector<Phrase>& phrases) {
        std::size_t size = 16;
        while (size < 2 * phrases.size()) size *= 2;
        heads_.assign(size, -1);
        for (std::size_t i = phrases.size(); i-- > 0;) {
            std::int32_t& head = find_head(phrases, phrases[i].key);
            phrases[i].next = head;
            head = place(i);
        }
    }

    std::int32_t& find_head(const std::vector<Phrase>& phrases, std::uint64_t key) {
        std::size_t at = key * fnv_prime & (heads_.size() - 1);
        while (heads_[at] >= 0 && phrases[static_cast<std::size_t>(heads_[at])].key != key) at = (at + 1) & (heads_.size() - 1);
        return heads_[at];
    }

    // Calls pair(phrase, paraphrase) for the phrases of one side and what stands in the other, in order of the table.
    template <class Pair>
    void pair_phrases(const std::vector<Phrase>& phrases, std::vector<Phrase>& others, const Lookup& table, Pair pair) {
        index_phrases(others);
        for (const Phrase& phrase : phrases)
            for (const std::uint64_t key : table.at(phrase.key))
                for (std::int32_t at = find_head(others, key); at >= 0; at = others[static_cast<std::size_t>(at)].next)
                    pair(phrase, others[static_cast<std::size_t>(at)]);
    }

    void add_paraphrases(const Vocabulary& words, const Paraphrases& table) {
        find_phrases(ref_, words, table, ref_phrases_);
        find_phrases(hyp_, words, table, hyp_phrases_);
        pair_phrases(ref_phrases_, hyp_phrases_, table.table, [this](const Phrase& r, const Phrase& h) {
            add({r.start, h.start, r.length, h.length, paraphrase});
        });
        pair_phrases(hyp_phrases_, ref_phrases_, table.table, [this](const Phrase& h, const Phrase& r) {
            add({r.start, h.start, r.length, h.length, paraphrase});
        });
    }

    // Candidates by where they start in the reference, and those that nothing competes with.
    void index_candidates() {
        starts_.assign(ref_.size + 1, 0);
        ref_cover_.assign(ref_.size, 0);
        hyp_cover_.assign(hyp_.size, 0);
        for (const Match& match : candidates_) {
            ++starts_[static_cast<std::size_t>(match.ref) + 1];
            for (std::int16_t k = 0; k < match.ref_length; ++k) ++ref_cover_[static_cast<std::size_t>(match.ref + k)];
            for (std::int16_t k = 0; k < match.hyp_length; ++k) ++hyp_cover_[static_cast<std::size_t>(match.hyp + k)];
        }
        for (std::size_t i = 0; i < ref_.size; ++i) starts_[i + 1] += starts_[i];
        sorted_.resize(candidates_.size());
        std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
        for (const Match& match : candidates_) sorted_[next[static_cast<std::size_t>(match.ref)]++] = match;
        fixed_.assign(ref_.size, -1);
        for (std::size_t i = 0; i < ref_.size; ++i)
            if (starts_[i + 1] - starts_[i] == 1 && is_alone(sorted_[starts_[i]])) fixed_[i] = place(starts_[i]);
    }

    bool is_alone(const Match& match) const {
        const auto ref = ref_cover_.begin() + match.ref, hyp = hyp_cover_.begin() + match.hyp;
        const auto once = [](std::int32_t cover) { return cover == 1; };
        return std::all_of(ref, ref + match.ref_length, once) && std::all_of(hyp, hyp + match.hyp_length, once);
    }

    // Left to right over the reference; `take` adds a match to the totals of a state. Chunks are closed as in 1.5.
    template <class Take>
    void search(std::size_t beam, Take take, bool chunked = true) {
        const std::size_t width = hyp_.size / 64 + 1;
        arena_.clear();
        states_.assign(1, State{});
        used_.assign(width, 0);
        for (std::size_t at = 0; at < ref_.size; ++at) {
            proposals_.clear();
            for (std::size_t s = 0; s < states_.size(); ++s) propose(at, place(s), width, beam, take, chunked);
            keep(beam, width);
        }
        if (chunked)
            for (State& state : states_) state.cost += state.end >= 0;
        const auto best = std::min_element(states_.begin(), states_.end(), is_better);
        best_.clear();
        for (std::int32_t link = best->last; link >= 0; link = arena_[static_cast<std::size_t>(link)].before)
            best_.push_back(arena_[static_cast<std::size_t>(link)].match);
        std::reverse(best_.begin(), best_.end());
    }

    static bool is_better(const State& a, const State& b) {
        return std::tie(b.weight, a.cost, a.distance) < std::tie(a.weight, b.cost, b.distance);
    }

    template <class Take>
    void propose(std::size_t at, std::int32_t parent, std::size_t width, std::size_t beam, Take& take, bool chunked) {
        State state = states_[static_cast<std::size_t>(parent)];
        if (state.ref_end > at) {
            proposals_.push_back({state, parent, -1});
            return;
        }
        const auto taken = [&](std::size_t candidate) {
            const Match& match = sorted_[candidate];
            State next = state;
            take(next, match);
            next.end = match.hyp + match.hyp_length;
            next.ref_end = at + static_cast<std::size_t>(match.ref_length);
            return Proposal{next, parent, place(candidate)};
        };
        if (fixed_[at] >= 0) {
            proposals_.push_back(taken(static_cast<std::size_t>(fixed_[at])));
            proposals_.back().state.distance += distance(sorted_[static_cast<std::size_t>(fixed_[at])]);
            return;
        }
        effort.add(static_cast<std::int64_t>(4 * (starts_[at + 1] - starts_[at])));
        alike_.clear();
        for (std::size_t candidate = starts_[at]; candidate < starts_[at + 1]; ++candidate) {
            if (!is_free(sorted_[candidate], used_.data() + static_cast<std::size_t>(parent) * width)) continue;
            const Proposal proposal = taken(candidate);
            if (is_worth_keeping(proposal.state, state, beam)) proposals_.push_back(proposal);
            state.distance += distance(sorted_[candidate]);
        }
        if (chunked && state.end >= 0) ++state.cost;
        state.end = -1;
        proposals_.push_back({state, parent, -1});
    }

    // Of one parent's choices with equal totals the later ones have the larger distance: no more than the beam holds can
    // be kept.
    bool is_worth_keeping(const State& next, const State& state, std::size_t beam) {
        for (Alike& alike : alike_)
            if (alike.weight == next.weight - state.weight && alike.cost == next.cost - state.cost) return ++alike.count <= beam;
        alike_.push_back({next.weight - state.weight, next.cost - state.cost, 1});
        return true;
    }

    static std::int64_t distance(const Match& match) { return std::abs(match.ref - match.hyp); }

    static bool is_free(const Match& match, const std::uint64_t* used) {
        for (std::int32_t j = match.hyp; j < match.hyp + match.hyp_length; ++j)
            if (used[j / 64] >> (j % 64) & 1) return false;
        return true;
    }

    // Keeps the best proposals, the earlier of equal ones, and makes states of them.
    void keep(std::size_t beam, std::size_t width) {
        order_.resize(proposals_.size());
        for (std::size_t i = 0; i < order_.size(); ++i) order_[i] = place(i);
        const auto before = [this](std::int32_t a, std::int32_t b) {
            const State &x = proposals_[static_cast<std::size_t>(a)].state, &y = proposals_[static_cast<std::size_t>(b)].state;
            return std::tie(y.weight, x.cost, x.distance, a) < std::tie(x.weight, y.cost, y.distance, b);
        };
        const std::size_t size = std::min(beam, order_.size());
        if (size < order_.size()) std::nth_element(order_.begin(), order_.begin() + static_cast<std::ptrdiff_t>(size), order_.end(), before);
        order_.resize(size);
        std::sort(order_.begin(), order_.end(), before);
        effort.add(static_cast<std::int64_t>(8 * proposals_.size() + size * width));
        next_used_.resize(size * width);
        states_.resize(size);
        for (std::size_t i = 0; i < size; ++i) {
            const Proposal& proposal = proposals_[static_cast<std::size_t>(order_[i])];
            const std::uint64_t* const from = used_.data() + static_cast<std::size_t>(proposal.parent) * width;
            std::uint64_t* const to = next_used_.data() + i * width;
            std::copy(from, from + width, to);
            states_[i] = proposal.state;
            if (proposal.match < 0) continue;
            const Match& match = sorted_[static_cast<std::size_t>(proposal.match)];
            for (std::int32_t j = match.hyp; j < match.hyp + match.hyp_length; ++j) to[j / 64] |= std::uint64_t{1} << (j % 64);
            arena_.push_back({match, proposal.state.last});
            states_[i].last = place(arena_.size()) - 1;
        }
        used_.swap(next_used_);
    }

    // Runs of matches that are adjacent and in the same order on both sides.
    std::int64_t count_chunks() const {
        std::int64_t chunks = 0;
        for (std::size_t i = 0; i < best_.size(); ++i)
            chunks += i == 0 || best_[i - 1].ref + best_[i - 1].ref_length != best_[i].ref ||
                      best_[i - 1].hyp + best_[i - 1].hyp_length != best_[i].hyp;
        return chunks;
    }

    static constexpr std::size_t most_candidates = std::size_t{1} << 23;
    Ids hyp_, ref_;
    std::vector<Match> candidates_, sorted_, best_;
    std::vector<std::size_t> starts_;
    std::vector<std::int32_t> ref_cover_, hyp_cover_, fixed_, heads_, order_;
    std::vector<Phrase> ref_phrases_, hyp_phrases_;
    std::vector<State> states_;
    std::vector<std::uint64_t> used_, next_used_;
    std::vector<Proposal> proposals_;
    std::vector<Alike> alike_;
    std::vector<Link> arena_;
    std::int64_t chunks_ = 0;
};

constexpr std::size_t meteor_columns = 7 + 4 * modules;

// The counts of one pair: lengths, function words, matches by module (content and function words of both sides), chunks,
// matched words. Where the rule is `lenient`, as from 1.0 on, a pair whose words all match in one chunk has none.
inline void meteor_row(const MeteorAligner& aligner, Ids hyp, Ids ref, const Vocabulary& words, bool lenient, double* row) {
    std::fill(row, row + meteor_columns, 0.0);
    const auto count = [&](std::int32_t word, double* content, double* function) {
        *(words.function[word] ? function : content) += words.sizes[word];
    };
    double content[2] = {};
    for (const std::int32_t word : hyp) count(word, &content[0], &row[2]);
    for (const std::int32_t word : ref) count(word, &content[1], &row[3]);
    row[0] = content[0] + row[2];
    row[1] = content[1] + row[3];
    double *const chunks = row + 4 + 4 * modules, *const matched = chunks + 1;
    for (const Match& match : aligner.matches()) {
        double* const of_module = row + 4 + 4 * match.module;
        for (std::int32_t j = match.hyp; j < match.hyp + match.hyp_length; ++j)
            count(hyp[static_cast<std::size_t>(j)], of_module, of_module + 2);
        for (std::int32_t i = match.ref; i < match.ref + match.ref_length; ++i)
            count(ref[static_cast<std::size_t>(i)], of_module + 1, of_module + 3);
        matched[0] += match.hyp_length;
        matched[1] += match.ref_length;
    }
    const bool whole = matched[0] == static_cast<double>(hyp.size) && matched[1] == static_cast<double>(ref.size);
    *chunks = lenient && whole && aligner.chunks() == 1 ? 0 : static_cast<double>(aligner.chunks());
}

}  // namespace assay
