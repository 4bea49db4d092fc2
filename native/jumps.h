// Alignments with jumps: the matrix of CDER and of the extended edit distance, and the cheapest way through it.
//
// A row stands for what has been read of the reference, a cell for a place in the output. Of equally cheap ways a match
// or substitution is preferred to a deletion, that to an insertion, and that to a jump. Jumps of a row all leave from
// one cell, its cheapest. Long inputs keep only some of the rows and fill the others again on the way back.
#pragma once

#include "cder.h"
#include "edits.h"
#include "eed.h"

namespace assay {

// What happens in one row: the operation that leads into it, the cell from which a jump leaves (or -1), and the cell
// at which the row is left. Between them every cell to the right is an insertion.
struct JumpStep {
    std::int64_t op, source, left;
};

// Rules: Real; same(l, i); replace(l, i); jumps(l); cheapest(row, width); prices `insertion`, `deletion`, `edge` (a
// deletion before the first output token) and `jump`; `rising`: no jump in the first row, but insertions.
template <class Rules>
class JumpMatrix {
  public:
    using Real = typename Rules::Real;

    // Writes one step for each row, rows + 1 of them; returns what the way costs.
    Real align(Rules& rules, std::size_t rows, std::size_t cells, JumpStep* steps) {
        rules_ = &rules;
        rows_ = rows;
        width_ = cells + 1;
        fill();
        trace(steps);
        return row_.back();
    }

  private:
    void fill() {
        step_ = rows_at_a_time(rows_, width_, std::size_t{1} << 25);
        const std::size_t parts = std::max<std::size_t>(1, (rows_ + step_ - 1) / step_);
        effort.expect(steps_a_cell * (parts > 1 ? 2 : 1) * static_cast<double>(rows_) * static_cast<double>(width_));
        marks_.resize(parts * width_);
        kept_.resize(step_ * width_);
        sources_.assign(rows_ + 1, 0);
        marks_[0] = 0;
        for (std::size_t i = 1; i < width_; ++i) marks_[i] = rules_->rising ? static_cast<Real>(i) : Real(1);
        for (part_ = 0; part_ < parts; ++part_) fill_part();
        part_ = parts - 1;
    }

    void fill_part() {
        const auto mark = marks_.begin() + static_cast<std::ptrdiff_t>(part_ * width_);
        row_.assign(mark, mark + static_cast<std::ptrdiff_t>(width_));
        const std::size_t first = part_ * step_, last = std::min(rows_, first + step_);
        for (std::size_t l = first; l < last; ++l) fill_row(l, kept_.data() + (l - first) * width_);
        if ((part_ + 2) * width_ <= marks_.size())
            std::copy(row_.begin(), row_.end(), mark + static_cast<std::ptrdiff_t>(width_));
    }

    static constexpr int steps_a_cell = 4;

    void fill_row(std::size_t l, byte* ops) {
        effort.add(steps_a_cell * static_cast<std::int64_t>(width_));
        Real corner = row_[0];
        row_[0] += rules_->edge;
        ops[0] = op_deletion;
        for (std::size_t i = 1; i < width_; ++i) {
            const bool same = rules_->same(l, i - 1);
            const Real deleted = row_[i] + rules_->deletion, inserted = row_[i - 1] + rules_->insertion;
            Real best = same ? corner : corner + rules_->replace(l, i - 1);
            byte op = same ? op_match : op_substitution;
            if (deleted < best) best = deleted, op = op_deletion;
            if (inserted < best) best = inserted, op = op_insertion;
            corner = row_[i];
            row_[i] = best;
            ops[i] = op;
        }
        if (rules_->jumps(l)) jump(l, ops);
    }

    void jump(std::size_t l, byte* ops) {
        const std::size_t source = rules_->cheapest(row_.data(), width_);
        sources_[l + 1] = static_cast<std::int64_t>(source);
        const Real cost = rules_->jump + row_[source];
        for (std::size_t i = 0; i < width_; ++i)
            if (cost < row_[i]) row_[i] = cost, ops[i] = op_jump;
    }

    byte op(std::size_t row, std::size_t i) {
        if (row == 0 && i > 0) return rules_->rising || (i == 1 && rules_->insertion == 1) ? op_insertion : op_jump;
        if (row == 0) return op_match;
        while (row - 1 < part_ * step_) --part_, refill();
        return kept_[(row - 1 - part_ * step_) * width_ + i];
    }

    void refill() {
        const std::vector<Real> end = row_;
        fill_part();
        row_ = end;
    }

    void trace(JumpStep* steps) {
        std::size_t i = width_ - 1;
        for (std::size_t row = rows_ + 1; row-- > 0;) {
            JumpStep& step = steps[row] = {op_match, -1, static_cast<std::int64_t>(i)};
            if (op(row, i) == op_jump) {
                step.source = sources_[row];
                i = static_cast<std::size_t>(step.source);
            }
            while (op(row, i) == op_insertion) --i;
            step.op = op(row, i);
            if (row > 0 && step.op != op_deletion) --i;
        }
    }

    Rules* rules_ = nullptr;
    std::size_t rows_ = 0, width_ = 1, step_ = 1, part_ = 0;
    std::vector<Real> marks_, row_;
    std::vector<byte> kept_;
    std::vector<std::int64_t> sources_;
};

// Where steps go: those of row i start at offsets[i], counts[i] of them; `chosen` is the reference.
struct JumpsOut {
    JumpStep* steps;
    const std::int64_t* offsets;
    std::int64_t *counts, *chosen;

