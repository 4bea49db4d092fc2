// Word mover's distance (Kusner et al. 2015): the least cost at which the words of one text become those of another.
//
// The exact cost is that of the transportation problem, solved by successive shortest paths (Dijkstra, with potentials).
// The relaxed one lets each word go to the nearest, from either side, and takes the larger sum: a bound from below.
#pragma once

#include <limits>

#include "similarity.h"

namespace assay {

class Mover {
  public:
    double run(Ids hyp, Ids ref, const double* weights, const Cosine& vectors, bool relaxed) {
        supply_ = masses(hyp, weights);
        demand_ = masses(ref, weights);
        pairs_.fill(hyp, ref, [&](std::int32_t a, std::int32_t b) { return vectors.distance(a, b); });
        if (relaxed) return std::max(nearest(false), nearest(true));
        return transport();
    }

  private:
    static constexpr double infinite = std::numeric_limits<double>::infinity(), nothing = 1e-12;
    static constexpr std::size_t none = ~std::size_t{0};

    // Each word's share of all weight; where none has any, all have the same.
    static std::vector<double> masses(Ids words, const double* weights) {
        std::vector<double> shares(words.size);
        double all = 0;
        for (const std::int32_t word : words) all += weights[word];
        for (std::size_t i = 0; i < words.size; ++i)
            shares[i] = all > 0 ? weights[words[i]] / all : 1 / static_cast<double>(words.size);
        return shares;
    }

    double nearest(bool of_ref) const {
        const auto& from = of_ref ? demand_ : supply_;
        const auto& to = of_ref ? supply_ : demand_;
        double sum = 0;
        for (std::size_t i = 0; i < from.size(); ++i) {
            double least = infinite;
            for (std::size_t j = 0; j < to.size(); ++j)
                if (to[j] > 0) least = std::min(least, of_ref ? pairs_.at(j, i) : pairs_.at(i, j));
            if (from[i] > 0) sum += from[i] * least;
        }
        return sum;
    }

    double transport() {
        const std::size_t rows = supply_.size(), columns = demand_.size();
        flow_.assign(rows * columns, 0);
        row_potential_.assign(rows, 0);
        column_potential_.assign(columns, 0);
        for (std::size_t end; (end = shortest_path()) != none;) push(end);
        double cost = 0;
        for (std::size_t i = 0; i < rows; ++i)
            for (std::size_t j = 0; j < columns; ++j) cost += flow_[i * columns + j] * pairs_.at(i, j);
        return cost;
    }

    // From any row with supply left to the nearest column with demand left; returns that column.
    std::size_t shortest_path() {
        const std::size_t rows = supply_.size(), columns = demand_.size();
        row_distance_.assign(rows, infinite);
        column_distance_.assign(columns, infinite);
        row_from_.assign(rows, none);
        column_from_.assign(columns, none);
        done_.assign(rows + columns, false);
        bool left = false;
        for (std::size_t i = 0; i < rows; ++i)
            if (supply_[i] > nothing) row_distance_[i] = 0, left = true;
        if (!left) return none;
        for (;;) {
            const std::size_t next = nearest_open();
            if (next == none) return none;
            done_[next] = true;
            effort.add(static_cast<std::int64_t>(2 * (rows + columns)));
            if (next >= rows && demand_[next - rows] > nothing) return reach(next - rows);
            if (next < rows) leave_row(next);
            else leave_column(next - rows);
        }
    }

    std::size_t nearest_open() const {
        const std::size_t rows = supply_.size();
        std::size_t best = none;
        double least = infinite;
        for (std::size_t i = 0; i < done_.size(); ++i) {
            const double distance = i < rows ? row_distance_[i] : column_distance_[i - rows];
            if (!done_[i] && distance < least) least = distance, best = i;
        }
        return best;
    }

    void leave_row(std::size_t i) {
        for (std::size_t j = 0; j < demand_.size(); ++j) {
            const double step = std::max(0.0, pairs_.at(i, j) + row_potential_[i] - column_potential_[j]);
            if (row_distance_[i] + step < column_distance_[j])
                column_distance_[j] = row_distance_[i] + step, column_from_[j] = i;
        }
    }

    // Back along what already flows.
    void leave_column(std::size_t j) {
        for (std::size_t i = 0; i < supply_.size(); ++i) {
            if (flow_[i * demand_.size() + j] <= nothing) continue;
            const double step = std::max(0.0, column_potential_[j] - pairs_.at(i, j) - row_potential_[i]);
            if (column_distance_[j] + step < row_distance_[i])
                row_distance_[i] = column_distance_[j] + step, row_from_[i] = j;
        }
    }

    std::size_t reach(std::size_t end) {
        const double length = column_distance_[end];
        for (std::size_t i = 0; i < supply_.size(); ++i) row_potential_[i] += std::min(length, row_distance_[i]);
        for (std::size_t j = 0; j < demand_.size(); ++j) column_potential_[j] += std::min(length, column_distance_[j]);
        return end;
    }

    void push(std::size_t end) {
        const std::size_t columns = demand_.size();
        double amount = demand_[end];
        std::size_t row = column_from_[end];
        for (; row_from_[row] != none; row = column_from_[row_from_[row]])
            amount = std::min(amount, flow_[row * columns + row_from_[row]]);
        amount = std::min(amount, supply_[row]);
        supply_[row] -= amount;
        demand_[end] -= amount;
        for (std::size_t column = end;;) {
            const std::size_t from = column_from_[column];
            flow_[from * columns + column] += amount;
            if (row_from_[from] == none) return;
            column = row_from_[from];
            flow_[from * columns + column] -= amount;
        }
    }

    WordPairs pairs_;
    std::vector<double> supply_, demand_, flow_, row_potential_, column_potential_, row_distance_, column_distance_;
    std::vector<std::size_t> row_from_, column_from_;
    std::vector<bool> done_;
};

// One distance a reference; infinite where one of the texts is empty.
inline void mover_distances(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                            const double* weights, const Cosine& vectors, bool relaxed, int threads, double* out) {
    for_rows<Mover>(hyp.rows, threads, [&](std::size_t row, Mover& mover) {
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            const auto at = static_cast<std::size_t>(r);
            const bool empty = hyp[row].empty() || ref[at].empty();
            out[at] = empty ? std::numeric_limits<double>::infinity() : mover.run(hyp[row], ref[at], weights, vectors, relaxed);
        }
    });
}

}  // namespace assay
