// Agreement of a metric with people: pairs of values counted by what both sides say, and the threshold below which a
// metric's difference should count as a tie (Deutsch, Foster and Freitag 2023).
//
// Values stand in groups; only values of one group form pairs. NaN on either side is a missing value and forms none.
// All sums are whole numbers: weights of 1 / (pairs of the group) are brought to their common denominator, which may
// be as long as it needs to be. So objectives are equal here where they are equal on paper.
#pragma once

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "column.h"

namespace assay {

struct PairCounts {
    std::int64_t concordant = 0, discordant = 0, human_ties = 0, metric_ties = 0, double_ties = 0;

    void add(bool human_tie, bool metric_tie, bool agree, std::int64_t number = 1) {
        (human_tie ? metric_tie ? double_ties : human_ties : metric_tie ? metric_ties : agree ? concordant : discordant) +=
            number;
    }
    std::int64_t pairs() const { return concordant + discordant + human_ties + metric_ties + double_ties; }
};

// When two values are apart. Rounding is monotone, so both hold for all values beyond one for which they hold.
struct Apart {
    double epsilon = 0, threshold = 0;

    bool human(double high, double low) const { return high > low && high - low >= threshold; }
    bool metric(double high, double low) const { return high - low > epsilon; }  // false for infinity less infinity
};

struct Judged {
    double human, metric;
};

inline void take_judged(const double* human, const double* metric, std::size_t size, std::vector<Judged>& out) {
    out.clear();
    for (std::size_t i = 0; i < size; ++i)
        if (!std::isnan(human[i]) && !std::isnan(metric[i])) out.push_back({human[i], metric[i]});
}

inline PairCounts count_all_pairs(const std::vector<Judged>& values, const Apart& apart) {
    PairCounts counts;
    for (std::size_t i = 1; i < values.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Judged &a = values[i], &b = values[j];
            const bool metric_up = apart.metric(a.metric, b.metric), metric_down = apart.metric(b.metric, a.metric);
            const bool human_up = apart.human(a.human, b.human), human_down = apart.human(b.human, a.human);
            counts.add(!human_up && !human_down, !metric_up && !metric_down, human_up == metric_up);
        }
    return counts;
}

class Fenwick {
  public:
    void clear(std::size_t size) { sums_.assign(size + 1, 0), total_ = 0; }
    void add(std::size_t place, std::int64_t number) {
        total_ += number;
        for (std::size_t at = place + 1; at < sums_.size(); at += at & -at) sums_[at] += number;
    }
    std::int64_t below(std::size_t place) const {
        std::int64_t sum = 0;
        for (std::size_t at = place; at > 0; at -= at & -at) sum += sums_[at];
        return sum;
    }
    std::int64_t total() const { return total_; }

