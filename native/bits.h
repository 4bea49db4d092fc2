// Bit-parallel Levenshtein distances (Myers 1999, Hyyrö 2003) for patterns of any length.
//
// A row of the matrix is two bits a cell, which say how the cell differs from the one before it. Where each symbol
// stands in the pattern is a row of bits too; rare symbols of long patterns have a list of places instead, so that
// memory stays linear in the pattern.
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "column.h"

namespace assay {

// The places of every symbol in a pattern, as rows of bits.
class Places {
  public:
    // Symbols are 0 to types - 1; bit i + shift stands for pattern[i].
    template <class Symbol>
    void set(Span<Symbol> pattern, std::size_t types, std::size_t shift = 0) {
        blocks_ = (pattern.size + shift + 63) / 64;
        dense_ = blocks_ <= few_blocks;
        if (dense_) {
            bits_.assign(types * blocks_, 0);
            for (std::size_t i = 0; i < pattern.size; ++i) mark(pattern[i], i + shift);
            return;
        }
        index(pattern, types, shift);
        for (std::size_t i = 0; i < pattern.size; ++i)
            if (row_of_[pattern[i]] >= 0) mark(row_of_[pattern[i]], i + shift);
    }

    std::size_t blocks() const { return blocks_; }

    // Where there are but few blocks: every symbol has its row.
    const std::uint64_t* row_of_block(std::int32_t symbol, std::size_t blocks = 1) const {
        return bits_.data() + static_cast<std::size_t>(symbol) * blocks;
    }

    // Valid until the next call.
    const std::uint64_t* row(std::int32_t symbol) {
        if (dense_) return row_of_block(symbol, blocks_);
        if (row_of_[symbol] >= 0) return bits_.data() + row_of_[symbol] * blocks_;
        for (std::int64_t at = shown_; at >= 0; at = next_[at]) spare_[at / 64] = 0;
        shown_ = first_[symbol];
        for (std::int64_t at = shown_; at >= 0; at = next_[at]) spare_[at / 64] |= std::uint64_t{1} << (at % 64);
        return spare_.data();
    }

  private:
    static constexpr std::size_t few_blocks = 16;

    void mark(std::int32_t row, std::size_t at) {
        bits_[static_cast<std::size_t>(row) * blocks_ + at / 64] |= std::uint64_t{1} << (at % 64);
    }

    // Gives a row of bits to symbols that stand in more places than there are blocks, of which there are few.
    template <class Symbol>
    void index(Span<Symbol> pattern, std::size_t types, std::size_t shift) {
        std::int32_t rows = 0;
        row_of_.assign(types, -1);
        count_.assign(types, 0);
        for (const Symbol symbol : pattern)
            if (++count_[symbol] == blocks_ + 1) row_of_[symbol] = rows++;
        bits_.assign(static_cast<std::size_t>(rows) * blocks_, 0);
        first_.assign(types, -1);
        next_.assign(pattern.size + shift, -1);
        for (std::size_t i = pattern.size; i-- > 0;)
            next_[i + shift] = std::exchange(first_[pattern[i]], static_cast<std::int64_t>(i + shift));
        spare_.assign(blocks_, 0);
        shown_ = -1;
    }

    std::size_t blocks_ = 0;
    bool dense_ = true;
    std::vector<std::int32_t> row_of_;
    std::vector<std::uint64_t> bits_, spare_;
    std::vector<std::size_t> count_;
    std::vector<std::int64_t> first_, next_;
    std::int64_t shown_ = -1;
};

// Distances from growing sequences to one pattern, which must not be empty.
class BitMatrix {
  public:
    struct Block {
        std::uint64_t up, down;
        bool operator==(const Block&) const = default;
    };

    // What one block hands on to the next: the change of its last cell from row to row. Complements make the chain of
    // operations from one row to the next shorter.
    struct Carry {
        std::uint64_t not_up = 0, down = 0, into_not_up = 0, into_down = 0;

