// Extended edit distance (Stanchev, Wang and Ney 2019): CDER on characters, with jumps at blanks only, and a price on
// characters of the output that are visited more than once or never.
//
// Costs are added in the order in which the published programs add them, since which cell of a row is the cheapest
// hangs on the last bit: the C++ form in float, the Python form in double.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "words.h"

namespace assay {

struct EedCosts {
    double alpha, rho, deletion, insertion, substitution;
};

using Chars = std::vector<char32_t>;

// --- the text ---------------------------------------------------------------------------------------------------

inline bool is_decimal(char32_t c) {
    if (c < 0x80) return c >= '0' && c <= '9';
    const auto* const end = std::end(unicode::decimal);
    const auto* const range = std::upper_bound(std::begin(unicode::decimal), end, c,
                                               [](char32_t value, const unicode::Range& r) { return value < r.first; });
    return range != std::begin(unicode::decimal) && c <= range[-1].last;
}

// Matches a pattern of ASCII at a place; '?' stands for any character.
inline std::size_t matches_at(const Chars& chars, std::size_t at, const char* pattern) {
    std::size_t length = 0;
    for (; pattern[length]; ++length)
        if (at + length >= chars.size() || (pattern[length] != '?' && chars[at + length] != char32_t(pattern[length])))
            return 0;
    return length;
}

// Rewrites from left to right, in place: `rule(at, put)` puts characters and returns how many it has read, or 0 to
// leave the one at `at` as it is. A rule puts no more than it reads.
template <class Rule>
void rewrite(Chars& chars, Rule rule) {
    std::size_t kept = 0;
    auto put = [&](char32_t c) { chars[kept++] = c; };
    for (std::size_t at = 0; at < chars.size();) {
        const std::size_t read = rule(at, put);
        if (read == 0) put(chars[at++]);
        at += read;
    }
    chars.resize(kept);
}

inline void rewrite_all(Chars& chars, const char* pattern, const char* replacement) {
    rewrite(chars, [&](std::size_t at, auto put) {
        const std::size_t length = matches_at(chars, at, pattern);
        for (const char* p = replacement; length && *p; ++p) put(char32_t(*p));
        return length;
    });
}

// A blank before each of . ! ? and , and one blank for any white space.
inline void part_marks(Text text, Chars& chars) {
    for_chars(right_strip(text), [&](char32_t c) {
        const bool space = is_space(c), mark = c == '.' || c == '!' || c == '?' || c == ',';
        if ((space || mark) && chars.back() != ' ') chars.push_back(' ');
        if (!space) chars.push_back(c);
    });
}

inline constexpr const char* titles[] = {"Dr ?", "Jr ?", "Prof ?", "Rev ?", "Gen ?", "Mr ?", "Mt ?", "Mrs ?", "Ms ?"};

// What both programs do to a line, with a blank on either side. After a title the next character is lost, whatever
// it is: the rule's full stop is a pattern that takes any character.
inline void eed_text(Text text, bool python, Chars& chars) {
    chars.assign(1, 0);  // no blank yet, so that one may come first
    part_marks(text, chars);
    chars.erase(chars.begin());
    rewrite(chars, [&](std::size_t at, auto put) -> std::size_t {
        if (!is_decimal(chars[at]) || at + 4 >= chars.size() || chars[at + 1] != ' ' || chars[at + 3] != ' ') return 0;
        if ((chars[at + 2] != '.' && chars[at + 2] != ',') || !is_decimal(chars[at + 4])) return 0;
        for (const std::size_t offset : {0, 2, 4}) put(chars[at + offset]);
        return 5;
    });
    rewrite(chars, [&](std::size_t at, auto put) -> std::size_t {
        if (chars[at] < 'D' || chars[at] > 'R') return 0;
        for (const char* title : titles) {
            const std::size_t length = matches_at(chars, at, title);
            if (!length) continue;
            for (std::size_t i = 0; i + 2 < length; ++i) put(char32_t(title[i]));
            put('.');
            return length;
        }
        return 0;
    });
    rewrite_all(chars, "e . g .", "e.g.");
    rewrite_all(chars, "i . e .", python ? "i.e." : "e.g.");
    rewrite_all(chars, "U . S .", "U.S.");
    chars.insert(chars.begin(), ' ');
    chars.push_back(' ');
}

// --- the distance -----------------------------------------------------------------------------------------------

struct EedResult {
    double score = 0, errors = 0, coverage = 0, characters = 0;
};

struct EedJob {
    static constexpr int steps_a_cell = 2;
    const Chars *hyp, *ref;
    EedResult result;
};

// Several pairs at once, one in each lane of a vector: within a pair every cell waits for the one to its left. Real is
// float for the C++ form, double for the Python form.
template <class Real>
class EedLanes {
  public:
    static constexpr bool python = std::is_same_v<Real, double>;
    static constexpr std::size_t lanes = 16 / sizeof(Real);

