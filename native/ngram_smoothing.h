// Modified Kneser-Ney smoothing (Chen and Goodman 1998) of n-grams that lie in memory in suffix order, and lines of ARPA.
//
// p(word | context) = (count - discount) / total + backoff(context) * p(word | context without its first word). Counts below
// the highest order are those of distinct words to the left, but for n-grams that begin with <s>, as in KenLM's lmplz
// (Heafield et al. 2013), whose figures these are. The n-grams of an order are numbered in suffix order, so that those which
// share a suffix stand together; that of a context is the number of the place before.
#pragma once

#include <array>
#include <charconv>
#include <cmath>

#include "ngram_sorting.h"

namespace assay {

using Discounts = std::array<double, 4>;  // of counts 0, 1, 2, and 3 or more
using CountCounts = std::array<double, 5>;

inline Discounts discounts_of(const CountCounts& n, const Discounts& fallback) {
    if (n[1] == 0 || n[2] == 0 || n[3] == 0) return fallback;
    Discounts out{};
    const double y = n[1] / (n[1] + 2 * n[2]);
    for (std::size_t j = 1; j < 4; ++j) {
        const auto count = static_cast<double>(j);
        out[j] = count - (count + 1) * y * n[j + 1] / n[j];
        if (out[j] < 0 || out[j] > count) return fallback;
    }
    return out;
}

// What follows a context: all counts, and how many words have been counted once, twice, and more often.
struct Followers {
    Number total = 0, once = 0, twice = 0, often = 0;
    void add(Number count) {
        total += count;
        if (count) ++(count == 1 ? once : count == 2 ? twice : often);
    }
    double freed(const Discounts& cut) const { return total ? (cut[1] * once + cut[2] * twice + cut[3] * often) / total : 1; }
};

inline double smoothed(Number count, Number total, double freed, double below, const Discounts& cut) {
    const double own = total ? (count - cut[std::min<Number>(count, 3)]) / total : 0;
    return own + freed * below;
}

inline void append_logarithm(std::string& out, double chance) {
    char digits[32];
    const auto end = std::to_chars(digits, digits + sizeof digits, std::min(0.0f, static_cast<float>(std::log10(chance))));
    out.append(digits, static_cast<std::size_t>(end.ptr - digits));
}

// What both ways of training share: the words, what was counted, and the head of the file.
class NgramTraining {
  public:
    static constexpr std::size_t kPart = std::size_t{1} << 20;  // bytes of text that are made at a time
    NgramTraining(const Vocabulary& words, std::size_t order) : words_(words), order_(order), counted_(order), cuts_(order), sizes_(order, 0) {}
    virtual ~NgramTraining() = default;

    // Counts; then `next` may be called.
    virtual void count() = 0;
    // The next part of the text of n-grams; nothing at the end.
    virtual std::string next() = 0;

    void set_discounts(const Discounts& fallback) {
        for (std::size_t k = 0; k < order_; ++k) cuts_[k] = discounts_of(counted_[k], fallback);
    }
    const Discounts& discounts(std::size_t order) const { return cuts_[order - 1]; }
    std::size_t size(std::size_t order) const { return sizes_[order - 1]; }

  protected:
    void tally(std::size_t order, Number count) {
        ++sizes_[order - 1];
        if (count < 5) ++counted_[order - 1][count];
    }
    void head(std::string& out, std::size_t order) const { (out += order == 1 ? "\\" : "\n\\") += std::to_string(order) + "-grams:\n"; }
    // A line: words are given from the last to the first.
    template <class Word>
    void line(std::string& out, std::size_t order, double chance, double freed, Word word) const {
        append_logarithm(out, chance);
        for (std::size_t back = order; back-- > 0;) (out += back + 1 == order ? '\t' : ' ') += words_[word(back)];
        if (order < order_) append_logarithm(out += '\t', freed);
        out += '\n';
    }
    // The chances of unigrams from their counts, which include those of <unk>, <s> and </s>.
    std::vector<double> unigrams(const std::vector<Number>& counts) const {
        Followers all;
        for (const Number count : counts) all.add(count);
        const double freed = all.freed(cuts_[0]), even = 1.0 / static_cast<double>(std::max<std::size_t>(words_.size() - 1, 1));
        std::vector<double> out(counts.size());
        for (std::size_t id = 0; id < counts.size(); ++id) out[id] = smoothed(counts[id], all.total, freed, even, cuts_[0]);
        out[kStart] = 1;
        return out;
    }

    const Vocabulary& words_;
    std::size_t order_;
    std::vector<CountCounts> counted_;
    std::vector<Discounts> cuts_;
    std::vector<std::size_t> sizes_;
};

class TrainingInMemory : public NgramTraining {
  public:
    static constexpr std::size_t kBytes = 56;  // at most, a word of the text

    TrainingInMemory(const Vocabulary& words, std::size_t order, std::vector<Number> tokens)
        : NgramTraining(words, order), tokens_(std::move(tokens)), sorted_(tokens_, words.size(), order) {}

