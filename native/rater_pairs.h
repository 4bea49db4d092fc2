// How far pairs of raters agree on the items that both have rated, in every draw of these items: correlations and kappas.
//
// A draw says how often each item is taken. Sixteen draws go side by side in the lanes of a register, so that the ratings
// of a pair are gone through once for all of them, and what they mean (order, ties, distance) is looked up once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "column.h"

namespace assay {

enum PairMeasure { pair_pearson, pair_spearman, pair_kendall, pair_kappa, pair_kappa_linear, pair_kappa_quadratic };

// Ratings of one rater after the other, each rater's in the order of items; values are numbers of ascending values.
struct RaterColumns {
    const std::int64_t* offsets;
    const std::int32_t *items, *codes;
};

// The ratings that pairs of raters share, one pair after the other.
struct SharedOut {
    const std::int64_t* offsets;
    std::int32_t *items, *first, *second;
};

// Turns the ratings of a pair into ranks from 0 on, and puts them in the order of the first rater's.
class RankedPair {
  public:
    void rank(std::int32_t* items, std::int32_t* first, std::int32_t* second, std::size_t size) {
        const std::size_t ranks = number(first, size);
        number(second, size);
        starts_.assign(ranks + 1, 0);
        for (std::size_t i = 0; i < size; ++i) ++starts_[static_cast<std::size_t>(first[i]) + 1];
        for (std::size_t rank = 0; rank < ranks; ++rank) starts_[rank + 1] += starts_[rank];
        order_.resize(size);
        for (std::size_t i = 0; i < size; ++i) order_[starts_[static_cast<std::size_t>(first[i])]++] = static_cast<std::uint32_t>(i);
        for (std::int32_t* column : {items, first, second}) {
            spare_.assign(column, column + size);
            for (std::size_t i = 0; i < size; ++i) column[i] = spare_[order_[i]];
        }
    }

  private:
    // Numbers the values that occur, in rising order, and returns how many there are: few by marks, many by sorting.
    std::size_t number(std::int32_t* codes, std::size_t size) {
        std::int32_t most = -1;
        for (std::size_t i = 0; i < size; ++i) most = std::max(most, codes[i]);
        if (static_cast<std::size_t>(most + 1) > 4 * size) return number_sorted(codes, size);
        marks_.assign(static_cast<std::size_t>(most + 1), 0);
        for (std::size_t i = 0; i < size; ++i) marks_[static_cast<std::size_t>(codes[i])] = 1;
        std::int32_t next = 0;
        for (std::int32_t& mark : marks_) next += std::exchange(mark, next);
        for (std::size_t i = 0; i < size; ++i) codes[i] = marks_[static_cast<std::size_t>(codes[i])];
        return static_cast<std::size_t>(next);
    }

    std::size_t number_sorted(std::int32_t* codes, std::size_t size) {
        spare_.assign(codes, codes + size);
        std::sort(spare_.begin(), spare_.end());
        spare_.erase(std::unique(spare_.begin(), spare_.end()), spare_.end());
        for (std::size_t i = 0; i < size; ++i)
            codes[i] = static_cast<std::int32_t>(std::lower_bound(spare_.begin(), spare_.end(), codes[i]) - spare_.begin());
        return spare_.size();
    }

