// How far pairs of raters agree on the items that both have rated, in every draw of these items: correlations and kappas.
//
// A draw says how often each item is taken. Eight draws go side by side in the lanes of a register, so that the ratings of
// a pair are gone through once for all eight, and what they mean (order, ties, distance) is looked up once.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
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
        number(first, size);
        number(second, size);
        order_.resize(size);
        for (std::size_t i = 0; i < size; ++i) order_[i] = static_cast<std::uint32_t>(i);
        std::stable_sort(order_.begin(), order_.end(), [&](auto a, auto b) { return first[a] < first[b]; });
        for (std::int32_t* column : {items, first, second}) {
            spare_.assign(column, column + size);
            for (std::size_t i = 0; i < size; ++i) column[i] = spare_[order_[i]];
        }
    }

  private:
    void number(std::int32_t* codes, std::size_t size) {
        spare_.assign(codes, codes + size);
        std::sort(spare_.begin(), spare_.end());
        spare_.erase(std::unique(spare_.begin(), spare_.end()), spare_.end());
        for (std::size_t i = 0; i < size; ++i)
            codes[i] = static_cast<std::int32_t>(std::lower_bound(spare_.begin(), spare_.end(), codes[i]) - spare_.begin());
    }

    std::vector<std::int32_t> spare_;
    std::vector<std::uint32_t> order_;
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

// How often each item is taken in each draw, eight draws of an item next to each other; draws that lack are empty.
class DrawnItems {
  public:
    static constexpr std::size_t lanes = 8;
    using Times = Lanes<std::uint16_t, lanes>;

    DrawnItems(const std::uint16_t* weights, std::size_t draws, std::size_t items)
        : draws(draws), items_(items), times_(blocks() * items * lanes) {
        for (std::size_t draw = 0; draw < draws; ++draw) {
            std::uint16_t* const to = times_.data() + draw / lanes * items * lanes + draw % lanes;
            for (std::size_t item = 0; item < items; ++item) to[item * lanes] = weights[draw * items + item];
        }
    }

    std::size_t blocks() const { return (draws + lanes - 1) / lanes; }
    const std::uint16_t* block(std::size_t number) const { return times_.data() + number * items_ * lanes; }

    const std::size_t draws;

  private:
    std::size_t items_;
    std::vector<std::uint16_t> times_;
};

// Eight sums: two registers, for compilers keep what is wider than any register in memory.
struct LaneSums {
    using Half = Lanes<double, DrawnItems::lanes / 2>;
    Half low, high;

    [[gnu::always_inline]] void add(const LaneSums& more) { low += more.low, high += more.high; }
    [[gnu::always_inline]] void add_product(const LaneSums& a, double b) { low += a.low * b, high += a.high * b; }
    [[gnu::always_inline]] void add_product(const LaneSums& a, const LaneSums& b) {
        low += a.low * b.low, high += a.high * b.high;
    }
    [[gnu::always_inline]] void add_product(const LaneSums& a, const LaneSums& b, const LaneSums& c) {
        low += a.low * b.low * c.low, high += a.high * b.high * c.high;
    }
    double operator[](std::size_t lane) const { return lane < 4 ? low[lane] : high[lane - 4]; }
};

// Rows of lanes in plain memory: a vector of vectors would have to be aligned for registers that not every machine has.
template <class Number, class Row>
class LaneRows {
  public:
    static constexpr std::size_t lanes = DrawnItems::lanes;

    void clear(std::size_t rows) { numbers_.assign(rows * lanes, 0); }
    [[gnu::always_inline]] void get(std::size_t row, Row& out) const { std::memcpy(&out, &numbers_[row * lanes], sizeof out); }
    [[gnu::always_inline]] void set(std::size_t row, const Row& in) { std::memcpy(&numbers_[row * lanes], &in, sizeof in); }

  private:
    std::vector<Number> numbers_;
};

// The ratings of a pair, and how often each was drawn in one block of draws.
struct DrawnPair {
    const std::int32_t *first, *second;
    std::size_t size;
    const std::uint16_t* times;
};

class PairDraws {
  public:
    static constexpr std::size_t lanes = DrawnItems::lanes;
    using Counts = Lanes<std::int32_t, lanes>;
    using Sums = LaneSums;

