// Resampling: sums of the rows of a matrix, each row taken as often as chance says.
//
// Every draw has a random generator of its own, started from the seed and the number of the draw. So a draw is the
// same whatever came before it, on any number of threads and on every machine. Rows are added in their order, all
// columns side by side: what belongs together (systems, metrics) is drawn together.
#pragma once

#include <numeric>
#include <vector>

#include "column.h"

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
        return static_cast<std::uint64_t>(static_cast<unsigned __int128>(next()) * bound >> 64);
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

struct WeightScratch {
    std::vector<std::uint32_t> weights;
    std::vector<double> unused;  // takes the sums of draws past the last one
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

// Add all rows to the sums of all draws; the matrix is read once for several draws, a block of it at a time.
inline void add_rows(WeightScratch& scratch, const double* matrix, std::size_t rows, std::size_t columns,
                     double* const* sums) {
    for (std::size_t start = 0; start < rows; start += ROWS_AT_ONCE) {
        const std::size_t number = std::min(ROWS_AT_ONCE, rows - start);
        for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d)
            for (std::size_t i = 0; i < number; ++i) scratch.block[i][d] = scratch.weights[d * rows + start + i];
        const double* const values = matrix + start * columns;
        double* at[DRAWS_AT_ONCE];
        std::size_t c = 0;
        const auto place = [&] {
            for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d) at[d] = sums[d] + c;
            return at;
        };
        for (; c + COLUMNS_AT_ONCE <= columns; c += COLUMNS_AT_ONCE)
            add_columns<COLUMNS_AT_ONCE>(scratch.block, values + c, number, columns, place());
        for (; c < columns; ++c) add_columns<1>(scratch.block, values + c, number, columns, place());
    }
}

// out[d] = sum of the rows of draw first + d, one row of sums a draw.
inline void resample_sums(const double* matrix, std::size_t rows, std::size_t columns, std::uint64_t seed,
                          std::uint64_t first, Draw kind, std::size_t size, std::size_t draws, int threads,
                          double* out) {
    std::fill(out, out + draws * columns, 0.0);
    const std::size_t groups = (draws + DRAWS_AT_ONCE - 1) / DRAWS_AT_ONCE;
    for_rows<WeightScratch>(groups, threads, [&](std::size_t group, WeightScratch& scratch) {
        scratch.weights.assign(DRAWS_AT_ONCE * rows, 0);
        scratch.unused.resize(columns);
        double* sums[DRAWS_AT_ONCE];
        for (std::size_t d = 0; d < DRAWS_AT_ONCE; ++d) {
            const std::size_t draw = group * DRAWS_AT_ONCE + d;
            sums[d] = draw < draws ? out + draw * columns : scratch.unused.data();
            if (draw >= draws) continue;
            Random random(seed, first + draw);
            draw_weights(random, kind, rows, size, scratch.weights.data() + d * rows);
        }
        add_rows(scratch, matrix, rows, columns, sums);
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
