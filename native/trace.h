// The matrix of edit distances as bits, kept so that an alignment can be traced through it.
//
// Rows are the symbols of the output, columns those of the reference; bits say how a cell differs from the one to its
// left, 64 cells a word (Hyyrö 2003, 2004). Columns are taken in strips of four words, which advance together. Where
// there are several strips, each gets only the rows that a way of so few edits can pass (Ukkonen 1985): rows to the
// left of what is known are taken to cost one insertion each, columns above it one deletion each, so that no cell is
// ever too low, and those of all cheapest ways are right once the last one is within the bound. What would take too
// much memory keeps only some of its rows and fills the others again on the way back.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <numeric>
#include <vector>

#include "bits.h"

namespace assay {

// How many rows to keep at a time: all of them, or about the square root where that would take too much memory.
inline std::size_t rows_at_a_time(std::size_t rows, std::size_t width, std::size_t most) {
    if (rows * width <= most) return std::max<std::size_t>(rows, 1);
    return static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(rows))));
}

template <class Symbol>
class TraceMatrix {
  public:
    using Symbols = Span<Symbol>;

    // Neither side may be empty; symbols are below `types`.
    void start(Symbols hyp, Symbols ref, std::size_t types) {
        hyp_ = hyp;
        ref_ = ref;
        blocks_ = (ref.size + 63) / 64;
        strips_.resize((blocks_ + widest - 1) / widest);
        if (equal_.size() < types * widest) equal_.resize(types * widest);
    }

    // Fills all rows, the last ones kept; returns the distance.
    std::int64_t fill() {
        auto bound = static_cast<std::int64_t>(hyp_.size + ref_.size);
        if (strips_.size() < 2) return fill_within(bound);
        const std::int64_t surplus = static_cast<std::int64_t>(ref_.size) - static_cast<std::int64_t>(hyp_.size);
        bound = std::abs(surplus) + 64;
        for (;;) {
            const bool whole = 4 * rows_within(bound) > 3 * hyp_.size * strips_.size();
            if (whole) bound = static_cast<std::int64_t>(hyp_.size + ref_.size);
            const std::int64_t found = fill_within(bound);
            if (found <= bound) return found;
            bound = std::min(found, 8 * bound);
        }
    }

    // Goes back from the last cell and tells `way` each step: of equal ones a deletion before an insertion, an
    // insertion before the rest. Then tells it what is left at the edge.
    template <class Way>
    void trace(Way& way) {
        std::size_t i = hyp_.size, j = ref_.size;
        while (i && j) trace_strip(way, i, j);
        way.edge(i, j);
    }

  private:
    using Bits = BitMatrix::Block;
    static constexpr std::size_t widest = 4, most_kept = std::size_t{1} << 21;

    // Columns first to last; of its rows `known` to `end` in this part, kept from `kept` on with the one before them.
    struct Strip {
        std::size_t first, last, rows_first, rows_last, known, end, kept;
        std::int64_t edge;  // the cell after the strip in the last row that was filled; of the last strip the one before
        std::array<Bits, widest> bits;

        std::size_t width() const { return (last - first + 63) / 64; }
    };

    std::size_t rows_within(std::int64_t bound) {
        const auto rows = static_cast<std::int64_t>(hyp_.size), columns = static_cast<std::int64_t>(ref_.size);
        const std::int64_t above = (bound + columns - rows) / 2, below = (bound + rows - columns) / 2;
        std::size_t all = 0;
        for (std::size_t s = 0; s < strips_.size(); ++s) {
            Strip& strip = strips_[s];
            strip.first = 64 * widest * s;
            strip.last = std::min(ref_.size, strip.first + 64 * widest);
            strip.rows_first = static_cast<std::size_t>(std::max<std::int64_t>(0, static_cast<std::int64_t>(strip.first) - above));
            strip.rows_last = static_cast<std::size_t>(std::min<std::int64_t>(rows, static_cast<std::int64_t>(strip.last) + below));
            all += strip.rows_last - strip.rows_first;
        }
        return all;
    }

    std::int64_t fill_within(std::int64_t bound) {
        const std::size_t rows = rows_within(bound);
        step_ = rows * widest <= most_kept ? hyp_.size : rows_at_a_time(hyp_.size, 1, 0);
        const std::size_t parts = (hyp_.size + step_ - 1) / step_;
        if (parts > 1) marks_.resize((parts + 1) * strips_.size());
        for (part_ = 0; part_ < parts; ++part_) fill_part();
        part_ = parts - 1;
        return strips_.back().edge + across(strips_.back());
    }

    // From the first to the last cell of the last row that was filled.
    static std::int64_t across(const Strip& strip) {
        std::int64_t change = 0;
        for (std::size_t left = strip.last - strip.first, b = 0; left > 0; left -= std::min<std::size_t>(left, 64), ++b) {
            const std::size_t beyond = 64 - std::min<std::size_t>(left, 64);
            change += std::popcount(strip.bits[b].up << beyond) - std::popcount(strip.bits[b].down << beyond);
        }
        return change;
    }

    void fill_part() {
        const std::size_t first = part_ * step_, last = std::min(hyp_.size, first + step_);
        std::size_t room = 0;
        for (Strip& strip : strips_) {
            strip.known = std::max(strip.rows_first, first);
            strip.end = std::max(strip.known, std::min(strip.rows_last, last));
            strip.kept = room;
            room += (strip.end - strip.known + 1) * strip.width();
        }
        if (kept_.size() < room) kept_.resize(room);
        fill_strips(first, last);
    }

