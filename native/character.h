// CharacTER (Wang et al. 2016): runs of words are moved as long as that brings the words nearer to the reference's,
// then characters are compared.
//
// Which move is taken is part of the definition: of all moves of a run that also stands in the reference, to the
// place where it stands there, the one that leaves the least word distance; of equals the one that leaves the
// greatest list of words. The distance after a move differs from the one before only from the first moved word on,
// so every row of the word matrix is kept, and measured on until it meets the kept ones again.
#pragma once

#include <array>
#include <cstring>
#include <stdexcept>

#include "cells.h"
#include "edits.h"
#include "words.h"

namespace assay {

// Put together by the compiler, the functions of the search have too few registers for their loops.
#define ASSAY_APART [[gnu::noinline]]

struct CharacterResult {
    double score = 0, edits = 0, shift_cost = 0, characters = 0;
};

class CharacterSearch {
  public:
    struct Shift {
        std::int64_t start, length, target;
    };

    CharacterResult run(Text hyp_text, Text ref_text) {
        words_ = hyp;
        shifts.clear();
        if (hyp.empty() || ref.empty()) return without_words(hyp_text, ref_text);
        CharacterResult result;
        matrix_.set(as_ids(ref), words.size());
        align();
        if (distance_ > 0) {
            shift_words();
            result.shift_cost = shift_cost();
            result.edits = static_cast<double>(edits(hyp_text, ref_text));
        }
        result.characters = static_cast<double>(count_chars(hyp_text));
        result.score = std::min(1.0, (result.edits + result.shift_cost) / result.characters);
        return result;
    }

    // The operations on characters that are left after the moves of the last run.
    Text operations(EditAligner& aligner, Text hyp_text, Text ref_text) {
        spell(hyp_text, ref_text);
        return aligner.align(as_ids(hyp_chars_), as_ids(ref_chars_), {1, 1, 1});
    }

    SegmentWords words;
    std::vector<std::int32_t> hyp, ref;
    bool traced = false;        // whether moves are to be noted
    std::vector<Shift> shifts;  // those of the last run

  private:
    using Row = BitMatrix::Block;
    struct Run {
        std::int64_t start, length;
    };
    struct Move {
        std::int64_t start, target, length, reach;
    };

    // Nothing against nothing is perfect; nothing against something, or the reverse, is as bad as can be.
    static CharacterResult without_words(Text hyp_text, Text ref_text) {
        const auto output = static_cast<double>(count_chars(hyp_text));
        const double edits = std::max(output, static_cast<double>(count_chars(ref_text)));
        return {edits > 0 ? 1.0 : 0.0, edits, 0, output};
    }

    // --- moves ------------------------------------------------------------------------------------------------------

    // The distance per reference word is carried along by subtraction, as `cer` does it: where that rounds up, one
    // more move without any gain is taken, and here too.
    ASSAY_APART void shift_words() {
        const auto length = static_cast<double>(ref.size());
        double rate = static_cast<double>(distance_) / length;
        const std::int64_t least = least_distance();
        index_reference();
        for (;;) {
            const double exact = static_cast<double>(distance_) / length;
            best_ = distance_ - (rate - exact > 0 ? 0 : 1);
            found_ = false;
            if (best_ < least) return;
            try_moves();
            if (!found_) return;
            rate -= rate - static_cast<double>(best_) / length;
            if (traced) note_shift();
            words_.swap(best_words_);
            align();
        }
    }

    // Of the moves that leave the same words the first from the left is noted, to the first of its places.
    void note_shift() {
        const auto size = static_cast<std::int64_t>(words_.size()), columns = static_cast<std::int64_t>(ref.size());
        for (std::int64_t i = 0; i < size; ++i) {
            for (std::int64_t j = first_[words_[i]]; j >= 0; j = next_[j]) {
                std::int64_t length = 0;
                while (i + length < size && j + length < columns && words_[i + length] == ref[j + length]) ++length;
                const std::int64_t target = std::min(j, size - length);
                if (i == j || !leaves_best(i, target, length)) continue;
                shifts.push_back({i, length, target});
                return;
            }
        }
    }

