// Clipped n-gram matches: of tokens (BLEU and its kin) and of characters and words (chrF).
#pragma once

#include <cmath>
#include <cstdlib>
#include <vector>

#include "ids.h"

namespace assay {

inline std::uint64_t ngram_pair(std::int32_t head, std::int32_t tail) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(head)) << 32 | static_cast<std::uint32_t>(tail);
}

// What a match is worth: values[(n - 1) * stride + p] for the n-gram of order n that starts at reference token p.
struct NgramWeights {
    const double* values;
    std::size_t stride;
};

// Counts clipped matches of every order at once. An n-gram is a pair (number of its first n - 1 tokens, last token),
// so an order costs one look-up a position; a single token is its own number. Only n-grams whose beginning and whose
// last token hypothesis and references share are looked up: the others cannot match.
class NgramMatcher {
  public:
    // matches[n - 1] is set to the matches of order n, clipped by the largest count in any one reference; with weights,
    // to the sum of what they are worth.
    void match(Ids hyp, const Column<std::int32_t>& refs, std::int64_t first, std::int64_t last, int order,
               double* matches, const NgramWeights* weights = nullptr) {
        hyp_.tokens.clear(), hyp_.add(hyp);
        refs_.tokens.clear(), owner_.clear();
        for (std::int64_t r = first; r < last; ++r) {
            refs_.add(refs[static_cast<std::size_t>(r)]);
            owner_.resize(refs_.tokens.size(), static_cast<std::int32_t>(r - first));
        }
        start();
        for (std::size_t n = 1; n <= static_cast<std::size_t>(order); ++n) {
            if (n > 1) pairs_.start(refs_.live.size());
            count_references(n);
            if (weights) weigh(*weights, refs.offsets[first], n);
            matches[n - 1] = weights ? weigh_hypothesis(n) : count_hypothesis(n);
            if (n == 1) drop_unshared();
            refs_.keep(n, [&](std::int32_t id) { return known_[id].shared; });
            hyp_.keep(n, [&](std::int32_t id) { return id >= 0; });
        }
    }

  private:
    // The tokens of one side, a gap (-1) after every text, and where n-grams that may match begin; `now` has their numbers.
    struct Side {
        std::vector<std::int32_t> tokens, now;
        std::vector<std::uint32_t> live;

        void add(Ids text) {
            tokens.insert(tokens.end(), text.begin(), text.end());
            tokens.push_back(-1);
        }
        void start() {
            now.resize(tokens.size());
            live.resize(tokens.size());
            std::size_t count = 0;
            for (std::uint32_t at = 0; at < tokens.size(); ++at) live[count] = at, count += tokens[at] >= 0;
            live.resize(count);
        }
        // Leaves the places where a longer n-gram may match: those before a gap never do. There is no branch, as nothing
        // foretells which.
        template <class Matches>
        void keep(std::size_t n, Matches matches) {
            std::size_t count = 0;
            for (const std::uint32_t at : live) live[count] = at, count += matches(now[at]) & (tokens[at + n] >= 0);
            live.resize(count);
        }
    };

    // An n-gram of the references: how often the present one has it, and which that is; the most that any has, less the
    // matches so far.
    struct Known {
        std::int32_t count = 0, owner = -1, largest = 0;
        bool shared = false, there = false;
    };

    void start() {
        refs_.start();
        hyp_.start();
        std::int32_t most = static_cast<std::int32_t>(refs_.tokens.size());
        for (const std::int32_t token : refs_.tokens) most = std::max(most, token);
        for (const std::int32_t token : hyp_.tokens) most = std::max(most, token);
        if (static_cast<std::size_t>(most) >= known_.size()) known_.resize(static_cast<std::size_t>(most) + 1);
        if (known_.size() > worth_.size()) worth_.resize(known_.size());
        for (const std::uint32_t at : hyp_.live) known_[hyp_.tokens[at]] = {};
        for (const std::uint32_t at : refs_.live) known_[refs_.tokens[at]] = {0, -1, 0, false, true};
    }

    void count_references(std::size_t n) {
        for (const std::uint32_t at : refs_.live) {
            const std::int32_t id = refs_.now[at] = n == 1 ? refs_.tokens[at] : add(refs_.now[at], refs_.tokens[at + n - 1]);
            Known& known = known_[id];
            known.count = known.owner == owner_[at] ? known.count + 1 : 1;
            known.owner = owner_[at];
            known.largest = std::max(known.largest, known.count);
        }
    }

