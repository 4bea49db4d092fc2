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

// Real is float for the C++ form, double for the Python form.
template <class Real>
class EedSearch {
  public:
    static constexpr bool python = std::is_same_v<Real, double>;

    EedResult run(const EedCosts& costs) {
        set_costs(costs);
        row_.assign(hyp.size() + 1, Real(1));
        row_[0] = 0;
        next_.resize(row_.size());
        visits_.assign(row_.size(), -1);
        for (const char32_t c : ref) {
            const std::size_t cheapest = advance(c);
            ++visits_[cheapest];
            if (c == ' ') {
                const Real jump = alpha_ + next_[cheapest];
                for (Real& cost : next_) cost = cost < jump ? cost : jump;
            }
            row_.swap(next_);
        }
        return result();
    }

    Chars hyp, ref;

  private:
    void set_costs(const EedCosts& costs) {
        alpha_ = static_cast<Real>(costs.alpha);
        rho_ = static_cast<Real>(costs.rho);
        deletion_ = static_cast<Real>(costs.deletion);
        insertion_ = static_cast<Real>(costs.insertion);
        substitution_ = static_cast<Real>(costs.substitution);
    }

    // Fills the next row and returns its cheapest cell.
    std::size_t advance(char32_t c) {
        const std::size_t size = hyp.size();
        const char32_t* const chars = hyp.data();
        const Real* const row = row_.data();
        Real* const next = next_.data();
        const Real deletion = deletion_, insertion = insertion_, substitution = substitution_;
        for (std::size_t i = 0; i < size; ++i) {
            const Real replaced = row[i] + (chars[i] == c ? Real(0) : substitution), inserted = row[i + 1] + insertion;
            next[i + 1] = replaced < inserted ? replaced : inserted;
        }
        Real last = next[0] = row[0] + Real(1), least = last;
        for (std::size_t i = 1; i <= size; ++i) {
            const Real left = last + deletion;
            next[i] = last = left < next[i] ? left : next[i];
            least = last < least ? last : least;
        }
        return find(least);
    }

    // The C++ form keeps the least cost in an int: it goes to the first cell below the next whole number.
    std::size_t find(Real least) const {
        const Real* const next = next_.data();
        std::size_t at = 0;
        if constexpr (python) {
            while (next[at] != least) ++at;
        } else {
            const Real limit = std::floor(least) + 1;
            while (!(next[at] < limit)) ++at;
        }
        return at;
    }

    // The C++ form leaves out the cell before the first character, which an output like the reference never visits.
    EedResult result() const {
        std::int64_t unvisited_or_more = 0;
        for (std::size_t i = python ? 0 : 1; i < visits_.size(); ++i)
            unvisited_or_more += visits_[i] < 0 ? 1 : visits_[i];
        const Real coverage = rho_ * static_cast<Real>(unvisited_or_more), length = static_cast<Real>(ref.size());
        const Real score = (row_.back() + coverage) / (length + coverage);
        return {std::min(1.0, static_cast<double>(score)), static_cast<double>(row_.back()),
                static_cast<double>(unvisited_or_more), static_cast<double>(ref.size())};
    }

    Real alpha_ = 0, rho_ = 0, deletion_ = 0, insertion_ = 0, substitution_ = 0;
    std::vector<Real> row_, next_;
    std::vector<std::int64_t> visits_;
};

// One row a segment: the least score over its references, 1, and the edits and jumps, the coverage and the reference
// length that the score is made of.
template <class Real>
void eed_stats(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, EedCosts costs, int threads, double* out) {
    using Search = EedSearch<Real>;
    for_rows<Search>(hyp.rows, threads, [&](std::size_t row, Search& search) {
        eed_text(hyp[row], Search::python, search.hyp);
        EedResult best;
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            eed_text(ref[static_cast<std::size_t>(r)], Search::python, search.ref);
            const EedResult result = search.run(costs);
            if (r == groups[row] || result.score < best.score) best = result;
        }
        const double stats[] = {best.score, 1, best.errors, best.coverage, best.characters};
        std::copy(std::begin(stats), std::end(stats), out + 5 * row);
    });
}

}  // namespace assay