    void set_costs(const EedCosts& costs) {
        alpha_ = static_cast<Real>(costs.alpha);
        rho_ = static_cast<Real>(costs.rho);
        deletion_ = static_cast<Real>(costs.deletion);
        insertion_ = static_cast<Real>(costs.insertion);
        substitution_ = static_cast<Real>(costs.substitution);
    }

    // At most `lanes` jobs, best of similar length.
    void run(EedJob* jobs, std::size_t count) {
        load(jobs, count);
        std::size_t rows = 0;
        for (std::size_t k = 0; k < count; ++k) rows = std::max(rows, jobs[k].ref->size());
        Values jump = all(infinite);
        for (std::size_t w = 0; w < rows; ++w) {
            effort.start_row();  // what is too long was refused when it was read
            effort.add(EedJob::steps_a_cell * static_cast<std::int64_t>(longest_));
            Marks wanted{};
            for (std::size_t k = 0; k < count; ++k)
                if (w < jobs[k].ref->size()) wanted[k] = static_cast<Mark>((*jobs[k].ref)[w]);
            const Marks cheapest = advance(wanted, jump);
            for (std::size_t k = 0; k < count; ++k) {
                const auto at = static_cast<std::size_t>(cheapest[k]);
                jump[k] = wanted[k] == ' ' ? alpha_ + next_[at].costs[k] : infinite;
                if (w < jobs[k].ref->size()) ++visits_[at * lanes + k];
                if (w + 1 == jobs[k].ref->size())
                    jobs[k].result = result(jobs[k], k, std::min(Real(next_[jobs[k].hyp->size()].costs[k]), Real(jump[k])));
            }
            row_.swap(next_);
        }
    }

  private:
    using Mark = std::conditional_t<python, std::int64_t, std::int32_t>;
    using Values = Lanes<Real, lanes>;
    using Marks = Lanes<Mark, lanes>;
    struct Cell {
        Values costs;
    };
    struct CharCell {
        Marks chars;
    };
    static constexpr Real infinite = std::numeric_limits<Real>::infinity();

    static Values all(Real value) { return Values{} + value; }
    // The C++ form keeps the least cost of a row in an int, and so takes the first cell below the next whole number.
    static Values kept(Values cost) {
        if constexpr (python) return cost;
        else return convert_lanes<Values>(convert_lanes<Marks>(cost));
    }

    void load(const EedJob* jobs, std::size_t count) {
        shortest_ = jobs[0].hyp->size();
        longest_ = 0;
        for (std::size_t k = 0; k < lanes; ++k) {
            const std::size_t size = jobs[k < count ? k : 0].hyp->size();
            lengths_[k] = static_cast<Mark>(size);
            shortest_ = std::min(shortest_, size);
            longest_ = std::max(longest_, size);
        }
        chars_.assign(longest_, CharCell{});
        row_.assign(longest_ + 1, Cell{all(infinite)});
        next_.resize(longest_ + 1);
        visits_.assign((longest_ + 1) * lanes, -1);
        for (std::size_t k = 0; k < lanes; ++k) {
            const Chars& hyp = *jobs[k < count ? k : 0].hyp;
            for (std::size_t i = 0; i < hyp.size(); ++i) {
                chars_[i].chars[k] = static_cast<Mark>(hyp[i]);
                row_[i + 1].costs[k] = 1;
            }
        }
        row_[0] = Cell{};
    }

    // Fills the next row, after the jumps that still have to be made in this one; returns the cheapest cells.
    Marks advance(Marks wanted, Values jump) {
        const Values deletion = all(deletion_), insertion = all(insertion_), substitution = all(substitution_);
        Values corner = least(row_[0].costs, jump), last = corner + Real(1), lowest = kept(last);
        Marks cheapest{}, place{};
        next_[0].costs = last;
        auto fill = [&](std::size_t i, auto masked) {
            const Values above = least(row_[i].costs, jump);
            const Values replaced = corner + choose(chars_[i - 1].chars == wanted, Values{}, substitution);
            last = least(last + deletion, least(replaced, above + insertion));
            place += 1;
            if constexpr (masked) last = choose(place > lengths_, all(infinite), last);
            next_[i].costs = last;
            corner = above;
            const Marks lower = last < lowest;
            lowest = choose(lower, kept(last), lowest);
            cheapest = choose(lower, place, cheapest);
        };
        for (std::size_t i = 1; i <= shortest_; ++i) fill(i, std::false_type{});
        for (std::size_t i = shortest_ + 1; i <= longest_; ++i) fill(i, std::true_type{});
        return cheapest;
    }

