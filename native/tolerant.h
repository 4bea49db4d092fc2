// LeBLEU: n-grams of the hypothesis against n-grams of the reference, as strings, by their edit distance.
#pragma once

#include <bit>
#include <cmath>
#include <vector>

#include "ids.h"

namespace assay {

struct LebleuRule {
    int max_n;
    double threshold;
    int ngram_limit;  // 0: every n-gram
};

// Which start positions of a long text are looked at: a regular grid, so that about `limit` of `size` are.
class Grid {
  public:
    Grid(std::size_t size, std::size_t limit) {
        if (limit == 0 || limit >= size) return;
        if (2 * limit < size) {
            step_ = size / limit;
        } else {
            step_ = size / (size - limit);
            gaps_ = true;
        }
    }
    bool has(std::size_t at) const {
        return step_ == 0 || (gaps_ ? at % step_ + 1 < step_ : at % step_ == 0);
    }

  private:
    std::size_t step_ = 0;
    bool gaps_ = false;
};

// A text as small numbers for its characters, with the places where its words start; words have one space between.
struct Characters {
    std::vector<std::int32_t> chars;
    std::vector<std::size_t> starts;  // one more than words: the last is where a further word would start

    std::size_t words() const { return starts.size() - 1; }
    std::size_t end(std::size_t word) const { return starts[word + 1] - 1; }  // without the space that follows

    void load(Text text, PairNumbering& alphabet) {
        chars.clear(), starts.assign(1, 0);
        for (const byte* p = text.data; p < text.end();) {
            const char32_t c = next_char(p, text.end());
            chars.push_back(alphabet.add(c, mix(c)));
            if (c == ' ') starts.push_back(chars.size());
        }
        if (!text.empty()) starts.push_back(chars.size() + 1);
    }
};

// The n-grams of a text at the places of a grid: their numbers, how often each type occurs, and where first.
class NgramTypes {
  public:
    void count(const Characters& text, const std::vector<std::int32_t>& words, const Grid& grid, int orders) {
        orders_ = static_cast<std::size_t>(orders);
        ids_.assign(text.words() * orders_, -1);
        counts_.clear(), firsts_.clear();
        pairs_.start(ids_.size());
        for (std::size_t i = 0; i < text.words(); ++i) {
            if (!grid.has(i)) continue;
            std::int32_t id = -1;
            for (std::size_t n = 0; n < orders_ && i + n < text.words(); ++n) id = add(i, n, id, words[i + n]);
        }
    }

    // The number of another text's n-gram, given that of its beginning; -1 where this text does not have it.
    std::int32_t find(std::int32_t head, std::int32_t tail) { return pairs_.find(key(head, tail), mix(key(head, tail))); }

    std::int32_t id(std::size_t at, std::size_t n) const { return ids_[at * orders_ + n]; }
    std::int32_t count(std::int32_t id) const { return counts_[static_cast<std::size_t>(id)]; }
    bool is_first(std::size_t at, std::size_t n) const {
        return firsts_[static_cast<std::size_t>(id(at, n))] == at;
    }

  private:
    static std::uint64_t key(std::int32_t head, std::int32_t tail) {
        return static_cast<std::uint64_t>(static_cast<std::uint32_t>(head)) << 32 | static_cast<std::uint32_t>(tail);
    }

    std::int32_t add(std::size_t at, std::size_t n, std::int32_t head, std::int32_t tail) {
        const std::int32_t id = pairs_.add(key(head, tail), mix(key(head, tail)));
        if (static_cast<std::size_t>(id) == counts_.size()) counts_.push_back(0), firsts_.push_back(at);
        ++counts_[static_cast<std::size_t>(id)];
        return ids_[at * orders_ + n] = id;
    }

    std::size_t orders_ = 0;
    std::vector<std::int32_t> ids_, counts_;
    std::vector<std::size_t> firsts_;
    PairNumbering pairs_;
};

// The columns of an edit distance table, 64 cells a word (Myers 1999; Hyyrö 2003). After any number of characters of
// the text, the distance to every beginning of the pattern can be read off.
class LongPattern {
  public:
    void start(const std::int32_t* pattern, std::size_t size, std::size_t alphabet) {
        words_ = (size + 63) / 64;
        equal_.assign(alphabet * words_, 0);
        for (std::size_t i = 0; i < size; ++i)
            equal_[static_cast<std::size_t>(pattern[i]) * words_ + i / 64] |= std::uint64_t{1} << i % 64;
    }

    void restart() { up_.assign(words_, ~std::uint64_t{0}), down_.assign(words_, 0); }

