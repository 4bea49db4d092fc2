// Tie calibration (Deutsch, Foster and Freitag 2023) that is repeated for many draws of two metrics.
//
// A swap gives a pair of cells one of four forms: either cell may have its score from either metric. All pairs in all
// their forms are put in the order of their differences once. A draw walks along this order and takes of each pair the
// form that the first metric has, and the opposite one for the second: no draw sorts anything.
// A pair that becomes a tie gains 1 if people tie it, and loses 1 if it was right before. Among equal differences
// losses stand first, so that no sum in the middle of a block is higher than both its ends, and the highest sum of all
// is the best accuracy over all thresholds.
#pragma once

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "column.h"

namespace assay::contest {

// The two metrics before and after standardising: differences within a metric are taken before, where equal ones are
// equal to the last digit.
struct Metrics {
    const double *first, *second, *standard_first, *standard_second;
    double scale_first, scale_second;

    double apart(std::size_t i, std::size_t j, int form) const {
        if (form == 0) return (first[i] - first[j]) / scale_first;
        if (form == 3) return (second[i] - second[j]) / scale_second;
        return (form & 2 ? standard_second : standard_first)[i] - (form & 1 ? standard_second : standard_first)[j];
    }
};

struct WalkScratch {
    std::vector<byte> form;
    std::vector<double> weight, group_weights;
};

class TieWalk {
  public:
    // Put all pairs within groups in order: in two forms, or in all four where cells are swapped.
    void fill(const std::vector<std::size_t>& offsets, const std::vector<double>& human, const Metrics& metrics,
              bool swapped) {
        std::vector<Step> steps;
        group_offsets_.assign(1, 0);
        for (std::size_t group = 0; group + 1 < offsets.size(); ++group) {
            for (std::size_t i = offsets[group] + 1; i < offsets[group + 1]; ++i)
                for (std::size_t j = offsets[group]; j < i; ++j) add(human, metrics, i, j, swapped, steps);
            group_offsets_.push_back(ends_.size());
        }
        std::sort(steps.begin(), steps.end());
        for (const auto& step : steps) {
            pair_.push_back(step.pair), form_.push_back(step.form), gain_.push_back(step.gain);
        }
    }

    // The best accuracy of each metric, a mean over groups by their weights. `drawn`: cells have weights, too.
    void best(const byte* swapped, const double* weights, bool drawn, WalkScratch& scratch, double* out) const {
        const std::size_t pairs = ends_.size();
        scratch.form.resize(pairs);
        for (std::size_t pair = 0; pair < pairs; ++pair)
            scratch.form[pair] = static_cast<byte>(2 * swapped[ends_[pair].i] + swapped[ends_[pair].j]);
        const double whole = weigh(weights, drawn, scratch);
        if (!(whole > 0)) {
            out[0] = out[1] = std::numeric_limits<double>::quiet_NaN();
            return;
        }
        if (alike(scratch.weight)) walk<std::int64_t>([](std::uint32_t) { return std::int64_t{1}; }, scratch, out);
        else walk<double>([&](std::uint32_t pair) { return scratch.weight[pair]; }, scratch, out);
        const double unit = alike(scratch.weight) ? scratch.weight[0] : 1;
        for (int which = 0; which < 2; ++which) out[which] = out[which] * unit / whole;
    }

  private:
    struct Ends {
        std::uint32_t i, j;
    };
    struct Step {
        double apart;
        std::uint32_t pair;
        std::int8_t form, gain;
        bool operator<(const Step& other) const {
            return apart != other.apart ? apart < other.apart : gain < other.gain;
        }
    };

    void add(const std::vector<double>& human, const Metrics& metrics, std::size_t i, std::size_t j, bool swapped,
             std::vector<Step>& steps) {
        const auto pair = static_cast<std::uint32_t>(ends_.size());
        ends_.push_back({static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(j)});
        const int wanted = (human[i] > human[j]) - (human[i] < human[j]);
        for (int form = 0; form < 4; ++form) {
            const bool exists = swapped || form == 0 || form == 3;
            const double apart = exists ? metrics.apart(i, j, form) : 0;
            const bool right = exists && wanted != 0 && ((apart > 0) - (apart < 0)) == wanted;
            right_.push_back(right);
            const int gain = (wanted == 0) - right;
            if (exists && gain != 0)
                steps.push_back({std::fabs(apart), pair, static_cast<std::int8_t>(form), static_cast<std::int8_t>(gain)});
        }
    }

    static bool alike(const std::vector<double>& weights) {
        for (const double weight : weights)
            if (weight != weights[0]) return false;
        return true;
    }

    // The weight of every pair, whole numbers where that is possible; returns what all of them add up to.
    double weigh(const double* weights, bool drawn, WalkScratch& scratch) const {
        const std::size_t groups = group_offsets_.size() - 1;
        scratch.weight.resize(ends_.size());
        std::vector<double> sizes(groups);
        std::uint64_t common = 1;
        for (std::size_t group = 0; group < groups; ++group) {
            for (std::size_t pair = group_offsets_[group]; pair < group_offsets_[group + 1]; ++pair) {
                scratch.weight[pair] = drawn ? weights[ends_[pair].i] * weights[ends_[pair].j] : 1;
                sizes[group] += scratch.weight[pair];
            }
            const bool counts = sizes[group] > 0 && scratch.group_weights[group] > 0;
            if (counts && common < MOST) common = std::lcm(common, static_cast<std::uint64_t>(sizes[group]));
        }
        const double numerator = common < MOST ? static_cast<double>(common) : 1;
        double whole = 0;
        for (std::size_t group = 0; group < groups; ++group) {
            const double share = sizes[group] > 0 ? scratch.group_weights[group] * (numerator / sizes[group]) : 0;
            for (std::size_t pair = group_offsets_[group]; pair < group_offsets_[group + 1]; ++pair)
                scratch.weight[pair] *= share;
            if (sizes[group] > 0) whole += scratch.group_weights[group] * numerator;
        }
        return whole;
    }

    template <class Sum, class Weight>
    void walk(Weight weight, const WalkScratch& scratch, double* out) const {
        Sum first = 0, second = 0;
        for (std::size_t pair = 0; pair < ends_.size(); ++pair) {
            const int form = scratch.form[pair];
            const auto one = weight(static_cast<std::uint32_t>(pair));
            first += right_[4 * pair + form] * one;
            second += right_[4 * pair + 3 - form] * one;
        }
        Sum best_first = first, best_second = second;
        for (std::size_t step = 0; step < pair_.size(); ++step) {
            const std::uint32_t pair = pair_[step];
            const int now = scratch.form[pair], form = form_[step];
            const Sum gain = static_cast<Sum>(gain_[step]) * weight(pair);
            first += now == form ? gain : Sum{0};
            second += now == 3 - form ? gain : Sum{0};
            best_first = std::max(best_first, first);
            best_second = std::max(best_second, second);
        }
        out[0] = static_cast<double>(best_first);
        out[1] = static_cast<double>(best_second);
    }

    static constexpr std::uint64_t MOST = std::uint64_t{1} << 30;  // common multiples beyond are given up

    std::vector<std::size_t> group_offsets_;
    std::vector<Ends> ends_;
    std::vector<byte> right_;
    std::vector<std::uint32_t> pair_;
    std::vector<std::int8_t> form_, gain_;
};

}  // namespace assay::contest
