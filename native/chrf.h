// chrF: matches of character and word n-grams with the best reference of each segment.
//
// The characters of a segment and its references are numbered, so that a position's first `order` characters fit
// one integer. One sort of these serves all orders: an n-gram is a run of integers that share n characters.
#pragma once

#include <array>
#include <bit>
#include <vector>

#include "chars.h"
#include "ngrams.h"

namespace assay {

struct ChrfOptions {
    int char_order, word_order;
    double beta;
    bool whitespace, mean_f;
};

inline int leading_zeros(std::uint32_t x) { return std::countl_zero(x); }
inline int leading_zeros(std::uint64_t x) { return std::countl_zero(x); }
inline int leading_zeros(Uint128 x) {
    const auto high = static_cast<std::uint64_t>(x >> 64);
    return high ? std::countl_zero(high) : 64 + std::countl_zero(static_cast<std::uint64_t>(x));
}

inline int trailing_zeros(std::uint32_t x) { return std::countr_zero(x); }
inline int trailing_zeros(std::uint64_t x) { return std::countr_zero(x); }
inline int trailing_zeros(Uint128 x) {
    const auto low = static_cast<std::uint64_t>(x);
    return low ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(x >> 64));
}

// Packs the next `order` characters of each position, the first one highest, 0 past the end; the lowest bit says
// whose they are. Numbers that begin with 0 are raised by `more`.
template <class Key>
void pack_positions(Ids chars, int order, int bits, Key side, Key* keys, std::int32_t more = 0) {
    Key key = 0;
    for (std::size_t i = chars.size; i-- > 0;) {
        key = key >> bits | static_cast<Key>(chars[i] + more) << ((order - 1) * bits);
        keys[i] = key << 1 | side;
    }
}

template <class Key>
void insertion_sort(Key* first, Key* last) {
    for (Key* p = first + 1; p < last; ++p) {
        const Key key = *p;
        Key* at = p;
        for (; at > first && key < at[-1]; --at) *at = at[-1];
        *at = key;
    }
}

// Deals the keys by their highest bits into about twice as many buckets as there are keys, and sorts each bucket; where
// all are small, in one go.
template <class Key>
void sort_positions(std::vector<Key>& keys, std::vector<Key>& spare, std::vector<std::uint32_t>& ends, int width) {
    const int top = std::min(width, static_cast<int>(std::bit_width(keys.size())) + 1), shift = width - top;
    const std::size_t buckets = std::size_t{1} << top;
    ends.assign(buckets + 1, 0);
    for (const Key key : keys) ++ends[static_cast<std::size_t>(key >> shift) + 1];
    std::uint32_t largest = 0;
    for (std::size_t i = 1; i <= buckets; ++i) largest = std::max(largest, ends[i]), ends[i] += ends[i - 1];
    spare.resize(keys.size());
    for (const Key key : keys) spare[ends[static_cast<std::size_t>(key >> shift)]++] = key;
    keys.swap(spare);
    if (largest <= 48 && !keys.empty()) return insertion_sort(keys.data(), keys.data() + keys.size());
    for (std::size_t bucket = 0, start = 0; bucket < buckets; start = ends[bucket++]) {
        Key *first = keys.data() + start, *last = keys.data() + ends[bucket];
        if (last - first > 24) std::sort(first, last);
        else if (last - first > 1) insertion_sort(first, last);
    }
}

// N-grams that are open while sorted positions go by: where the next position shares only `shared` characters with
// the last, those of all longer orders end, and the smaller of the two counts since they began is their number of
// matches; but an order that the last position was too short for had no n-gram there.
class OpenNgrams {
  public:
    static constexpr bool always = false;

    void add(std::size_t side) { ++counts_[side]; }
    void close(int shared, int length) {
        const auto [hyp, ref] = counts_;
        for (int n = shared; n < length; ++n) sums_[n] += std::min(hyp - hyp_[n], ref - ref_[n]);
        std::fill(hyp_.begin() + shared, hyp_.end(), hyp);
        std::fill(ref_.begin() + shared, ref_.end(), ref);
    }
    double matches(int n) const { return static_cast<double>(sums_[n]); }

  private:
    std::array<std::uint32_t, 2> counts_{};
    std::array<std::uint32_t, 128> hyp_{}, ref_{};  // counts when the open ones began
    std::array<std::uint64_t, 128> sums_{};
};

// The same for up to eight orders and counts of 16 bits, all orders at once.
class OpenNgramsOfEight {
  public:
    static constexpr bool always = true;  // closing after an equal position changes nothing, and no branch is cheaper

    static bool fits(int order, std::size_t positions) { return order <= 8 && positions < 0x7FFF; }

