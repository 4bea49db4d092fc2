// Classes of words in error (Popović and Ney 2011): inflection, reordering, missing, extra, lexical.
//
// Three views of one segment are put together. The edit path says which words are matched in order; from the end
// backwards it prefers the diagonal to a deletion and a deletion to an insertion. Bags say which words have a partner
// anywhere, the leftmost copies first. Bases say which words without a partner have one in another form.
#pragma once

#include <vector>

#include "diagonals.h"

namespace assay {

enum WordClass : byte { no_class, inflection, reordering, missing, extra, lexical };

// One side of a column: its words and bases, and what is found out about each word.
struct WordSide {
    Column<std::int32_t> words, bases;
    byte *marks, *wrong, *classes;
};

// The edit path that prefers the diagonal; rows are the output's words, columns the reference's.
class DiagonalPath {
  public:
    void trace(Ids hyp, Ids ref, byte* hyp_marks, byte* ref_marks) {
        std::size_t i = hyp.size, j = ref.size;
        // a common end is always matched; a common beginning need not be
        while (i && j && hyp[i - 1] == ref[j - 1]) hyp_marks[--i] = ref_marks[--j] = op_match;
        if (i && j) bits_.fill({hyp.data, i}, {ref.data, j});
        while (i && j) {
            const bool same = hyp[i - 1] == ref[j - 1];
            if (same || !bits_.level(i - 1, j - 1)) {
                hyp_marks[--i] = ref_marks[--j] = same ? op_match : op_substitution;
            } else if (bits_.up(i - 1, j - 1)) {
                ref_marks[--j] = op_deletion;
            } else {
                hyp_marks[--i] = op_insertion;
            }
        }
        std::fill_n(ref_marks, j, op_deletion);
        std::fill_n(hyp_marks, i, op_insertion);
    }

  private:
    DiagonalMatrix bits_;
};

// How often ids have been put in; a bag is emptied by what was put in.
class Bag {
  public:
    void put(std::int32_t id) {
        if (static_cast<std::size_t>(id) >= counts_.size()) counts_.resize(static_cast<std::size_t>(id) + 1, 0);
        ++counts_[static_cast<std::size_t>(id)];
        seen_.push_back(id);
    }
    bool take(std::int32_t id) {
        if (static_cast<std::size_t>(id) >= counts_.size() || counts_[static_cast<std::size_t>(id)] == 0) return false;
        --counts_[static_cast<std::size_t>(id)];
        return true;
    }
    void clear() {
        for (const std::int32_t id : seen_) counts_[static_cast<std::size_t>(id)] = 0;
        seen_.clear();
    }

  private:
    std::vector<std::int32_t> counts_, seen_;
};

class WordClassifier {
  public:
    void classify(const WordSide& hyp, const WordSide& ref, std::size_t row) {
        const auto h = static_cast<std::size_t>(hyp.words.offsets[row]);
        const auto r = static_cast<std::size_t>(ref.words.offsets[row]);
        path_.trace(hyp.words[row], ref.words[row], hyp.marks + h, ref.marks + r);
        find_wrong(hyp, ref, row, hyp.wrong + h);
        find_wrong(ref, hyp, row, ref.wrong + r);
        name(hyp, ref, row, h);
        name(ref, hyp, row, r);
    }

  private:
    enum Wrong : byte { right, wrong, other_form };

    // Words without a partner in the other side's bag, and those among them that have one in another form.
    void find_wrong(const WordSide& side, const WordSide& other, std::size_t row, byte* out) {
        const Ids words = side.words[row], theirs = other.words[row];
        for (const std::int32_t id : theirs) words_.put(id);
        for (std::size_t i = 0; i < words.size; ++i) out[i] = words_.take(words[i]) ? right : wrong;
        // what is left in the bag are the last copies of each word
        const Ids bases = side.bases[row], their_bases = other.bases[row];
        for (std::size_t i = theirs.size; i-- > 0;)
            if (words_.take(theirs[i])) bases_.put(their_bases[i]);
        for (std::size_t i = 0; i < words.size; ++i)
            if (out[i] == wrong && bases_.take(bases[i])) out[i] = other_form;
        words_.clear();
        bases_.clear();
    }

    void name(const WordSide& side, const WordSide& other, std::size_t row, std::size_t start) {
        const Ids words = side.words[row], theirs = other.words[row];
        const byte* their_marks = other.marks + other.words.offsets[row];
        for (std::size_t i = 0; i < theirs.size; ++i)
            if (their_marks[i] != op_match) words_.put(theirs[i]);
        for (std::size_t i = 0; i < words.size; ++i) {
            const byte mark = side.marks[start + i], found = side.wrong[start + i];
            WordClass name = no_class;
            if (found == other_form) name = inflection;
            if (found == wrong) name = by_mark(mark);
            if (found == right && mark != op_match && words_.take(words[i])) name = reordering;
            side.classes[start + i] = name;
        }
        words_.clear();
    }

    static WordClass by_mark(byte mark) {
        if (mark == op_match) return no_class;
        return mark == op_deletion ? missing : mark == op_insertion ? extra : lexical;
    }

    DiagonalPath path_;
    Bag words_, bases_;
};

inline void word_classes(const WordSide& hyp, const WordSide& ref, int threads) {
    for_rows<WordClassifier>(hyp.words.rows, threads, [&](std::size_t row, WordClassifier& classifier) {
        classifier.classify(hyp, ref, row);
    });
}

}  // namespace assay