    void read(const std::int32_t* text, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint64_t* equal = equal_.data() + static_cast<std::size_t>(text[i]) * words_;
            std::uint64_t more = 1, less = 0;
            for (std::size_t w = 0; w < words_; ++w) step(equal[w], up_[w], down_[w], more, less);
        }
    }

    // The first `size` characters of the pattern: how much farther from the text than nothing is.
    std::int64_t farther(std::size_t, std::size_t, std::size_t size) {
        std::int64_t sum = 0;
        for (std::size_t w = 0; 64 * w < size; ++w) {
            const std::size_t rest = size - 64 * w;
            const std::uint64_t mask = rest >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
            sum += std::popcount(up_[w] & mask) - std::popcount(down_[w] & mask);
        }
        return sum;
    }

  private:
    static void step(std::uint64_t equal, std::uint64_t& up, std::uint64_t& down, std::uint64_t& more,
                     std::uint64_t& less) {
        const std::uint64_t lower = equal | less;
        const std::uint64_t flat = (((lower & up) + up) ^ up) | lower | down;
        std::uint64_t rise = down | ~(flat | up), fall = up & flat;
        const std::uint64_t rise_out = rise >> 63, fall_out = fall >> 63;
        rise = rise << 1 | more, fall = fall << 1 | less;
        up = fall | ~(flat | rise), down = rise & flat;
        more = rise_out, less = fall_out;
    }

    std::size_t words_ = 1;
    std::vector<std::uint64_t> equal_, up_, down_;
};

// The same for four patterns of at most 64 characters at once, one a lane.
class ShortPatterns {
  public:
    static constexpr std::size_t lanes = 4, longest = 64;

    void start(std::size_t alphabet, std::size_t orders) {
        for (const std::size_t at : touched_) equal_[at] = 0;
        touched_.clear();
        if (equal_.size() < alphabet * lanes) equal_.resize(alphabet * lanes, 0);
        masks_.assign(orders * lanes, 0);
    }

    void add(std::size_t lane, const std::int32_t* pattern, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = static_cast<std::size_t>(pattern[i]) * lanes + lane;
            if (!equal_[at]) touched_.push_back(at);
            equal_[at] |= std::uint64_t{1} << i;
        }
    }

    // Announces that `farther` will be asked for the first `size` characters under the name of `order`.
    void mark(std::size_t order, std::size_t lane, std::size_t size) {
        masks_[order * lanes + lane] = size == longest ? ~std::uint64_t{0} : (std::uint64_t{1} << size) - 1;
    }

    void restart() { up_ = ~Words{}, down_ = Words{}, known_ = none; }

    void read(const std::int32_t* text, std::size_t size) {
        Words up = up_, down = down_, equal;
        for (std::size_t i = 0; i < size; ++i) {
            std::memcpy(&equal, equal_.data() + static_cast<std::size_t>(text[i]) * lanes, sizeof equal);
            const Words flat = (((equal & up) + up) ^ up) | equal | down;
            const Words rise = (down | ~(flat | up)) << 1 | 1, fall = (up & flat) << 1;
            up = fall | ~(flat | rise), down = rise & flat;
        }
        up_ = up, down_ = down, known_ = none;
    }

    std::int64_t farther(std::size_t order, std::size_t lane, std::size_t) {
        if (known_ != order) count(known_ = order);
        return static_cast<std::int64_t>(farther_[lane]) - 64;
    }

  private:
    using Words = Lanes<std::uint64_t, lanes>;
    static constexpr std::size_t none = ~std::size_t{0};

    // Bits of `up` less bits of `down` under a mask, and 64 more, so that no part of the sum is ever below 0.
    void count(std::size_t order) {
        constexpr std::uint64_t twos = 0x5555555555555555, fours = 0x3333333333333333, eights = 0x0F0F0F0F0F0F0F0F;
        Words mask;
        std::memcpy(&mask, masks_.data() + order * lanes, sizeof mask);
        Words up = up_ & mask, down = down_ & mask;
        up -= up >> 1 & twos, down -= down >> 1 & twos;
        up = (up & fours) + (up >> 2 & fours), down = (down & fours) + (down >> 2 & fours);
        up += Words{} + 0x4444444444444444 - down;
        up = (up & eights) + (up >> 4 & eights);
        up += up >> 8, up += up >> 16, up += up >> 32;
        farther_ = up & 0xFF;
    }

    Words up_, down_, farther_;
    std::size_t known_ = none;
    std::vector<std::uint64_t> masks_, equal_;
    std::vector<std::size_t> touched_;
};

