// Edit distance with its operations: substitutions, insertions and deletions of one optimal alignment.
//
// With equal weights the matrix is kept as bits, and the alignment is the one that RapidFuzz traces: the common beginning
// and end are set aside, and from the end backwards a deletion is preferred to an insertion, an insertion to the rest.
// With other weights the matrix is filled cell by cell. Long inputs keep only some of the rows and fill the others again
// on the way back, so that memory grows with the square root.
#pragma once

#include <limits>
#include <vector>

#include "ids.h"
#include "trace.h"

namespace assay {

// An insertion is a word too many, a deletion a word that is lacking; a jump only where a metric knows them.
enum EditOp : byte { op_match, op_substitution, op_insertion, op_deletion, op_jump };

struct EditWeights {
    double substitution, insertion, deletion;
    bool equal() const { return substitution == insertion && insertion == deletion; }
};

struct EditCounts {
    std::int64_t by_op[4] = {0, 0, 0, 0};

    EditCounts() = default;
    explicit EditCounts(Text ops) {
        for (const byte op : ops) ++by_op[op];
    }
    // Of the reference.
    std::int64_t length() const { return by_op[op_match] + by_op[op_substitution] + by_op[op_deletion]; }
    double cost(const EditWeights& weights) const {
        return weights.substitution * static_cast<double>(by_op[op_substitution]) +
               weights.insertion * static_cast<double>(by_op[op_insertion]) +
               weights.deletion * static_cast<double>(by_op[op_deletion]);
    }
};

// The cheapest operations under any weights; of equal ways match or substitution, then insertion, then deletion.
template <class Symbol>
class WeightedMatrix {
  public:
    void fill(Span<Symbol> hyp, Span<Symbol> ref, const EditWeights& weights) {
        hyp_ = hyp;
        ref_ = ref;
        weights_ = weights;
        width_ = ref.size + 1;
        step_ = rows_at_a_time(hyp.size, width_, std::size_t{1} << 25);
        const std::size_t parts = std::max<std::size_t>(1, (hyp.size + step_ - 1) / step_);
        marks_.resize((parts + 1) * width_);
        for (std::size_t j = 0; j < width_; ++j) marks_[j] = weights.deletion * static_cast<double>(j);
        effort.expect(steps_a_cell * (parts > 1 ? 2 : 1) * static_cast<double>(hyp.size) * static_cast<double>(width_));
        kept_.resize(step_ * width_);
        for (part_ = 0; part_ < parts; ++part_) fill_part();
        part_ = parts - 1;
    }

    // The operation that leads to cell (row, j), row from 1; rows have to be asked for from the last to the first.
    byte op(std::size_t row, std::size_t j) {
        while (row - 1 < part_ * step_) --part_, fill_part();
        return kept_[(row - 1 - part_ * step_) * width_ + j];
    }

  private:
    void fill_part() {
        const std::size_t first = part_ * step_, last = std::min(hyp_.size, first + step_);
        row_.assign(marks_.begin() + static_cast<std::ptrdiff_t>(part_ * width_),
                    marks_.begin() + static_cast<std::ptrdiff_t>((part_ + 1) * width_));
        for (std::size_t i = first; i < last; ++i) fill_row(hyp_[i], kept_.data() + (i - first) * width_);
        std::copy(row_.begin(), row_.end(), marks_.begin() + static_cast<std::ptrdiff_t>((part_ + 1) * width_));
    }

    static constexpr int steps_a_cell = 4;

    void fill_row(Symbol word, byte* ops) {
        effort.add(steps_a_cell * static_cast<std::int64_t>(width_));
        double diagonal = row_[0];
        row_[0] += weights_.insertion;
        ops[0] = op_insertion;
        for (std::size_t j = 1; j < width_; ++j) {
            const bool same = word == ref_[j - 1];
            const double inserted = row_[j] + weights_.insertion, deleted = row_[j - 1] + weights_.deletion;
            double best = same ? diagonal : diagonal + weights_.substitution;
            byte op = same ? op_match : op_substitution;
            if (inserted < best) best = inserted, op = op_insertion;
            if (deleted < best) best = deleted, op = op_deletion;
            diagonal = row_[j];
            row_[j] = best;
            ops[j] = op;
        }
    }