  private:
    std::vector<std::int64_t> sums_;
    std::int64_t total_ = 0;
};

struct PairScratch {
    std::vector<Judged> values;
    std::vector<double> human;  // sorted
    Fenwick clear, tied;
};

// The places in the sorted human values below which all lie clearly lower, and from which on all lie clearly higher.
inline std::pair<std::size_t, std::size_t> human_bounds(const std::vector<double>& sorted, double value,
                                                        const Apart& apart) {
    const auto low = std::partition_point(sorted.begin(), sorted.end(), [&](double x) { return apart.human(value, x); });
    const auto high = std::partition_point(low, sorted.end(), [&](double x) { return !apart.human(x, value); });
    return {low - sorted.begin(), high - sorted.begin()};
}

// In O(n log n): values come by rising metric; those that the metric sets clearly lower wait in one tree, the others,
// within epsilon, in a second. Each tree tells how many of its values people set lower, higher or neither.
inline PairCounts count_sorted_pairs(PairScratch& scratch, const Apart& apart) {
    auto& [values, human, clear, tied] = scratch;
    std::sort(values.begin(), values.end(), [](const Judged& a, const Judged& b) { return a.metric < b.metric; });
    human.clear();
    for (const Judged& value : values) human.push_back(value.human);
    std::sort(human.begin(), human.end());
    const auto place = [&human = human](double x) { return std::lower_bound(human.begin(), human.end(), x) - human.begin(); };
    clear.clear(human.size()), tied.clear(human.size());
    PairCounts counts;
    std::size_t first_tied = 0;
    for (const Judged& value : values) {
        for (; apart.metric(value.metric, values[first_tied].metric); ++first_tied) {
            const std::size_t moved = place(values[first_tied].human);
            tied.add(moved, -1), clear.add(moved, 1);
        }
        const auto [low, high] = human_bounds(human, value.human, apart);
        const std::int64_t lower = clear.below(low), not_higher = clear.below(high);
        const std::int64_t alike = tied.below(high) - tied.below(low);
        counts.concordant += lower, counts.discordant += clear.total() - not_higher;
        counts.human_ties += not_higher - lower;
        counts.double_ties += alike, counts.metric_ties += tied.total() - alike;
        tied.add(place(value.human), 1);
    }
    return counts;
}

constexpr std::size_t FEW_VALUES = 48;  // up to here, looking at every pair is faster than sorting

inline PairCounts count_pairs(const double* human, const double* metric, std::size_t size, const Apart& apart,
                              PairScratch& scratch) {
    take_judged(human, metric, size, scratch.values);
    const bool few = scratch.values.size() <= FEW_VALUES;
    return few ? count_all_pairs(scratch.values, apart) : count_sorted_pairs(scratch, apart);
}

// out[g] = concordant, discordant, tied by people only, by the metric only, by both.
inline void pair_counts(const double* human, const double* metric, const std::int64_t* offsets, std::size_t groups,
                        const Apart& apart, int threads, std::int64_t* out) {
    for_rows<PairScratch>(groups, threads, [&](std::size_t group, PairScratch& scratch) {
        const std::int64_t start = offsets[group];
        const PairCounts counts = count_pairs(human + start, metric + start, offsets[group + 1] - start, apart, scratch);
        const std::int64_t row[5] = {counts.concordant, counts.discordant, counts.human_ties, counts.metric_ties,
                                     counts.double_ties};
        std::copy(row, row + 5, out + 5 * group);
    });
}

// Whole numbers of any fixed length, least word first, negative ones as complements.
using Wide = std::vector<std::uint64_t>;

inline void wide_add(Wide& sum, const std::uint64_t* term, bool negative) {
    Uint128 carry = negative;
    for (std::size_t word = 0; word < sum.size(); ++word) {
        carry = carry + Uint128{sum[word]} + Uint128{negative ? ~term[word] : term[word]};
        sum[word] = static_cast<std::uint64_t>(carry), carry = carry >> 64;
    }
}

inline int wide_compare(const Wide& a, const Wide& b) {
    for (std::size_t word = a.size(); word-- > 0;) {
        if (a[word] == b[word]) continue;
        if (word + 1 < a.size()) return a[word] < b[word] ? -1 : 1;
        return static_cast<std::int64_t>(a[word]) < static_cast<std::int64_t>(b[word]) ? -1 : 1;
    }
    return 0;
}

inline void wide_multiply(Wide& number, std::uint64_t factor) {
    Uint128 carry = 0;
    for (auto& word : number) {
        carry = carry + full_product(word, factor);
        word = static_cast<std::uint64_t>(carry), carry = carry >> 64;
    }
    if (carry) number.push_back(static_cast<std::uint64_t>(carry));
}

// Divides in place and returns the remainder.
inline std::uint64_t wide_divide(Wide& number, std::uint64_t divisor) {
    Division done{};
    for (std::size_t word = number.size(); word-- > 0;) {
        done = divide(done.rest, number[word], divisor);
        number[word] = done.quotient;
    }
    return done.rest;
}

inline double wide_ratio(Wide number, Wide denominator) {
    const bool negative = static_cast<std::int64_t>(number.back()) < 0;
    if (negative) {
        const Wide positive = number;
        std::fill(number.begin(), number.end(), 0);
        wide_add(number, positive.data(), true);
    }
    const auto leading = [](const Wide& wide, int& exponent) {  // the uppermost words are as exact as a double can be
        long double value = 0;
        std::size_t top = wide.size();
        while (top > 1 && wide[top - 1] == 0) --top;
        const std::size_t last = top > 3 ? top - 3 : 0;
        for (std::size_t word = top; word-- > last;) value = value * 18446744073709551616.0L + wide[word];
        exponent = static_cast<int>(64 * last);
        return value;
    };
    int up = 0, down = 0;
    const long double a = leading(number, up), b = leading(denominator, down);
    return static_cast<double>(std::ldexp(a / b, up - down)) * (negative ? -1 : 1);
}

// The weights 1 / pairs of all groups over their common denominator; groups with as many pairs share a weight.
struct TieWeights {
    std::vector<std::uint64_t> sizes;   // different numbers of pairs, rising
    std::vector<std::uint64_t> values;  // `words` of them for each size
    Wide denominator;                   // of the mean over groups
    std::size_t words = 0, groups = 0;

