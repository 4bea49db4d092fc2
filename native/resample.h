// Resampling: sums of the rows of a matrix, each row taken as often as chance says.
//
// Every draw has a random generator of its own, started from the seed and the number of the draw. So a draw is the
// same whatever came before it, on any number of threads and on every machine. Rows are added in their order, all
// columns side by side: what belongs together (systems, metrics) is drawn together.
#pragma once

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

struct WeightScratch {
    std::vector<std::uint32_t> weights;
};

// out[d] = sum of the rows of draw first + d, one row of sums a draw.
inline void resample_sums(const double* matrix, std::size_t rows, std::size_t columns, std::uint64_t seed,
                          std::uint64_t first, Draw kind, std::size_t size, std::size_t draws, int threads,
                          double* out) {
    for_rows<WeightScratch>(draws, threads, [&](std::size_t draw, WeightScratch& scratch) {
        scratch.weights.resize(rows);
        Random random(seed, first + draw);
        draw_weights(random, kind, rows, size, scratch.weights.data());
        double* const sums = out + draw * columns;
        std::fill(sums, sums + columns, 0.0);
        for (std::size_t row = 0; row < rows; ++row) {
            const double weight = scratch.weights[row];
            if (weight == 0) continue;
            const double* const values = matrix + row * columns;
            for (std::size_t c = 0; c < columns; ++c) sums[c] += weight * values[c];
        }
    });
}

}  // namespace assay
