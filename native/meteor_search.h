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

// A link of a path, by its place among candidates, and the one before it; -1: none.
struct Link {
    std::int32_t candidate, before;
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
    static Rank worst() { return make(-1, 0, 0); }  // higher than any that fits
    static Rank without_order(Rank rank) { return rank >> order_bits << order_bits; }

    static bool fits(std::int64_t weight, std::int64_t cost, std::int64_t distance, std::size_t beam, std::size_t choices) {
        return weight < (std::int64_t{1} << weight_bits) - 1 && cost < std::int64_t{1} << cost_bits &&
               distance < std::int64_t{1} << distance_bits && beam <= std::size_t{1} << parent_bits &&
               choices <= std::size_t{1} << choice_bits;
    }
};
using NarrowRank = RankLayout<std::uint64_t, 15, 13, 22, 6, 8>;
using WideRank = RankLayout<Uint128, 22, 31, 31, 20, 24>;

// The words of the output that a match takes.
struct TakenWords {
    std::size_t at;
    std::uint64_t low, high;  // the words of a match may go on in the next number

    explicit TakenWords(const Match& match) : at(static_cast<std::size_t>(match.hyp) / 64) {
        const std::uint64_t words = match.hyp_length >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << match.hyp_length) - 1;
        const int shift = match.hyp % 64;
        low = words << shift;
        high = shift ? words >> (64 - shift) : 0;
    }
};

// `narrow` is for outputs of at most 64 words, whose use fits into one number.
template <class Layout, bool staged, bool narrow>
class MeteorSearch {
  public:
    static constexpr std::size_t most_words = 64;