        // A call, or two numbers that are read as one soon after they were written, would take longer than the step.
        [[gnu::always_inline]] void advance(std::uint64_t& row_up, std::uint64_t& row_down, std::uint64_t equal) {
            const std::uint64_t match = equal | into_down;
            const std::uint64_t zero = (((match & row_up) + row_up) ^ row_up) | (match | row_down), not_zero = ~zero;
            not_up = (zero | row_up) & ~row_down;
            down = zero & row_up;
            const std::uint64_t shifted_not_up = 2 * not_up + into_not_up, shifted_down = 2 * down + into_down;
            into_not_up = not_up >> 63;
            into_down = down >> 63;
            row_up = shifted_down | (not_zero & shifted_not_up);
            row_down = ~(not_zero | shifted_not_up);
        }

        // One less the change at the right edge of the block.
        void enter(byte less) { into_not_up = (less + 1) >> 1, into_down = less >> 1; }
        byte less() const { return static_cast<byte>(into_not_up + into_down); }

        std::int64_t change(std::uint64_t last) const { return ((not_up & last) == 0) - ((down & last) != 0); }
    };

    template <class Symbol>
    void set(Span<Symbol> pattern, std::size_t types) {
        places_.set(pattern, types);
        size_ = static_cast<std::int64_t>(pattern.size);
        last_ = std::uint64_t{1} << ((pattern.size - 1) % 64);
    }

    std::size_t blocks() const { return places_.blocks(); }
    std::int64_t size() const { return size_; }

    void begin(Block* row) const { std::fill(row, row + blocks(), Block{~std::uint64_t{0}, 0}); }

    // Goes on from a row of a single block with symbols from a list; adds to `distance` what the last cell changes by.
    void walk(Block& row, const std::int32_t* symbols, std::size_t count, std::int64_t& distance) const {
        Block block = row;
        for (std::size_t i = 0; i < count; ++i) {
            Carry carry;
            carry.advance(block.up, block.down, *places_.row_of_block(symbols[i]));
            distance += carry.change(last_);
        }
        row = block;
    }

    // Turns a row into the next one; returns by how much its last cell differs.
    std::int64_t step(const Block* from, std::int32_t symbol, Block* to) {
        const std::uint64_t* equal = places_.row(symbol);
        Carry carry;
        for (std::size_t b = 0, count = places_.blocks(); b < count; ++b) {
            std::uint64_t up = from[b].up, down = from[b].down;
            carry.advance(up, down, equal[b]);
            to[b].up = up;
            to[b].down = down;
        }
        return carry.change(last_);
    }

    template <class Symbol>
    std::int64_t distance(Span<Symbol> sequence) {
        switch (blocks()) {
            case 1: return distance_in<1>(sequence);
            case 2: return distance_in<2>(sequence);
            case 3: return distance_in<3>(sequence);
            case 4: return distance_in<4>(sequence);
            default: break;
        }
        row_.resize(blocks());
        begin(row_.data());
        std::int64_t distance = size_;
        Effort& steps = effort;
        for (const Symbol symbol : sequence) {
            distance += step(row_.data(), symbol, row_.data());
            steps.add(2 * static_cast<std::int64_t>(blocks()));
        }
        return distance;
    }

  private:
    // With so few blocks that a row stays in registers.
    template <std::size_t blocks, class Symbol>
    std::int64_t distance_in(Span<Symbol> sequence) {
        std::array<Block, blocks> row;
        effort.add(2 * static_cast<std::int64_t>(blocks * sequence.size));
        begin(row.data());
        std::int64_t distance = size_;
        for (const Symbol symbol : sequence) {
            const std::uint64_t* equal = places_.row_of_block(symbol, blocks);
            Carry carry;
            for (std::size_t b = 0; b < blocks; ++b) carry.advance(row[b].up, row[b].down, equal[b]);
            distance += carry.change(last_);
        }
        return distance;
    }

    Places places_;
    std::int64_t size_ = 0;
    std::uint64_t last_ = 0;
    std::vector<Block> row_;
};

}  // namespace assay