    void count() override {
        unigram_counts_.assign(words_.size(), 0);
        grams(1, [&](std::size_t row, Number count) { unigram_counts_[tokens_[sorted_.places[row]]] = count; });
        for (const Number count : unigram_counts_) tally(1, count);
        for (std::size_t k = 2; k <= order_; ++k) grams(k, [&](std::size_t, Number count) { tally(k, count); });
    }

    std::string next() override {
        std::string out;
        if (now_ > order_) return out;
        if (!begun_) begin(), head(out, now_);
        const Discounts& cut = cuts_[std::min(now_, order_ - 1)];
        for (; gram_ < sizes_[now_ - 1] && out.size() < kPart; ++gram_) {
            const std::size_t place = now_ == 1 ? 0 : sorted_.places[seek()];
            line(out, now_, chances_[gram_], now_ < order_ ? followers_[gram_].freed(cut) : 1, [&](std::size_t back) {
                return now_ == 1 ? static_cast<Number>(gram_) : tokens_[place - back];
            });
        }
        if (gram_ == sizes_[now_ - 1]) ++now_, begun_ = false;
        return out;
    }

  private:
    static constexpr std::size_t kAhead = 16;  // memory is asked for that many steps before it is needed

    // Calls use(first row, count) for every n-gram of an order, in order.
    template <class Use>
    void grams(std::size_t k, Use use) const {
        std::size_t first = 0;
        Number count = 0;
        for (std::size_t row = 0; row < sorted_.places.size(); ++row) {
            const std::size_t length = sorted_.length(row), shared = sorted_.shared(row);
            if (length < k) continue;
            if (shared < k) {
                if (count) use(first, count);
                first = row, count = 0;
            }
            count += length == k || shared <= k;
        }
        if (count) use(first, count);
    }
    // The first row of the next n-gram.
    std::size_t seek() {
        while (sorted_.length(row_) < now_ || sorted_.shared(row_) >= now_) ++row_;
        return row_++;
    }
    void begin() {
        begun_ = true, gram_ = 0, row_ = 0;
        if (now_ == 1) chances_ = unigrams(unigram_counts_);
        else interpolate();
        if (now_ < order_) follow(now_ + 1);
        Effort::ask();
    }
    // What follows every n-gram of the order below `k`, and the contexts and counts of those of order `k`.
    void follow(std::size_t k) {
        followers_.assign(sizes_[k - 2], {});
        contexts_.clear(), counts_.clear();
        contexts_.reserve(sizes_[k - 1]), counts_.reserve(sizes_[k - 1]);
        grams(k, [&](std::size_t row, Number count) {
            if (k > 2 && row + kAhead < sorted_.places.size()) prefetch(&at_[sorted_.places[row + kAhead] - 1]);
            const std::size_t before = sorted_.places[row] - 1;
            contexts_.push_back(k == 2 ? tokens_[before] : at_[before]), counts_.push_back(count);
        });
        for (std::size_t g = 0; g < counts_.size(); ++g) {
            if (g + kAhead < counts_.size()) prefetch(&followers_[contexts_[g + kAhead]]);
            followers_[contexts_[g]].add(counts_[g]);
        }
    }
    // The chances of the n-grams of this order, and the number of that which ends at every place.
    void interpolate() {
        const Discounts& cut = cuts_[now_ - 1];
        const bool last = now_ == order_;
        std::vector<double> here(sizes_[now_ - 1]);
        if (!last) at_.resize(tokens_.size());
        std::size_t gram = kNone, below = now_ == 2 ? 0 : static_cast<std::size_t>(-1);
        for (std::size_t row = 0; row < sorted_.places.size(); ++row) {
            const std::size_t length = sorted_.length(row), shared = sorted_.shared(row), place = sorted_.places[row];
            if (now_ == 2) below = tokens_[place];
            else if (length >= now_ - 1 && shared < now_ - 1) ++below;
            if (length < now_) {
                if (!last) at_[place] = kNone;
                continue;
            }
            if (shared < now_) {
                gram = gram == kNone ? 0 : gram + 1;
                if (gram + kAhead < contexts_.size()) prefetch(&followers_[contexts_[gram + kAhead]]);
                const Followers& beside = followers_[contexts_[gram]];
                here[gram] = smoothed(counts_[gram], beside.total, beside.freed(cut), chances_[below], cut);
            }
            if (!last) at_[place] = static_cast<Number>(gram);
        }
        if (last) std::vector<Number>().swap(at_), std::vector<Followers>().swap(followers_);
        chances_.swap(here);
    }

    std::vector<Number> tokens_;
    SuffixOrder sorted_;
    std::vector<Number> unigram_counts_, at_, contexts_, counts_;
    std::vector<Followers> followers_;
    std::vector<double> chances_;
    std::size_t now_ = 1, gram_ = 0, row_ = 0;
    bool begun_ = false;
};

}  // namespace assay
