// How far a permutation is from the order 0, 1, 2, …: distances of positions, and scores of its permutation trees
// (Stanojević and Sima'an 2014).
//
// A permutation tree parts a permutation into blocks of contiguous values. Its nodes are monotone or inverted, with two
// children or, where neighbours of one kind are merged, more; or prime, with four or more that form no smaller block.
// A merged node of k children stands for the Catalan number of k - 1 binary trees.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "order.h"

namespace assay {

enum class OrderKind { kendall, spearman, ulam, hamming, fuzzy, count, nodes, mean_arity, max_arity, viterbi, forest };

class PermutationScorer {
  public:
    // `values` are 0 to n - 1, each once. One value is in order; none is not.
    double run(const std::vector<std::int32_t>& values, OrderKind kind, double beta) {
        values_ = &values;
        n_ = static_cast<double>(values.size());
        if (values.empty()) return 0;
        if (kind == OrderKind::mean_arity || kind == OrderKind::max_arity) return arity(kind);
        if (values.size() == 1) return 1;
        switch (kind) {
            case OrderKind::kendall: return 1 - inversions() / (n_ * (n_ - 1) / 2);
            case OrderKind::spearman: return spearman();
            case OrderKind::ulam: return (longest_rise() - 1) / (n_ - 1);
            case OrderKind::hamming: return in_place() / n_;
            case OrderKind::fuzzy: return neighbours() / (n_ - 1);
            case OrderKind::count: return tree_count();
            case OrderKind::nodes: return parse(), values.size() == 2 ? 1 : (inner_ - 1) / (n_ - 2);
            default: return recursive(kind == OrderKind::forest, beta);
        }
    }

  private:
    std::int32_t at(std::size_t i) const { return (*values_)[i]; }
    std::size_t size() const { return values_->size(); }

    double inversions() {  // by merging sorted halves
        order_.assign(values_->begin(), values_->end());
        spare_.resize(size());
        std::int64_t count = 0;
        for (std::size_t half = 1; half < size(); half *= 2)
            for (std::size_t start = 0; start + half < size(); start += 2 * half) {
                const std::size_t middle = start + half, stop = std::min(size(), middle + half);
                for (std::size_t i = start, j = middle, k = start; k < stop; ++k) {
                    const bool second = i == middle || (j < stop && order_[j] < order_[i]);
                    if (second) count += static_cast<std::int64_t>(middle - i);
                    spare_[k] = second ? order_[j++] : order_[i++];
                }
                std::copy(spare_.begin() + static_cast<std::ptrdiff_t>(start), spare_.begin() + static_cast<std::ptrdiff_t>(stop),
                          order_.begin() + static_cast<std::ptrdiff_t>(start));
            }
        return static_cast<double>(count);
    }

    double spearman() const {
        double squares = 0;
        for (std::size_t i = 0; i < size(); ++i) {
            const double moved = static_cast<double>(i) - at(i);
            squares += moved * moved;
        }
        return 1 - 3 * squares / (n_ * (n_ * n_ - 1));
    }

    double longest_rise() {
        order_.clear();
        for (const std::int32_t value : *values_) {
            const auto place = std::lower_bound(order_.begin(), order_.end(), value);
            if (place == order_.end()) order_.push_back(value);
            else *place = value;
        }
        return static_cast<double>(order_.size());
    }

    double in_place() const {
        double count = 0;
        for (std::size_t i = 0; i < size(); ++i) count += at(i) == static_cast<std::int32_t>(i);
        return count;
    }

    double neighbours() const {
        double count = 0;
        for (std::size_t i = 1; i < size(); ++i) count += at(i) == at(i - 1) + 1;
        return count;
    }

    // --- trees ---

    enum Operator : std::int8_t { leaf, monotone, inverted, prime };
    struct Node {
        Operator kind = leaf;
        std::int32_t low = 0, high = 0;
        std::vector<std::size_t> children;
        double size() const { return high - low + 1.0; }
    };

    // Shift and reduce: the fewest nodes at the top whose values are contiguous become one.
    void parse() {
        nodes_.clear();
        stack_.clear();
        inner_ = children_ = largest_ = 0;
        for (const std::int32_t value : *values_) {
            push({leaf, value, value, {}});
            while (reduce()) {}
        }
    }

    void push(Node node) {
        stack_.push_back(nodes_.size());
        nodes_.push_back(std::move(node));
    }

    bool reduce() {
        const Node& top = nodes_[stack_.back()];
        std::int32_t low = top.low, high = top.high;
        double covered = top.size();
        for (std::size_t place = stack_.size() - 1; place-- > 0;) {
            effort.add(2);
            const Node& node = nodes_[stack_[place]];
            low = std::min(low, node.low), high = std::max(high, node.high), covered += node.size();
            if (high - low + 1.0 == covered) return join(place, low, high), true;
        }
        return false;
    }