// One hypothesis against one reference.
class Lebleu {
  public:
    // Sets hits and totals of the orders 1 to max_n.
    void compare(Text hyp, Text ref, const LebleuRule& rule, double* hits, double* totals) {
        load(hyp, ref, rule);
        std::fill(hits, hits + rule.max_n, 0.0);
        std::fill(totals, totals + rule.max_n, 0.0);
        open_batch();
        for (std::size_t i = 0; i < hyp_.words(); ++i) {
            if (hyp_types_.id(i, 0) < 0) continue;
            open(i, hits, totals);
            if (fresh_.empty()) continue;
            const std::int32_t* pattern = hyp_.chars.data() + hyp_.starts[i];
            if (fresh_.back().size > ShortPatterns::longest) {
                long_.start(pattern, fresh_.back().size, alphabet());
                finish(long_, fresh_, i, hits);
            } else if (add_to_batch(pattern) == ShortPatterns::lanes) {
                finish(short_, batch_, i, hits);
                open_batch();
            }
        }
        finish(short_, batch_, hyp_.words(), hits);
    }

    std::size_t hyp_chars() const { return hyp_.chars.size(); }
    std::size_t ref_chars() const { return ref_.chars.size(); }

  private:
    struct Wanted {  // an n-gram of the hypothesis that is to be compared with all of the reference
        std::size_t order, size, lane;
        std::int32_t count;
        double best = 0;
        std::size_t shortest = 0, longest = 0;  // what is shorter or longer cannot be similar enough any more
        double share = 0;                       // nor what has a distance above this share of the longer length

        void narrow(double needed) {
            const double own = static_cast<double>(size), least = std::max(needed, 1e-9);
            shortest = static_cast<std::size_t>(std::ceil(own * needed - 1e-6));
            longest = static_cast<std::size_t>(std::min(own / least + 1e-6, 1e15));
            share = 1 - needed + 1e-9;
        }
    };
    struct Found {
        const Wanted* whose;
        double score;
        std::int32_t count;
    };

    void load(Text hyp, Text ref, const LebleuRule& rule) {
        rule_ = rule;
        alphabet_.start(hyp.size + ref.size);
        hyp_.load(hyp, alphabet_), ref_.load(ref, alphabet_);
        words_.start(hyp_.words() + ref_.words());
        number(hyp, hyp_words_), number(ref, ref_words_);
        const std::size_t n = static_cast<std::size_t>(rule.max_n), limit = static_cast<std::size_t>(rule.ngram_limit);
        hyp_types_.count(hyp_, hyp_words_, Grid(hyp_.words(), limit / n), rule.max_n);
        ref_types_.count(ref_, ref_words_, Grid(ref_.words(), limit / (2 * n)), 2 * rule.max_n);
    }

    void number(Text text, std::vector<std::int32_t>& ids) {
        ids.clear();
        for_spaced(text, [&](Text word) { ids.push_back(words_.add(word, hash_bytes(word))); });
    }

    std::size_t alphabet() const { return static_cast<std::size_t>(alphabet_.size()); }
    std::size_t orders() const { return static_cast<std::size_t>(rule_.max_n); }

    // Lists the n-grams that start at word i, have not been met before and are not in the reference as they stand.
    void open(std::size_t i, double* hits, double* totals) {
        fresh_.clear();
        std::int32_t same = -1;
        for (std::size_t n = 0; n < orders() && i + n < hyp_.words(); ++n) {
            if (n == 0 || same >= 0) same = ref_types_.find(same, hyp_words_[i + n]);
            if (!hyp_types_.is_first(i, n)) continue;
            const std::int32_t count = hyp_types_.count(hyp_types_.id(i, n));
            totals[n] += count;
            if (same >= 0 && count <= ref_types_.count(same))
                hits[n] += count;
            else
                fresh_.push_back({n, hyp_.end(i + n) - hyp_.starts[i], 0, count}), fresh_.back().narrow(rule_.threshold);
        }
    }

    void open_batch() {
        batch_.clear(), filled_ = 0;
        short_.start(alphabet(), orders());
    }

    std::size_t add_to_batch(const std::int32_t* pattern) {
        short_.add(filled_, pattern, fresh_.back().size);
        for (Wanted& one : fresh_) {
            one.lane = filled_;
            short_.mark(one.order, one.lane, one.size);
            batch_.push_back(one);
        }
        return ++filled_;
    }

    // Compares with all of the reference, from where the hypothesis is outwards: there the best are soon found.
    template <class Patterns>
    void finish(Patterns& patterns, std::vector<Wanted>& wanted, std::size_t i, double* hits) {
        if (wanted.empty()) return;
        std::stable_sort(wanted.begin(), wanted.end(), [](const Wanted& a, const Wanted& b) { return a.order < b.order; });
        found_.clear();
        compare_on_this_machine(patterns, wanted, i);
        for (const Wanted& one : wanted) hits[one.order] += one.count == 1 ? one.best : sum_of_best(one);
    }