    const std::uint64_t* of(std::size_t kind) const { return values.data() + kind * words; }
    std::size_t kind(std::uint64_t pairs) const {
        return std::lower_bound(sizes.begin(), sizes.end(), pairs) - sizes.begin();
    }
};

inline TieWeights tie_weights(std::vector<std::uint64_t> pairs) {
    TieWeights weights;
    weights.groups = pairs.size();
    std::sort(pairs.begin(), pairs.end());
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    Wide multiple{1};
    for (const std::uint64_t number : pairs) {
        Wide quotient = multiple;
        wide_multiply(multiple, number / std::gcd(number, wide_divide(quotient, number)));
    }
    weights.sizes = pairs;
    weights.denominator = multiple;
    wide_multiply(weights.denominator, std::max<std::size_t>(1, weights.groups));
    weights.denominator.push_back(0);  // for the sign
    weights.words = weights.denominator.size();
    multiple.resize(weights.words, 0);
    for (const std::uint64_t number : pairs) {
        Wide weight = multiple;
        wide_divide(weight, number);
        weights.values.insert(weights.values.end(), weight.begin(), weight.end());
    }
    return weights;
}

// A pair that changes the objective once it counts as a tie: for the better if people tie it, else for the worse.
struct TieStep {
    std::uint64_t difference;  // the bits of a double that is not negative: they sort as it does
    std::uint32_t kind;        // 2 x the weight, plus 1 if people tie the pair
};
constexpr std::uint32_t NO_STEP = ~0U;  // a pair that is wrong both ways; it matters to the curve only

struct TieScratch {
    std::vector<Judged> values;
    std::vector<TieStep> steps, sorted;
    std::vector<std::uint64_t> sizes;
    Wide sum, best;
};

// By radix, eleven bits at a time, leaving out digits that are all the same.
inline void sort_steps(std::vector<TieStep>& steps, std::vector<TieStep>& other) {
    constexpr std::size_t BITS = 11, DIGITS = 6, VALUES = 1 << BITS;
    if (steps.size() < 512) {
        std::sort(steps.begin(), steps.end(), [](auto& a, auto& b) { return a.difference < b.difference; });
        return;
    }
    std::vector<std::uint32_t> counts(DIGITS * VALUES, 0);
    for (const TieStep& step : steps)
        for (std::size_t digit = 0; digit < DIGITS; ++digit)
            ++counts[digit * VALUES + (step.difference >> digit * BITS & (VALUES - 1))];
    other.resize(steps.size());
    for (std::size_t digit = 0; digit < DIGITS; ++digit) {
        std::uint32_t* const starts = counts.data() + digit * VALUES;
        const auto value = [&](const TieStep& step) { return step.difference >> digit * BITS & (VALUES - 1); };
        if (starts[value(steps[0])] == steps.size()) continue;
        std::uint32_t next = 0;
        for (std::size_t v = 0; v < VALUES; ++v) next += std::exchange(starts[v], next);
        for (const TieStep& step : steps) other[starts[value(step)]++] = step;
        steps.swap(other);
    }
}

struct TieCalibration {
    double epsilon = 0;                                      // the smallest of those that are best
    double until = std::numeric_limits<double>::infinity();  // the next larger difference that changes the objective
    double accuracy = std::numeric_limits<double>::quiet_NaN(), untied = accuracy;  // the best one; that of epsilon 0
    std::int64_t groups = 0, pairs = 0;                      // groups that have a pair, and all their pairs
};

inline TieWeights weigh_groups(const double* human, const double* metric, const std::int64_t* offsets,
                               std::size_t groups, TieScratch& scratch, std::int64_t& pairs) {
    scratch.sizes.clear();
    for (std::size_t group = 0; group < groups; ++group) {
        std::uint64_t judged = 0;
        for (std::int64_t i = offsets[group]; i < offsets[group + 1]; ++i)
            judged += !std::isnan(human[i]) && !std::isnan(metric[i]);
        if (judged < 2) continue;
        scratch.sizes.push_back(judged * (judged - 1) / 2);
        pairs += scratch.sizes.back();
    }
    return tie_weights(scratch.sizes);
}

// Adds up what is right with epsilon 0, and lists the pairs by which it changes.
inline void list_steps(const TieWeights& weights, const Apart& apart, bool all, TieScratch& scratch) {
    const auto& values = scratch.values;
    const std::size_t kind = weights.kind(values.size() * (values.size() - 1) / 2);
    for (std::size_t i = 1; i < values.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) {
            const Judged &a = values[i], &b = values[j];
            const bool up = apart.human(a.human, b.human), tie = !up && !apart.human(b.human, a.human);
            const bool metric_tie = a.metric == b.metric, agree = !tie && up == (a.metric > b.metric);
            if (metric_tie ? tie : agree) wide_add(scratch.sum, weights.of(kind), false);
            if (metric_tie || (!tie && !agree && !all)) continue;
            const auto step = static_cast<std::uint32_t>(tie || agree ? 2 * kind + tie : NO_STEP);
            scratch.steps.push_back({std::bit_cast<std::uint64_t>(std::abs(a.metric - b.metric)), step});
        }
}

// Calls visit(epsilon, sum) for epsilon 0 and, rising, for every difference at which pairs become ties.
template <class Visit>
void for_epsilons(const double* human, const double* metric, const std::int64_t* offsets, std::size_t groups,
                  double threshold, const TieWeights& weights, bool all, TieScratch& scratch, Visit visit) {
    scratch.sum.assign(weights.words, 0);
    scratch.steps.clear();
    for (std::size_t group = 0; group < groups; ++group) {
        const std::int64_t start = offsets[group];
        take_judged(human + start, metric + start, offsets[group + 1] - start, scratch.values);
        if (scratch.values.size() > 1) list_steps(weights, Apart{0, threshold}, all, scratch);
    }
    sort_steps(scratch.steps, scratch.sorted);
    visit(0.0, scratch.sum);
    const auto& steps = scratch.steps;
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (steps[i].kind != NO_STEP) wide_add(scratch.sum, weights.of(steps[i].kind / 2), steps[i].kind % 2 == 0);
        const bool last = i + 1 == steps.size() || steps[i + 1].difference != steps[i].difference;
        if (last) visit(std::bit_cast<double>(steps[i].difference), scratch.sum);
    }
}