    bool leaves_best(std::int64_t start, std::int64_t target, std::int64_t length) {
        moved_ = words_;
        const auto run = moved_.begin() + start;
        if (target < start) std::rotate(moved_.begin() + target, run, run + length);
        else std::rotate(run, run + length, moved_.begin() + target + length);
        return moved_ == best_words_;
    }

    // No order of the words comes nearer than this: every word without a partner costs an edit.
    std::int64_t least_distance() {
        count_.assign(words.size(), 0);
        for (const std::int32_t word : ref) ++count_[word];
        std::int64_t common = 0;
        for (const std::int32_t word : hyp) common += count_[word]-- > 0;
        return static_cast<std::int64_t>(std::max(hyp.size(), ref.size())) - common;
    }

    void index_reference() {
        first_.assign(words.size(), -1);
        next_.resize(ref.size());
        for (std::size_t j = ref.size(); j-- > 0;) next_[j] = std::exchange(first_[ref[j]], static_cast<std::int64_t>(j));
    }

    // Moves that may gain most come first: once one has, most others need not be measured. A move by one word, or of
    // one word, saves two edits at most.
    ASSAY_APART void try_moves() {
        collect_moves();
        short_ = kept_ && CellRows::fits(words_.size(), ref.size());
        if (kept_) align_backwards();
        without_ = {};
        for (CellRows* rows : {&ahead_, &behind_})
            if (short_) rows->start(words_.size() + 1, ref.size());
        for (const auto& moves : moves_)
            for (const Move& move : moves)
                if (distance_ - 2 * move.reach <= best_ && may_gain(move)) try_move(move);
    }

    // Putting a run of words back elsewhere saves one edit a word at most.
    ASSAY_APART bool may_gain(const Move& move) {
        if (!kept_) return true;
        const std::int64_t most = best_ + move.length;
        if (!short_) {
            if (move.start != without_.start || move.length != without_.length)
                without_ = {move.start, move.length, distance_without(move.start, move.length)};
            return without_.distance <= most;
        }
        return CellRows::meet(ahead_.row(move.start, rows_.data() + move.start * matrix_.blocks()), rest(move.start + move.length), ref.size(), most);
    }

    // The cells of what is left from a word on; any row of cells before it meets them.
    const byte* rest(std::int64_t from) {
        const std::size_t left = words_.size() - static_cast<std::size_t>(from);
        return behind_.row(left, back_rows_.data() + left * matrix_.blocks(), true);
    }

    // The distance of the words without a run of them. Cells before the run and cells after it meet in one column of
    // the reference.
    std::int64_t distance_without(std::int64_t start, std::int64_t length) const {
        const auto left = static_cast<std::int64_t>(words_.size()) - start - length;
        const std::size_t blocks = matrix_.blocks(), columns = ref.size();
        const Row* const before = rows_.data() + start * blocks;
        const Row* const after = back_rows_.data() + left * blocks;
        std::int64_t sum = start + back_distances_[left], least = sum;
        effort.add(static_cast<std::int64_t>(columns));
        for (std::size_t block = 0; block < blocks; ++block) {
            Row ahead = before[block];
            const std::size_t stop = std::min(columns, 64 * (block + 1));
            for (std::size_t j = 64 * block; j < stop; ++j) {
                const std::size_t mirrored = columns - 1 - j;
                const Row behind = after[mirrored / 64];
                sum += static_cast<std::int64_t>(ahead.up & 1) - static_cast<std::int64_t>(ahead.down & 1) -
                       static_cast<std::int64_t>(behind.up >> (mirrored % 64) & 1) +
                       static_cast<std::int64_t>(behind.down >> (mirrored % 64) & 1);
                least = std::min(least, sum);
                ahead = {ahead.up >> 1, ahead.down >> 1};
            }
        }
        return least;
    }

    // Row k: the last k words against the reference, both read backwards.
    ASSAY_APART void align_backwards() {
        reversed_.assign(ref.rbegin(), ref.rend());
        back_.set(as_ids(reversed_), words.size());
        const std::size_t blocks = back_.blocks();
        back_rows_.resize((words_.size() + 1) * blocks);
        back_distances_.resize(words_.size() + 1);
        back_.begin(back_rows_.data());
        back_distances_[0] = back_.size();
        for (std::size_t k = 0; k < words_.size(); ++k) {
            const Row* const from = back_rows_.data() + k * blocks;
            const std::int32_t word = words_[words_.size() - 1 - k];
            back_distances_[k + 1] = back_distances_[k] + back_.step(from, word, back_rows_.data() + (k + 1) * blocks);
        }
    }

