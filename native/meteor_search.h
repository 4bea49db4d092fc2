// METEOR's search for the best set of candidates: from left to right over the reference, with a beam.
//
// That of 1.5 has its slips: totals of matched words are whole numbers, and what is added is cut off first; the distance
// of a match that was chosen among several counts for the choices tried after it. That of 2005 takes the largest set of
// links, and of equal ones the one with the fewest crossings.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "meteor_matches.h"
#include "platform.h"

namespace assay {

// A link of a path, and the one before it; -1: none.
struct Link {
    Match match;
    std::int32_t before;
};

// Paths by one number each, the lower the better: matched words that it lacks, chunks or crossings, distance, and in the
// lowest bits which choice of which path before it made it, so that of equal paths the earlier one comes first.
template <class Number, int weight_bits, int cost_bits, int distance_bits, int parent_bits, int choice_bits>
struct RankLayout {
    using Rank = Number;
    static constexpr int order_bits = parent_bits + choice_bits, cost_at = order_bits + distance_bits;
    static constexpr int weight_at = cost_at + cost_bits;
    static_assert(weight_at + weight_bits == 8 * sizeof(Number));

    static Rank make(std::int64_t weight, std::int64_t cost, std::int64_t distance) {
        return (Rank(static_cast<std::uint64_t>(weight)) << weight_at) + (Rank(static_cast<std::uint64_t>(cost)) << cost_at) +
               (Rank(static_cast<std::uint64_t>(distance)) << order_bits);
    }
    static Rank order(std::size_t parent, std::size_t choice) {
        return (Rank(std::uint64_t{parent}) << choice_bits) + Rank(std::uint64_t{choice});
    }
    static std::size_t parent(Rank rank) {
        return static_cast<std::uint64_t>(rank) >> choice_bits & ((std::uint64_t{1} << parent_bits) - 1);
    }
    static std::size_t choice(Rank rank) { return static_cast<std::uint64_t>(rank) & ((std::uint64_t{1} << choice_bits) - 1); }
    static Rank without_order(Rank rank) { return rank >> order_bits << order_bits; }

    static bool fits(std::int64_t weight, std::int64_t cost, std::int64_t distance, std::size_t beam, std::size_t choices) {
        return weight < std::int64_t{1} << weight_bits && cost < std::int64_t{1} << cost_bits &&
               distance < std::int64_t{1} << distance_bits && beam <= std::size_t{1} << parent_bits &&
               choices <= std::size_t{1} << choice_bits;
    }
};
using NarrowRank = RankLayout<std::uint64_t, 15, 13, 22, 6, 8>;
using WideRank = RankLayout<Uint128, 22, 31, 31, 20, 24>;

template <class Layout, bool staged>
class MeteorSearch {
  public:
    // Fills the matches of the best path, in order of the reference; `before` are those of earlier stages.
    void run(const Candidates& candidates, std::size_t beam, const std::vector<Match>& before, std::vector<Match>& best) {
        candidates_ = &candidates, before_ = &before, beam_ = beam;
        width_ = candidates.hyp_size() / 64 + 2;  // the words of a match may go on in the next number
        paths_.assign(1, Path{});
        used_.assign(width_, 0);
        links_.clear();
        best.clear();
        level_ = true;
        level_end_ = none;
        for (std::size_t at = 0; at < candidates.positions();) {
            const Span<Match> here = candidates.at(at);
            if (!staged && candidates.is_settled(at)) {
                settle(here[0].hyp, here[0].hyp + here[0].hyp_length);
                best.push_back(here[0]);
                at += static_cast<std::size_t>(here[0].ref_length);
                continue;
            }
            if (!here.empty())
                branch(static_cast<std::int32_t>(at), here);
            else if (!staged && !candidates.is_covered(at))
                settle(none, none);
            else if (!staged)
                pass(static_cast<std::int32_t>(at));
            ++at;
        }
        finish(best);
    }

    static std::int64_t worth(const Match& match) {
        if (staged) return match.ref_length + match.hyp_length;
        return match.module == exact ? match.ref_length + match.hyp_length : match.ref_length / 2 + match.hyp_length / 2;
    }

