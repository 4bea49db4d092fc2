// Tolerant BLEU: words of the hypothesis are matched to similar words of the reference, told by the edit distance of
// what stands before and after their longest common substring, and then take their place in n-grams.
#pragma once

#include <array>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "ids.h"

namespace assay {

enum class Weighting { mean, product, minimum };

struct TolerantRule {
    int order;
    double epsilon;
    Weighting weighting;
    int largest;  // groups of more words are matched nearest first, since the best assignment takes cubic time
};

using Word = std::vector<char32_t>;

// The distance of two words: (distance of the beginnings + distance of the ends) / length of the longest common
// substring, at most 1, and 1 where there is none. Of several longest ones the best counts.
class AffixDistance {
  public:
    double operator()(const Word& a, const Word& b) {
        const std::size_t longest = common_substrings(a, b);
        if (longest == 0) return 1;
        std::size_t least = longest;
        for (const auto& [i, j] : ends_) {
            const std::size_t before = edits(a.data(), i - longest, b.data(), j - longest);
            if (before < least)
                least = std::min(least, before + edits(a.data() + i, a.size() - i, b.data() + j, b.size() - j));
        }
        return static_cast<double>(least) / static_cast<double>(longest);
    }

  private:
    // Returns the length of the longest common substring and lists where it ends in both words.
    std::size_t common_substrings(const Word& a, const Word& b) {
        std::size_t longest = 0;
        row_.assign(b.size() + 1, 0);
        ends_.clear();
        for (std::size_t i = 1; i <= a.size(); ++i) {
            for (std::size_t j = b.size(); j >= 1; --j) {
                row_[j] = a[i - 1] == b[j - 1] ? row_[j - 1] + 1 : 0;
                if (row_[j] > longest) longest = row_[j], ends_.clear();
                if (row_[j] == longest && longest) ends_.emplace_back(i, j);
            }
        }
        return longest;
    }

    std::size_t edits(const char32_t* a, std::size_t a_size, const char32_t* b, std::size_t b_size) {
        edits_.resize(b_size + 1);
        std::iota(edits_.begin(), edits_.end(), std::size_t{0});
        for (std::size_t i = 1; i <= a_size; ++i) {
            std::size_t before = std::exchange(edits_[0], i);
            for (std::size_t j = 1; j <= b_size; ++j)
                before = std::exchange(edits_[j], std::min({edits_[j] + 1, edits_[j - 1] + 1, before + (a[i - 1] != b[j - 1])}));
        }
        return edits_[b_size];
    }

    std::vector<std::size_t> row_, edits_;
    std::vector<std::pair<std::size_t, std::size_t>> ends_;
};

// The assignment of least cost (Kuhn 1955; shortest augmenting paths), of every row to a column of its own. Rows are no
// more than columns. Time grows with rows² · columns.
class Assignment {
  public:
    // Sets column[row]; cost(row, column) is asked many times over.
    template <class Cost>
    void solve(std::size_t rows, std::size_t columns, Cost cost, std::vector<std::size_t>& column) {
        constexpr double infinite = std::numeric_limits<double>::infinity();
        u_.assign(rows + 1, 0), v_.assign(columns + 1, 0);
        owner_.assign(columns + 1, 0), way_.assign(columns + 1, 0);
        for (std::size_t row = 1; row <= rows; ++row) {
            least_.assign(columns + 1, infinite), used_.assign(columns + 1, 0);
            std::size_t at = 0;
            for (owner_[0] = row; owner_[at] != 0;) {
                used_[at] = 1;
                effort.add(8 * static_cast<std::int64_t>(columns));
                const std::size_t own = owner_[at];
                std::size_t next = 0;
                double delta = infinite;
                for (std::size_t j = 1; j <= columns; ++j) {
                    if (used_[j]) continue;
                    const double reduced = cost(own - 1, j - 1) - u_[own] - v_[j];
                    if (reduced < least_[j]) least_[j] = reduced, way_[j] = at;
                    if (least_[j] < delta) delta = least_[j], next = j;
                }
                for (std::size_t j = 0; j <= columns; ++j) {
                    if (used_[j])
                        u_[owner_[j]] += delta, v_[j] -= delta;
                    else
                        least_[j] -= delta;
                }
                at = next;
            }
            for (; at != 0; at = way_[at]) owner_[at] = owner_[way_[at]];
        }
        column.assign(rows, 0);
        for (std::size_t j = 1; j <= columns; ++j)
            if (owner_[j]) column[owner_[j] - 1] = j - 1;
    }

