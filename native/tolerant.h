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

    std::int32_t id(std::size_t at, std::size_t n) const { return ids_[at * orders_ + n]; }
    std::int32_t count(std::int32_t id) const { return counts_[static_cast<std::size_t>(id)]; }
    bool is_first(std::size_t at, std::size_t n) const {
        return firsts_[static_cast<std::size_t>(id(at, n))] == at;
    }

  private:
    std::int32_t add(std::size_t at, std::size_t n, std::int32_t head, std::int32_t tail) {
        const std::uint64_t key = static_cast<std::uint64_t>(static_cast<std::uint32_t>(head)) << 32 |
                                  static_cast<std::uint32_t>(tail);
        const std::int32_t id = pairs_.add(key, mix(key));
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
class EditColumns {
  public:
    void start(const std::int32_t* pattern, std::size_t size, std::size_t alphabet) {
        words_ = std::max<std::size_t>(1, (size + 63) / 64);
        for (const std::size_t at : touched_) equal_[at] = 0;
        touched_.clear();
        if (equal_.size() < alphabet * words_) equal_.resize(alphabet * words_, 0);
        for (std::size_t i = 0; i < size; ++i) {
            const std::size_t at = static_cast<std::size_t>(pattern[i]) * words_ + i / 64;
            if (!equal_[at]) touched_.push_back(at);
            equal_[at] |= std::uint64_t{1} << i % 64;
        }
        up_.resize(words_), down_.resize(words_);
    }

    void restart() {
        std::fill(up_.begin(), up_.end(), ~std::uint64_t{0});
        std::fill(down_.begin(), down_.end(), 0);
    }

    void read(const std::int32_t* text, std::size_t size) {
        if (words_ == 1) return read_short(text, size);
        for (std::size_t i = 0; i < size; ++i) {
            const std::uint64_t* equal = equal_.data() + static_cast<std::size_t>(text[i]) * words_;
            std::uint64_t more = 1, less = 0;
            for (std::size_t w = 0; w < words_; ++w) step(equal[w], up_[w], down_[w], more, less);
        }
    }

    // The distance between the first `size` characters of the pattern and the `read` ones of the text.
    std::int64_t distance(std::size_t size, std::size_t read) const {
        std::int64_t sum = static_cast<std::int64_t>(read);
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

    void read_short(const std::int32_t* text, std::size_t size) {
        std::uint64_t up = up_[0], down = down_[0];
        for (std::size_t i = 0; i < size; ++i) {
            std::uint64_t more = 1, less = 0;
            step(equal_[static_cast<std::size_t>(text[i])], up, down, more, less);
        }
        up_[0] = up, down_[0] = down;
    }

    std::size_t words_ = 1;
    std::vector<std::uint64_t> equal_, up_, down_;
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
        for (std::size_t i = 0; i < hyp_.words(); ++i) {
            if (hyp_types_.id(i, 0) < 0) continue;
            open(i, totals);
            if (wanted_.empty()) continue;
            for (std::size_t j = 0; j < ref_.words(); ++j)
                if (ref_types_.id(j, 0) >= 0) compare_from(i, j, rule);
            for (const Wanted& one : wanted_) hits[one.order] += one.single ? one.best : sum_of_best(one);
        }
    }

    std::size_t hyp_chars() const { return hyp_.chars.size(); }
    std::size_t ref_chars() const { return ref_.chars.size(); }

  private:
    struct Wanted {  // an n-gram of the hypothesis that starts at the current place
        std::size_t order, size;
        std::int32_t count;
        bool single;
        double best;
    };
    struct Found {
        std::size_t order;
        double score;
        std::int32_t count;
    };

    void load(Text hyp, Text ref, const LebleuRule& rule) {
        alphabet_.start(hyp.size + ref.size);
        hyp_.load(hyp, alphabet_), ref_.load(ref, alphabet_);
        words_.start(hyp_.words() + ref_.words());
        number(hyp, hyp_words_), number(ref, ref_words_);
        const std::size_t n = static_cast<std::size_t>(rule.max_n), limit = static_cast<std::size_t>(rule.ngram_limit);
        hyp_types_.count(hyp_, hyp_words_, Grid(hyp_.words(), limit / n), rule.max_n);
        ref_types_.count(ref_, ref_words_, Grid(ref_.words(), limit / (2 * n)), 2 * rule.max_n);
        hyp_orders_ = n, ref_orders_ = 2 * n;
    }

    void number(Text text, std::vector<std::int32_t>& ids) {
        ids.clear();
        for_spaced(text, [&](Text word) { ids.push_back(words_.add(word, hash_bytes(word))); });
    }

    // Lists the n-grams that start at word i and have not been met before, and counts them.
    void open(std::size_t i, double* totals) {
        wanted_.clear(), found_.clear();
        for (std::size_t n = 0; n < hyp_orders_ && i + n < hyp_.words(); ++n) {
            if (!hyp_types_.is_first(i, n)) continue;
            const std::int32_t count = hyp_types_.count(hyp_types_.id(i, n));
            totals[n] += count;
            wanted_.push_back({n, hyp_.end(i + n) - hyp_.starts[i], count, count == 1, 0.0});
        }
        if (!wanted_.empty())
            columns_.start(hyp_.chars.data() + hyp_.starts[i], wanted_.back().size, static_cast<std::size_t>(alphabet_.size()));
    }

    void compare_from(std::size_t, std::size_t j, const LebleuRule& rule) {
        columns_.restart();
        std::size_t read = 0;
        for (std::size_t m = 0; m < ref_orders_ && j + m < ref_.words(); ++m) {
            const std::size_t size = ref_.end(j + m) - ref_.starts[j];
            columns_.read(ref_.chars.data() + ref_.starts[j] + read, size - read);
            read = size;
            for (Wanted& one : wanted_) look(one, j, m, size, rule.threshold);
        }
    }

    void look(Wanted& one, std::size_t j, std::size_t m, std::size_t size, double threshold) {
        const double longer = static_cast<double>(std::max(one.size, size));
        const double bound = static_cast<double>(std::min(one.size, size)) / longer;
        if (bound < threshold - 1e-9 || (one.single && bound <= one.best)) return;
        const double score = 1.0 - static_cast<double>(columns_.distance(one.size, size)) / longer;
        if (score < threshold || score <= 0) return;
        if (one.single) {
            one.best = std::max(one.best, score);
        } else if (ref_types_.is_first(j, m)) {
            found_.push_back({one.order, score, ref_types_.count(ref_types_.id(j, m))});
        }
    }

    // The best scores of an n-gram that occurs more than once, each reference type as often as it occurs.
    double sum_of_best(const Wanted& one) {
        best_.clear();
        for (const Found& found : found_)
            if (found.order == one.order) best_.push_back(found);
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

    std::size_t hyp_orders_ = 0, ref_orders_ = 0;
    PairNumbering alphabet_;
    WordNumbering words_;
    Characters hyp_, ref_;
    std::vector<std::int32_t> hyp_words_, ref_words_;
    NgramTypes hyp_types_, ref_types_;
    EditColumns columns_;
    std::vector<Wanted> wanted_;
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