    // `align(r, steps)` writes the steps for one reference and returns its score; the first of the least stays.
    template <class Align>
    void put(std::size_t row, const std::int64_t* group, std::vector<JumpStep>& scratch, Align align) const {
        double best = 0;
        for (std::int64_t r = group[0]; r < group[1]; ++r) {
            const double score = align(static_cast<std::size_t>(r), scratch);
            if (r > group[0] && !(score < best)) continue;
            best = score;
            chosen[row] = r - group[0];
            counts[row] = static_cast<std::int64_t>(scratch.size());
            std::copy(scratch.begin(), scratch.end(), steps + offsets[row]);
        }
    }
};

// --- CDER ---------------------------------------------------------------------------------------------------------

struct CderRules {
    using Real = double;
    static constexpr Real insertion = 1, deletion = 1, edge = 1, jump = 1;
    bool rising = false, characters = false;
    CderSearch* search = nullptr;
    std::size_t priced = 0;

    bool same(std::size_t l, std::size_t i) const { return search->ref[l] == search->hyp[i]; }
    bool jumps(std::size_t) const { return true; }
    Real replace(std::size_t l, std::size_t i) {
        if (!characters) return 1;
        if (priced != l + 1) {
            search->choose(l);
            priced = l + 1;
        }
        return search->replacement(i);
    }
    static std::size_t cheapest(const Real* row, std::size_t width) {
        return static_cast<std::size_t>(std::min_element(row, row + width) - row);
    }
};

struct CderAligner {
    CderSearch search;
    JumpMatrix<CderRules> matrix;
    std::vector<JumpStep> steps;
};

inline void cder_alignments(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, CderOptions options,
                            int threads, JumpsOut out) {
    for_rows<CderAligner>(hyp.rows, threads, [&](std::size_t row, CderAligner& aligner) {
        CderSearch& search = aligner.search;
        search.words.start(segment_bytes(hyp, ref, groups, row));
        search.words.add(hyp[row], search.hyp);
        out.put(row, groups + row, aligner.steps, [&](std::size_t r, std::vector<JumpStep>& steps) {
            search.words.add(ref[r], search.ref);
            if (options.characters) search.spell();
            CderRules rules{options.cicada, options.characters, &search};
            steps.resize(search.ref.size() + 1);
            return aligner.matrix.align(rules, search.ref.size(), search.hyp.size(), steps.data());
        });
    });
}

// --- extended edit distance ---------------------------------------------------------------------------------------

template <class R>
struct EedRules {
    using Real = R;
    Real insertion, deletion, substitution, jump, edge;
    const Chars *hyp, *ref;
    static constexpr bool rising = false;

    bool same(std::size_t l, std::size_t i) const { return (*ref)[l] == (*hyp)[i]; }
    bool jumps(std::size_t l) const { return (*ref)[l] == ' '; }
    Real replace(std::size_t, std::size_t) const { return substitution; }
    // The C++ form keeps the least cost in an int.
    static std::size_t cheapest(const Real* row, std::size_t width) {
        const Real least = *std::min_element(row, row + width);
        const auto fits = [least](Real cost) {
            return std::is_same_v<Real, double> ? cost == least : std::trunc(cost) == std::trunc(least);
        };
        return static_cast<std::size_t>(std::find_if(row, row + width, fits) - row);
    }
};

template <class Real>
struct EedAligner {
    Chars hyp, ref;
    EedLanes<Real> scores;
    JumpMatrix<EedRules<Real>> matrix;
    std::vector<JumpStep> steps;
};

template <class Real>
void eed_alignments(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, EedCosts costs, int threads,
                    JumpsOut out) {
    for_rows<EedAligner<Real>>(hyp.rows, threads, [&](std::size_t row, EedAligner<Real>& aligner) {
        eed_text(hyp[row], EedLanes<Real>::python, aligner.hyp);
        aligner.scores.set_costs(costs);
        out.put(row, groups + row, aligner.steps, [&](std::size_t r, std::vector<JumpStep>& steps) {
            eed_text(ref[r], EedLanes<Real>::python, aligner.ref);
            // What the published programs call a deletion is a character of the output too many.
            EedRules<Real> rules{static_cast<Real>(costs.deletion), static_cast<Real>(costs.insertion),
                                 static_cast<Real>(costs.substitution), static_cast<Real>(costs.alpha), 1,
                                 &aligner.hyp, &aligner.ref};
            steps.resize(aligner.ref.size() + 1);
            aligner.matrix.align(rules, aligner.ref.size(), aligner.hyp.size(), steps.data());
            EedJob job{&aligner.hyp, &aligner.ref, {}};
            aligner.scores.run(&job, 1);
            return job.result.score;
        });
    });
}

// The text as it is compared, row by row, into room for twice its bytes and two blanks.
inline void eed_texts(Column<byte> texts, bool python, const std::int64_t* room, byte* out, std::int64_t* counts) {
    Chars chars;
    for (std::size_t row = 0; row < texts.rows; ++row) {
        eed_text(texts[row], python, chars);
        byte* at = out + room[row];
        for (const char32_t c : chars) at = put_char(at, c);
        counts[row] = at - (out + room[row]);
    }
}

}  // namespace assay