    std::int32_t add(std::int32_t head, std::int32_t token) {
        const std::uint64_t key = ngram_pair(head, token);
        const std::int32_t fresh = pairs_.size(), id = pairs_.add(key, mix(key));
        if (id == fresh) known_[id] = {0, -1, 0, false, true};
        return id;
    }

    // An n-gram is worth what it is where it comes first. Tokens have no gaps between them where weights stand.
    void weigh(const NgramWeights& weights, std::int64_t offset, std::size_t n) {
        const double* const values = weights.values + (n - 1) * weights.stride + offset;
        for (std::size_t i = refs_.live.size(); i-- > 0;) {
            const std::uint32_t at = refs_.live[i];
            worth_[refs_.now[at]] = values[at - static_cast<std::uint32_t>(owner_[at])];
        }
    }

    double count_hypothesis(std::size_t n) {
        std::int64_t matches = 0;
        for_hypothesis(n, [&](std::int32_t, bool matched) { matches += matched; });
        return static_cast<double>(matches);
    }

    double weigh_hypothesis(std::size_t n) {
        double sum = 0;
        for_hypothesis(n, [&](std::int32_t id, bool matched) { sum += matched ? worth_[id] : 0.0; });
        return sum;
    }

    // Calls use(id, matched) for n-grams that a reference has.
    template <class Use>
    void for_hypothesis(std::size_t n, Use use) {
        for (const std::uint32_t at : hyp_.live) {
            const std::int32_t token = hyp_.tokens[at + n - 1];
            const std::int32_t id = n == 1 ? token : find(hyp_.now[at], token);
            hyp_.now[at] = id;
            if (id < 0) continue;
            Known& known = known_[id];
            if (n == 1) hyp_.now[at] = known.there ? id : -1;
            known.shared = true;
            const bool matched = known.largest > 0;
            known.largest -= matched;
            use(id, matched);
        }
    }

    std::int32_t find(std::int32_t head, std::int32_t token) {
        const std::uint64_t key = ngram_pair(head, token);
        return pairs_.find(key, mix(key));
    }

    // Makes gaps of the tokens that the other side does not have.
    void drop_unshared() {
        for (std::int32_t& token : refs_.tokens) token = token >= 0 && known_[token].shared ? token : -1;
        for (std::int32_t& token : hyp_.tokens) token = token >= 0 && known_[token].there ? token : -1;
    }

    PairNumbering pairs_;
    Side hyp_, refs_;
    std::vector<std::int32_t> owner_;  // of every place: which of the references
    std::vector<Known> known_;         // by number
    std::vector<double> worth_;
};

inline double ngram_count(std::size_t length, int n) {
    return length >= static_cast<std::size_t>(n) ? static_cast<double>(length - static_cast<std::size_t>(n) + 1) : 0.0;
}

// One row a segment: output length; closest, shortest and mean reference length; matches and n-grams of every order.
inline void ngram_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, int order,
                        int threads, double* out) {
    const std::size_t width = 4 + 2 * static_cast<std::size_t>(order);
    for_rows<NgramMatcher>(hyp.rows, threads, [&](std::size_t row, NgramMatcher& matcher) {
        const Ids tokens = hyp[row];
        const auto length = static_cast<std::int64_t>(tokens.size);
        double* stats = out + row * width;
        std::int64_t closest = -1, shortest = -1, sum = 0;
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const std::int64_t size = ref.offsets[r + 1] - ref.offsets[r];
            const std::int64_t gap = std::abs(size - length), best = std::abs(closest - length);
            if (closest < 0 || gap < best || (gap == best && size < closest)) closest = size;
            if (shortest < 0 || size < shortest) shortest = size;
            sum += size;
        }
        stats[0] = static_cast<double>(length);
        stats[1] = static_cast<double>(closest);
        stats[2] = static_cast<double>(shortest);
        stats[3] = static_cast<double>(sum) / static_cast<double>(groups[row + 1] - groups[row]);
        matcher.match(tokens, ref, groups[row], groups[row + 1], order, stats + 4);
        for (int n = 1; n <= order; ++n) stats[4 + order + n - 1] = ngram_count(tokens.size, n);
    });
}

}  // namespace assay
