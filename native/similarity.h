// How alike two words are: by the longest string of bytes that both hold, or by the cosine of their vectors.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "column.h"

namespace assay {

// Words by number: their spelling.
class Spelling {
  public:
    explicit Spelling(Column<byte> words) : words_(words) {}

    // 2 LCS / (length + length), where LCS is the length of the longest common substring.
    double operator()(std::int32_t a, std::int32_t b) {
        if (a == b) return 1;
        const Text first = words_[static_cast<std::size_t>(a)], second = words_[static_cast<std::size_t>(b)];
        const std::size_t longest = first.size > 64 ? by_cells(first, second) : by_bits(a, first, second);
        return 2.0 * static_cast<double>(longest) / static_cast<double>(first.size + second.size);
    }

  private:
    // Bit i of runs_[j]: a run of so many letters ends at letter i of the first word and at letter j of the second.
    std::size_t by_bits(std::int32_t a, Text first, Text second) {
        if (a != marked_) mark(a, first);
        runs_.resize(second.size);
        std::uint64_t any = 0;
        for (std::size_t j = 0; j < second.size; ++j) any |= runs_[j] = places_[second[j]];
        std::size_t length = 0;
        for (; any; ++length) {
            effort.add(static_cast<std::int64_t>(second.size));
            any = 0;
            for (std::size_t j = second.size; j-- > 1;) any |= runs_[j] &= runs_[j - 1] << 1;
            if (second.size) runs_[0] = 0;
        }
        return length;
    }

    // Where each letter is in a word, of which the next words are compared with the same one.
    void mark(std::int32_t word, Text text) {
        if (marked_ >= 0)
            for (const byte letter : words_[static_cast<std::size_t>(marked_)]) places_[letter] = 0;
        std::uint64_t place = 1;
        for (const byte letter : text) places_[letter] |= place, place <<= 1;
        marked_ = word;
    }

    std::size_t by_cells(Text first, Text second) {
        effort.add(static_cast<std::int64_t>(first.size * second.size));
        cells_.assign(second.size + 1, 0);
        std::size_t longest = 0;
        for (const byte letter : first)
            for (std::size_t j = second.size; j > 0; --j) {
                cells_[j] = letter == second[j - 1] ? cells_[j - 1] + 1 : 0;
                longest = std::max(longest, cells_[j]);
            }
        return longest;
    }

    Column<byte> words_;
    std::int32_t marked_ = -1;
    std::array<std::uint64_t, 256> places_{};
    std::vector<std::uint64_t> runs_;
    std::vector<std::size_t> cells_;
};

// Words by number: unit vectors, all zeros where there is none; words of one spelling but for case have one `form`.
class Cosine {
  public:
    Cosine(const float* vectors, std::size_t dimensions, const std::int32_t* forms)
        : vectors_(vectors), dimensions_(dimensions), forms_(forms) {}

    double operator()(std::int32_t a, std::int32_t b) const {
        if (forms_[a] == forms_[b]) return 1;
        const double cosine = dot(a, b);
        if (cosine > 0.5 && same(a, b)) return 1;
        return std::min(1.0, std::max(0.0, cosine));
    }

    // Between the ends of two unit vectors.
    double distance(std::int32_t a, std::int32_t b) const {
        return std::sqrt(sum(a, b, [](double x, double y) { return (x - y) * (x - y); }));
    }

  private:
    const float* vector(std::int32_t word) const { return vectors_ + static_cast<std::size_t>(word) * dimensions_; }
    double dot(std::int32_t a, std::int32_t b) const {
        return sum(a, b, [](double x, double y) { return x * y; });
    }
    bool same(std::int32_t a, std::int32_t b) const {
        return std::equal(vector(a), vector(a) + dimensions_, vector(b));
    }

    // Eight sums side by side, always the same, so that the last digit is the same on every processor.
    template <class Term>
    double sum(std::int32_t a, std::int32_t b, Term term) const {
        const float *const first = vector(a), *const second = vector(b);
        effort.add(static_cast<std::int64_t>(dimensions_));
        double sums[8] = {};
        for (std::size_t k = 0; k < dimensions_; k += 8)
            for (std::size_t lane = 0; lane < 8 && k + lane < dimensions_; ++lane)
                sums[lane] += term(first[k + lane], second[k + lane]);
        return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }

    const float* vectors_;
    std::size_t dimensions_;
    const std::int32_t* forms_;
};

// A value for every pair of words of two texts; of words that occur again it is copied.
class WordPairs {
  public:
    template <class Value>
    void fill(Ids hyp, Ids ref, Value value) {
        width_ = ref.size;
        cells_.resize(hyp.size * ref.size);
        find_firsts(hyp, hyp_first_);
        find_firsts(ref, ref_first_);
        for (std::size_t i = 0; i < hyp.size; ++i)
            for (std::size_t j = 0; j < ref.size; ++j) {
                const bool again = hyp_first_[i] < i || ref_first_[j] < j;
                cells_[i * width_ + j] = again ? at(hyp_first_[i], ref_first_[j]) : value(hyp[i], ref[j]);
            }
        effort.add(static_cast<std::int64_t>(cells_.size()));
    }

    double at(std::size_t i, std::size_t j) const { return cells_[i * width_ + j]; }

  private:
    static void find_firsts(Ids words, std::vector<std::size_t>& firsts) {
        firsts.resize(words.size);
        effort.expect(static_cast<double>(words.size) * static_cast<double>(words.size));
        for (std::size_t i = 0; i < words.size; ++i) {
            firsts[i] = static_cast<std::size_t>(std::find(words.begin(), words.begin() + i, words[i]) - words.begin());
            effort.add(static_cast<std::int64_t>(i));
        }
    }

    std::size_t width_ = 0;
    std::vector<double> cells_;
    std::vector<std::size_t> hyp_first_, ref_first_;
};

}  // namespace assay