    // Every move is a pair of equal words, and most take as many steps as there are words at least.
    void expect_moves() {
        count_.assign(words.size(), 0);
        for (const std::int32_t word : ref) ++count_[word];
        double pairs = 0;
        for (const std::int32_t word : words_) pairs += count_[word];
        if (!CellRows::fits(words_.size(), ref.size())) effort.expect(pairs * static_cast<double>(ref.size()));
    }

    // Goes backwards, so that the run from a pair of places is one longer than the run from the next pair. Words move
    // to where they stand in the reference, or to the end if that is further.
    ASSAY_APART void collect_moves() {
        expect_moves();
        for (auto& moves : moves_) moves.clear();
        runs_.assign(ref.size() + 1, {-1, 0});
        const auto size = static_cast<std::int64_t>(words_.size());
        for (std::int64_t i = size - 1; i >= 0; --i) {
            for (std::int64_t j = first_[words_[i]]; j >= 0; j = next_[j]) {
                const std::int64_t length = runs_[j + 1].start == i + 1 ? runs_[j + 1].length + 1 : 1;
                runs_[j] = {i, length};
                if (i == j) continue;
                const std::int64_t target = std::min(j, size - length), reach = std::min(length, std::abs(target - i));
                moves_[reach > 2 ? 0 : reach > 1 ? 1 : 2].push_back({i, target, length, reach});
            }
        }
    }

    ASSAY_APART void try_move(const Move& move) {
        const std::int64_t first = std::min(move.target, move.start), last = std::max(move.target, move.start) + move.length;
        const std::int64_t middle = move.target < move.start ? move.start : move.start + move.length;
        moved_.resize(static_cast<std::size_t>(last - first));
        std::rotate_copy(words_.begin() + first, words_.begin() + middle, words_.begin() + last, moved_.begin());
        const std::int64_t reached = distance_after(first, last);
        if (reached > best_ || (found_ && reached == best_ && !greater_than_best(first))) return;
        best_ = reached;
        found_ = true;
        best_words_ = words_;
        std::copy(moved_.begin(), moved_.end(), best_words_.begin() + first);
    }

    // Compares words as Python compares strings, which is the order of their bytes.
    bool greater_than_best(std::int64_t first) const {
        const std::int64_t last = first + static_cast<std::int64_t>(moved_.size());
        for (std::int64_t i = 0; i < static_cast<std::int64_t>(words_.size()); ++i) {
            const std::int32_t own = i >= first && i < last ? moved_[i - first] : words_[i];
            if (own == best_words_[i]) continue;
            const Text a = words[own], b = words[best_words_[i]];
            const int order = std::memcmp(a.data, b.data, std::min(a.size, b.size));
            return order > 0 || (order == 0 && a.size > b.size);
        }
        return false;
    }

    // --- distances of words -----------------------------------------------------------------------------------------

    ASSAY_APART void align() {
        const std::size_t blocks = matrix_.blocks(), size = words_.size();
        kept_ = blocks == 1 || (size + 1) * blocks <= most_kept;
        rows_.resize((kept_ ? size + 1 : 2) * blocks);
        distances_.resize(size + 1);
        matrix_.begin(rows_.data());
        distances_[0] = matrix_.size();
        for (std::size_t i = 0; i < size; ++i) {
            const Row* from = rows_.data() + (kept_ ? i : 0) * blocks;
            Row* to = rows_.data() + (kept_ ? i + 1 : 0) * blocks;
            distances_[i + 1] = distances_[i] + matrix_.step(from, words_[i], to);
            effort.add(steps_a_block * static_cast<std::int64_t>(blocks));
        }
        distance_ = distances_[size];
    }