    void fill_strips(std::size_t first, std::size_t last) {
        less_.assign(last - first, 0);
        std::int64_t left = 0;
        for (std::size_t s = 0; s < strips_.size(); ++s) {
            Strip& strip = strips_[s];
            if (strip.known == strip.end) continue;
            byte* const less = less_.data() + strip.known - first;
            const std::size_t rows = strip.end - strip.known;
            enter(strip, s);
            if (s + 1 < strips_.size()) {
                if (strip.known == strip.rows_first) strip.edge = left + static_cast<std::int64_t>(strip.last - strip.first);
                if (s) fill_strip<widest, true, true>(strip, less);
                else fill_strip<widest, false, true>(strip, less);
                const std::size_t next = strips_[s + 1].rows_first, before = std::min(rows, std::max(next, strip.known) - strip.known);
                left = sum(less, before, strip.edge);
                strip.edge = sum(less + before, rows - before, left);
            } else {
                if (strip.known == strip.rows_first) strip.edge = left;
                strip.edge = sum(less, rows, strip.edge);
                if (s) fill_last<true>(strip, less);
                else fill_last<false>(strip, less);
            }
            leave(strip, s);
        }
    }

    static std::int64_t sum(const byte* less, std::size_t rows, std::int64_t start) {
        std::int64_t total = start + static_cast<std::int64_t>(rows);
        for (std::size_t i = 0; i < rows; ++i) total -= less[i];
        return total;
    }

    void enter(Strip& strip, std::size_t s) {
        if (strip.known == strip.rows_first) strip.bits.fill({~std::uint64_t{0}, 0});
        else strip.bits = marks_[part_ * strips_.size() + s];
        std::copy_n(strip.bits.begin(), strip.width(), kept_.begin() + static_cast<std::ptrdiff_t>(strip.kept));
    }

    void leave(const Strip& strip, std::size_t s) {
        if (strip.end < strip.rows_last) marks_[(part_ + 1) * strips_.size() + s] = strip.bits;
    }

    template <bool left>
    void fill_last(Strip& strip, byte* less) {
        switch (strip.width()) {
            case 1: return fill_strip<1, left, false>(strip, less);
            case 2: return fill_strip<2, left, false>(strip, less);
            case 3: return fill_strip<3, left, false>(strip, less);
            default: return fill_strip<4, left, false>(strip, less);
        }
    }

    // `less` says of each row by how much less than one it rises above the one before at the left edge of the strip,
    // and then at the right.
    template <std::size_t width, bool left, bool right>
    void fill_strip(Strip& strip, byte* less) {
        std::uint64_t* const equal = equal_.data();
        const Symbols columns{ref_.data + strip.first, strip.last - strip.first};
        for (std::size_t j = 0; j < columns.size; ++j) equal[columns[j] * width + j / 64] |= std::uint64_t{1} << (j % 64);
        std::array<std::uint64_t, width> up, down;
        for (std::size_t b = 0; b < width; ++b) up[b] = strip.bits[b].up, down[b] = strip.bits[b].down;
        Bits* kept = kept_.data() + strip.kept + width;
        const Symbol *symbol = hyp_.data + strip.known, *const end = hyp_.data + strip.end;
        for (; symbol < end; ++symbol, kept += width) {
            const std::uint64_t* const here = equal + *symbol * width;
            BitMatrix::Carry carry;
            if constexpr (left) carry.enter(*less);
#pragma GCC unroll 4
            for (std::size_t b = 0; b < width; ++b) {
                carry.advance(up[b], down[b], here[b]);
                kept[b].up = up[b];
                kept[b].down = down[b];
            }
            if constexpr (right) *less = carry.less();
            if constexpr (left || right) ++less;
        }
        for (std::size_t b = 0; b < width; ++b) strip.bits[b] = {up[b], down[b]};
        for (std::size_t j = 0; j < columns.size; ++j) equal[columns[j] * width + j / 64] = 0;
    }

    // Goes on to where the strip, or the part of the rows that are kept, ends.
    template <class Way>
    void trace_strip(Way& way, std::size_t& row, std::size_t& column) {
        while (row <= part_ * step_) --part_, fill_part();
        const Strip& strip = strips_[(column - 1) / (64 * widest)];
        const std::size_t width = strip.width();
        std::size_t i = row, j = column;
        const Bits* bits = kept_.data() + strip.kept + (i - strip.known) * width;
        while (i > strip.known && j > strip.first) {
            const std::size_t at = j - 1 - strip.first;
            if (bits[at / 64].up >> at % 64 & 1) {
                --j;
                way.deleted();
                continue;
            }
            --i;
            bits -= width;
            if (bits[at / 64].down >> at % 64 & 1) {
                way.inserted();
            } else {
                --j;
                way.kept(i, j);
            }
        }
        row = i;
        column = j;
    }

    Symbols hyp_, ref_;
    std::size_t blocks_ = 0, step_ = 1, part_ = 0;
    std::vector<Strip> strips_;
    std::vector<std::uint64_t> equal_;  // of each symbol where it stands in a strip; all zero in between
    std::vector<byte> less_;
    std::vector<std::array<Bits, widest>> marks_;
    std::vector<Bits> kept_;
};

}  // namespace assay
