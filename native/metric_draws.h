// Two metrics against people, drawn again and again (Deutsch, Dror and Roth 2021).
//
// Scores are matrices of systems by segments, NaN where nothing is known; a cell counts where people and both metrics
// have a score. A permutation swaps the two metrics in cells, systems or segments, after both were standardised; a
// bootstrap gives systems and segments whole numbers as weights. Either way a draw ends in one agreement a metric.
// A pair of a cell with itself, which a bootstrap makes, is left out: it is a tie that nobody judged.
#pragma once

#include <cmath>
#include <limits>
#include <numeric>

#include "resample.h"
#include "tie_walk.h"

namespace assay::contest {

enum class Agreement : int { pearson, spearman, tau_b, accuracy, calibrated };
enum class Grouping : int { none, item, system, means };
enum class Redraw : int { observed, swap_cells, swap_systems, swap_segments, every_swap, draw_systems, draw_segments, draw_both };

constexpr double UNDEFINED = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t FEW = 24;  // up to so many cells all pairs are looked at one by one

inline bool swaps(Redraw redraw) {
    return redraw == Redraw::swap_cells || redraw == Redraw::swap_systems || redraw == Redraw::swap_segments ||
           redraw == Redraw::every_swap;
}

// Weighted Pearson correlation; undefined where one side does not vary.
inline double pearson(const double* x, const double* y, const double* weights, std::size_t number) {
    double total = 0, sum_x = 0, sum_y = 0, low_x = HUGE_VAL, high_x = -HUGE_VAL, low_y = HUGE_VAL, high_y = -HUGE_VAL;
    for (std::size_t i = 0; i < number; ++i) {
        total += weights[i], sum_x += weights[i] * x[i], sum_y += weights[i] * y[i];
        if (weights[i] == 0) continue;
        low_x = std::min(low_x, x[i]), high_x = std::max(high_x, x[i]);
        low_y = std::min(low_y, y[i]), high_y = std::max(high_y, y[i]);
    }
    if (!(low_x < high_x) || !(low_y < high_y)) return UNDEFINED;
    const double mean_x = sum_x / total, mean_y = sum_y / total;
    double xx = 0, yy = 0, xy = 0;
    for (std::size_t i = 0; i < number; ++i) {
        const double dx = x[i] - mean_x, dy = y[i] - mean_y;
        xx += weights[i] * dx * dx, yy += weights[i] * dy * dy, xy += weights[i] * dx * dy;
    }
    const double scale = std::sqrt(xx) * std::sqrt(yy);
    return scale > 0 ? std::clamp(xy / scale, -1.0, 1.0) : UNDEFINED;
}

struct PairCounts {
    double all = 0, concordant = 0, discordant = 0, tied_human = 0, tied_metric = 0, tied_both = 0;  // both in each