    // The same code twice where the machine may have wider registers: results do not depend on which one runs.
    template <class Patterns>
    void compare_on_this_machine(Patterns& patterns, std::vector<Wanted>& wanted, std::size_t i) {
#ifdef ASSAY_AVX2
        static const bool wide = have_avx2();
        if (wide) return compare_wide(patterns, wanted, i);
#endif
        compare_all(patterns, wanted, i);
    }

#ifdef ASSAY_AVX2
    template <class Patterns>
    ASSAY_AVX2 void compare_wide(Patterns& patterns, std::vector<Wanted>& wanted, std::size_t i) {
        compare_all(patterns, wanted, i);
    }
#endif

    template <class Patterns>
    void compare_all(Patterns& patterns, std::vector<Wanted>& wanted, std::size_t i) {
        for (std::size_t step = 0; step < 2 * std::max(i + 1, ref_.words()); ++step) {
            const std::size_t j = i + (step % 2 ? step / 2 + 1 : -(step / 2));
            if (j < ref_.words() && ref_types_.id(j, 0) >= 0) compare_from(j, patterns, wanted);
        }
    }

    template <class Patterns>
    void compare_from(std::size_t j, Patterns& patterns, std::vector<Wanted>& wanted) {
        std::size_t longest = 0;
        for (const Wanted& one : wanted) longest = std::max(longest, one.longest);
        effort.add(static_cast<std::int64_t>(16 + wanted.size()));
        patterns.restart();
        for (std::size_t m = 0, read = 0; m < 2 * orders() && j + m < ref_.words(); ++m) {
            const std::size_t size = ref_.end(j + m) - ref_.starts[j];
            if (size > longest) break;
            effort.add(static_cast<std::int64_t>(size - read));
            patterns.read(ref_.chars.data() + ref_.starts[j] + read, size - read);
            read = size;
            for (Wanted& one : wanted)
                if (size >= one.shortest && size <= one.longest) look(patterns, one, j, m, size);
        }
    }

    template <class Patterns>
    void look(Patterns& patterns, Wanted& one, std::size_t j, std::size_t m, std::size_t size) {
        const std::int64_t distance = static_cast<std::int64_t>(size) + patterns.farther(one.order, one.lane, one.size);
        const double longer = static_cast<double>(static_cast<std::int64_t>(std::max(one.size, size)));
        if (static_cast<double>(distance) > one.share * longer) return;
        const double score = 1.0 - static_cast<double>(distance) / longer;
        if (score < rule_.threshold || score <= 0) return;
        if (one.count == 1) {
            if (score > one.best) one.narrow(one.best = score);
        } else if (ref_types_.is_first(j, m)) {
            found_.push_back({&one, score, ref_types_.count(ref_types_.id(j, m))});
        }
    }

    // The best scores of an n-gram that occurs more than once, each reference type as often as it occurs.
    double sum_of_best(const Wanted& one) {
        best_.clear();
        for (const Found& found : found_)
            if (found.whose == &one) best_.push_back(found);
        std::sort(best_.begin(), best_.end(), [](const Found& a, const Found& b) { return a.score > b.score; });
        double sum = 0;
        std::int32_t left = one.count;
        for (const Found& found : best_) {
            const std::int32_t taken = std::min(left, found.count);
            sum += taken * found.score;
            if ((left -= taken) == 0) break;
        }
        return sum;
    }

    LebleuRule rule_{};
    PairNumbering alphabet_;
    WordNumbering words_;
    Characters hyp_, ref_;
    std::vector<std::int32_t> hyp_words_, ref_words_;
    NgramTypes hyp_types_, ref_types_;
    LongPattern long_;
    ShortPatterns short_;
    std::size_t filled_ = 0;
    std::vector<Wanted> fresh_, batch_;
    std::vector<Found> found_, best_;
};

// One row a reference: hits and n-grams of every order, then the characters of the hypothesis and of the reference.
inline void lebleu_stats(Column<byte> hyp, Column<byte> ref, const std::int64_t* groups, LebleuRule rule, int threads,
                         double* out) {
    const std::size_t orders = static_cast<std::size_t>(rule.max_n), width = 2 * orders + 2;
    for_rows<Lebleu>(hyp.rows, threads, [&](std::size_t row, Lebleu& lebleu) {
        for (std::int64_t r = groups[row]; r < groups[row + 1]; ++r) {
            double* stats = out + static_cast<std::size_t>(r) * width;
            lebleu.compare(hyp[row], ref[static_cast<std::size_t>(r)], rule, stats, stats + orders);
            stats[2 * orders] = static_cast<double>(lebleu.hyp_chars());
            stats[2 * orders + 1] = static_cast<double>(lebleu.ref_chars());
        }
    });
}

}  // namespace assay