    // The distance after the words from `first` to `last` have become `moved_`; more than `best_` may be any such.
    ASSAY_APART std::int64_t distance_after(std::int64_t first, std::int64_t last) {
        const std::size_t blocks = matrix_.blocks();
        const auto start = kept_ ? rows_.begin() + static_cast<std::ptrdiff_t>(first * blocks) : rows_.begin();
        std::int64_t distance = distances_[first];
        effort.add(steps_a_block * static_cast<std::int64_t>(blocks * moved_.size()));
        row_.assign(start, start + static_cast<std::ptrdiff_t>(blocks));
        if (!kept_) distance = restart(first);
        if (blocks == 1) matrix_.walk(row_[0], moved_.data(), moved_.size(), distance);
        else for (const std::int32_t word : moved_) distance += matrix_.step(row_.data(), word, row_.data());
        return short_ ? met(last) : finished(last, distance);
    }

    // Where rows are not kept, all words before have to be read again.
    std::int64_t restart(std::int64_t first) {
        matrix_.begin(row_.data());
        std::int64_t distance = matrix_.size();
        effort.add(steps_a_block * first * static_cast<std::int64_t>(matrix_.blocks()));
        for (std::int64_t i = 0; i < first; ++i) distance += matrix_.step(row_.data(), words_[i], row_.data());
        return distance;
    }

    std::int64_t met(std::int64_t last) {
        std::array<byte, CellRows::stride> cells;
        CellRows::spread(cells.data(), static_cast<std::size_t>(last), row_.data(), ref.size());
        const byte* const others = rest(last);
        const bool near = CellRows::meet(cells.data(), others, ref.size(), best_);
        return near ? CellRows::least(cells.data(), others, ref.size()) : best_ + 1;
    }

    // Goes on to the end, or to where the row is one of those kept.
    std::int64_t finished(std::int64_t at, std::int64_t distance) {
        const std::size_t blocks = matrix_.blocks();
        for (; at < static_cast<std::int64_t>(words_.size()); ++at) {
            if (kept_ && std::equal(row_.begin(), row_.end(), rows_.data() + at * blocks))
                return distance + distance_ - distances_[at];
            distance += matrix_.step(row_.data(), words_[at], row_.data());
            effort.add(steps_a_block * static_cast<std::int64_t>(blocks));
        }
        return distance;
    }

    // --- what the moves cost, and the characters --------------------------------------------------------------------

    // Every run of the output that now stands further right costs its mean word length. Runs are found from left to
    // right, each in the first place to the right where its first word now stands.
    ASSAY_APART double shift_cost() const {
        double cost = 0;
        for (std::size_t i = 0; i < hyp.size(); ++i) {
            if (hyp[i] == words_[i]) continue;
            const auto found = std::find(words_.begin() + static_cast<std::ptrdiff_t>(i) + 1, words_.end(), hyp[i]);
            if (found == words_.end()) continue;
            const auto place = static_cast<std::size_t>(found - words_.begin());
            std::size_t length = 0;
            std::int64_t characters = 0;
            while (place + length < words_.size() && hyp[i + length] == words_[place + length])
                characters += count_chars(words[hyp[i + length++]]);
            cost += static_cast<double>(characters) / static_cast<double>(length);
            i += length - 1;
        }
        return cost;
    }

    ASSAY_APART std::int64_t edits(Text hyp_text, Text ref_text) {
        if (is_ascii(hyp_text) && is_ascii(ref_text)) return distance_of(joined(hyp_text), ref_text, 128);
        spell(hyp_text, ref_text);
        return distance_of(as_ids(hyp_chars_), as_ids(ref_chars_), static_cast<std::size_t>(numbers_.size()) + 1);
    }

    // The moved words with a blank between two.
    Text joined(Text hyp_text) {
        if (words_ == hyp) return hyp_text;
        joined_.resize(hyp_text.size);
        byte* at = joined_.data();
        for (std::size_t i = 0; i < words_.size(); ++i) {
            if (i > 0) *at++ = ' ';
            at = std::copy_n(words[words_[i]].data, words[words_[i]].size, at);
        }
        return {joined_.data(), joined_.size()};
    }

    // Numbers the characters of the moved words and of the reference.
    void spell(Text hyp_text, Text ref_text) {
        numbers_.start(hyp_text.size + ref_text.size);
        hyp_chars_.clear();
        ref_chars_.clear();
        append_chars(ref_text, numbers_, ref_chars_);
        append_chars(joined(hyp_text), numbers_, hyp_chars_);
    }

