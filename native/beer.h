// The counts behind the features of BEER 2.0 (Stanojević and Sima'an 2014, 2015): characters, words and pairs of words
// that an output and a reference share.
//
// As its program counts them, a piece of "n characters" has n - 1 and starts wherever n would fit: these are the
// (n - 1)-grams of a text without its last character.
#pragma once

#include <array>

#include "words.h"

namespace assay {

// How positions are packed: so many numbers of so many bits.
struct Packing {
    int order, bits;
    std::int32_t more;  // so that numbers begin with 1
};

// Packed positions of two short texts, sorted number by number from the last to the first: nothing in it is left to chance,
// as the branches of a sort by comparison are.
class ShortPositions {
  public:
    static bool fits(Packing as, std::size_t positions) {
        return as.order * as.bits < 32 && as.bits <= most_bits && positions < std::size_t{1} << 10;
    }

    const std::vector<std::uint32_t>& sort(Ids hyp, Ids ref, Packing as) {
        keys_.resize(hyp.size + ref.size);
        spare_.resize(keys_.size());
        pack_positions(hyp, as.order, as.bits, std::uint32_t{0}, keys_.data(), as.more);
        pack_positions(ref, as.order, as.bits, std::uint32_t{1}, keys_.data() + hyp.size, as.more);
        count_last(hyp, ref, as);
        for (std::size_t place = static_cast<std::size_t>(as.order); place-- > 0;) {
            deal(1 + as.bits * (as.order - 1 - static_cast<int>(place)), std::size_t{1} << as.bits);
            if (place > 0) shift(hyp, ref, place - 1, as.more, 1);
        }
        return keys_;
    }

  private:
    static constexpr int most_bits = 7;
    using Counts = std::array<std::uint16_t, std::size_t{1} << most_bits>;

    // Counts what stands last in the positions: all numbers but the first ones, and 0 past the end.
    void count_last(Ids hyp, Ids ref, Packing as) {
        counts_.fill(0);
        for (const Ids side : {hyp, ref})
            for (const std::int32_t number : side) ++counts_[static_cast<std::size_t>(number + as.more)];
        for (std::size_t place = 0; place + 1 < static_cast<std::size_t>(as.order); ++place) shift(hyp, ref, place, as.more, -1);
    }

    // The first numbers of a text are missing one place further on, where there is a 0 more.
    void shift(Ids hyp, Ids ref, std::size_t place, std::int32_t more, int by) {
        for (const Ids side : {hyp, ref}) {
            if (place >= side.size) continue;
            counts_[static_cast<std::size_t>(side[place] + more)] += static_cast<std::uint16_t>(by);
            counts_[0] -= static_cast<std::uint16_t>(by);
        }
    }

    void deal(int shift, std::size_t numbers) {
        Counts ends;
        std::uint16_t sum = 0;
        for (std::size_t i = 0; i < numbers; ++i) ends[i] = sum, sum = static_cast<std::uint16_t>(sum + counts_[i]);
        std::uint32_t* const to = spare_.data();
        for (const std::uint32_t key : keys_) to[ends[key >> shift & (numbers - 1)]++] = key;
        keys_.swap(spare_);
    }

    std::vector<std::uint32_t> keys_, spare_;
    Counts counts_{};
};

class BeerMatcher {
  public:
    static constexpr int chars = 6, words = 4, near = 4;  // orders, and the most words skipped by a near pair
    static constexpr std::size_t width = 4 + chars + words + near + 1;

    // Fills a row for each reference of one output; texts have one space between words.
    void segment(const Column<byte>& hyp, const Column<byte>& ref, const std::int64_t* groups, std::size_t row, double* out) {
        const std::size_t bytes = segment_bytes(hyp, ref, groups, row);
        chars_.start(bytes);
        words_.start(bytes);
        read(hyp[row], hyp_);
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            read(ref[static_cast<std::size_t>(r)], ref_);
            compare(out + static_cast<std::size_t>(r) * width);
        }
    }

  private:
    struct Side {
        std::vector<std::int32_t> chars, words, shared, places;  // of `shared`, words of both sides, where they stand
        std::vector<std::int64_t> seen;
        Ids inner() const { return {chars.data(), chars.empty() ? 0 : chars.size() - 1}; }
    };

    void read(Text text, Side& side) {
        side.chars.clear();
        append_chars(text, chars_, side.chars);
        words_.add(text, side.words);
    }

