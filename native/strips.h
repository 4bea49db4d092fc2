// Strips of a matrix of edit distances, up to 256 columns wide, filled as bits and kept row by row.
//
// Bits say how a cell differs from the one to its left, 64 cells a block (Hyyrö 2003, 2004). Each step needs what the
// step before has made, so that a single block leaves most of the processor idle: here two blocks share a register, and
// every block is a row behind the one to its left, whose last cell it needs to know.
#pragma once

#include <array>
#include <bit>
#include <cstring>

#include "bits.h"

namespace assay {

using BlockPair = Lanes<std::uint64_t, 2>;

// A row of a strip. What is kept of it is, for two blocks at a time, the bits of cells that are higher than the one to
// their left, and those bits together with the bits that are lower in the row before: a way back goes along the diagonal
// where neither is set.
struct StripRow {
    static constexpr std::size_t blocks = 4;
    std::array<std::uint64_t, blocks> up, down;

    // How far the words of two rows, of two blocks and of the two kinds of bits are apart.
    static std::size_t stride(std::size_t columns) { return columns <= 64 ? 2 : columns <= 128 ? 4 : 8; }
    static std::size_t place(std::size_t block, std::size_t stride) {
        return block * stride + block / 2 * 4 + block % 2;
    }
    static std::size_t kinds(std::size_t stride) { return stride / 2 < 2 ? 1 : 2; }

    // From the first to the last of so many columns.
    std::int64_t across(std::size_t columns) const {
        std::int64_t change = 0;
        for (std::size_t b = 0; 64 * b < columns; ++b) {
            const std::size_t beyond = 64 - std::min<std::size_t>(columns - 64 * b, 64);
            change += std::popcount(up[b] << beyond) - std::popcount(down[b] << beyond);
        }
        return change;
    }
};

template <std::size_t pairs>
struct BlockPairs {
    BlockPair up[pairs], down[pairs], turns[pairs], out_not_up[pairs], out_down[pairs];

    explicit BlockPairs(const StripRow& row) {
        for (std::size_t p = 0; p < pairs; ++p) {
            up[p] = BlockPair{row.up[2 * p], row.up[2 * p + 1]};
            down[p] = BlockPair{row.down[2 * p], row.down[2 * p + 1]};
            turns[p] = out_not_up[p] = out_down[p] = BlockPair{};
        }
    }

    // As BitMatrix::Carry, which see; `less` is what the block on the very left gets.
    [[gnu::always_inline]] void advance(const BlockPair (&equal)[pairs], byte less) {
        BlockPair into_not_up = shifted(BlockPair{0, std::uint64_t(less + 1) >> 1}, out_not_up[0]);
        BlockPair into_down = shifted(BlockPair{0, std::uint64_t(less >> 1)}, out_down[0]);
#pragma GCC unroll 2
        for (std::size_t p = 0; p < pairs; ++p) {
            BlockPair next_not_up{}, next_down{};
            if (p + 1 < pairs) {
                next_not_up = shifted(out_not_up[p], out_not_up[p + 1]);
                next_down = shifted(out_down[p], out_down[p + 1]);
            }
            const BlockPair match = equal[p] | into_down;
            const BlockPair zero = (((match & up[p]) + up[p]) ^ up[p]) | (match | down[p]);
            const BlockPair not_up = (zero | up[p]) & ~down[p], fall = zero & up[p];
            const BlockPair shifted_not_up = (not_up + not_up) | into_not_up, shifted_down = (fall + fall) | into_down;
            out_not_up[p] = not_up >> 63;
            out_down[p] = fall >> 63;
            up[p] = shifted_down | (~zero & shifted_not_up);
            turns[p] = up[p] | down[p];
            down[p] = zero & ~shifted_not_up;
            into_not_up = next_not_up;
            into_down = next_down;
        }
    }

    // Takes blocks whose row at this step is none back to where they were.
    [[gnu::always_inline]] void restore(const BlockPairs& before, std::size_t step, std::size_t rows) {
#pragma GCC unroll 2
        for (std::size_t p = 0; p < pairs; ++p) {
            const BlockPair real = {-std::uint64_t{step - 2 * p < rows}, -std::uint64_t{step - 2 * p - 1 < rows}};
            up[p] = (up[p] & real) | (before.up[p] & ~real);
            down[p] = (down[p] & real) | (before.down[p] & ~real);
        }
    }

    void put(StripRow& row) const {
        for (std::size_t p = 0; p < pairs; ++p) {
            std::memcpy(&row.up[2 * p], &up[p], sizeof(BlockPair));
            std::memcpy(&row.down[2 * p], &down[p], sizeof(BlockPair));
        }
    }

    byte less() const { return static_cast<byte>(out_not_up[pairs - 1][1] + out_down[pairs - 1][1]); }

    [[gnu::always_inline]] void keep(std::uint64_t* kept) const {
#pragma GCC unroll 2
        for (std::size_t p = 0; p < pairs; ++p) {
            std::memcpy(kept + 4 * p, &up[p], sizeof(BlockPair));
            std::memcpy(kept + 4 * p + 2, &turns[p], sizeof(BlockPair));
        }
    }
};

// Fills the rows of some symbols. `equal` has for each symbol a row of bits that say where it stands in the strip.
// `less` says of each row by how much less than one it rises above the one before, at the left edge of the strip where
// `left`, and then at its right edge where `right`. `row` is the one before the first, and becomes the last.
template <std::size_t pairs, bool left, bool right, class Symbol>
void fill_strip(Span<Symbol> symbols, const std::uint64_t* equal, byte* less, StripRow& row, std::uint64_t* kept) {
    constexpr std::size_t width = 2 * pairs;
    const std::size_t rows = symbols.size;
    BlockPairs<pairs> blocks(row);
    const auto inside = [&](std::size_t at, std::size_t b) { return equal[symbols[at - b] * width + b]; };
    const auto guarded = [&](std::size_t at, std::size_t b) { return at - b < rows ? inside(at, b) : 0; };
    const auto step = [&](std::size_t at, auto place) ASSAY_INLINE {
        BlockPair here[pairs];
        for (std::size_t p = 0; p < pairs; ++p) here[p] = BlockPair{place(at, 2 * p), place(at, 2 * p + 1)};
        blocks.advance(here, left && at < rows ? less[at] : byte{0});
        if (right && at + 1 >= width) less[at + 1 - width] = blocks.less();
        blocks.keep(kept);
        kept += 2 * width;
    };
    const auto step_at_end = [&](std::size_t at) ASSAY_INLINE {
        const BlockPairs<pairs> before = blocks;
        step(at, guarded);
        blocks.restore(before, at, rows);
    };
    std::size_t at = 0;
    while (at + 1 < width) step_at_end(at++);
    while (at < rows) step(at++, inside);
    while (at < rows + width - 1) step_at_end(at++);
    blocks.put(row);
}

// The same for a strip of a single block.
template <bool left, class Symbol>
void fill_block(Span<Symbol> symbols, const std::uint64_t* equal, const byte* less, StripRow& row, std::uint64_t* kept) {
    std::uint64_t up = row.up[0], down = row.down[0];
    for (const Symbol symbol : symbols) {
        const std::uint64_t before = down;
        BitMatrix::Carry carry;
        if constexpr (left) carry.enter(*less++);
        carry.advance(up, down, equal[symbol]);
        kept[0] = up;
        kept[1] = up | before;
        kept += 2;
    }
    row.up[0] = up;
    row.down[0] = down;
}

}  // namespace assay