  private:
    using Rank = typename Layout::Rank;
    static constexpr std::int32_t none = -1;
    struct Path {
        Rank rank{};
        std::int32_t end = none;  // of the open chunk in the hypothesis
        std::int32_t last = none;  // link
        std::int32_t ref_end = 0;  // up to here the reference is covered
        std::uint32_t row = 0;  // of the words that are used
    };
    // The words of the output that a match takes.
    struct Taken {
        std::size_t at;
        std::uint64_t low, high;

        explicit Taken(const Match& match) : at(static_cast<std::size_t>(match.hyp) / 64) {
            const std::uint64_t words = match.hyp_length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << match.hyp_length) - 1;
            const int shift = match.hyp % 64;
            low = words << shift;
            high = shift ? words >> (64 - shift) : 0;
        }
        bool is_free(const std::uint64_t* used) const { return !((used[at] & low) | (used[at + 1] & high)); }
        void take(std::uint64_t* used) const { used[at] |= low, used[at + 1] |= high; }
    };

    inline static const Rank one_chunk = Layout::make(0, 1, 0);

    // All paths take the same match, or skip a word: their order changes only by the chunks that it closes, and once their
    // ends are the same not even by these.
    void settle(std::int32_t start, std::int32_t end) {
        if (!level_) {
            for (Path& path : paths_)
                if (path.end != none && path.end != start) path.rank = path.rank + one_chunk;
            sort_paths();
        }
        level_ = true;
        level_end_ = end;
    }

    // A word at which no match starts, but which some paths have covered.
    void pass(std::int32_t at) {
        spread();
        for (Path& path : paths_) {
            if (path.ref_end > at || path.end == none) continue;
            path.rank = path.rank + one_chunk;
            path.end = none;
        }
        sort_paths();
    }

    // Writes out the end that all paths have.
    void spread() {
        if (level_)
            for (Path& path : paths_) path.end = level_end_;
        level_ = false;
    }

    void sort_paths() {
        sort(paths_, [](const Path& path) { return path.rank; });
    }