    // The C++ form leaves out the cell before the first character, which an output like the reference never visits.
    EedResult result(const EedJob& job, std::size_t lane, Real errors) const {
        std::int64_t uncovered = 0;
        for (std::size_t i = python ? 0 : 1; i <= job.hyp->size(); ++i) {
            const std::int32_t visits = visits_[i * lanes + lane];
            uncovered += visits < 0 ? 1 : visits;
        }
        const Real coverage = rho_ * static_cast<Real>(uncovered), length = static_cast<Real>(job.ref->size());
        const Real score = (errors + coverage) / (length + coverage);
        return {std::min(1.0, static_cast<double>(score)), static_cast<double>(errors), static_cast<double>(uncovered),
                static_cast<double>(job.ref->size())};
    }

    Real alpha_ = 0, rho_ = 0, deletion_ = 0, insertion_ = 0, substitution_ = 0;
    std::size_t shortest_ = 0, longest_ = 0;
    Marks lengths_{};
    std::vector<CharCell> chars_;
    std::vector<Cell> row_, next_;
    std::vector<std::int32_t> visits_;
};

// A stretch of segments, whose pairs are sorted by length so that those of one vector end together.
template <class Real>
class EedStretch {
  public:
    void run(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, const EedCosts& costs, std::size_t start,
             std::size_t stop, double* out) {
        read(hyp, ref, groups, start, stop);
        distances_.set_costs(costs);
        for (std::size_t i = 0; i < sorted_.size(); i += EedLanes<Real>::lanes)
            distances_.run(sorted_.data() + i, std::min(EedLanes<Real>::lanes, sorted_.size() - i));
        for (const EedJob& job : sorted_) results_[static_cast<std::size_t>(job.ref - refs_.data())] = job.result;
        for (std::size_t row = start, at = 0; row < stop; ++row) {
            EedResult best = results_[at];
            for (const std::size_t end = at + references(groups, row); at < end; ++at)
                if (results_[at].score < best.score) best = results_[at];
            const double stats[] = {best.score, 1, best.errors, best.coverage, best.characters};
            std::copy(std::begin(stats), std::end(stats), out + 5 * row);
        }
    }

  private:
    static std::size_t references(const std::int64_t* groups, std::size_t row) {
        return static_cast<std::size_t>(groups[row + 1] - groups[row]);
    }

    void read(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, std::size_t start, std::size_t stop) {
        const auto first = static_cast<std::size_t>(groups[start]), last = static_cast<std::size_t>(groups[stop]);
        if (hyps_.size() < stop - start) hyps_.resize(stop - start);
        if (refs_.size() < last - first) refs_.resize(last - first);
        results_.resize(last - first);
        sorted_.clear();
        for (std::size_t row = start, r = first; row < stop; ++row) {
            Chars& output = hyps_[row - start];
            eed_text(hyp[row], EedLanes<Real>::python, output);
            for (const std::size_t end = r + references(groups, row); r < end; ++r) {
                eed_text(ref[r], EedLanes<Real>::python, refs_[r - first]);
                sorted_.push_back({&output, &refs_[r - first], {}});
                effort.start_row();
                effort.expect(EedJob::steps_a_cell * static_cast<double>(output.size()) *
                                  static_cast<double>(refs_[r - first].size()), row);
            }
        }
        std::sort(sorted_.begin(), sorted_.end(), [](const EedJob& a, const EedJob& b) {
            return std::pair(a.hyp->size(), a.ref->size()) < std::pair(b.hyp->size(), b.ref->size());
        });
    }

    std::vector<Chars> hyps_, refs_;
    std::vector<EedJob> sorted_;
    std::vector<EedResult> results_;
    EedLanes<Real> distances_;
};

// One row a segment: the least score over its references, 1, and the edits and jumps, the coverage and the reference
// length that the score is made of.
template <class Real>
void eed_stats(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, EedCosts costs, int threads, double* out) {
    constexpr std::size_t stretch = 128;
    for_rows<EedStretch<Real>>(
        (hyp.rows + stretch - 1) / stretch, threads,
        [&](std::size_t number, EedStretch<Real>& segments) {
            const std::size_t start = number * stretch;
            segments.run(hyp, ref, groups, costs, start, std::min(hyp.rows, start + stretch), out);
        },
        1);
}

}  // namespace assay