    // One value a draw of the block, NaN where the measure is not defined. Items lie far apart, and some measures go
    // through them three times: so what is wanted of the block is brought together first.
    void measure(const std::int32_t* items, DrawnPair pair, PairMeasure kind, const double* values, double* out) {
        if (times_.size() < pair.size * lanes) times_.resize(pair.size * lanes);
        for (std::size_t i = 0; i < pair.size; ++i)
            std::memcpy(&times_[i * lanes], pair.times + static_cast<std::size_t>(items[i]) * lanes, sizeof(DrawnItems::Times));
        pair.times = times_.data();
#ifdef ASSAY_AVX2
        static const bool wide = have_avx2();
        if (wide) return measure_wide(pair, kind, values, out);
#endif
        measure_plain(pair, kind, values, out);
    }

  private:
    // A share of the largest square below which a variance is rounding, as in `assay.stats`.
    static constexpr double rounding = 1e-12;

#ifdef ASSAY_AVX2
    ASSAY_AVX2 void measure_wide(const DrawnPair& pair, PairMeasure kind, const double* values, double* out) {
        measure_plain(pair, kind, values, out);
    }
#endif

    void measure_plain(const DrawnPair& pair, PairMeasure kind, const double* values, double* out) {
        if (kind == pair_pearson) pearson(pair, values, out);
        else if (kind == pair_spearman) spearman(pair, out);
        else if (kind == pair_kendall) kendall(pair, out);
        else kappa(pair, kind, values, out);
    }

    // How often an item was drawn.
    [[gnu::always_inline]] static void load(const DrawnPair& pair, std::size_t at, Counts& counts) {
        DrawnItems::Times times;
        std::memcpy(&times, pair.times + at * lanes, sizeof times);
        convert_lanes(times, counts);
    }

    [[gnu::always_inline]] static void widen(const Counts& counts, Sums& sums) {
        Lanes<std::int32_t, lanes / 2> half;
        std::memcpy(&half, &counts, sizeof half);
        convert_lanes(half, sums.low);
        std::memcpy(&half, reinterpret_cast<const std::int32_t*>(&counts) + lanes / 2, sizeof half);
        convert_lanes(half, sums.high);
    }

    [[gnu::always_inline]] static void add(LaneRows<std::int32_t, Counts>& rows, std::size_t row, const Counts& more) {
        Counts sum;
        rows.get(row, sum);
        sum += more;
        rows.set(row, sum);
    }

    static double mean(const std::int32_t* codes, std::size_t size, const double* values) {
        double sum = 0;
        for (std::size_t i = 0; i < size; ++i) sum += values[codes[i]];
        return sum / static_cast<double>(size);
    }