  private:
    std::vector<double> u_, v_, least_;
    std::vector<std::size_t> owner_, way_;
    std::vector<char> used_;
};

// A type of word that is left over on one side when equal words have been matched.
struct Leftover {
    std::int32_t id = 0;
    Word letters;
    std::array<std::uint8_t, 16> bag{};  // letters by their last four bits
    std::vector<std::size_t> places;
    std::size_t taken = 0;  // places that have found a partner

    void spell(Text text) {
        letters.clear(), bag.fill(0);
        for (const byte* p = text.data; p < text.end();) letters.push_back(next_char(p, text.end()));
        for (const char32_t c : letters) bag[c & 15] = static_cast<std::uint8_t>(std::min(255, bag[c & 15] + 1));
    }
};

// A distance below 1 needs more than half of the longer word's letters in common.
inline bool may_be_similar(const Leftover& a, const Leftover& b) {
    const std::size_t shorter = std::min(a.letters.size(), b.letters.size());
    const std::size_t longer = std::max(a.letters.size(), b.letters.size());
    if (2 * shorter <= longer) return false;
    if (longer > 255) return true;
    unsigned common = 0;
    for (std::size_t k = 0; k < a.bag.size(); ++k) common += std::min(a.bag[k], b.bag[k]);
    return 2 * common > longer;
}

// One hypothesis against one reference.
class TolerantMatcher {
  public:
    // Sets the weighted matches of the orders 1 to rule.order.
    void compare(Text hyp, Text ref, const TolerantRule& rule, double* matches) {
        load(hyp, ref);
        match_equal_words();
        find_edges();
        for (std::size_t group = 0; group < hyp_left_.size() + ref_left_.size(); ++group) assign(group, rule);
        for (int n = 1; n <= rule.order; ++n) matches[n - 1] = match_ngrams(static_cast<std::size_t>(n), rule.weighting);
    }

  private:
    struct Edge {
        std::size_t hyp, ref;
        double distance;
    };
    struct Place {  // one word on one side, in a group of words that may be matched to each other
        std::size_t at, type;
    };
    struct Weighted {
        std::int32_t id;
        double weight;
    };

    void load(Text hyp, Text ref) {
        words_.start(hyp.size + ref.size + 2);
        texts_.clear();
        for (auto* ids : {&hyp_, &ref_}) {
            ids->clear();
            for_spaced(ids == &hyp_ ? hyp : ref, [&](Text word) {
                const std::int32_t id = words_.add(word, hash_bytes(word));
                if (static_cast<std::size_t>(id) == texts_.size()) texts_.push_back(word);
                ids->push_back(id);
            });
        }
        weights_.assign(hyp_.size(), 1.0);
    }

    void match_equal_words() {
        const std::size_t types = texts_.size();
        in_ref_.assign(types, 0), in_hyp_.assign(types, 0);
        for (const std::int32_t id : ref_) ++in_ref_[static_cast<std::size_t>(id)];
        for (const std::int32_t id : hyp_) ++in_hyp_[static_cast<std::size_t>(id)];
        gather(hyp_, in_ref_, hyp_left_), gather(ref_, in_hyp_, ref_left_);
    }

    // Lists the words of one side beyond those that the other side has as well; the first ones are matched.
    void gather(const std::vector<std::int32_t>& ids, const std::vector<std::size_t>& others, std::vector<Leftover>& left) {
        seen_.assign(texts_.size(), 0), slot_.assign(texts_.size(), 0);
        left.clear();
        for (std::size_t at = 0; at < ids.size(); ++at) {
            const auto id = static_cast<std::size_t>(ids[at]);
            if (++seen_[id] <= others[id]) continue;
            if (seen_[id] == others[id] + 1) {
                slot_[id] = left.size();
                left.emplace_back();
                left.back().id = ids[at];
                left.back().spell(texts_[id]);
            }
            left[slot_[id]].places.push_back(at);
        }
    }

