// The matrix of edit distances as bits, kept so that an alignment can be traced through it.
//
// Rows are the symbols of the output, columns those of the reference, which are taken in strips. Where there are several,
// each gets only the rows that a way of so few edits can pass (Ukkonen 1985): rows to the left of what is known are taken
// to cost one insertion each, columns above it one deletion each, so that no cell is ever too low, and those of all
// cheapest ways are right once the last one is within the bound. What would take too much memory keeps only some of its
// rows and fills the others again on the way back.
#pragma once

#include <cmath>
#include <vector>

#include "strips.h"

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
        strips_.resize((ref.size + widest - 1) / widest);
        if (equal_.size() < types * StripRow::blocks) equal_.resize(types * StripRow::blocks);
    }

    // Fills all rows, the last ones kept; returns the distance. A bound that may prove too low has to promise more.
    std::int64_t fill() {
        const auto rows = static_cast<std::int64_t>(hyp_.size), columns = static_cast<std::int64_t>(ref_.size);
        if (strips_.size() == 1) return fill_within(rows + columns);
        const std::size_t all = hyp_.size * strips_.size();
        std::int64_t bound = std::abs(columns - rows) + 64;
        for (bool certain = false;;) {
            const std::size_t some = rows_within(bound);
            if (certain ? 4 * some > 3 * all : 2 * some > all) bound = rows + columns;
            const std::int64_t found = fill_within(bound);
            if (found <= bound) return found;
            certain = found <= 8 * bound;
            bound = std::min(found, 8 * bound);
        }
    }

    // Goes back from the last cell and tells `way` each step: of equal ones a deletion before an insertion, an
    // insertion before the rest. Then tells it what is left at the edge.
    template <class Way>
    void trace(Way& way) {
        std::size_t i = hyp_.size, j = ref_.size;
        while (i && j) trace_block(way, i, j);
        way.edge(i, j);
    }

  private:
    static constexpr std::size_t widest = 64 * StripRow::blocks, most_kept = std::size_t{1} << 22;

    // Columns first to last; of its rows `known` to `end` in this part, kept from `kept` on.
    struct Strip {
        std::size_t first, last, rows_first, rows_last, known, end, kept;
        std::int64_t edge;  // the cell after the strip in the last row that was filled; of the last strip the one before
        StripRow row;

        std::size_t columns() const { return last - first; }
        std::size_t stride() const { return StripRow::stride(columns()); }
    };

    // Gives each strip the rows that a way of so many edits can pass; returns how many these are.
    std::size_t rows_within(std::int64_t bound) {
        const auto rows = static_cast<std::int64_t>(hyp_.size), columns = static_cast<std::int64_t>(ref_.size);
        const std::int64_t above = (bound + columns - rows) / 2, below = (bound + rows - columns) / 2;
        const auto row = [&](std::int64_t at) { return static_cast<std::size_t>(std::clamp<std::int64_t>(at, 0, rows)); };
        std::size_t all = 0;
        for (std::size_t s = 0; s < strips_.size(); ++s) {
            Strip& strip = strips_[s];
            strip.first = widest * s;
            strip.last = std::min(ref_.size, strip.first + widest);
            strip.rows_first = row(static_cast<std::int64_t>(strip.first) - above);
            strip.rows_last = row(static_cast<std::int64_t>(strip.last) + below);
            all += strip.rows_last - strip.rows_first;
        }
        return all;
    }

    std::int64_t fill_within(std::int64_t bound) {
        const std::size_t rows = rows_within(bound);
        step_ = rows_at_a_time(hyp_.size, rows * StripRow::stride(widest) / hyp_.size, most_kept);
        const std::size_t parts = (hyp_.size + step_ - 1) / step_;
        if (parts > 1) marks_.resize((parts + 1) * strips_.size());
        for (part_ = 0; part_ < parts; ++part_) fill_part();
        part_ = parts - 1;
        return strips_.back().edge + strips_.back().row.across(strips_.back().columns());
    }

    void fill_part() {
        const std::size_t first = part_ * step_, last = std::min(hyp_.size, first + step_);
        std::size_t room = 0;
        for (Strip& strip : strips_) {
            strip.known = std::max(strip.rows_first, first);
            strip.end = std::max(strip.known, std::min(strip.rows_last, last));
            strip.kept = room;
            room += (strip.end - strip.known + StripRow::blocks) * strip.stride();
        }
        if (kept_.size() < room) kept_.resize(room);
        fill_strips(first, last);
    }

    void fill_strips(std::size_t first, std::size_t last) {
        if (strips_.size() > 1) less_.assign(last - first, 0);
        std::int64_t left = 0;
        for (std::size_t s = 0; s < strips_.size(); ++s) {
            Strip& strip = strips_[s];
            if (strip.known == strip.end) continue;
            effort.add(static_cast<std::int64_t>(StripRow::blocks * (strip.end - strip.known)));
            enter(s, left);
            for_columns(strip, [](std::uint64_t& block, std::uint64_t bit) { block |= bit; });
            byte* const less = less_.data() + strip.known - first;
            if (s + 1 < strips_.size()) left = fill_inner(s, less);
            else if (s) fill_last<true>(strip, less);
            else fill_last<false>(strip, less);
            for_columns(strip, [](std::uint64_t& block, std::uint64_t) { block = 0; });
            if (strip.end < strip.rows_last) marks_[(part_ + 1) * strips_.size() + s] = strip.row;
        }
    }

    // `left` is the cell before the strip in its first row of all.
    void enter(std::size_t s, std::int64_t left) {
        Strip& strip = strips_[s];
        if (strip.known > strip.rows_first) {
            strip.row = marks_[part_ * strips_.size() + s];
            return;
        }
        strip.row.up.fill(~std::uint64_t{0});
        strip.row.down.fill(0);
        strip.edge = left + (s + 1 < strips_.size() ? static_cast<std::int64_t>(strip.columns()) : 0);
    }

    // Returns the cell before the next strip in its first row.
    std::int64_t fill_inner(std::size_t s, byte* less) {
        Strip& strip = strips_[s];
        if (s) fill_rows<2, true, true>(strip, less);
        else fill_rows<2, false, true>(strip, less);
        const std::size_t rows = strip.end - strip.known, next = std::max(strips_[s + 1].rows_first, strip.known);
        const std::size_t before = std::min(rows, next - strip.known);
        const std::int64_t left = sum(less, before, strip.edge);
        strip.edge = sum(less + before, rows - before, left);
        return left;
    }

    template <bool left>
    void fill_last(Strip& strip, byte* less) {
        const std::size_t rows = strip.end - strip.known;
        strip.edge = left ? sum(less, rows, strip.edge) : strip.edge + static_cast<std::int64_t>(rows);
        if (strip.columns() > 128) fill_rows<2, left, false>(strip, less);
        else if (strip.columns() > 64) fill_rows<1, left, false>(strip, less);
        else fill_block<left>(symbols(strip), equal_.data(), less, strip.row, kept_.data() + strip.kept);
    }

    template <std::size_t pairs, bool left, bool right>
    void fill_rows(Strip& strip, byte* less) {
        fill_strip<pairs, left, right>(symbols(strip), equal_.data(), less, strip.row, kept_.data() + strip.kept);
    }

    Symbols symbols(const Strip& strip) const { return {hyp_.data + strip.known, strip.end - strip.known}; }

    // The last of some cells of a column, the first of which differs from `start` by one less its `less`.
    static std::int64_t sum(const byte* less, std::size_t rows, std::int64_t start) {
        std::int64_t total = start + static_cast<std::int64_t>(rows);
        for (std::size_t i = 0; i < rows; ++i) total -= less[i];
        return total;
    }

    // Calls each(word, bit) for every column: where its symbol has the block's bits, and which of them is its own.
    template <class Each>
    void for_columns(const Strip& strip, Each each) {
        const int shift = std::countr_zero(strip.stride()) - 1;
        for (std::size_t j = strip.first; j < strip.last;) {
            std::uint64_t* const block = equal_.data() + (j - strip.first) / 64;
            const Symbol *symbol = ref_.data + j, *const end = ref_.data + (j = std::min(strip.last, j + 64));
            for (std::uint64_t bit = 1; symbol < end; bit += bit) each(block[std::size_t(*symbol++) << shift], bit);
        }
    }

    // Goes on to where the block, or the part of the rows that are kept, ends.
    template <class Way>
    void trace_block(Way& way, std::size_t& row, std::size_t& column) {
        while (row <= part_ * step_) --part_, fill_part();
        const Strip& strip = strips_[(column - 1) / widest];
        const std::size_t stride = strip.stride(), turns = StripRow::kinds(stride);
        const std::size_t block = (column - 1) % widest / 64;
        std::size_t i = row, j = column;
        std::uint64_t here = std::uint64_t{1} << (j - 1) % 64;
        const std::uint64_t* bits = kept_.data() + strip.kept + StripRow::place(block, stride) + (i - 1 - strip.known) * stride;
        while (i > strip.known && here) {
            if (!(bits[turns] & here)) {
                here >>= 1;
                bits -= stride;
                way.kept(--i, --j);
            } else {
                const bool deleted = *bits & here;
                here >>= deleted;
                j -= deleted;
                i -= !deleted;
                bits -= deleted ? 0 : stride;
                way.turned(deleted);
            }
        }
        row = i;
        column = j;
    }

    Symbols hyp_, ref_;
    std::size_t step_ = 1, part_ = 0;
    std::vector<Strip> strips_;
    std::vector<std::uint64_t> equal_;  // of each symbol where it stands in a strip; all zero in between
    std::vector<byte> less_;
    std::vector<StripRow> marks_;
    std::vector<std::uint64_t> kept_;
};

}  // namespace assay