    void compare(double* out) {
        out[0] = static_cast<double>(hyp_.words.size());
        out[1] = static_cast<double>(ref_.words.size());
        out[2] = static_cast<double>(hyp_.chars.size());
        out[3] = static_cast<double>(ref_.chars.size());
        out[4] = std::min(out[2], out[3]);
        match_chars(out + 5);
        match_words(out + 4 + chars);
        keep_shared();
        match_pairs(out + 4 + chars + words);
    }

    void match_pairs(double* out) {
        if (std::max(hyp_.shared.size(), ref_.shared.size()) <= most_shared) return match_few_pairs(out);
        match_near_pairs(out);
        out[near] = match_all_pairs();
    }

    // Of each pair of words how often it comes with at most 1, 2, 3, 4 and any number of words between.
    using PairCounts = Lanes<std::int16_t, 8>;
    static constexpr std::size_t most_shared = 64;  // words of a side: counts fit, and a table of all pairs is small

    void match_few_pairs(double* out) {
        cells_.assign(2 * types_ * types_, PairCounts{});
        count_pairs(hyp_, 0);
        count_pairs(ref_, 1);
        PairCounts sums{};
        for (std::size_t cell = 0; cell < cells_.size(); cell += 2) sums += least(cells_[cell], cells_[cell + 1]);
        for (std::size_t k = 0; k <= near; ++k) out[k] = static_cast<double>(sums[k]);
    }

    void count_pairs(const Side& side, std::size_t which) {
        std::array<PairCounts, near + 1> steps{};
        for (std::size_t skips = 0; skips <= near; ++skips)
            for (std::size_t k = skips; k <= near; ++k) steps[skips][k] = 1;
        for (std::size_t i = 0; i < side.shared.size(); ++i) {
            PairCounts* const row = cells_.data() + 2 * types_ * static_cast<std::size_t>(side.shared[i]) + which;
            for (std::size_t j = i + 1; j < side.shared.size(); ++j) {
                const auto skips = skipped(static_cast<std::size_t>(side.places[i]), static_cast<std::size_t>(side.places[j]));
                row[2 * side.shared[j]] += steps[std::min<std::size_t>(skips, near)];
            }
        }
    }

    void match_chars(double* out) { match_ngrams(hyp_.inner(), ref_.inner(), {chars - 1, bits_for(chars_.size()), 0}, out); }

    static int bits_for(std::int32_t types) { return std::bit_width(static_cast<std::uint32_t>(std::max(1, types))); }

    void match_ngrams(Ids hyp, Ids ref, Packing as, double* out) {
        if (ShortPositions::fits(as, hyp.size + ref.size))
            match_sorted<OpenNgramsOfEight>(short_.sort(hyp, ref, as), as.order, as.bits, out);
        else if (as.order * as.bits < 64) match_packed(narrow_, narrow_spare_, hyp, ref, as, out);
        else match_packed(wide_, wide_spare_, hyp, ref, as, out);  // a segment has fewer than 2^25 different ones
    }

    template <class Key>
    void match_packed(std::vector<Key>& keys, std::vector<Key>& spare, Ids hyp, Ids ref, Packing as, double* out) {
        keys.resize(hyp.size + ref.size);
        pack_positions(hyp, as.order, as.bits, Key{0}, keys.data(), as.more);
        pack_positions(ref, as.order, as.bits, Key{1}, keys.data() + hyp.size, as.more);
        sort_positions(keys, spare, bucket_ends_, as.order * as.bits + 1);
        if (OpenNgramsOfEight::fits(as.order, keys.size())) match_sorted<OpenNgramsOfEight>(keys, as.order, as.bits, out);
        else match_sorted<OpenNgrams>(keys, as.order, as.bits, out);
    }

    void match_words(double* out) {
        const int bits = bits_for(static_cast<std::int32_t>(words_.size()));
        match_ngrams(as_ids(hyp_.words), as_ids(ref_.words), {words, bits, 1}, out);
        const auto &hyp = hyp_.words, &ref = ref_.words;
        for (std::size_t n = 1; n <= words; ++n) {
            const std::size_t own = std::min(n, hyp.size()), other = std::min(n, ref.size());
            if (own != other) continue;
            const auto size = static_cast<std::ptrdiff_t>(own);
            out[n - 1] += std::equal(hyp.begin(), hyp.begin() + size, ref.begin());
            out[n - 1] += std::equal(hyp.end() - size, hyp.end(), ref.end() - size);
        }
    }