    // Finds all pairs of distance below 1, and the groups of words that they connect.
    void find_edges() {
        edges_.clear();
        parent_.resize(hyp_left_.size() + ref_left_.size());
        std::iota(parent_.begin(), parent_.end(), std::size_t{0});
        for (std::size_t i = 0; i < hyp_left_.size(); ++i) {
            for (std::size_t j = 0; j < ref_left_.size(); ++j) {
                effort.add(4);
                if (!may_be_similar(hyp_left_[i], ref_left_[j])) continue;
                effort.add(static_cast<std::int64_t>(hyp_left_[i].letters.size() * ref_left_[j].letters.size()));
                const double found = distance_(hyp_left_[i].letters, ref_left_[j].letters);
                if (found >= 1) continue;
                edges_.push_back({i, j, found});
                parent_[root(hyp_left_.size() + j)] = root(i);
            }
        }
        edges_of_.resize(std::max(edges_of_.size(), parent_.size()));
        for (std::size_t g = 0; g < parent_.size(); ++g) edges_of_[g].clear();
        for (std::size_t e = 0; e < edges_.size(); ++e) edges_of_[root(edges_[e].hyp)].push_back(e);
    }

    std::size_t root(std::size_t at) {
        while (parent_[at] != at) at = parent_[at] = parent_[parent_[at]];
        return at;
    }

    // Matches the words of one group to each other.
    void assign(std::size_t group, const TolerantRule& rule) {
        if (edges_of_[group].empty()) return;
        places(hyp_left_, 0, group, hyp_places_), places(ref_left_, hyp_left_.size(), group, ref_places_);
        if (std::max(hyp_places_.size(), ref_places_.size()) > static_cast<std::size_t>(rule.largest))
            assign_nearest_first(group, rule.epsilon);
        else
            assign_best(group, rule.epsilon);
    }

    // Takes the least sum of distances.
    void assign_best(std::size_t group, double epsilon) {
        costs_.assign(hyp_types_ * ref_types_, 1.0);
        for (const std::size_t e : edges_of_[group])
            costs_[slot_[edges_[e].hyp] * ref_types_ + slot_[hyp_left_.size() + edges_[e].ref]] = edges_[e].distance;
        auto cost = [&](std::size_t i, std::size_t j) { return costs_[hyp_places_[i].type * ref_types_ + ref_places_[j].type]; };
        const bool turned = hyp_places_.size() > ref_places_.size();
        if (turned)
            assignment_.solve(ref_places_.size(), hyp_places_.size(), [&](std::size_t j, std::size_t i) { return cost(i, j); }, partner_);
        else
            assignment_.solve(hyp_places_.size(), ref_places_.size(), cost, partner_);
        for (std::size_t k = 0; k < partner_.size(); ++k) {
            const std::size_t i = turned ? partner_[k] : k, j = turned ? k : partner_[k];
            replace(hyp_places_[i].at, ref_[ref_places_[j].at], cost(i, j), epsilon);
        }
    }

    // Takes pairs of types from the nearest on, and their words in the order of the text.
    void assign_nearest_first(std::size_t group, double epsilon) {
        std::vector<std::size_t>& nearest = edges_of_[group];
        std::stable_sort(nearest.begin(), nearest.end(), [&](std::size_t a, std::size_t b) { return edges_[a].distance < edges_[b].distance; });
        for (const std::size_t e : nearest) {
            Leftover &hyp = hyp_left_[edges_[e].hyp], &ref = ref_left_[edges_[e].ref];
            for (; hyp.taken < hyp.places.size() && ref.taken < ref.places.size(); ++hyp.taken, ++ref.taken)
                replace(hyp.places[hyp.taken], ref.id, edges_[e].distance, epsilon);
        }
    }

    void replace(std::size_t at, std::int32_t id, double distance, double epsilon) {
        if (distance < std::min(epsilon, 1.0)) hyp_[at] = id, weights_[at] = 1 - distance;
    }