    double of(Agreement kind) const {
        if (kind == Agreement::accuracy) return all > 0 ? (concordant + tied_both) / all : UNDEFINED;
        const double scale = (all - tied_human) * (all - tied_metric);
        return scale > 0 ? (concordant - discordant) / std::sqrt(scale) : UNDEFINED;
    }
};

// All pairs one by one; for few cells nothing is faster.
inline PairCounts count_few(const double* human, const double* metric, const double* weights, std::size_t number) {
    PairCounts counts;
    for (std::size_t i = 1; i < number; ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const double weight = weights[i] * weights[j];
            const int h = (human[i] > human[j]) - (human[i] < human[j]);
            const int m = (metric[i] > metric[j]) - (metric[i] < metric[j]);
            counts.all += weight;
            counts.concordant += weight * (h * m > 0);
            counts.discordant += weight * (h * m < 0);
            counts.tied_human += weight * (h == 0);
            counts.tied_metric += weight * (m == 0);
            counts.tied_both += weight * (h == 0 && m == 0);
        }
    return counts;
}

struct Ordered {
    double value;
    std::int32_t level;  // the rank of the human score, from 0, equal scores alike
    std::uint32_t place;
    bool operator<(const Ordered& other) const {
        return value != other.value ? value < other.value : level < other.level;
    }
};

struct PairScratch {
    std::vector<Ordered> order;
    std::vector<double> tree, at_level;
};

inline double pairs_within(double sum, double squares) { return (sum * sum - squares) / 2; }

// Go up the metric's scores, with the human levels of all cells passed so far in a Fenwick tree.
inline PairCounts count_many(const std::int32_t* levels, const double* metric, const double* weights,
                             std::size_t number, PairScratch& scratch) {
    auto& order = scratch.order;
    order.clear();
    std::int32_t highest = 0;
    double sum = 0, squares = 0;
    for (std::size_t i = 0; i < number; ++i) {
        if (weights[i] == 0) continue;
        order.push_back({metric[i], levels[i], static_cast<std::uint32_t>(i)});
        highest = std::max(highest, levels[i]);
        sum += weights[i], squares += weights[i] * weights[i];
    }
    std::sort(order.begin(), order.end());
    scratch.tree.assign(highest + 2, 0.0);
    scratch.at_level.assign(highest + 1, 0.0);
    PairCounts counts;
    counts.all = pairs_within(sum, squares);
    double passed = 0, level_squares = 0;
    for (std::size_t start = 0, stop; start < order.size(); start = stop) {
        double block = 0, block_squares = 0, run = 0, run_squares = 0;
        for (stop = start; stop < order.size() && order[stop].value == order[start].value; ++stop) {
            const auto& one = order[stop];
            const double weight = weights[one.place];
            if (stop == start || one.level != order[stop - 1].level) {
                counts.tied_both += pairs_within(run, run_squares);
                run = run_squares = 0;
            }
            double below = 0;
            for (std::int32_t at = one.level; at > 0; at -= at & -at) below += scratch.tree[at];
            counts.concordant += weight * below;
            counts.discordant += weight * (passed - below - scratch.at_level[one.level]);
            run += weight, run_squares += weight * weight;
            block += weight, block_squares += weight * weight;
        }
        counts.tied_both += pairs_within(run, run_squares);
        counts.tied_metric += pairs_within(block, block_squares);
        for (std::size_t i = start; i < stop; ++i) {
            const double weight = weights[order[i].place];
            scratch.at_level[order[i].level] += weight;
            level_squares += weight * weight;
            for (std::int32_t at = order[i].level + 1; at <= highest + 1; at += at & -at) scratch.tree[at] += weight;
        }
        passed += block;
    }
    double level_sums = 0;
    for (const double weight : scratch.at_level) level_sums += weight * weight;
    counts.tied_human = (level_sums - level_squares) / 2;
    return counts;
}

// Mean ranks from 1, equal values sharing theirs; a cell of weight 2 takes two places.
inline void mean_ranks(const double* values, const double* weights, std::size_t number, PairScratch& scratch,
                       double* ranks) {
    auto& order = scratch.order;
    order.clear();
    for (std::size_t i = 0; i < number; ++i) {
        ranks[i] = 0;
        if (weights[i] != 0) order.push_back({values[i], 0, static_cast<std::uint32_t>(i)});
    }
    std::sort(order.begin(), order.end());
    double passed = 0;
    for (std::size_t start = 0, stop; start < order.size(); start = stop) {
        double block = 0;
        for (stop = start; stop < order.size() && order[stop].value == order[start].value; ++stop)
            block += weights[order[stop].place];
        for (std::size_t i = start; i < stop; ++i) ranks[order[i].place] = passed + (block + 1) / 2;
        passed += block;
    }
}

// The cells that count, group by group, side by side.
struct Cells {
    std::vector<std::size_t> offsets{0};
    std::vector<std::uint32_t> cell, system, segment;
    std::vector<double> human, first, second;
    std::vector<std::int32_t> level;

