// Counts: columns of whole numbers of at most 16 bits. Their sums are the same in any order and so can be taken in whole
// numbers, many rows and draws at a time; other columns have to be added row by row.
#pragma once

#include <limits>

#include "column.h"

namespace assay {

constexpr std::size_t LANES = 16, COUNTED_ROWS = 512, COUNTED_DRAWS = 4, COUNTED_COLUMNS = 2;
constexpr int MOST_COUNTED = 32767, MOST_TAKEN = 127;
static_assert(std::int64_t{COUNTED_ROWS} * MOST_COUNTED * MOST_TAKEN <= std::numeric_limits<std::int32_t>::max());

inline std::size_t whole_lanes(std::size_t rows) { return (rows + LANES - 1) / LANES * LANES; }

inline bool is_count(double value) {
    return value >= -MOST_COUNTED && value <= MOST_COUNTED && value == static_cast<double>(static_cast<int>(value));
}

// A matrix taken apart: its columns of counts, one after the other with zeros to the end of a lane, and the rest.
struct Counts {
    Counts(const double* matrix, std::size_t rows, std::size_t columns) : stride(whole_lanes(rows)) {
        std::vector<char> counts(columns, 1);
        for (std::size_t i = 0; i < rows * columns; i += columns)
            for (std::size_t c = 0; c < columns; ++c) counts[c] &= is_count(matrix[i + c]);
        for (std::size_t c = 0; c < columns; ++c) (counts[c] ? places : others).push_back(c);
        values.resize(places.size() * stride);
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t c = 0; c < places.size(); ++c)
                values[c * stride + row] = static_cast<std::int16_t>(matrix[row * columns + places[c]]);
    }

    std::vector<std::size_t> places, others;  // numbers of columns
    std::size_t stride;
    std::vector<std::int16_t> values;
};

template <std::size_t Draws, std::size_t Columns>
[[gnu::always_inline]] inline void multiply(const std::int16_t* weights, const std::int16_t* values, std::size_t stride,
                                            std::size_t rows, double* const* sums, const std::size_t* places) {
    std::int32_t totals[Draws][Columns] = {};
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t d = 0; d < Draws; ++d)
            for (std::size_t c = 0; c < Columns; ++c)
                totals[d][c] += std::int32_t{weights[d * stride + i]} * values[c * stride + i];
    for (std::size_t d = 0; d < Draws; ++d)
        for (std::size_t c = 0; c < Columns; ++c) sums[d][places[c]] += totals[d][c];
}

// Add a block of rows of all columns of counts to the sums of some draws, a multiple of COUNTED_DRAWS.
ASSAY_WIDE static inline void add_block(const Counts& counts, const std::int16_t* weights, std::size_t draws,
                                        std::size_t start, std::size_t rows, double* const* sums) {
    const std::size_t stride = counts.stride, columns = counts.places.size();
    for (std::size_t c = 0; c < columns; c += COUNTED_COLUMNS) {
        const std::int16_t* const values = counts.values.data() + c * stride + start;
        const std::size_t* const places = counts.places.data() + c;
        for (std::size_t d = 0; d < draws; d += COUNTED_DRAWS) {
            const std::int16_t* const taken = weights + d * stride + start;
            if (c + COUNTED_COLUMNS <= columns)
                multiply<COUNTED_DRAWS, COUNTED_COLUMNS>(taken, values, stride, rows, sums + d, places);
            else
                multiply<COUNTED_DRAWS, 1>(taken, values, stride, rows, sums + d, places);
        }
    }
}

// Add all rows of the counts to the sums of some draws, whose weights stand one draw after the other.
inline void add_counts(const Counts& counts, const std::int16_t* weights, std::size_t draws, double* const* sums) {
    for (std::size_t start = 0; start < counts.stride; start += COUNTED_ROWS)
        add_block(counts, weights, draws, start, std::min(COUNTED_ROWS, counts.stride - start), sums);
}

}  // namespace assay
