// Resampling: sums of the rows of a matrix, each row taken as often as chance says.
//
// Every draw has a random generator of its own, started from the seed and the number of the draw. So a draw is the
// same whatever came before it, on any number of threads and on every machine. Rows are added in their order, all
// columns side by side: what belongs together (systems, metrics) is drawn together. Counts are added in whole numbers.
#pragma once

#include <numeric>
#include <vector>

#include "counts.h"

namespace assay {

// xoshiro256** (Blackman and Vigna 2018), its state filled by splitmix64 as its authors advise.
class Random {
  public:
    Random(std::uint64_t seed, std::uint64_t draw) {
        std::uint64_t x = scramble(seed) ^ scramble(draw ^ 0xA0761D6478BD642FULL);
        for (auto& word : state_) word = scramble(x += 0x9E3779B97F4A7C15ULL);
    }

    std::uint64_t next() {
        const std::uint64_t result = rotate(state_[1] * 5, 7) * 9, shifted = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = rotate(state_[3], 45);
        return result;
    }

    // A number below `bound`; the bias is below bound / 2^64.
    std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>(full_product(next(), bound) >> 64);
    }

  private:
    static std::uint64_t rotate(std::uint64_t x, int by) { return x << by | x >> (64 - by); }
    static std::uint64_t scramble(std::uint64_t x) {
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ULL;
        x = (x ^ x >> 27) * 0x94D049BB133111EBULL;
        return x ^ x >> 31;
    }
    std::uint64_t state_[4];
};

enum class Draw : int { with_replacement, without_replacement, coin };

// How often each row is taken: `size` times any row; `size` different rows; or each row once or not, by a coin.
inline void draw_weights(Random& random, Draw kind, std::size_t rows, std::size_t size, std::uint32_t* weights) {
    std::fill(weights, weights + rows, 0);
    if (kind == Draw::with_replacement) {
        for (std::size_t i = 0; i < size; ++i) ++weights[random.below(rows)];
    } else if (kind == Draw::without_replacement) {
        for (std::size_t row = 0, left = size; row < rows && left > 0; ++row)  // selection sampling: left of rows - row
            if (random.below(rows - row) < left) weights[row] = 1, --left;
    } else {
        for (std::size_t row = 0; row < rows; row += 64) {
            std::uint64_t coins = random.next();
            for (std::size_t i = row; i < std::min(rows, row + 64); ++i, coins >>= 1) weights[i] = coins & 1;
        }
    }
}

constexpr std::size_t DRAWS_AT_ONCE = 4, ROWS_AT_ONCE = 128, COLUMNS_AT_ONCE = 4;
constexpr std::size_t DRAWS_IN_GROUP = 16, MANY_ROWS = 1 << 18;  // of so many rows few weights are held at a time

struct WeightScratch {
    std::vector<std::uint32_t> weights;
    std::vector<std::int16_t> narrow;  // the same, for counts
    std::vector<double> unused;        // takes the sums of draws past the last one
    double block[ROWS_AT_ONCE][DRAWS_AT_ONCE];
};

// Add some columns of a block of rows to the sums of all draws at once, row after row.
template <std::size_t Columns>
inline void add_columns(const double (*weights)[DRAWS_AT_ONCE], const double* values, std::size_t rows,
                        std::size_t stride, double* const* sums) {
    double totals[DRAWS_AT_ONCE][Columns];
    for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d)
        for (std::size_t c = 0; c < Columns; ++c) totals[d][c] = sums[d][c];
    for (std::size_t row = 0; row < rows; ++row, values += stride)
        for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d)
            for (std::size_t c = 0; c < Columns; ++c) totals[d][c] += weights[row][d] * values[c];
    for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d)
        for (std::size_t c = 0; c < Columns; ++c) sums[d][c] = totals[d][c];
}

struct Matrix {
    const double* values;
    std::size_t rows, columns;
};