    // Lists the places of a group's words on one side, in the order of the text, and numbers their types.
    void places(const std::vector<Leftover>& left, std::size_t shift, std::size_t group, std::vector<Place>& out) {
        out.clear();
        slot_.resize(std::max(slot_.size(), parent_.size()));
        std::size_t types = 0;
        for (std::size_t t = 0; t < left.size(); ++t) {
            if (root(shift + t) != group) continue;
            slot_[shift + t] = types++;
            for (const std::size_t at : left[t].places) out.push_back({at, slot_[shift + t]});
        }
        std::sort(out.begin(), out.end(), [](const Place& a, const Place& b) { return a.at < b.at; });
        (shift ? ref_types_ : hyp_types_) = types;
    }

    double match_ngrams(std::size_t n, Weighting weighting) {
        if (n == 1) hyp_now_ = hyp_, ref_now_ = ref_;
        pairs_.start(ref_.size() + 1);
        left_.clear();
        for (std::size_t i = 0; i + n <= ref_.size(); ++i) {
            const std::uint64_t key = pair(n == 1 ? -1 : ref_now_[i], ref_[i + n - 1]);
            const std::int32_t id = ref_now_[i] = pairs_.add(key, mix(key));
            if (static_cast<std::size_t>(id) == left_.size()) left_.push_back(0);
            ++left_[static_cast<std::size_t>(id)];
        }
        weighted_.clear();
        for (std::size_t i = 0; i + n <= hyp_.size(); ++i) {
            if (n > 1 && hyp_now_[i] < 0) continue;
            const std::uint64_t key = pair(n == 1 ? -1 : hyp_now_[i], hyp_[i + n - 1]);
            hyp_now_[i] = pairs_.find(key, mix(key));
            if (hyp_now_[i] >= 0) weighted_.push_back({hyp_now_[i], weight(i, n, weighting)});
        }
        // Where the reference has fewer of an n-gram, the ones of most weight count.
        std::stable_sort(weighted_.begin(), weighted_.end(), [](const Weighted& a, const Weighted& b) { return a.weight > b.weight; });
        double sum = 0;
        for (const Weighted& one : weighted_)
            if (left_[static_cast<std::size_t>(one.id)]-- > 0) sum += one.weight;
        return sum;
    }

    double weight(std::size_t at, std::size_t n, Weighting weighting) const {
        double sum = 0, product = 1, least = 1;
        for (std::size_t k = at; k < at + n; ++k)
            sum += weights_[k], product *= weights_[k], least = std::min(least, weights_[k]);
        if (weighting == Weighting::mean) return sum / static_cast<double>(n);
        return weighting == Weighting::product ? product : least;
    }

    static std::uint64_t pair(std::int32_t head, std::int32_t tail) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(head)) << 32 | static_cast<std::uint32_t>(tail);
    }

    WordNumbering words_;
    PairNumbering pairs_;
    AffixDistance distance_;
    Assignment assignment_;
    std::vector<Text> texts_;
    std::vector<std::int32_t> hyp_, ref_, hyp_now_, ref_now_;
    std::vector<double> weights_, costs_;
    std::vector<std::size_t> in_hyp_, in_ref_, seen_, slot_, parent_, partner_;
    std::vector<Leftover> hyp_left_, ref_left_;
    std::vector<Edge> edges_;
    std::vector<std::vector<std::size_t>> edges_of_;
    std::vector<Place> hyp_places_, ref_places_;
    std::size_t hyp_types_ = 0, ref_types_ = 0;
    std::vector<std::int64_t> left_;
    std::vector<Weighted> weighted_;
};

// One row a reference: the weighted matches of every order.
inline void tolerant_stats(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, TolerantRule rule, int threads,
                           double* out) {
    for_rows<TolerantMatcher>(hyp.rows, threads, [&](std::size_t row, TolerantMatcher& matcher) {
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r)
            matcher.compare(hyp[row], ref[static_cast<std::size_t>(r)], rule, out + static_cast<std::size_t>(r * rule.order));
    });
}

}  // namespace assay
