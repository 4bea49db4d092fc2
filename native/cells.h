// Rows of a matrix of edit distances as one byte a cell, and how two of them meet.
//
// A row of bits says how each cell differs from the one before it. Eight of them at a time become distances by a table
// of running counts. With the distances to a beginning of the reference in one row and those to the end that is left in
// another, the cheapest way through both is the least sum, sixteen cells at a time.
#pragma once

#include <array>
#include <bit>
#include <cstring>
#include <vector>

#include "bits.h"

namespace assay {

// Byte k counts the bits of `number` up to bit k.
inline constexpr auto running_counts = [] {
    std::array<std::uint64_t, 256> table{};
    for (std::size_t number = 0; number < 256; ++number)
        for (std::size_t k = 0, count = 0; k < 8; ++k)
            table[number] |= std::uint64_t{count += number >> k & 1} << 8 * k;
    return table;
}();

class CellRows {
  public:
    using Block = BitMatrix::Block;

    // Distances, and sums of two, have to fit a byte.
    static bool fits(std::size_t rows, std::size_t columns) {
        return std::endian::native == std::endian::little && std::max(rows, columns) <= longest;
    }

    // Forgets all rows of an earlier matrix.
    void start(std::size_t rows, std::size_t columns) {
        columns_ = columns;
        known_.assign(rows, 0);
        cells_.resize(rows * stride);
    }

    // Row `number`, which is its first cell too; from left to right, or from right to left where `mirrored`.
    const byte* row(std::size_t number, const Block* bits, bool mirrored = false) {
        byte* const cells = cells_.data() + number * stride + before;
        if (known_[number]) return cells;
        known_[number] = 1;
        if (mirrored) spread_back(cells, number, bits);
        else spread(cells, number, bits, columns_);
        return cells;
    }

    // Writes the cells of a row from left to right, and fillers up to where sixteen cells end.
    static void spread(byte* cells, std::size_t first, const Block* bits, std::size_t columns) {
        cells[0] = static_cast<byte>(first);
        for (std::size_t j = 0; j < columns; j += 8) {
            const std::uint64_t eight = next_eight(cells[j], bits[j / 64], j % 64);
            std::memcpy(cells + j + 1, &eight, sizeof eight);
        }
        std::memset(cells + columns + 1, filler, sizeof(Cells));
    }

    // Whether two rows meet at no more than `most`.
    static bool meet(const byte* a, const byte* b, std::size_t columns, std::int64_t most) {
        const Cells limit = Cells{} + static_cast<byte>(std::min<std::int64_t>(most, 2 * filler - 1));
        Cells under{};
        for (std::size_t j = 0; j <= columns; j += sizeof(Cells)) under |= at(a + j) + at(b + j) <= limit;
        std::uint64_t halves[2];
        std::memcpy(halves, &under, sizeof halves);
        return halves[0] | halves[1];
    }

    static std::int64_t least(const byte* a, const byte* b, std::size_t columns) {
        std::int64_t sum = 2 * filler;
        for (std::size_t j = 0; j <= columns; ++j) sum = std::min<std::int64_t>(sum, a[j] + b[j]);
        return sum;
    }

    // Eight cells too many may be written on either side.
    static constexpr std::size_t longest = 120, before = 8, stride = before + longest + 1 + 23;

  private:
    using Cells = Lanes<byte, 16>;
    static constexpr int filler = 127;

    static Cells at(const byte* cells) {
        Cells loaded;
        std::memcpy(&loaded, cells, sizeof loaded);
        return loaded;
    }

    static std::uint64_t next_eight(byte last, const Block& bits, std::size_t shift) {
        return 0x0101010101010101ULL * last + running_counts[bits.up >> shift & 255] -
               running_counts[bits.down >> shift & 255];
    }

    void spread_back(byte* cells, std::size_t first, const Block* bits) const {
        cells[columns_] = static_cast<byte>(first);
        std::memset(cells + columns_ + 1, filler, sizeof(Cells));
        for (std::size_t j = 0; j < columns_; j += 8) {
            const std::uint64_t eight = reverse_bytes(next_eight(cells[columns_ - j], bits[j / 64], j % 64));
            std::memcpy(cells + columns_ - j - 8, &eight, sizeof eight);
        }
    }

    std::size_t columns_ = 0;
    std::vector<byte> known_, cells_;
};

}  // namespace assay