    void add(std::size_t side) {
        hyp_ += ones[1 - side];
        ref_ += ones[side];
    }
    void close(int shared, int length) {
        const Orders open = below[static_cast<std::size_t>(shared)];
        sums_ += least<Orders>(hyp_, ref_) & ~open & below[static_cast<std::size_t>(length)];
        hyp_ = hyp_ & open;
        ref_ = ref_ & open;
    }
    double matches(int n) const { return static_cast<double>(sums_[n]); }

  private:
    using Orders = Lanes<std::int16_t, 8>;
    inline static const std::array<Orders, 9> below = [] {  // of each order: which ones are below it
        std::array<Orders, 9> table{};
        for (std::int16_t order = 0; order <= 8; ++order)
            table[static_cast<std::size_t>(order)] = Orders{0, 1, 2, 3, 4, 5, 6, 7} < Orders{} + order;
        return table;
    }();
    inline static const std::array<Orders, 2> ones = {Orders{}, Orders{1, 1, 1, 1, 1, 1, 1, 1}};

    Orders hyp_{}, ref_{}, sums_{};  // counts since the open ones began
};

template <class Open, class Key>
void match_sorted(const std::vector<Key>& keys, int order, int bits, double* matches) {
    const int width = 8 * static_cast<int>(sizeof(Key)), unused = width - order * bits;
    std::array<std::int8_t, 129> chars_in{};  // bits to whole characters, without a division a position
    chars_in.fill(static_cast<std::int8_t>(order));
    for (int n = 0; n < order; ++n) std::fill_n(chars_in.begin() + n * bits, bits, static_cast<std::int8_t>(n));
    Open open;
    Key last = 0;
    const std::uint64_t lowest = (std::uint64_t{1} << bits) - 1;  // the last character
    auto length = [&](Key key) { return static_cast<std::uint64_t>(key) & lowest ? order : key ? order - chars_in[trailing_zeros(key)] : 0; };
    for (const Key marked : keys) {
        const Key key = marked >> 1;
        if (Open::always || key != last) open.close(chars_in[leading_zeros(static_cast<Key>(key ^ last)) - unused], length(last));
        last = key;
        open.add(static_cast<std::size_t>(marked & 1));
    }
    open.close(0, length(last));
    for (int n = 0; n < order; ++n) matches[n] = open.matches(n);
}

// The score of one row of [output, reference, match] triples, by the same steps as sacreBLEU: it decides which
// reference is best, so even its rounding matters where two are almost equal.
inline double chrf_score(const double* stats, const ChrfOptions& options) {
    const double tiny = 1e-16, factor = options.beta * options.beta;
    const int orders = options.char_order + options.word_order;
    double sum = 0, precision = 0, recall = 0;
    int effective = 0;
    for (int i = 0; i < orders; ++i, stats += 3) {
        const double p = stats[0] > 0 ? stats[2] / stats[0] : tiny, r = stats[1] > 0 ? stats[2] / stats[1] : tiny;
        const double denominator = factor * p + r;
        sum += denominator > 0 ? (1 + factor) * p * r / denominator : tiny;
        if (stats[0] > 0 && stats[1] > 0) precision += p, recall += r, ++effective;
    }
    if (options.mean_f) return 100 * sum / orders;
    if (effective) precision /= effective, recall /= effective;
    if (precision + recall == 0) return 0;
    return 100 * ((1 + factor) * precision * recall / (factor * precision + recall));
}

class ChrfMatcher {
  public:
    // `words` are the same texts, tokenised.
    struct Texts {
        Column<byte> text, words;
    };

    void segment(const Texts& hyp, std::size_t at, const Texts& ref, std::int64_t first, std::int64_t last,
                 const ChrfOptions& options, double* out) {
        start(hyp.text[at].size + static_cast<std::size_t>(ref.text.offsets[last] - ref.text.offsets[first]));
        add_row(hyp, at, options);
        for (std::int64_t r = first; r < last; ++r) add_row(ref, static_cast<std::size_t>(r), options);
        const int bits = std::bit_width(static_cast<std::uint32_t>(std::max(1, chars_.size())));
        double best = -1;
        stats_.resize(3 * static_cast<std::size_t>(options.char_order + options.word_order));
        for (std::size_t r = 1; r < char_ends_.size() - 1; ++r) {
            match_chars(r, options.char_order, bits);
            fill(row(char_ids_, char_ends_, 0).size, row(char_ids_, char_ends_, r).size, options.char_order, 0);
            match_generic(word_ids_, word_ends_, r, options.word_order);
            fill(row(word_ids_, word_ends_, 0).size, row(word_ids_, word_ends_, r).size, options.word_order,
                 static_cast<std::size_t>(options.char_order));
            const double score = last - first == 1 ? 0 : chrf_score(stats_.data(), options);
            if (score > best) best = score, std::copy(stats_.begin(), stats_.end(), out);
        }
    }