    struct Counts {
        std::int32_t hyp[near] = {}, ref[near] = {};  // with at most 1, and with just 2, 3, 4 words between
    };

    // Pairs of words that both sides have, near each other in the reference, get a number; those of the output that have
    // none match nothing.
    void match_near_pairs(double* out) {
        pairs_.start((near + 1) * ref_.shared.size() + 1);
        counts_.clear();
        for_near_pairs(ref_.words, [&](std::uint64_t key, std::size_t skips) {
            const auto id = static_cast<std::size_t>(pairs_.add(key, mix(key)));
            if (id == counts_.size()) counts_.emplace_back();
            ++counts_[id].ref[skips];
        });
        for_near_pairs(hyp_.words, [&](std::uint64_t key, std::size_t skips) {
            if (const std::int32_t id = pairs_.find(key, mix(key)); id >= 0) ++counts_[static_cast<std::size_t>(id)].hyp[skips];
        });
        std::fill(out, out + near, 0.0);
        for (const Counts& count : counts_) {
            std::int32_t hyp = 0, ref = 0;
            for (int k = 0; k < near; ++k) out[k] += std::min(hyp += count.hyp[k], ref += count.ref[k]);
        }
    }

    template <class Use>
    void for_near_pairs(const std::vector<std::int32_t>& words, Use use) const {
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (number_[static_cast<std::size_t>(words[i])] < 0) continue;
            for (std::size_t j = i + 1; j < std::min(words.size(), i + near + 2); ++j)
                if (number_[static_cast<std::size_t>(words[j])] >= 0) use(ngram_pair(words[i], words[j]), skipped(i, j));
        }
    }
    // The first of the counts that takes in a pair: neighbours and pairs with one word between them are in all.
    static std::size_t skipped(std::size_t i, std::size_t j) { return std::max<std::size_t>(j - i, 2) - 2; }

    // Of pairs at any distance only words of both sides matter. For each first word one walk counts all that follow it.
    double match_all_pairs() {
        double sum = 0;
        for (std::size_t first = 0; first < types_; ++first) {
            effort.add(static_cast<std::int64_t>(2 * (hyp_.shared.size() + ref_.shared.size()) + types_));
            count_followers(hyp_, first);
            count_followers(ref_, first);
            for (std::size_t word = 0; word < types_; ++word) sum += static_cast<double>(std::min(hyp_.seen[word], ref_.seen[word]));
        }
        return sum;
    }

    void keep_shared() {
        number_.assign(words_.size(), -1);
        for (const std::int32_t word : ref_.words) number_[static_cast<std::size_t>(word)] = -2;
        types_ = 0;
        for (const std::int32_t word : hyp_.words)
            if (std::int32_t& own = number_[static_cast<std::size_t>(word)]; own == -2) own = static_cast<std::int32_t>(types_++);
        for (Side* side : {&hyp_, &ref_}) {
            side->shared.clear();
            side->places.clear();
            for (std::size_t place = 0; place < side->words.size(); ++place)
                if (const std::int32_t own = number_[static_cast<std::size_t>(side->words[place])]; own >= 0)
                    side->shared.push_back(own), side->places.push_back(static_cast<std::int32_t>(place));
        }
    }

    void count_followers(Side& side, std::size_t first) {
        side.seen.assign(types_, 0);
        std::int64_t before = 0;
        for (const std::int32_t word : side.shared) {
            side.seen[static_cast<std::size_t>(word)] += before;
            before += static_cast<std::size_t>(word) == first;
        }
    }

    CharNumbering chars_;
    SegmentWords words_;
    PairNumbering pairs_;
    Side hyp_, ref_;
    std::vector<Counts> counts_;
    std::vector<PairCounts> cells_;
    std::vector<std::int32_t> number_;
    std::size_t types_ = 0;
    ShortPositions short_;
    std::vector<std::uint64_t> narrow_, narrow_spare_;
    std::vector<Uint128> wide_, wide_spare_;
    std::vector<std::uint32_t> bucket_ends_;
};

// One row a reference: words and characters of both sides; matches of characters, words and pairs.
inline void beer_counts(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, int threads, double* out) {
    for_rows<BeerMatcher>(hyp.rows, threads, [&](std::size_t row, BeerMatcher& matcher) {
        matcher.segment(hyp, ref, groups, row, out);
    });
}

}  // namespace assay