    static double largest_square(const std::int32_t* codes, std::size_t size, const double* values, double mean) {
        double largest = 0;
        for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, std::abs(values[codes[i]] - mean));
        return largest * largest;
    }

    static double within_one(double r) { return std::clamp(r, -1.0, 1.0); }

    void pearson(const DrawnPair& pair, const double* values, double* out) {
        const double mean_x = mean(pair.first, pair.size, values), mean_y = mean(pair.second, pair.size, values);
        Sums total{}, sum_x{}, sum_y{}, sum_xx{}, sum_yy{}, sum_xy{};
        for (std::size_t i = 0; i < pair.size; ++i) {
            const double x = values[pair.first[i]] - mean_x, y = values[pair.second[i]] - mean_y;
            Counts counts{};
            Sums times{};
            load(pair, i, counts);
            widen(counts, times);
            total.add(times);
            sum_x.add_product(times, x);
            sum_y.add_product(times, y);
            sum_xx.add_product(times, x * x);
            sum_yy.add_product(times, y * y);
            sum_xy.add_product(times, x * y);
        }
        const double largest_x = largest_square(pair.first, pair.size, values, mean_x);
        const double largest_y = largest_square(pair.second, pair.size, values, mean_y);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double n = total[lane], xx = sum_xx[lane] - sum_x[lane] * sum_x[lane] / n;
            const double yy = sum_yy[lane] - sum_y[lane] * sum_y[lane] / n;
            const double xy = sum_xy[lane] - sum_x[lane] * sum_y[lane] / n;
            const bool varied = xx > rounding * n * largest_x && yy > rounding * n * largest_y;
            out[lane] = varied ? within_one(xy / std::sqrt(xx * yy)) : std::numeric_limits<double>::quiet_NaN();
        }
    }

    // Counts how often each of the second rater's ranks was drawn; returns how many ranks there are.
    std::size_t count_second(const DrawnPair& pair, Counts& total) {
        std::int32_t most = -1;
        for (std::size_t i = 0; i < pair.size; ++i) most = std::max(most, pair.second[i]);
        const auto ranks = static_cast<std::size_t>(most + 1);
        of_second_.clear(ranks);
        for (std::size_t i = 0; i < pair.size; ++i) {
            Counts counts{};
            load(pair, i, counts);
            add(of_second_, static_cast<std::size_t>(pair.second[i]), counts);
            total += counts;
        }
        return ranks;
    }

    // Twice the distance of each mean rank from the middle: whole numbers.
    void spearman(const DrawnPair& pair, double* out) {
        Counts total{}, before{};
        const std::size_t ranks = count_second(pair, total);
        Sums sum_xx{}, sum_yy{}, sum_xy{};
        distances_.clear(ranks);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            Counts drawn{};
            Sums counted{}, distance{};
            of_second_.get(rank, drawn);
            widen(before + before + drawn - total, distance);
            widen(drawn, counted);
            distances_.set(rank, distance);
            sum_yy.add_product(counted, distance, distance);
            before += drawn;
        }
        before = Counts{};
        for (std::size_t i = 0; i < pair.size;) {
            const std::int32_t rank = pair.first[i];
            Counts drawn{};
            Sums of_second{}, counted{}, distance{};
            for (; i < pair.size && pair.first[i] == rank; ++i) {
                Counts counts{};
                Sums times{}, away{};
                load(pair, i, counts);
                widen(counts, times);
                drawn += counts;
                distances_.get(static_cast<std::size_t>(pair.second[i]), away);
                of_second.add_product(times, away);
            }
            widen(before + before + drawn - total, distance);
            widen(drawn, counted);
            sum_xx.add_product(counted, distance, distance);
            sum_xy.add_product(of_second, distance);
            before += drawn;
        }
        for (std::size_t lane = 0; lane < lanes; ++lane)
            out[lane] = sum_xx[lane] > 0 && sum_yy[lane] > 0
                            ? within_one(sum_xy[lane] / std::sqrt(sum_xx[lane] * sum_yy[lane]))
                            : std::numeric_limits<double>::quiet_NaN();
    }

    // Of the items before, those with a lower rank of the second rater are counted in a tree of sums (Fenwick 1994).
    void kendall(const DrawnPair& pair, double* out) {
        Counts total{}, before{};
        const std::size_t ranks = count_second(pair, total);
        Sums lead{}, tied_x{}, tied_y{};
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            Counts drawn{};
            of_second_.get(rank, drawn);
            add_ties(drawn, tied_y);
        }
        of_second_.clear(ranks);
        below_.clear(ranks + 1);
        for (std::size_t i = 0, start; (start = i) < pair.size;) {
            Counts drawn{};
            for (; i < pair.size && pair.first[i] == pair.first[start]; ++i) {
                Counts counts{}, lower{}, equal{};
                Sums times{}, ahead{};
                const auto rank = static_cast<std::size_t>(pair.second[i]);
                load(pair, i, counts);
                widen(counts, times);
                of_second_.get(rank, equal);
                for (std::size_t node = rank; node; node &= node - 1) {
                    Counts sum;
                    below_.get(node, sum);
                    lower += sum;
                }
                widen(lower + lower + equal - before, ahead);
                lead.add_product(times, ahead);
                drawn += counts;
            }
            for (std::size_t at = start; at < i; ++at) {
                Counts counts{};
                const auto rank = static_cast<std::size_t>(pair.second[at]);
                load(pair, at, counts);
                add(of_second_, rank, counts);
                for (std::size_t node = rank + 1; node <= ranks; node += node & (~node + 1)) add(below_, node, counts);
            }
            add_ties(drawn, tied_x);
            before += drawn;
        }
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double n = total[lane], every = n * (n - 1) / 2;
            const double root = std::sqrt((every - tied_x[lane] / 2) * (every - tied_y[lane] / 2));
            out[lane] = root > 0 ? within_one(lead[lane] / root) : std::numeric_limits<double>::quiet_NaN();
        }
    }

    [[gnu::always_inline]] static void add_ties(const Counts& counts, Sums& twice) {
        Sums counted{}, others{};
        widen(counts, counted);
        widen(counts - 1, others);
        twice.add_product(counted, others);
    }

    static double distance(PairMeasure kind, double first, double second) {
        const double apart = std::abs(first - second);
        return kind == pair_kappa ? (apart > 0 ? 1.0 : 0.0) : kind == pair_kappa_linear ? apart : apart * apart;
    }

    // The mean distance of two ratings of one item, and of any two, which hangs on how often each value was drawn.
    void kappa(const DrawnPair& pair, PairMeasure kind, const double* values, double* out) {
        number_values(pair);
        Counts total{};
        Sums every{}, observed{}, expected{};
        of_first_.clear(used_.size());
        of_second_.clear(used_.size());
        for (std::size_t i = 0; i < pair.size; ++i) {
            Counts counts{};
            Sums times{};
            load(pair, i, counts);
            widen(counts, times);
            total += counts;
            observed.add_product(times, distance(kind, values[pair.first[i]], values[pair.second[i]]));
            add(of_first_, place_[static_cast<std::size_t>(pair.first[i])], counts);
            add(of_second_, place_[static_cast<std::size_t>(pair.second[i])], counts);
        }
        for (std::size_t a = 0; a < used_.size(); ++a) {
            Counts counts{};
            Sums away{}, here{}, there{};
            for (std::size_t b = 0; b < used_.size(); ++b) {
                of_second_.get(b, counts);
                widen(counts, there);
                away.add_product(there, distance(kind, values[used_[a]], values[used_[b]]));
            }
            of_first_.get(a, counts);
            widen(counts, here);
            expected.add_product(here, away);
        }
        widen(total, every);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            out[lane] = expected[lane] > 0 ? 1 - observed[lane] * every[lane] / expected[lane]
                                           : std::numeric_limits<double>::quiet_NaN();
    }

    // Gives the values of a pair places from 0 on.
    void number_values(const DrawnPair& pair) {
        used_.assign(pair.first, pair.first + pair.size);
        used_.insert(used_.end(), pair.second, pair.second + pair.size);
        std::int32_t most = -1;
        for (const std::int32_t code : used_) most = std::max(most, code);
        if (place_.size() < static_cast<std::size_t>(most + 1)) place_.resize(static_cast<std::size_t>(most + 1));
        for (const std::int32_t code : used_) place_[static_cast<std::size_t>(code)] = used_.size();
        std::size_t kept = 0;
        for (const std::int32_t code : used_) {
            std::size_t& place = place_[static_cast<std::size_t>(code)];
            if (place != used_.size()) continue;
            used_[place = kept] = code;
            ++kept;
        }
        used_.resize(kept);
    }

    LaneRows<std::int32_t, Counts> of_first_, of_second_, below_;
    LaneRows<double, Sums> distances_;
    std::vector<std::int32_t> used_;
    std::vector<std::size_t> place_;
    std::vector<std::uint16_t> times_;
};

// A row of `out` for every pair of raters, a column for every draw. The correlations of ranks take ranked ratings.
inline void pair_draws(SharedOut shared, std::size_t pairs, const double* values, const DrawnItems& drawn, PairMeasure kind,
                       int threads, double* out) {
    for_rows<PairDraws>(pairs, threads, [&](std::size_t row, PairDraws& draws) {
        const std::int64_t start = shared.offsets[row];
        const auto size = static_cast<std::size_t>(shared.offsets[row + 1] - start);
        double values_of_block[DrawnItems::lanes];
        for (std::size_t block = 0; block < drawn.blocks(); ++block) {
            draws.measure(shared.items + start, {shared.first + start, shared.second + start, size, drawn.block(block)}, kind,
                          values, values_of_block);
            const std::size_t first = block * DrawnItems::lanes, last = std::min(drawn.draws, first + DrawnItems::lanes);
            std::copy_n(values_of_block, last - first, out + row * drawn.draws + first);
            effort.add(static_cast<std::int64_t>(10 * size));
        }
    }, 4);
}

}  // namespace assay