    // Fills the matches of the best path, in order of the reference; `before` are those of earlier stages.
    void run(const Candidates& candidates, std::size_t beam, const std::vector<Match>& before, std::vector<Match>& best) {
        candidates_ = &candidates, before_ = &before, beam_ = beam;
        width_ = candidates.hyp_size() / 64 + 2;
        paths_.make_room(1, width());
        paths_.set(0, Rank{}, {none, 0, none});
        std::fill_n(paths_.used.begin(), width(), 0);
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
    std::size_t width() const { return narrow ? 1 : width_; }  // of the words that a path has used
    struct End {
        std::int32_t hyp;  // of the open chunk
        std::int32_t ref;  // up to here the reference is covered
        std::int32_t link;  // the last one
    };
    // In order of their ranks; what all of them are asked for lies close together.
    struct Paths {
        std::vector<Rank> rank;
        std::vector<End> end;
        std::vector<std::uint64_t> used;  // words, `width` numbers a path
        std::size_t size = 0;

        void make_room(std::size_t paths, std::size_t width) {
            size = paths;
            if (rank.size() < paths) rank.resize(paths), end.resize(paths);
            if (used.size() < paths * width) used.resize(paths * width);
        }
        void set(std::size_t i, Rank path_rank, End path_end) { rank[i] = path_rank, end[i] = path_end; }
    };

    inline static const Rank one_chunk = Layout::make(0, 1, 0);

    // All paths take the same match, or skip a word: their order changes only by the chunks that it closes, and once their
    // ends are the same not even by these.
    void settle(std::int32_t start, std::int32_t end) {
        if (!level_) close_chunks([start](const End& path) { return (path.hyp != none) & (path.hyp != start); });
        level_ = true;
        level_end_ = end;
    }

    // What it costs to go on with a word that is not where the open chunk ends.
    static Rank chunk(const End& end, std::int32_t start) { return (end.hyp != none) & (end.hyp != start) ? one_chunk : Rank{}; }

    // A word at which no match starts, but which some paths have covered.
    void pass(std::int32_t at) {
        spread();
        close_chunks([at](const End& path) { return (path.ref <= at) & (path.hyp != none); });
        for (std::size_t i = 0; i < paths_.size; ++i)
            if (paths_.end[i].ref <= at) paths_.end[i].hyp = none;
    }

    // Writes out the end that all paths have.
    void spread() {
        if (level_)
            for (std::size_t i = 0; i < paths_.size; ++i) paths_.end[i].hyp = level_end_;
        level_ = false;
    }

    // Paths whose chunk closes pay for it and fall behind; both kinds stay in order.
    template <class Closes>
    void close_chunks(Closes closes) {
        make_room(paths_.size);
        std::size_t open = 0, closed = 0;
        for (std::size_t i = 0; i < paths_.size; ++i) {
            const bool pays = closes(paths_.end[i]);
            const Rank rank = paths_.rank[i] + Layout::order(i, 0);
            merged_[open] = rank;
            proposals_[closed] = rank + one_chunk;
            open += !pays;
            closed += pays;
        }
        if (closed == 0) return;
        merge(merged_.data(), open, proposals_.data(), closed, chosen_.data(), paths_.size);
        reorder();
    }

    // Puts paths into the order of `chosen_`.
    void reorder() {
        next_.make_room(paths_.size, width());
        for (std::size_t i = 0; i < paths_.size; ++i) {
            const std::size_t from = Layout::parent(chosen_[i]);
            next_.set(i, Layout::without_order(chosen_[i]), paths_.end[from]);
            copy_used(paths_.used.data() + from * width(), next_.used.data() + i * width());
        }
        std::swap(paths_, next_);
    }

    void make_room(std::size_t size) {
        if (proposals_.size() >= size) return;
        for (std::vector<Rank>* ranks : {&taxes_, &proposals_, &chosen_, &merged_}) ranks->resize(size);
    }

    // Every path takes each match that is free to it, or none.
    void branch(std::int32_t at, Span<Match> matches) {
        spread();
        effort.add(static_cast<std::int64_t>(4 * paths_.size * (matches.size + 1)));
        const std::int64_t most = measure(matches);
        make_room(std::min(beam_, paths_.size * (matches.size + 1)));
        std::fill_n(taxes_.begin(), paths_.size, Rank{});
        chosen_size_ = 0;
        std::size_t able = paths_.size;
        for (std::size_t choice = 0; choice < matches.size; ++choice) {
            able = count_able(able, least_lack_[choice]);
            propose(at, matches[choice], choice, able, Layout::make(most - worth(matches[choice]), 0, 0));
        }
        const Rank all = Layout::make(most, 0, 0);
        propose_none(at, matches.size, count_able(able, all), all);
        make_paths(at, matches);
    }

    // Fills what matches take, and the least that a path loses by each of them or by one after it; returns what the best
    // is worth.
    std::int64_t measure(Span<Match> matches) {
        std::int64_t most = 0;
        taken_.clear();
        for (const Match& match : matches) most = std::max(most, worth(match)), taken_.emplace_back(match);
        least_lack_.resize(matches.size);
        std::int64_t lack = most;
        for (std::size_t choice = matches.size; choice-- > 0;)
            least_lack_[choice] = Layout::make(lack = std::min(lack, most - worth(matches[choice])), 0, 0);
        return most;
    }

    // Of the first so many paths those that could still be among the best with this loss; the others are no better.
    std::size_t count_able(std::size_t paths, Rank lack) const {
        const Rank worst = limit();
        while (paths > 0 && !(paths_.rank[paths - 1] + lack < worst)) --paths;
        return paths;
    }

    // What a proposal must be better than.
    Rank limit() const { return chosen_size_ < beam_ ? Layout::worst() : chosen_[chosen_size_ - 1]; }

    bool is_free(const std::uint64_t* used, const TakenWords& taken) const {
        return narrow ? !(*used & taken.low) : !((used[taken.at] & taken.low) | (used[taken.at + 1] & taken.high));
    }

    void propose(std::int32_t at, const Match& match, std::size_t choice, std::size_t able, Rank lack) {
        const TakenWords taken = taken_[choice];
        const Rank tax = Layout::make(0, 0, match.distance()), worst = limit();
        const Rank *const ranks = paths_.rank.data(), step = Layout::order(1, 0);
        const End* const ends = paths_.end.data();
        const std::uint64_t* used = paths_.used.data();
        Rank *const taxes = taxes_.data(), *out = proposals_.data();
        Rank same = lack + Layout::order(0, choice);
        for (std::size_t i = 0; i < able; ++i, used += width(), same = same + step) {
            const bool open = (ends[i].ref <= at) & is_free(used, taken);
            if (staged && !open) continue;
            const Rank rank = ranks[i] + taxes[i] + same + cost(ends[i], match);
            taxes[i] = taxes[i] + (open ? tax : Rank{});
            *out = rank;
            out += open & (rank < worst);
        }
        choose(static_cast<std::size_t>(out - proposals_.data()));
    }

    void propose_none(std::int32_t at, std::size_t choice, std::size_t able, Rank lack) {
        const Rank worst = limit(), step = Layout::order(1, 0);
        Rank same = lack + Layout::order(0, choice), *out = proposals_.data();
        for (std::size_t i = 0; i < able; ++i, same = same + step) {
            const End& end = paths_.end[i];
            const bool closes = !staged & (end.hyp != none) & (end.ref <= at);
            const Rank rank = paths_.rank[i] + taxes_[i] + same + (closes ? one_chunk : Rank{});
            *out = rank;
            out += rank < worst;
        }
        choose(static_cast<std::size_t>(out - proposals_.data()));
    }

    Rank cost(const End& end, const Match& match) const {
        if (!staged) return chunk(end, match.hyp);
        std::int64_t crossings = 0;
        for (std::int32_t at = end.link; at >= 0; at = links_[static_cast<std::size_t>(at)].before)
            crossings += crosses(link_at(at), match);
        for (const Match& other : *before_) crossings += crosses(other, match);
        effort.add(static_cast<std::int64_t>(candidates_->positions()));
        return Layout::make(0, crossings, 0);
    }

    const Match& link_at(std::int32_t at) const { return (*candidates_)[links_[static_cast<std::size_t>(at)].candidate]; }

    static bool crosses(const Match& a, const Match& b) {
        return (a.ref < b.ref) != (a.hyp < b.hyp) && a.ref != b.ref && a.hyp != b.hyp;
    }

    // Merges proposals, which are nearly sorted, into the best so far.
    void choose(std::size_t count) {
        if (count == 0) return;
        sort_proposals(count);
        const std::size_t size = std::min(beam_, chosen_size_ + count);
        merge(chosen_.data(), chosen_size_, proposals_.data(), count, merged_.data(), size);
        chosen_.swap(merged_);
        chosen_size_ = size;
    }

    // Writes the first `size` of two sequences in order.
    static void merge(const Rank* a, std::size_t a_size, const Rank* b, std::size_t b_size, Rank* out, std::size_t size) {
        const Rank *const a_end = a + a_size, *const b_end = b + b_size, *const out_end = out + size;
        while (a != a_end && b != b_end && out != out_end) {
            const bool first = *a < *b;
            *out++ = first ? *a : *b;
            a += first;
            b += !first;
        }
        out = std::copy(a, a + std::min(a_end - a, out_end - out), out);
        std::copy(b, b + std::min(b_end - b, out_end - out), out);
    }

    void sort_proposals(std::size_t count) {
        Rank* const ranks = proposals_.data();
        if (count > insertion_sorted) return std::sort(ranks, ranks + count);
        for (std::size_t i = 1; i < count; ++i) {
            const Rank rank = ranks[i];
            std::size_t j = i;
            for (; j > 0 && rank < ranks[j - 1]; --j) ranks[j] = ranks[j - 1];
            ranks[j] = rank;
        }
    }

    void make_paths(std::int32_t at, Span<Match> matches) {
        effort.add(static_cast<std::int64_t>(chosen_size_ * width()));
        next_.make_room(chosen_size_, width());
        const std::size_t before = links_.size();
        links_.resize(before + chosen_size_);
        const std::int32_t first = candidates_->place(matches);
        std::int32_t link = static_cast<std::int32_t>(before);
        for (std::size_t i = 0; i < chosen_size_; ++i) {
            const std::size_t parent = Layout::parent(chosen_[i]), choice = Layout::choice(chosen_[i]);
            End end = paths_.end[parent];
            std::uint64_t* const used = next_.used.data() + i * width();
            copy_used(paths_.used.data() + parent * width(), used);
            if (choice < matches.size) {
                take(taken_[choice], used);
                links_[static_cast<std::size_t>(link)] = {first + static_cast<std::int32_t>(choice), end.link};
                const Match& match = matches[choice];
                end = {match.hyp + match.hyp_length, at + match.ref_length, link++};
            } else if (end.ref <= at) {
                end.hyp = none;
            }
            next_.set(i, Layout::without_order(chosen_[i]), end);
        }
        links_.resize(static_cast<std::size_t>(link));
        std::swap(paths_, next_);
    }

    void copy_used(const std::uint64_t* from, std::uint64_t* to) const {
        if (narrow) *to = *from;
        else std::copy_n(from, width(), to);
    }

    static void take(const TakenWords& taken, std::uint64_t* used) {
        used[narrow ? 0 : taken.at] |= taken.low;
        if (!narrow) used[taken.at + 1] |= taken.high;
    }

    // The first of the best paths, with what every path has taken.
    void finish(std::vector<Match>& best) {
        spread();
        std::size_t first = 0;
        for (std::size_t i = 0; i < paths_.size; ++i) {
            if (!staged) paths_.rank[i] = paths_.rank[i] + chunk(paths_.end[i], none);
            if (paths_.rank[i] < paths_.rank[first]) first = i;
        }
        const auto settled = static_cast<std::ptrdiff_t>(best.size());
        for (std::int32_t at = paths_.end[first].link; at >= 0; at = links_[static_cast<std::size_t>(at)].before)
            best.push_back(link_at(at));
        std::reverse(best.begin() + settled, best.end());
        std::inplace_merge(best.begin(), best.begin() + settled, best.end(), [](const Match& a, const Match& b) { return a.ref < b.ref; });
    }

    static constexpr std::size_t insertion_sorted = 128;
    const Candidates* candidates_ = nullptr;
    const std::vector<Match>* before_ = nullptr;
    std::size_t beam_ = 0, width_ = 0, chosen_size_ = 0;
    bool level_ = true;  // all paths have the end `level_end_`
    std::int32_t level_end_ = none;
    Paths paths_, next_;
    std::vector<Rank> taxes_, proposals_, chosen_, merged_, least_lack_;
    std::vector<TakenWords> taken_;
    std::vector<Link> links_;
};

}  // namespace assay