    void join(std::size_t from, std::int32_t low, std::int32_t high) {
        const std::vector<std::size_t> parts(stack_.begin() + static_cast<std::ptrdiff_t>(from), stack_.end());
        stack_.resize(from);
        inner_ += 1, children_ += static_cast<double>(parts.size());
        largest_ = std::max(largest_, static_cast<double>(parts.size()));
        const bool rises = nodes_[parts[0]].low < nodes_[parts[1]].low;
        Node node{parts.size() > 2 ? prime : rises ? monotone : inverted, low, high, {}};
        for (const std::size_t part : parts)
            if (node.kind != prime && nodes_[part].kind == node.kind)  // two of a kind are one with more children
                node.children.insert(node.children.end(), nodes_[part].children.begin(), nodes_[part].children.end());
            else node.children.push_back(part);
        push(std::move(node));
    }

    double arity(OrderKind kind) {
        if (size() < 3) return 0;  // the program's choice: best and worst are the same
        parse();
        const double mean = std::floor(children_ / inner_);  // it divides whole numbers
        return (n_ - (kind == OrderKind::max_arity ? largest_ : mean)) / (n_ - 2);
    }

    double tree_count() {
        if (size() == 2) return at(0) == 0;
        parse();
        double trees = 0;
        for_tree([&](const Node& node) {
            if (node.kind != prime) trees += log_catalan(static_cast<double>(node.children.size()) - 1);
        });
        const double most = log_catalan(n_ - 1);
        if (most > 30) return std::exp(trees - most);  // beyond 10^13, one more or less is nothing
        return (std::round(std::exp(trees)) - 1) / (std::round(std::exp(most)) - 1);
    }
    static double log_catalan(double n) { return std::lgamma(2 * n + 1) - std::lgamma(n + 1) - std::lgamma(n + 2); }

    // Calls use(node) for each inner node of the merged tree, children before their parents.
    template <class Use>
    void for_tree(Use use) {
        walk_.assign(1, stack_.back());
        for (std::size_t i = 0; i < walk_.size(); ++i)
            for (const std::size_t child : nodes_[walk_[i]].children)
                if (nodes_[child].kind != leaf) walk_.push_back(child);
        for (std::size_t i = walk_.size(); i-- > 0;) use(nodes_[walk_[i]]);
    }

    // value(leaf) = 1, value(node) = beta [monotone] + (1 - beta) · sum of children's values by their share of the
    // words: of the best tree, or the mean over all trees; on the scale whose 0 is that of the full inversion.
    double recursive(bool mean, double beta) {
        mean_ = mean, beta_ = beta;
        parse();
        worth_.assign(nodes_.size(), 1.0);
        for_tree([&](const Node& node) { worth_[static_cast<std::size_t>(&node - nodes_.data())] = value(node); });
        const double inverted_value = inversion(size());
        return (worth_[stack_.back()] - inverted_value) / (1 - inverted_value);
    }

    double value(const Node& node) {
        bool leaves = true;
        for (const std::size_t child : node.children) leaves = leaves && nodes_[child].kind == leaf;
        if (node.kind == prime) return (1 - beta_) * weighted(node) / node.size();
        if (leaves) return node.kind == monotone ? 1 : inversion(node.children.size());
        return binary(node) / node.size();
    }

    double weighted(const Node& node) const {
        double sum = 0;
        for (const std::size_t child : node.children) sum += worth_[child] * nodes_[child].size();
        return sum;
    }

    // Of children i to j together: value times size, in a triangle of which row i starts with the child itself.
    double binary(const Node& node) {
        const std::size_t k = node.children.size();
        const double whole = static_cast<double>(k);
        effort.expect(whole * whole * whole / 3);
        table_.assign(k * k, 0);
        sizes_.assign(1, 0);
        for (const std::size_t child : node.children) sizes_.push_back(sizes_.back() + nodes_[child].size());
        for (std::size_t i = 0; i < k; ++i) table_[i * k + i] = worth_[node.children[i]] * nodes_[node.children[i]].size();
        for (std::size_t length = 2; length <= k; ++length)
            for (std::size_t i = 0; i + length <= k; ++i) {
                effort.add(2 * static_cast<std::int64_t>(length));
                const std::size_t j = i + length - 1;
                const double best = split(length, [&](std::size_t left) {
                    return table_[i * k + i + left - 1] + table_[(i + left) * k + j];
                });
                table_[i * k + j] = beta_ * (node.kind == monotone) * (sizes_[j + 1] - sizes_[i]) + (1 - beta_) * best;
            }
        return table_[k - 1];
    }