    std::vector<std::int32_t> spare_, marks_;
    std::vector<std::uint32_t> order_, starts_;
};

// Writes what each pair of raters has rated, in the order of items or, `ranked`, of the first rater's ranks.
inline void shared_ratings(RaterColumns ratings, const std::int32_t* pairs, std::size_t count, bool ranked, int threads,
                           SharedOut out) {
    for_rows<RankedPair>(count, threads, [&](std::size_t row, RankedPair& ranks) {
        std::int64_t i = ratings.offsets[pairs[2 * row]], j = ratings.offsets[pairs[2 * row + 1]];
        const std::int64_t end_i = ratings.offsets[pairs[2 * row] + 1], end_j = ratings.offsets[pairs[2 * row + 1] + 1];
        std::int64_t at = out.offsets[row];
        while (i < end_i && j < end_j && at < out.offsets[row + 1]) {
            const std::int32_t here = ratings.items[i], there = ratings.items[j];
            out.items[at] = here;
            out.first[at] = ratings.codes[i];
            out.second[at] = ratings.codes[j];
            at += here == there;
            i += here <= there;
            j += there <= here;
        }
        const std::int64_t start = out.offsets[row];
        if (ranked) ranks.rank(out.items + start, out.first + start, out.second + start, static_cast<std::size_t>(at - start));
    });
}

// How often each item is taken in each draw, sixteen draws of an item next to each other; draws that lack are empty. In
// bytes where that is enough, so that what many items have in sixteen draws fits into a cache.
class DrawnItems {
  public:
    static constexpr std::size_t lanes = 16;

    DrawnItems(const std::uint16_t* weights, std::size_t draws, std::size_t items) : draws(draws), items_(items) {
        for (std::size_t i = 0; i < draws * items; ++i) most_ = std::max(most_, weights[i]);
        if (most_ < 256) fill(weights, bytes_);
        else fill(weights, words_);
    }

    std::size_t blocks() const { return (draws + lanes - 1) / lanes; }

    // Brings together what some items have in a block of draws; returns how much that is at most in one draw.
    std::size_t gather(std::size_t block, const std::int32_t* items, std::size_t size, std::uint16_t* out) const {
        return most_ < 256 ? gather(bytes_.data() + block * items_ * lanes, items, size, out)
                           : gather(words_.data() + block * items_ * lanes, items, size, out);
    }

    const std::size_t draws;

  private:
    template <class Times>
    void fill(const std::uint16_t* weights, std::vector<Times>& times) {
        times.assign(blocks() * items_ * lanes, 0);
        for (std::size_t draw = 0; draw < draws; ++draw) {
            Times* const to = times.data() + draw / lanes * items_ * lanes + draw % lanes;
            for (std::size_t item = 0; item < items_; ++item) to[item * lanes] = static_cast<Times>(weights[draw * items_ + item]);
        }
    }

    template <class Times>
    std::size_t gather(const Times* block, const std::int32_t* items, std::size_t size, std::uint16_t* out) const {
        const std::size_t safe = 65535 / std::max<std::size_t>(1, most_);  // items whose sum fits into 16 bits
        std::size_t drawn[lanes] = {};
        for (std::size_t start = 0; start < size; start += safe) {
            Lanes<std::uint16_t, lanes> sum{};
            for (std::size_t i = start; i < std::min(size, start + safe); ++i) {
                Lanes<Times, lanes> times;
                Lanes<std::uint16_t, lanes> wide;
                load_lanes(block + static_cast<std::size_t>(items[i]) * lanes, times);
                convert_lanes(times, wide);
                store_lanes(out + i * lanes, wide);
                sum += wide;
            }
            for (std::size_t lane = 0; lane < lanes; ++lane) drawn[lane] += sum[lane];
        }
        return *std::max_element(drawn, drawn + lanes);
    }

    std::size_t items_;
    std::vector<std::uint8_t> bytes_;
    std::vector<std::uint16_t> words_;
    std::uint16_t most_ = 0;  // that an item is taken in any draw
};

// The mean of a rater's values, and the largest square of a distance from it.
struct ValueSpread {
    double mean = 0, largest = 0;

    ValueSpread(const std::int32_t* codes, std::size_t size, const double* values) {
        for (std::size_t i = 0; i < size; ++i) mean += values[codes[i]];
        mean /= static_cast<double>(size);
        for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(values[codes[i]] - mean));
        largest *= largest;
    }
};

// The ratings of a pair; `values` are what their numbers stand for, unless these are ranks.
struct DrawnPair {
    const std::int32_t *items, *first, *second;
    std::size_t size;
    const double* values;
    std::size_t value_count;
    ValueSpread of_first, of_second;
    const std::uint16_t* times = nullptr;  // how often each item was drawn in a block of draws