    // Every path takes each match that is free to it, or none.
    void branch(std::int32_t at, Span<Match> matches) {
        spread();
        effort.add(static_cast<std::int64_t>(4 * paths_.size() * (matches.size + 1)));
        std::int64_t most = 0;
        for (const Match& match : matches) most = std::max(most, worth(match));
        taxes_.assign(paths_.size(), Rank{});
        chosen_.clear();
        for (std::size_t choice = 0; choice < matches.size; ++choice) propose(at, matches[choice], choice, most);
        const Rank skipped = Layout::make(most, 0, 0);
        proposals_.clear();
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            const bool closes = !staged && paths_[i].end != none && paths_[i].ref_end <= at;
            const Rank rank = paths_[i].rank + taxes_[i] + skipped + Layout::order(i, matches.size) + (closes ? one_chunk : Rank{});
            if (chosen_.size() < beam_ || rank < chosen_.back()) proposals_.push_back(rank);
        }
        choose();
        make_paths(at, matches);
    }

    void propose(std::int32_t at, const Match& match, std::size_t choice, std::int64_t most) {
        const Taken taken(match);
        const Rank lacks = Layout::make(most - worth(match), 0, 0), tax = Layout::make(0, 0, match.distance());
        proposals_.clear();
        for (std::size_t i = 0; i < paths_.size(); ++i) {
            const Path& path = paths_[i];
            if (path.ref_end > at || !taken.is_free(used_.data() + path.row * width_)) continue;
            const Rank rank = path.rank + taxes_[i] + lacks + Layout::order(i, choice) + cost(path, match);
            taxes_[i] = taxes_[i] + tax;
            if (chosen_.size() < beam_ || rank < chosen_.back()) proposals_.push_back(rank);
        }
        choose();
    }

    Rank cost(const Path& path, const Match& match) const {
        if (!staged) return path.end != none && path.end != match.hyp ? one_chunk : Rank{};
        std::int64_t crossings = 0;
        for (std::int32_t at = path.last; at >= 0; at = links_[static_cast<std::size_t>(at)].before)
            crossings += crosses(links_[static_cast<std::size_t>(at)].match, match);
        for (const Match& other : *before_) crossings += crosses(other, match);
        effort.add(static_cast<std::int64_t>(candidates_->positions()));
        return Layout::make(0, crossings, 0);
    }

    static bool crosses(const Match& a, const Match& b) {
        return (a.ref < b.ref) != (a.hyp < b.hyp) && a.ref != b.ref && a.hyp != b.hyp;
    }

    // Merges proposals, which are nearly sorted, into the best so far.
    void choose() {
        if (proposals_.empty()) return;
        sort(proposals_, [](Rank rank) { return rank; });
        merged_.resize(std::min(beam_, chosen_.size() + proposals_.size()));
        const Rank *a = chosen_.data(), *b = proposals_.data(), *const a_end = a + chosen_.size(), *const b_end = b + proposals_.size();
        Rank *out = merged_.data(), *const out_end = out + merged_.size();
        while (a != a_end && b != b_end && out != out_end) {
            const bool first = *a < *b;
            *out++ = first ? *a : *b;
            a += first;
            b += !first;
        }
        out = std::copy(a, a + std::min(a_end - a, out_end - out), out);
        std::copy(b, b + std::min(b_end - b, out_end - out), out);
        chosen_.swap(merged_);
    }

    void make_paths(std::int32_t at, Span<Match> matches) {
        effort.add(static_cast<std::int64_t>(chosen_.size() * width_));
        next_paths_.resize(chosen_.size());
        next_used_.resize(chosen_.size() * width_);
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            const Path& parent = paths_[Layout::parent(chosen_[i])];
            const std::size_t choice = Layout::choice(chosen_[i]);
            Path path = parent;
            std::uint64_t* const used = next_used_.data() + i * width_;
            std::copy_n(used_.data() + parent.row * width_, width_, used);
            path.rank = Layout::without_order(chosen_[i]);
            path.row = static_cast<std::uint32_t>(i);
            if (choice < matches.size) {
                const Match& match = matches[choice];
                Taken(match).take(used);
                path.end = match.hyp + match.hyp_length;
                path.ref_end = at + match.ref_length;
                links_.push_back({match, parent.last});
                path.last = static_cast<std::int32_t>(links_.size()) - 1;
            } else if (parent.ref_end <= at) {
                path.end = none;
            }
            next_paths_[i] = path;
        }
        paths_.swap(next_paths_);
        used_.swap(next_used_);
    }

    // The first of the best paths, with what every path has taken.
    void finish(std::vector<Match>& best) {
        spread();
        if (!staged)
            for (Path& path : paths_)
                if (path.end != none) path.rank = path.rank + one_chunk;
        const auto first = std::min_element(paths_.begin(), paths_.end(), [](const Path& a, const Path& b) { return a.rank < b.rank; });
        const auto settled = static_cast<std::ptrdiff_t>(best.size());
        for (std::int32_t at = first->last; at >= 0; at = links_[static_cast<std::size_t>(at)].before)
            best.push_back(links_[static_cast<std::size_t>(at)].match);
        std::reverse(best.begin() + settled, best.end());
        std::inplace_merge(best.begin(), best.begin() + settled, best.end(), [](const Match& a, const Match& b) { return a.ref < b.ref; });
    }

    // A stable sort of what is nearly sorted.
    template <class Item, class RankOf>
    static void sort(std::vector<Item>& items, RankOf rank) {
        if (items.size() > insertion_sorted) {
            std::stable_sort(items.begin(), items.end(), [&](const Item& a, const Item& b) { return rank(a) < rank(b); });
            return;
        }
        for (std::size_t i = 1; i < items.size(); ++i) {
            if (!(rank(items[i]) < rank(items[i - 1]))) continue;
            const Item item = items[i];
            std::size_t j = i;
            for (; j > 0 && rank(item) < rank(items[j - 1]); --j) items[j] = items[j - 1];
            items[j] = item;
        }
    }

    static constexpr std::size_t insertion_sorted = 128;
    const Candidates* candidates_ = nullptr;
    const std::vector<Match>* before_ = nullptr;
    std::size_t beam_ = 0, width_ = 0;
    bool level_ = true;  // all paths have the end `level_end_`
    std::int32_t level_end_ = none;
    std::vector<Path> paths_, next_paths_;
    std::vector<Rank> taxes_, proposals_, chosen_, merged_;
    std::vector<std::uint64_t> used_, next_used_;
    std::vector<Link> links_;
};

}  // namespace assay
