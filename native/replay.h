// Editing replayed: the changes of a text one after the other, the text that they end in, and what the work came to.
//
// Text is code points. A run is changes that touch the stretch which the changes before them made; when it ends, the
// stretch is widened to whole words on both sides, and it counts as many word edits as there were words before or
// after it, whichever are more; 1 where all was taken back. A typed character is wasted if it does not stay.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "column.h"

namespace assay {

using Point = std::uint32_t;

constexpr Point typed_bit = 0x80000000u;  // no code point has it

inline bool is_blank(Point marked) {
    const Point point = marked & ~typed_bit;
    return point == ' ' || (point >= 0x9 && point <= 0xD) || (point >= 0x1C && point <= 0x1F) || point == 0x85 ||
           point == 0xA0 || point == 0x1680 || (point >= 0x2000 && point <= 0x200A) || point == 0x2028 ||
           point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

struct Changes {
    const std::int64_t* at;
    const std::int64_t* removed;
    Column<Point> inserted;       // one row a change
    const std::int64_t* offsets;  // those of text i are offsets[i] to offsets[i + 1]
};

// What is counted of a text's changes, in the order of its row.
enum { kRuns, kWordEdits, kWasted, kBad, kCounts };

class Replay {
  public:
    // Applies the changes to the text; the number of the first that lies outside it is written to its row, else -1.
    void run(Span<Point> text, const Changes& changes, std::size_t row, Span<Point> end, Point* out, std::int64_t* counts) {
        buffer_.assign(text.begin(), text.end());
        counts_ = counts;
        std::fill(counts, counts + kCounts, 0);
        counts[kBad] = -1;
        open_ = false;
        for (std::int64_t change = changes.offsets[row]; change < changes.offsets[row + 1]; ++change) {
            effort.add(1 + static_cast<std::int64_t>(buffer_.size()) / 4);
            const std::int64_t size = static_cast<std::int64_t>(buffer_.size()), at = changes.at[change];
            const std::int64_t removed = changes.removed[change];
            if (at < 0 || removed < 0 || at > size || removed > size - at) {
                counts[kBad] = change - changes.offsets[row];
                return;
            }
            apply(at, removed, changes.inserted[change]);
        }
        close();
        if (buffer_.size() != end.size) {
            counts[kBad] = changes.offsets[row + 1] - changes.offsets[row];
            return;
        }
        for (std::size_t i = 0; i < end.size; ++i) out[i] = buffer_[i] & ~typed_bit;
    }

  private:
    void apply(std::int64_t at, std::int64_t removed, Span<Point> inserted) {
        const std::int64_t stop = at + removed;
        if (open_ && (at > end_ || stop < start_)) close();
        if (!open_) {
            open_ = true, start_ = end_ = at;
            old_.clear();
        }
        if (at < start_) old_.insert(old_.begin(), buffer_.begin() + at, buffer_.begin() + std::min(start_, stop));
        if (stop > end_) old_.insert(old_.end(), buffer_.begin() + std::max(end_, at), buffer_.begin() + stop);
        for (std::int64_t i = at; i < stop; ++i) counts_[kWasted] += (buffer_[i] & typed_bit) != 0;
        typed_.assign(inserted.begin(), inserted.end());
        for (Point& point : typed_) point |= typed_bit;
        replace(at, stop);
        const std::int64_t grown = static_cast<std::int64_t>(inserted.size) - removed;
        end_ = std::max(end_, stop) + grown;
        start_ = std::min(start_, at);
    }

    void replace(std::int64_t at, std::int64_t stop) {
        const std::int64_t shared = std::min<std::int64_t>(stop - at, typed_.size());
        std::copy(typed_.begin(), typed_.begin() + shared, buffer_.begin() + at);
        if (shared < stop - at) buffer_.erase(buffer_.begin() + at + shared, buffer_.begin() + stop);
        else buffer_.insert(buffer_.begin() + stop, typed_.begin() + shared, typed_.end());
    }

    // Ends the run, and counts the words that it touched.
    void close() {
        if (!open_) return;
        open_ = false;
        ++counts_[kRuns];
        if (old_.empty() && start_ == end_) {
            ++counts_[kWordEdits];  // typed and taken back, with nothing left to tell how many words it was
            return;
        }
        std::int64_t left = start_, right = end_, size = static_cast<std::int64_t>(buffer_.size());
        while (left > 0 && !is_blank(buffer_[left - 1])) --left;
        while (right < size && !is_blank(buffer_[right])) ++right;
        const auto old_first = [&] { return old_.empty() ? right > end_ : !is_blank(old_.front()); };
        const auto new_first = [&] { return start_ == end_ ? right > end_ : !is_blank(buffer_[start_]); };
        const auto old_last = [&] { return old_.empty() ? left < start_ : !is_blank(old_.back()); };
        const auto new_last = [&] { return start_ == end_ ? left < start_ : !is_blank(buffer_[end_ - 1]); };
        const bool with_left = left < start_ && (old_first() || new_first());
        const bool with_right = right > end_ && (old_last() || new_last());
        const std::int64_t begin = with_left ? left : start_, finish = with_right ? right : end_;
        Words before, after;
        for (std::int64_t i = begin; i < start_; ++i) before.add(buffer_[i]);
        for (const Point point : old_) before.add(point);
        for (std::int64_t i = end_; i < finish; ++i) before.add(buffer_[i]);
        for (std::int64_t i = begin; i < finish; ++i) after.add(buffer_[i]);
        counts_[kWordEdits] += std::max(before.count, after.count);
    }

    struct Words {
        std::int64_t count = 0;
        bool inside = false;
        void add(Point point) {
            const bool word = !is_blank(point);
            count += word && !inside;
            inside = word;
        }
    };

    std::vector<Point> buffer_, old_, typed_;
    std::int64_t* counts_ = nullptr;
    std::int64_t start_ = 0, end_ = 0;
    bool open_ = false;
};

inline void replay(Column<Point> texts, const Changes& changes, const std::int64_t* ends, int threads, Point* out,
                   std::int64_t* counts) {
    for_rows<Replay>(texts.rows, threads, [&](std::size_t row, Replay& trace) {
        const Span<Point> end{out + ends[row], static_cast<std::size_t>(ends[row + 1] - ends[row])};
        trace.run(texts[row], changes, row, end, out + ends[row], counts + kCounts * row);
    });
}

}  // namespace assay