    std::size_t groups() const { return offsets.size() - 1; }
};

struct MetricTask {
    const double *human, *first, *second;
    std::size_t systems, segments;
    Agreement agreement;
    Grouping grouping;
    Redraw redraw;
    Cells cells;
    TieWalk walk;
};

inline void number_levels(Cells& cells) {
    cells.level.resize(cells.human.size());
    std::vector<std::uint32_t> order;
    for (std::size_t group = 0; group < cells.groups(); ++group) {
        order.resize(cells.offsets[group + 1] - cells.offsets[group]);
        std::iota(order.begin(), order.end(), static_cast<std::uint32_t>(cells.offsets[group]));
        std::sort(order.begin(), order.end(), [&](auto a, auto b) { return cells.human[a] < cells.human[b]; });
        std::int32_t level = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            if (i && cells.human[order[i]] != cells.human[order[i - 1]]) ++level;
            cells.level[order[i]] = level;
        }
    }
}

inline void add_cell(MetricTask& task, std::size_t system, std::size_t segment) {
    const std::size_t at = system * task.segments + segment;
    if (std::isnan(task.human[at]) || std::isnan(task.first[at]) || std::isnan(task.second[at])) return;
    auto& cells = task.cells;
    cells.cell.push_back(static_cast<std::uint32_t>(at));
    cells.system.push_back(static_cast<std::uint32_t>(system));
    cells.segment.push_back(static_cast<std::uint32_t>(segment));
    cells.human.push_back(task.human[at]);
    cells.first.push_back(task.first[at]);
    cells.second.push_back(task.second[at]);
}

inline void gather(MetricTask& task) {
    const bool by_item = task.grouping == Grouping::item;
    const bool one_group = task.grouping == Grouping::none || task.grouping == Grouping::means;
    const std::size_t outer = by_item ? task.segments : task.systems, inner = by_item ? task.systems : task.segments;
    for (std::size_t a = 0; a < outer; ++a) {
        for (std::size_t b = 0; b < inner; ++b) add_cell(task, by_item ? b : a, by_item ? a : b);
        if (!one_group) task.cells.offsets.push_back(task.cells.cell.size());
    }
    if (one_group) task.cells.offsets.push_back(task.cells.cell.size());
    number_levels(task.cells);
}

// Mean 0 and standard deviation 1 over all cells; returns the deviation. A constant becomes 0.
inline double standardise(std::vector<double>& values) {
    double sum = 0, squares = 0;
    for (const double value : values) sum += value;
    const double mean = values.empty() ? 0 : sum / static_cast<double>(values.size());
    for (const double value : values) squares += (value - mean) * (value - mean);
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    const bool constant = values.empty() || *low == *high;
    const double scale = constant ? 1 : std::sqrt(squares / static_cast<double>(values.size()));
    for (double& value : values) value = constant ? 0 : (value - mean) / scale;
    return scale;
}

inline void prepare(MetricTask& task) {
    gather(task);
    auto& cells = task.cells;
    const std::vector<double> first = cells.first, second = cells.second;
    double scale_first = 1, scale_second = 1;
    if (swaps(task.redraw)) scale_first = standardise(cells.first), scale_second = standardise(cells.second);
    if (task.agreement == Agreement::calibrated)
        task.walk.fill(cells.offsets, cells.human,
                       {first.data(), second.data(), cells.first.data(), cells.second.data(), scale_first, scale_second},
                       swaps(task.redraw));
}

struct DrawScratch {
    std::vector<std::uint32_t> coins, systems, segments;
    std::vector<byte> swapped;
    std::vector<double> first, second, weights, ranks_human, ranks, means[3], mean_weights;
    PairScratch pairs;
    WalkScratch walk;
};