  private:
    // Row 0 is the hypothesis, the references follow.
    static Ids row(const std::vector<std::int32_t>& ids, const std::vector<std::int64_t>& ends, std::size_t i) {
        return Column<std::int32_t>{ids.data(), ends.data(), ends.size() - 1}[i];
    }

    void start(std::size_t bytes) {
        chars_.start(bytes);
        words_.start(bytes);
        char_ids_.clear();
        word_ids_.clear();
        char_ends_.assign(1, 0);
        word_ends_.assign(1, 0);
    }

    void add_row(const Texts& texts, std::size_t at, const ChrfOptions& options) {
        const Text text = texts.text[at], words = texts.words[at];
        for (const byte* p = text.data; options.char_order > 0 && p < text.end();) {
            const char32_t c = next_char(p, text.end());
            if (options.whitespace || !is_space(c)) char_ids_.push_back(chars_.add(c));
        }
        if (options.word_order > 0)
            for_spaced(words, [&](Text word) { word_ids_.push_back(words_.add(word, hash_bytes(word))); });
        char_ends_.push_back(static_cast<std::int64_t>(char_ids_.size()));
        word_ends_.push_back(static_cast<std::int64_t>(word_ids_.size()));
    }

    void match_chars(std::size_t r, int order, int bits) {
        if (order * bits < 64) match_packed(narrow_, narrow_spare_, r, order, bits);
        else if (order * bits < 128) match_packed(wide_, wide_spare_, r, order, bits);
        else match_generic(char_ids_, char_ends_, r, order);
    }

    template <class Key>
    void match_packed(std::vector<Key>& keys, std::vector<Key>& spare, std::size_t r, int order, int bits) {
        const Ids hyp = row(char_ids_, char_ends_, 0), ref = row(char_ids_, char_ends_, r);
        matches_.resize(static_cast<std::size_t>(order));
        keys.resize(hyp.size + ref.size);
        pack_positions(hyp, order, bits, Key{0}, keys.data());
        pack_positions(ref, order, bits, Key{1}, keys.data() + hyp.size);
        sort_positions(keys, spare, bucket_ends_, order * bits + 1);
        if (OpenNgramsOfEight::fits(order, keys.size())) match_sorted<OpenNgramsOfEight>(keys, order, bits, matches_.data());
        else match_sorted<OpenNgrams>(keys, order, bits, matches_.data());
    }

    void match_generic(const std::vector<std::int32_t>& ids, const std::vector<std::int64_t>& ends, std::size_t r,
                       int order) {
        matches_.resize(static_cast<std::size_t>(order));
        const Column<std::int32_t> column{ids.data(), ends.data(), ends.size() - 1};
        const auto at = static_cast<std::int64_t>(r);
        if (order) ngrams_.match(column[0], column, at, at + 1, order, matches_.data());
    }

    void fill(std::size_t hyp_size, std::size_t ref_size, int orders, std::size_t from) {
        for (int n = 1; n <= orders; ++n) {
            double* triple = stats_.data() + 3 * (from + static_cast<std::size_t>(n) - 1);
            triple[1] = ngram_count(ref_size, n);
            triple[0] = triple[1] > 0 ? ngram_count(hyp_size, n) : 0;  // as sacreBLEU counts
            triple[2] = matches_[static_cast<std::size_t>(n) - 1];
        }
    }

    CharNumbering chars_;
    WordNumbering words_;
    NgramMatcher ngrams_;
    std::vector<std::int32_t> char_ids_, word_ids_;
    std::vector<std::int64_t> char_ends_, word_ends_;
    std::vector<std::uint64_t> narrow_, narrow_spare_;
    std::vector<Uint128> wide_, wide_spare_;
    std::vector<std::uint32_t> bucket_ends_;
    std::vector<double> matches_, stats_;
};

inline void chrf_stats(const ChrfMatcher::Texts& hyp, const ChrfMatcher::Texts& ref, const std::int64_t* groups,
                       ChrfOptions options, int threads, double* out) {
    const std::size_t width = 3 * static_cast<std::size_t>(options.char_order + options.word_order);
    for_rows<ChrfMatcher>(hyp.text.rows, threads, [&](std::size_t row, ChrfMatcher& matcher) {
        matcher.segment(hyp, row, ref, groups[row], groups[row + 1], options, out + row * width);
    });
}

}  // namespace assay