    Span<Symbol> hyp_, ref_;
    EditWeights weights_{};
    std::size_t width_ = 1, step_ = 1, part_ = 0;
    std::vector<double> marks_, row_;
    std::vector<byte> kept_;
};

// How many symbols two sequences begin with alike.
template <class Symbol>
std::size_t common_prefix(Span<Symbol> a, Span<Symbol> b) {
    const std::size_t most = std::min(a.size, b.size);
    constexpr std::size_t together = 8 / sizeof(Symbol);
    std::size_t same = 0;
    while (same + together <= most && std::memcmp(a.data + same, b.data + same, 8) == 0) same += together;
    while (same < most && a[same] == b[same]) ++same;
    return same;
}

template <class Symbol>
std::size_t common_suffix(Span<Symbol> a, Span<Symbol> b) {
    const std::size_t most = std::min(a.size, b.size);
    constexpr std::size_t together = 8 / sizeof(Symbol);
    std::size_t same = 0;
    while (same + together <= most && std::memcmp(a.end() - same - together, b.end() - same - together, 8) == 0)
        same += together;
    while (same < most && a[a.size - 1 - same] == b[b.size - 1 - same]) ++same;
    return same;
}

// What two sequences have in common at their ends, and what is left between.
template <class Symbol>
struct Trimmed {
    std::size_t prefix, suffix;
    Span<Symbol> hyp, ref;

    Trimmed(Span<Symbol> whole_hyp, Span<Symbol> whole_ref) : prefix(common_prefix(whole_hyp, whole_ref)) {
        hyp = {whole_hyp.data + prefix, whole_hyp.size - prefix};
        ref = {whole_ref.data + prefix, whole_ref.size - prefix};
        suffix = common_suffix(hyp, ref);
        hyp.size -= suffix;
        ref.size -= suffix;
    }

    std::size_t types() const {
        if constexpr (sizeof(Symbol) == 1) return 256;
        Symbol most = 0;
        for (const Symbol symbol : hyp) most = std::max(most, symbol);
        for (const Symbol symbol : ref) most = std::max(most, symbol);
        return static_cast<std::size_t>(most) + 1;
    }
};

// The operations that turn a reference into an output, or only how many there are of each. What `align` returns, from
// left to right, holds until the next call.
template <class Symbol>
class Aligner {
  public:
    using Symbols = Span<Symbol>;

    Text align(Symbols hyp, Symbols ref, const EditWeights& weights) {
        ops_.resize(hyp.size + ref.size);
        Listed listed{{}, {}, ops_.data() + ops_.size()};
        if (weights.equal()) align_equal({hyp, ref}, listed);
        else align_weighted(hyp, ref, weights, listed);
        return {listed.at, static_cast<std::size_t>(ops_.data() + ops_.size() - listed.at)};
    }

    EditCounts count(Symbols hyp, Symbols ref, const EditWeights& weights) {
        if (!weights.equal()) return EditCounts(align(hyp, ref, weights));
        const Trimmed<Symbol> middle(hyp, ref);
        Counted counted;
        const std::int64_t distance = trace(middle, counted);
        EditCounts counts;
        counts.by_op[op_insertion] = counted.insertions;
        counts.by_op[op_deletion] = counted.deletions;
        counts.by_op[op_substitution] = distance - counted.insertions - counted.deletions;
        counts.by_op[op_match] = static_cast<std::int64_t>(hyp.size) - distance + counted.deletions;
        return counts;
    }

  private:
    // Written from the end backwards.
    struct Listed {
        Symbols hyp, ref;
        byte* at;

        void turned(bool deleted) { *--at = deleted ? op_deletion : op_insertion; }
        void kept(std::size_t i, std::size_t j) { *--at = hyp[i] == ref[j] ? op_match : op_substitution; }
        void add(std::size_t count, byte op) {
            at -= count;
            std::fill_n(at, count, op);
        }
        void edge(std::size_t i, std::size_t j) { add(j, op_deletion), add(i, op_insertion); }
    };

    struct Counted {
        std::int64_t insertions = 0, deletions = 0;

        void turned(bool deleted) { deletions += deleted, insertions += !deleted; }
        void kept(std::size_t, std::size_t) {}
        void edge(std::size_t i, std::size_t j) {
            insertions += static_cast<std::int64_t>(i), deletions += static_cast<std::int64_t>(j);
        }
    };