inline void draw_coins(const MetricTask& task, Random& random, std::uint64_t draw, DrawScratch& scratch) {
    const auto& cells = task.cells;
    const std::size_t units = task.redraw == Redraw::swap_cells      ? task.systems * task.segments
                              : task.redraw == Redraw::swap_segments ? task.segments
                                                                     : task.systems;
    scratch.coins.resize(units);
    if (task.redraw == Redraw::every_swap)
        for (std::size_t i = 0; i < units; ++i) scratch.coins[i] = draw >> i & 1;
    else
        draw_weights(random, Draw::coin, units, 0, scratch.coins.data());
    const auto& unit = task.redraw == Redraw::swap_cells      ? cells.cell
                       : task.redraw == Redraw::swap_segments ? cells.segment
                                                              : cells.system;
    for (std::size_t i = 0; i < unit.size(); ++i) scratch.swapped[i] = static_cast<byte>(scratch.coins[unit[i]]);
}

// What a draw makes of the cells: the metrics' scores after swapping, and how often each cell is taken.
inline void redraw(const MetricTask& task, std::uint64_t seed, std::uint64_t draw, DrawScratch& scratch) {
    const auto& cells = task.cells;
    const std::size_t number = cells.cell.size();
    Random random(seed, draw);
    scratch.swapped.assign(number, 0);
    scratch.systems.assign(task.systems, 1);
    scratch.segments.assign(task.segments, 1);
    if (swaps(task.redraw)) draw_coins(task, random, draw, scratch);
    if (task.redraw == Redraw::draw_systems || task.redraw == Redraw::draw_both)
        draw_weights(random, Draw::with_replacement, task.systems, task.systems, scratch.systems.data());
    if (task.redraw == Redraw::draw_segments || task.redraw == Redraw::draw_both)
        draw_weights(random, Draw::with_replacement, task.segments, task.segments, scratch.segments.data());
    scratch.first.resize(number), scratch.second.resize(number), scratch.weights.resize(number);
    scratch.ranks.resize(number), scratch.ranks_human.resize(number);
    for (std::size_t i = 0; i < number; ++i) {
        scratch.first[i] = scratch.swapped[i] ? cells.second[i] : cells.first[i];
        scratch.second[i] = scratch.swapped[i] ? cells.first[i] : cells.second[i];
        const bool systems_only = task.grouping == Grouping::item, segments_only = task.grouping == Grouping::system;
        scratch.weights[i] = (segments_only ? 1.0 : scratch.systems[cells.system[i]]) *
                             (systems_only ? 1.0 : scratch.segments[cells.segment[i]]);
    }
}

// The agreement of one metric within one group; `levels` may be missing where there are few cells.
inline double agreement(Agreement kind, const double* human, const std::int32_t* levels, const double* metric,
                        const double* weights, std::size_t number, DrawScratch& scratch) {
    if (kind == Agreement::pearson) return pearson(human, metric, weights, number);
    if (kind == Agreement::spearman) {
        mean_ranks(human, weights, number, scratch.pairs, scratch.ranks_human.data());
        mean_ranks(metric, weights, number, scratch.pairs, scratch.ranks.data());
        return pearson(scratch.ranks_human.data(), scratch.ranks.data(), weights, number);
    }
    if (number <= FEW || levels == nullptr) return count_few(human, metric, weights, number).of(kind);
    return count_many(levels, metric, weights, number, scratch.pairs).of(kind);
}

// A mean without the last digits, which depend on the order of its terms: systems that tie must tie in any order.
inline double steady(double mean) {
    if (!(std::abs(mean) < 4096)) return mean;
    return std::ldexp(std::nearbyint(std::ldexp(mean, 40)), -40);
}