    // The best, or the mean, over all ways to part `length` children; the mean gives each of their trees equal weight.
    template <class Parts>
    double split(std::size_t length, Parts parts) {
        double best = mean_ ? 0 : -std::numeric_limits<double>::infinity();
        if (mean_) fill_catalan(length);
        for (std::size_t left = 1; left < length; ++left) {
            const double sum = parts(left);
            if (mean_) best += sum * catalan_[left - 1] * catalan_[length - left - 1] / (4 * catalan_[length - 1]);
            else best = std::max(best, sum);
        }
        return best;
    }

    void fill_catalan(std::size_t size) {  // over powers of 4, so that none is too large
        if (catalan_.empty()) catalan_.push_back(1);
        for (std::size_t n = catalan_.size(); n < size; ++n)
            catalan_.push_back(catalan_.back() * (2.0 * static_cast<double>(n) - 1) / (2.0 * (static_cast<double>(n) + 1)));
    }

    // The value of n words in the opposite order; values of one beta are kept, whether of the best tree or the mean.
    double inversion(std::size_t n) {
        std::vector<double>& known = inversions_[mean_];
        if (kept_beta_[mean_] != beta_) known.clear(), kept_beta_[mean_] = beta_;
        if (known.empty()) known = {0, 1};
        while (known.size() <= n) {
            const std::size_t length = known.size();
            effort.add(2 * static_cast<std::int64_t>(length));
            known.push_back((1 - beta_) * split(length, [&](std::size_t left) { return known[left] + known[length - left]; }));
        }
        return known[n] / static_cast<double>(n);
    }

    const std::vector<std::int32_t>* values_ = nullptr;
    double n_ = 0, inner_ = 0, children_ = 0, largest_ = 0, beta_ = 0;
    bool mean_ = false;
    std::vector<std::int32_t> order_, spare_;
    std::vector<Node> nodes_;
    std::vector<std::size_t> stack_, walk_;
    std::vector<double> worth_, table_, sizes_, catalan_;
    std::vector<double> inversions_[2];
    double kept_beta_[2] = {-1, -1};
};

struct OrderScratch {
    RibesAligner aligner;
    PermutationScorer scorer;
    std::vector<std::int32_t> places, rank, counts;

    // Places to 0, 1, 2, … in their order; a place that is taken already counts once.
    void number(const std::vector<std::int32_t>& found, std::size_t size) {
        rank.assign(size, -1);
        places.clear();
        for (const std::int32_t place : found)
            if (rank[static_cast<std::size_t>(place)] < 0) rank[static_cast<std::size_t>(place)] = 0, places.push_back(place);
        std::int32_t next = 0;
        for (std::int32_t& each : rank) if (each == 0) each = next++;
        for (std::int32_t& place : places) place = rank[static_cast<std::size_t>(place)];
    }

    double matches(Ids hyp, Ids ref) {
        std::int32_t most = 0;
        for (const Ids side : {hyp, ref}) for (const std::int32_t word : side) most = std::max(most, word);
        counts.assign(static_cast<std::size_t>(most) + 1, 0);
        for (const std::int32_t word : ref) ++counts[static_cast<std::size_t>(word)];
        double sum = 0;
        for (const std::int32_t word : hyp) if (counts[static_cast<std::size_t>(word)]-- > 0) ++sum;
        return sum;
    }
};

// One row a reference: the score of the order of aligned words, how many are aligned, words in common.
inline void order_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups, OrderKind kind,
                        double beta, int threads, double* out) {
    for_rows<OrderScratch>(hyp.rows, threads, [&](std::size_t row, OrderScratch& scratch) {
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const Ids tokens = ref[static_cast<std::size_t>(r)];
            scratch.number(scratch.aligner.places(hyp[row], tokens), tokens.size);
            double* stats = out + 3 * r;
            stats[0] = scratch.scorer.run(scratch.places, kind, beta);
            stats[1] = static_cast<double>(scratch.places.size());
            stats[2] = scratch.matches(hyp[row], tokens);
        }
    });
}

// The score of each permutation of 0, 1, 2, …
inline void permutation_scores(Column<std::int32_t> permutations, OrderKind kind, double beta, int threads, double* out) {
    for_rows<OrderScratch>(permutations.rows, threads, [&](std::size_t row, OrderScratch& scratch) {
        const Ids values = permutations[row];
        scratch.places.assign(values.begin(), values.end());
        out[row] = scratch.scorer.run(scratch.places, kind, beta);
    });
}

}  // namespace assay