// The epsilon with the largest mean over groups of the share of pairs on which metric and people agree, ties included.
// Several draws with the same missing values may share their weights: see `weigh_groups`.
inline TieCalibration calibrate_ties(const double* human, const double* metric, const std::int64_t* offsets,
                                     std::size_t groups, double threshold, TieScratch& scratch) {
    TieCalibration found;
    const TieWeights weights = weigh_groups(human, metric, offsets, groups, scratch, found.pairs);
    found.groups = static_cast<std::int64_t>(weights.groups);
    if (found.groups == 0) return found;
    bool first = true, open = true;
    for_epsilons(human, metric, offsets, groups, threshold, weights, false, scratch, [&](double epsilon, const Wide& sum) {
        const int order = first ? 1 : wide_compare(sum, scratch.best);
        if (first) found.untied = wide_ratio(sum, weights.denominator);
        first = false;
        if (order > 0) {
            scratch.best = sum;
            found.epsilon = epsilon, found.until = std::numeric_limits<double>::infinity(), open = true;
        } else if (order < 0 && open) {
            found.until = epsilon, open = false;
        }
    });
    found.accuracy = wide_ratio(scratch.best, weights.denominator);
    return found;
}

// The same objective for every epsilon at which a pair becomes a tie, 0 first; returns how many there are.
inline std::size_t tie_curve(const double* human, const double* metric, const std::int64_t* offsets, std::size_t groups,
                             double threshold, double* epsilons, double* accuracies) {
    TieScratch scratch;
    std::int64_t pairs = 0;
    const TieWeights weights = weigh_groups(human, metric, offsets, groups, scratch, pairs);
    std::size_t number = 0;
    if (weights.groups == 0) return 0;
    for_epsilons(human, metric, offsets, groups, threshold, weights, true, scratch, [&](double epsilon, const Wide& sum) {
        epsilons[number] = epsilon;
        accuracies[number++] = wide_ratio(sum, weights.denominator);
    });
    return number;
}

}  // namespace assay