// Whole systems: means over the segments drawn, then one agreement over the systems drawn.
inline void of_means(const MetricTask& task, DrawScratch& scratch, double* out) {
    const auto& cells = task.cells;
    for (auto& sums : scratch.means) sums.assign(task.systems, 0.0);
    auto& [human, first, second] = scratch.means;
    scratch.mean_weights.assign(task.systems, 0.0);
    for (std::size_t i = 0; i < cells.cell.size(); ++i) {
        const std::size_t system = cells.system[i];
        const double weight = scratch.segments[cells.segment[i]];
        human[system] += weight * cells.human[i];
        first[system] += weight * scratch.first[i];
        second[system] += weight * scratch.second[i];
        scratch.mean_weights[system] += weight;
    }
    std::size_t kept = 0;
    for (std::size_t system = 0; system < task.systems; ++system) {
        const double weight = scratch.mean_weights[system];
        if (weight == 0) continue;
        for (auto& sums : scratch.means) sums[kept] = steady(sums[system] / weight);
        scratch.mean_weights[kept++] = scratch.systems[system];
    }
    scratch.ranks.resize(std::max(scratch.ranks.size(), kept));
    scratch.ranks_human.resize(std::max(scratch.ranks_human.size(), kept));
    const double* const weights = scratch.mean_weights.data();
    out[0] = agreement(task.agreement, human.data(), nullptr, first.data(), weights, kept, scratch);
    out[1] = agreement(task.agreement, human.data(), nullptr, second.data(), weights, kept, scratch);
}

// How often a group was drawn.
inline double group_weight(const MetricTask& task, std::size_t group, const DrawScratch& scratch) {
    const std::size_t any = task.cells.offsets[group];
    if (task.grouping == Grouping::item) return scratch.segments[task.cells.segment[any]];
    return task.grouping == Grouping::system ? scratch.systems[task.cells.system[any]] : 1;
}

// The mean over groups; those in which a metric's agreement is undefined do not count for it.
inline void of_groups(const MetricTask& task, DrawScratch& scratch, double* out) {
    const auto& cells = task.cells;
    double sums[2] = {0, 0}, totals[2] = {0, 0};
    for (std::size_t group = 0; group < cells.groups(); ++group) {
        const std::size_t start = cells.offsets[group], number = cells.offsets[group + 1] - start;
        const double weight = number < 2 ? 0 : group_weight(task, group, scratch);
        if (weight == 0) continue;
        for (int which = 0; which < 2; ++which) {
            const double* const metric = (which ? scratch.second : scratch.first).data() + start;
            const double value = agreement(task.agreement, cells.human.data() + start, cells.level.data() + start,
                                           metric, scratch.weights.data() + start, number, scratch);
            if (!std::isnan(value)) sums[which] += weight * value, totals[which] += weight;
        }
    }
    for (int which = 0; which < 2; ++which) out[which] = totals[which] > 0 ? sums[which] / totals[which] : UNDEFINED;
}

inline void of_ties(const MetricTask& task, DrawScratch& scratch, double* out) {
    scratch.walk.group_weights.resize(task.cells.groups());
    for (std::size_t group = 0; group < task.cells.groups(); ++group) {
        const bool empty = task.cells.offsets[group] == task.cells.offsets[group + 1];
        scratch.walk.group_weights[group] = empty ? 0 : group_weight(task, group, scratch);
    }
    task.walk.best(scratch.swapped.data(), scratch.weights.data(), !swaps(task.redraw), scratch.walk, out);
}

// out[d] = the agreement of the first and of the second metric in draw first_draw + d.
inline void metric_draws(MetricTask& task, std::uint64_t seed, std::uint64_t first_draw, std::size_t draws, int threads,
                         double* out) {
    prepare(task);
    for_rows<DrawScratch>(draws, threads, [&](std::size_t draw, DrawScratch& scratch) {
        redraw(task, seed, first_draw + draw, scratch);
        double* const found = out + 2 * draw;
        if (task.agreement == Agreement::calibrated) of_ties(task, scratch, found);
        else if (task.grouping == Grouping::means) of_means(task, scratch, found);
        else of_groups(task, scratch, found);
    }, 1);
}

}  // namespace assay::contest