    DrawnPair(SharedOut shared, std::size_t row, const double* values, std::size_t value_count)
        : items(shared.items + shared.offsets[row]),
          first(shared.first + shared.offsets[row]),
          second(shared.second + shared.offsets[row]),
          size(static_cast<std::size_t>(shared.offsets[row + 1] - shared.offsets[row])),
          values(values),
          value_count(value_count),
          of_first(first, size, values),
          of_second(second, size, values) {}
};

}  // namespace assay

#ifdef ASSAY_AVX2
#define ASSAY_MACHINE avx2
#pragma GCC push_options
#pragma GCC target("avx2,popcnt")
#include "rater_lanes.h"
#pragma GCC pop_options
#undef ASSAY_MACHINE
#endif
#define ASSAY_MACHINE every
#include "rater_lanes.h"
#undef ASSAY_MACHINE

namespace assay {

// Measures of one pair after the other: where its items are drawn few times in all, as is usual, in sixteen draws at a
// time, with counts of 16 bits and products of 32; else in eight.
class PairDraws {
  public:
    // Items lie far apart, and some measures go through them three times: so what is wanted of the block is brought
    // together first.
    void measure(const DrawnItems& drawn, std::size_t block, DrawnPair pair, PairMeasure kind, double* out) {
        if (times_.size() < pair.size * DrawnItems::lanes) times_.resize(pair.size * DrawnItems::lanes);
        const bool narrow = drawn.gather(block, pair.items, pair.size, times_.data()) <= most_narrow;
        pair.times = times_.data();
#ifdef ASSAY_AVX2
        static const bool wide = have_avx2();
        if (wide) return measure_with(avx2_, pair, kind, narrow, out);
#endif
        measure_with(every_, pair, kind, narrow, out);
    }

  private:
    static constexpr std::size_t most_narrow = 16383;  // twice as many are still a number of 16 bits

    template <class Machine>
    static void measure_with(Machine& machine, DrawnPair pair, PairMeasure kind, bool narrow, double* out) {
        if (narrow) return machine.narrow.measure(pair, kind, out);
        constexpr std::size_t half = DrawnItems::lanes / 2;
        machine.wide.measure(pair, kind, out);
        pair.times += half;
        machine.wide.measure(pair, kind, out + half);
    }

#ifdef ASSAY_AVX2
    avx2::Machine avx2_;
#endif
    every::Machine every_;
    std::vector<std::uint16_t> times_;
};

// A row of `out` for every pair of raters, a column for every draw. The correlations of ranks take ranked ratings. Some
// pairs go through one block of draws after the other, which so stays in the cache.
inline void pair_draws(SharedOut shared, std::size_t pairs, const double* values, std::size_t value_count,
                       const DrawnItems& drawn, PairMeasure kind, int threads, double* out) {
    constexpr std::size_t together = 16;
    for_rows<PairDraws>((pairs + together - 1) / together, threads, [&](std::size_t group, PairDraws& draws) {
        const std::size_t begin = group * together, end = std::min(pairs, begin + together);
        std::vector<DrawnPair> group_pairs;
        for (std::size_t row = begin; row < end; ++row) group_pairs.emplace_back(shared, row, values, value_count);
        double values_of_block[DrawnItems::lanes];
        for (std::size_t block = 0; block < drawn.blocks(); ++block)
            for (std::size_t row = begin; row < end; ++row) {
                const DrawnPair& pair = group_pairs[row - begin];
                draws.measure(drawn, block, pair, kind, values_of_block);
                const std::size_t first = block * DrawnItems::lanes, last = std::min(drawn.draws, first + DrawnItems::lanes);
                std::copy_n(values_of_block, last - first, out + row * drawn.draws + first);
                effort.add(static_cast<std::int64_t>(20 * pair.size));
            }
    }, 1);
}

}  // namespace assay