    // What both have in common at either end costs nothing.
    template <class Symbol>
    std::int64_t distance_of(Span<Symbol> a, Span<Symbol> b, std::size_t types) {
        const Trimmed<Symbol> middle(a, b);
        a = middle.hyp;
        b = middle.ref;
        if (a.empty() || b.empty()) return static_cast<std::int64_t>(a.size + b.size);
        if (a.size * ((b.size + 63) / 64) > b.size * ((a.size + 63) / 64)) std::swap(a, b);
        characters_.set(b, types);
        return characters_.distance(a);
    }

    static constexpr std::int64_t steps_a_block = 4;
    static constexpr std::size_t most_kept = std::size_t{1} << 22;

    std::vector<std::int32_t> words_, best_words_, moved_, reversed_, hyp_chars_, ref_chars_, count_;
    std::vector<byte> joined_;
    std::vector<std::int64_t> first_, next_, distances_, back_distances_;
    std::vector<Run> runs_;
    std::array<std::vector<Move>, 3> moves_;
    std::vector<Row> rows_, row_, back_rows_;
    BitMatrix matrix_, back_, characters_;
    CharNumbering numbers_;
    std::int64_t distance_ = 0, best_ = 0;
    CellRows ahead_, behind_;
    struct {
        std::int64_t start = -1, length = 0, distance = 0;
    } without_;
    bool found_ = false, kept_ = false, short_ = false;
};

// The reference with the least score, the first of equals; `chosen` is called with its place after its run.
template <class Chosen>
CharacterResult best_character(CharacterSearch& search, Text hyp, const Column<byte>& ref, const std::int64_t* group,
                               Chosen chosen) {
    search.words.add(hyp, search.hyp);
    CharacterResult best;
    for (std::int64_t r = group[0]; r < group[1]; ++r) {
        const Text reference = ref[static_cast<std::size_t>(r)];
        search.words.add(reference, search.ref);
        const CharacterResult result = search.run(hyp, reference);
        if (r > group[0] && !(result.score < best.score)) continue;
        best = result;
        chosen(r);
    }
    return best;
}

// One row a segment: the least score over its references, 1, and the character edits, the cost of the moves and the
// characters of the output that the score is made of.
inline void character_stats(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, int threads, double* out) {
    for_rows<CharacterSearch>(hyp.rows, threads, [&](std::size_t row, CharacterSearch& search) {
        search.words.start(segment_bytes(hyp, ref, groups, row));
        const CharacterResult best = best_character(search, hyp[row], ref, groups + row, [](std::int64_t) {});
        const double stats[] = {best.score, 1, best.edits, best.shift_cost, best.characters};
        std::copy(std::begin(stats), std::end(stats), out + 5 * row);
    });
}

struct CharacterAligner {
    CharacterSearch search;
    EditAligner edits;
};

// Shifts of words, three numbers each, go where the operations of the row may: shifts[3 * op_offsets[row]] and on.
inline void character_alignments(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, int threads,
                                 AlignmentOut out, std::int64_t* shifts, std::int64_t* shift_counts) {
    for_rows<CharacterAligner>(hyp.rows, threads, [&](std::size_t row, CharacterAligner& aligner) {
        CharacterSearch& search = aligner.search;
        search.traced = true;
        search.words.start(segment_bytes(hyp, ref, groups, row));
        best_character(search, hyp[row], ref, groups + row, [&](std::int64_t r) {
            out.chosen[row] = r - groups[row];
            out.put(row, search.operations(aligner.edits, hyp[row], ref[static_cast<std::size_t>(r)]));
            const std::int64_t room = out.op_offsets[row + 1] - out.op_offsets[row];
            shift_counts[row] = static_cast<std::int64_t>(search.shifts.size());
            if (shift_counts[row] > room) throw std::length_error("more shifts than a segment has characters");
            std::int64_t* to = shifts + 3 * out.op_offsets[row];
            for (const auto& shift : search.shifts)
                for (const std::int64_t number : {shift.start, shift.length, shift.target}) *to++ = number;
        });
    });
}

}  // namespace assay