    // Returns the distance.
    template <class Way>
    std::int64_t trace(const Trimmed<Symbol>& middle, Way& way) {
        if (middle.hyp.empty() || middle.ref.empty()) {
            way.edge(middle.hyp.size, middle.ref.size);
            return static_cast<std::int64_t>(middle.hyp.size + middle.ref.size);
        }
        bits_.start(middle.hyp, middle.ref, middle.types());
        const std::int64_t distance = bits_.fill();
        bits_.trace(way);
        return distance;
    }

    void align_equal(const Trimmed<Symbol>& middle, Listed& listed) {
        listed.hyp = middle.hyp;
        listed.ref = middle.ref;
        listed.add(middle.suffix, op_match);
        trace(middle, listed);
        listed.add(middle.prefix, op_match);
    }

    void align_weighted(Symbols hyp, Symbols ref, const EditWeights& weights, Listed& listed) {
        weighted_.fill(hyp, ref, weights);
        std::size_t i = hyp.size, j = ref.size;
        while (i) {
            const byte op = weighted_.op(i, j);
            *--listed.at = op;
            i -= op != op_deletion;
            j -= op != op_insertion;
        }
        listed.add(j, op_deletion);
    }

    TraceMatrix<Symbol> bits_;
    WeightedMatrix<Symbol> weighted_;
    std::vector<byte> ops_;
};

using EditAligner = Aligner<std::int32_t>;

struct BestReference {
    std::int64_t row = -1;
    EditCounts counts;
};

// Finds the reference that costs least, the longest of equals. `measure` returns the counts of one, `chosen` is called
// whenever one is better than those before.
template <class Measure, class Chosen>
BestReference best_reference(const std::int64_t* group, const EditWeights& weights, Measure measure, Chosen chosen) {
    double least = std::numeric_limits<double>::infinity();
    std::int64_t longest = 0;
    BestReference best;
    for (std::int64_t r = group[0]; r < group[1]; ++r) {
        const EditCounts counts = measure(static_cast<std::size_t>(r));
        const double cost = counts.cost(weights);
        if (best.row >= 0 && !(cost < least) && !(cost == least && counts.length() > longest)) continue;
        least = cost;
        longest = counts.length();
        best = {r, counts};
        chosen();
    }
    return best;
}

// One row a segment: substitutions, deletions, insertions, hits, length of the best reference, mean length.
inline void put_stats(const BestReference& best, double mean_length, double* stats) {
    const EditOp order[] = {op_substitution, op_deletion, op_insertion, op_match};
    for (int at = 0; at < 4; ++at) stats[at] = static_cast<double>(best.counts.by_op[order[at]]);
    stats[4] = static_cast<double>(best.counts.length());
    stats[5] = mean_length;
}

inline void edit_stats(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                       EditWeights weights, int threads, double* out) {
    for_rows<EditAligner>(hyp.rows, threads, [&](std::size_t row, EditAligner& aligner) {
        const auto measure = [&](std::size_t r) { return aligner.count(hyp[row], ref[r], weights); };
        const auto words = static_cast<double>(ref.offsets[groups[row + 1]] - ref.offsets[groups[row]]);
        put_stats(best_reference(groups + row, weights, measure, [] {}),
                  words / static_cast<double>(groups[row + 1] - groups[row]), out + 6 * row);
    });
}

// Where alignments go: operations of row i start at op_offsets[i], op_counts[i] of them; `chosen` is the reference.
struct AlignmentOut {
    byte* ops;
    const std::int64_t* op_offsets;
    std::int64_t *op_counts, *chosen;

    void put(std::size_t row, Text traced) const {
        std::copy(traced.begin(), traced.end(), ops + op_offsets[row]);
        op_counts[row] = static_cast<std::int64_t>(traced.size);
    }
};

inline void edit_alignments(Column<std::int32_t> hyp, Column<std::int32_t> ref, const std::int64_t* groups,
                            EditWeights weights, int threads, AlignmentOut out) {
    for_rows<EditAligner>(hyp.rows, threads, [&](std::size_t row, EditAligner& aligner) {
        Text ops;
        const auto measure = [&](std::size_t r) { return EditCounts(ops = aligner.align(hyp[row], ref[r], weights)); };
        const auto keep = [&] { out.put(row, ops); };
        out.chosen[row] = best_reference(groups + row, weights, measure, keep).row - groups[row];
    });
}

}  // namespace assay