// Add all rows of some columns to the sums of a few draws; the matrix is read once for all of them, a block at a time.
inline void add_rows(WeightScratch& scratch, const std::uint32_t* weights, const Matrix& matrix,
                     const std::vector<std::size_t>& chosen, double* const* sums) {
    for (std::size_t start = 0; start < matrix.rows; start += ROWS_AT_ONCE) {
        const std::size_t number = std::min(ROWS_AT_ONCE, matrix.rows - start);
        for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d)
            for (std::size_t i = 0; i < number; ++i) scratch.block[i][d] = weights[d * matrix.rows + start + i];
        const double* const values = matrix.values + start * matrix.columns;
        for (std::size_t i = 0; i < chosen.size();) {
            const std::size_t c = chosen[i], last = i + COLUMNS_AT_ONCE - 1;
            double* at[DRAWS_AT_ONCE];
            for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d) at[d] = sums[d] + c;
            const bool side_by_side = last < chosen.size() && chosen[last] == c + COLUMNS_AT_ONCE - 1;
            const auto add = side_by_side ? add_columns<COLUMNS_AT_ONCE> : add_columns<1>;
            add(scratch.block, values + c, number, matrix.columns, at);
            i += side_by_side ? COLUMNS_AT_ONCE : 1;
        }
    }
}

// Copy weights for counts, with zeros to the end of a lane; false if some row is taken too often for that.
inline bool narrowed(WeightScratch& scratch, std::size_t draws, std::size_t rows, std::size_t stride) {
    scratch.narrow.assign(draws * stride, 0);
    std::uint32_t most = 0;
    for (std::size_t d = 0; d < draws; ++d)
        for (std::size_t i = 0; i < rows; ++i) {
            const std::uint32_t weight = scratch.weights[d * rows + i];
            most = std::max(most, weight);
            scratch.narrow[d * stride + i] = static_cast<std::int16_t>(weight);
        }
    return most <= MOST_TAKEN;
}

// out[d] = sum of the rows of draw first + d, one row of sums a draw.
inline void resample_sums(const double* values, std::size_t rows, std::size_t columns, std::uint64_t seed,
                          std::uint64_t first, Draw kind, std::size_t size, std::size_t draws, int threads,
                          double* out) {
    std::fill(out, out + draws * columns, 0.0);
    const Matrix matrix{values, rows, columns};
    const Counts counts(values, rows, columns);
    std::vector<std::size_t> every(columns);
    std::iota(every.begin(), every.end(), std::size_t{0});
    const std::size_t together = rows < MANY_ROWS ? DRAWS_IN_GROUP : DRAWS_AT_ONCE;
    for_rows<WeightScratch>((draws + together - 1) / together, threads, [&](std::size_t group, WeightScratch& scratch) {
        scratch.weights.assign(together * rows, 0);
        scratch.unused.resize(columns);
        double* sums[DRAWS_IN_GROUP];
        for (std::size_t d = 0; d < together; ++d) {
            const std::size_t draw = group * together + d;
            sums[d] = draw < draws ? out + draw * columns : scratch.unused.data();
            if (draw >= draws) continue;
            Random random(seed, first + draw);
            draw_weights(random, kind, rows, size, scratch.weights.data() + d * rows);
        }
        const bool counted = !counts.places.empty() && narrowed(scratch, together, rows, counts.stride);
        if (counted) add_counts(counts, scratch.narrow.data(), together, sums);
        const auto& chosen = counted ? counts.others : every;
        if (chosen.empty()) return;
        for (std::size_t d = 0; d < together; d += DRAWS_AT_ONCE)
            add_rows(scratch, scratch.weights.data() + d * rows, matrix, chosen, sums + d);
    }, 1);
}

struct OrderScratch {
    std::vector<std::size_t> order;
};

// Several runs of a row stand side by side, `columns` numbers each. A draw shuffles the runs of every row by itself;
// out[d] = the sums of what then stands in each place.
inline void shuffle_sums(const double* matrix, std::size_t rows, std::size_t runs, std::size_t columns,
                         std::uint64_t seed, std::uint64_t first, std::size_t draws, int threads, double* out) {
    const std::size_t width = runs * columns;
    std::fill(out, out + draws * width, 0.0);
    for_rows<OrderScratch>(draws, threads, [&](std::size_t draw, OrderScratch& scratch) {
        Random random(seed, first + draw);
        scratch.order.resize(runs);
        for (std::size_t row = 0; row < rows; ++row) {
            std::iota(scratch.order.begin(), scratch.order.end(), std::size_t{0});
            for (std::size_t left = runs; left > 1; --left)
                std::swap(scratch.order[left - 1], scratch.order[random.below(left)]);
            for (std::size_t place = 0; place < runs; ++place) {
                const double* const values = matrix + row * width + scratch.order[place] * columns;
                double* const sums = out + draw * width + place * columns;
                for (std::size_t c = 0; c < columns; ++c) sums[c] += values[c];
            }
        }
    }, 1);
}

}  // namespace assay
