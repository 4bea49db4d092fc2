// Preferences drawn again, and TrueSkill on what was drawn.
//
// A judgement is a cell: for systems i < j, cell 3 p + o, where p numbers the pair and o is 0 if j was preferred, 1 if
// neither, 2 if i. Judgements stand in units that are drawn as one: by themselves, or all of a rater or a segment.
// Two players have a closed form of the update of Herbrich, Minka and Graepel (2006); games are picked as at WMT
// (Sakaguchi, Post and Van Durme 2014): the least certain system, against one of similar skill.
#pragma once

#include <cmath>

#include "resample.h"

namespace assay {

// What each draw holds of every cell: units `offsets[u]` to `offsets[u + 1]`, each as often as its weight.
struct Units {
    const std::int32_t* cells;
    const std::int64_t* offsets;
    std::size_t number;

    void count(const std::vector<std::uint32_t>& weights, std::int64_t* counts) const {
        for (std::size_t unit = 0; unit < number; ++unit)
            if (weights[unit])
                for (std::int64_t row = offsets[unit]; row < offsets[unit + 1]; ++row)
                    counts[cells[row]] += weights[unit];
    }
};

inline void resample_counts(const Units& units, std::size_t cells, std::uint64_t seed, std::uint64_t first, Draw kind,
                            std::size_t size, std::size_t draws, int threads, std::int64_t* out) {
    std::fill(out, out + draws * cells, std::int64_t{0});
    for_rows<std::vector<std::uint32_t>>(draws, threads, [&](std::size_t draw, std::vector<std::uint32_t>& weights) {
        weights.resize(units.number);
        Random random(seed, first + draw);
        draw_weights(random, kind, units.number, size, weights.data());
        units.count(weights, out + draw * cells);
    }, 1);
}

struct Skill {
    double mean, variance;
};

struct Game {
    double beta, margin, drift;  // spread of a performance, what is still a draw, variance added before a game
};

struct Truncated {
    double shift, shrinkage;  // v and w: what a normal variable gains in mean and loses in variance
};

constexpr double FAR = -35.0;  // beyond it the tail of the normal distribution nears the smallest double

inline double density(double x) { return std::exp(-0.5 * x * x) * 0.3989422804014327; }
inline double below(double x) { return 0.5 * std::erfc(-x * 0.7071067811865476); }

// Above a bound that lies x below the mean; far out by the series of the hazard of the normal distribution.
inline Truncated above_bound(double x) {
    if (x < FAR) {
        const double y = -x, r = 1 / (y * y);
        const double over = (1 - r * (2 - r * (10 - 74 * r))) / y;
        return {y + over, (y + over) * over};
    }
    const double shift = density(x) / below(x);
    return {shift, shift * (shift + x)};
}

// Between two bounds, at a distance of `margin` from 0; t is the mean.
inline Truncated within_bounds(double t, double margin) {
    const double away = std::fabs(t), low = -margin - away, high = margin - away, sign = t < 0 ? 1 : -1;
    if (high < FAR) {
        const Truncated tail = above_bound(high);
        return {sign * tail.shift, tail.shrinkage};
    }
    const double mass = below(high) - below(low);
    if (!(mass > 0)) return {-t, 1};  // no room between the bounds
    const double shift = (density(high) - density(low)) / mass;
    return {sign * shift, shift * shift + (high * density(high) - low * density(low)) / mass};
}

// The first beat the second, or nobody won.
inline void play(Skill& first, Skill& second, bool draw, const Game& game) {
    first.variance += game.drift;
    second.variance += game.drift;
    const double spread = 2 * game.beta * game.beta + first.variance + second.variance, c = std::sqrt(spread);
    const double t = (first.mean - second.mean) / c, margin = game.margin / c;
    const Truncated change = draw ? within_bounds(t, margin) : above_bound(t - margin);
    first.mean += first.variance * change.shift / c;
    second.mean -= second.variance * change.shift / c;
    first.variance *= 1 - first.variance * change.shrinkage / spread;
    second.variance *= 1 - second.variance * change.shrinkage / spread;
}

// Games in the order given; outcome 1: the first won, -1: the second, 0: neither.
inline void trueskill_games(const std::int32_t* first, const std::int32_t* second, const std::int8_t* outcome,
                            std::size_t games, const Game& game, double* means, double* variances) {
    for (std::size_t row = 0; row < games; ++row) {
        std::size_t winner = first[row], loser = second[row];
        if (outcome[row] < 0) std::swap(winner, loser);
        Skill a{means[winner], variances[winner]}, b{means[loser], variances[loser]};
        play(a, b, outcome[row] == 0, game);
        means[winner] = a.mean, variances[winner] = a.variance;
        means[loser] = b.mean, variances[loser] = b.variance;
    }
}

struct Tournament {
    std::size_t systems, games;
    Skill start;
    Game game;
};

struct TournamentScratch {
    std::vector<std::uint32_t> weights;
    std::vector<std::int64_t> counts;
    std::vector<std::int64_t> met;  // judgements of system i and j, in any order
    std::vector<std::int64_t> judged;
    std::vector<double> chances;
    std::vector<Skill> skills;
};

inline std::size_t pair_number(std::size_t i, std::size_t j, std::size_t systems) {
    return i * systems - i * (i + 1) / 2 + j - i - 1;
}

inline void meet(TournamentScratch& s, std::size_t systems) {
    s.met.assign(systems * systems, 0);
    s.judged.assign(systems, 0);
    for (std::size_t i = 0, pair = 0; i < systems; ++i)
        for (std::size_t j = i + 1; j < systems; ++j, ++pair) {
            const std::int64_t all = s.counts[3 * pair] + s.counts[3 * pair + 1] + s.counts[3 * pair + 2];
            s.met[i * systems + j] = s.met[j * systems + i] = all;
            s.judged[i] += all, s.judged[j] += all;
        }
}

// The judged system of the largest variance; the first of equals.
inline std::size_t least_certain(const TournamentScratch& s, std::size_t systems) {
    std::size_t found = systems;
    for (std::size_t i = 0; i < systems; ++i)
        if (s.judged[i] && (found == systems || s.skills[i].variance > s.skills[found].variance)) found = i;
    return found;
}

// One that this system was judged against, by exp(-|difference of means|).
inline std::size_t opponent(TournamentScratch& s, std::size_t system, std::size_t systems, Random& random) {
    double total = 0;
    std::size_t last = system;
    for (std::size_t j = 0; j < systems; ++j) {
        const bool met = s.met[system * systems + j] > 0;
        s.chances[j] = met ? std::exp(-std::fabs(s.skills[system].mean - s.skills[j].mean)) : 0;
        total += s.chances[j];
        if (met) last = j;
    }
    double left = static_cast<double>(random.next() >> 11) * 0x1p-53 * total;
    for (std::size_t j = 0; j < last; ++j) {
        if (left < s.chances[j]) return j;
        left -= s.chances[j];
    }
    return last;
}

inline void play_one(TournamentScratch& s, const Tournament& t, Random& random) {
    const std::size_t one = least_certain(s, t.systems), other = opponent(s, one, t.systems, random);
    const std::size_t i = std::min(one, other), j = std::max(one, other);
    const std::int64_t* const counts = s.counts.data() + 3 * pair_number(i, j, t.systems);
    const auto drawn = static_cast<std::int64_t>(random.below(s.met[i * t.systems + j]));
    if (drawn < counts[0])
        play(s.skills[j], s.skills[i], false, t.game);
    else
        play(s.skills[i], s.skills[j], drawn < counts[0] + counts[1], t.game);
}

// Every run draws the units anew, as many as there are, and plays its games on the judgements drawn.
inline void trueskill_runs(const Units& units, const Tournament& tournament, std::uint64_t seed, std::uint64_t first,
                           std::size_t runs, int threads, double* means, double* variances) {
    const std::size_t systems = tournament.systems, cells = 3 * (systems * (systems - 1) / 2);
    for_rows<TournamentScratch>(runs, threads, [&](std::size_t run, TournamentScratch& s) {
        Random random(seed, first + run);
        s.weights.resize(units.number);
        s.counts.assign(cells, 0);
        s.chances.resize(systems);
        draw_weights(random, Draw::with_replacement, units.number, units.number, s.weights.data());
        units.count(s.weights, s.counts.data());
        meet(s, systems);
        s.skills.assign(systems, tournament.start);
        if (least_certain(s, systems) < systems)
            for (std::size_t game = 0; game < tournament.games; ++game) play_one(s, tournament, random);
        for (std::size_t i = 0; i < systems; ++i) {
            means[run * systems + i] = s.skills[i].mean;
            variances[run * systems + i] = s.skills[i].variance;
        }
    }, 1);
}

}  // namespace assay
