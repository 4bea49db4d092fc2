// N-gram language models: ARPA text, and scores of sentences. ngram_spilling.h trains them.
//
// An n-gram has a number in its order and is known by two of the order below: the n-gram without its last word (its
// context) and that word. So the numbers of all n-grams along a sentence come from those of the order below, by one table
// of pairs.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "ids.h"

namespace assay {

using Number = std::uint32_t;
inline constexpr Number kNone = 0xffffffffu, kUnknown = 0, kStart = 1, kEnd = 2;

struct OutOfMemory : std::length_error { using std::length_error::length_error; };
struct BadModel : std::invalid_argument { using std::invalid_argument::invalid_argument; };

// Pairs of numbers to numbers; open addressing, twelve bytes a place.
class PairTable {
  public:
    void start(std::size_t expected) {
        std::size_t size = 1 << 10;
        while (size * 3 < expected * 5) size *= 2;
        slots_.assign(3 * size, kNone);
        mask_ = size - 1, used_ = 0;
    }
    void prefetch(Number first, Number second) const { __builtin_prefetch(slots_.data() + 3 * place(first, second)); }
    Number find(Number first, Number second) const {
        for (std::size_t i = place(first, second);; i = (i + 1) & mask_) {
            const Number* slot = slots_.data() + 3 * i;
            if (slot[2] == kNone) return kNone;
            if (slot[0] == first && slot[1] == second) return slot[2];
        }
    }
    // Returns the number of a pair, which is `next` if it is new.
    Number add(Number first, Number second, Number next) {
        if (5 * used_ > 3 * mask_) grow();
        for (std::size_t i = place(first, second);; i = (i + 1) & mask_) {
            Number* slot = slots_.data() + 3 * i;
            if (slot[2] == kNone) return slot[0] = first, slot[1] = second, ++used_, slot[2] = next;
            if (slot[0] == first && slot[1] == second) return slot[2];
        }
    }
    std::size_t bytes() const { return slots_.size() * sizeof(Number); }
    void clear() { std::vector<Number>().swap(slots_); }

  private:
    std::size_t place(Number first, Number second) const {
        return static_cast<std::size_t>(mix(static_cast<std::uint64_t>(first) << 32 | second)) & mask_;
    }
    void grow() {
        std::vector<Number> old;
        old.swap(slots_);
        start((mask_ + 1) * 6 / 5);
        for (std::size_t i = 0; i < old.size(); i += 3)
            if (old[i + 2] != kNone) add(old[i], old[i + 1], old[i + 2]);
    }
    std::vector<Number> slots_;
    std::size_t mask_ = 0, used_ = 0;
};

// Words by number, in the order in which they come, after <unk>, <s> and </s>.
class Vocabulary {
  public:
    Vocabulary() {
        slots_.assign(1 << 12, kNone);
        for (const char* word : {"<unk>", "<s>", "</s>"}) add(text_of(word));
    }
    static Text text_of(std::string_view word) {
        return {reinterpret_cast<const byte*>(word.data()), word.size()};
    }
    Number find(Text word) const {
        const Number id = slots_[slot(word, hash_bytes(word))];
        return id;
    }
    Number add(Text word) {
        const std::uint64_t hash = hash_bytes(word);
        const std::size_t i = slot(word, hash);
        if (slots_[i] != kNone) return slots_[i];
        const auto id = static_cast<Number>(hashes_.size());
        slots_[i] = id;
        hashes_.push_back(hash);
        letters_.append(reinterpret_cast<const char*>(word.data), word.size);
        ends_.push_back(letters_.size());
        if (3 * slots_.size() < 5 * hashes_.size()) grow();
        return id;
    }
    std::size_t size() const { return hashes_.size(); }
    std::size_t bytes() const { return letters_.size() + 24 * size(); }  // about
    std::string_view operator[](Number id) const {
        const std::size_t start = id ? ends_[id - 1] : 0;
        return {letters_.data() + start, ends_[id] - start};
    }

  private:
    std::size_t slot(Text word, std::uint64_t hash) const {
        const std::size_t mask = slots_.size() - 1;
        for (std::size_t i = static_cast<std::size_t>(hash) & mask;; i = (i + 1) & mask) {
            const Number id = slots_[i];
            if (id == kNone || (hashes_[id] == hash && (*this)[id] == std::string_view(reinterpret_cast<const char*>(word.data), word.size))) return i;
        }
    }
    void grow() {
        std::vector<Number> larger(4 * slots_.size(), kNone);
        for (Number id = 0; id < hashes_.size(); ++id) {
            std::size_t i = static_cast<std::size_t>(hashes_[id]) & (larger.size() - 1);
            while (larger[i] != kNone) i = (i + 1) & (larger.size() - 1);
            larger[i] = id;
        }
        slots_.swap(larger);
    }
    std::vector<Number> slots_;
    std::vector<std::uint64_t> hashes_;
    std::string letters_;
    std::vector<std::size_t> ends_;
};

// Words as KenLM parts them: by blanks, tabs, line ends and NUL.
template <class Use>
void for_lm_words(Text text, Use use) {
    const auto parts = [](byte c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0; };
    for (const byte* p = text.data; p < text.end();) {
        while (p < text.end() && parts(*p)) ++p;
        const byte* start = p;
        while (p < text.end() && !parts(*p)) ++p;
        if (p > start) use(Text{start, static_cast<std::size_t>(p - start)});
    }
}

// The n-grams of one order.
struct NgramOrder {
    std::vector<Number> context, word;  // of unigrams, no context
    std::vector<float> probability, backoff;  // logarithms to base 10
    PairTable table;
    std::size_t size() const { return word.size(); }
};

class LanguageModel {
  public:
    Vocabulary words;
    std::vector<NgramOrder> orders;

    std::size_t order() const { return orders.size(); }

    // --- text ---

    // Reads the text of a model; a message says in which line something is wrong.
    void read_arpa(Text text) {
        ArpaLines lines{text.data, text.end()};
        std::vector<std::size_t> sizes;
        while (lines.next() && lines.line != "\\data\\")
            if (!lines.line.empty()) lines.fail("is before \\data\\, with which an ARPA file begins");
        if (lines.line != "\\data\\") throw BadModel("there is no line \\data\\, with which an ARPA file begins");
        while (lines.next() && lines.line.substr(0, 6) == "ngram ") {
            const std::size_t equals = lines.line.find('=');
            if (equals == std::string_view::npos) lines.fail("is not ngram ORDER=NUMBER");
            sizes.push_back(lines.whole(lines.line.substr(equals + 1)));
        }
        if (sizes.empty() || sizes.size() > 20) throw BadModel("it names no order, or more than 20");
        orders.resize(sizes.size());
        for (std::size_t k = 1; k <= sizes.size(); ++k) read_order(lines, k, sizes[k - 1]);
        while (lines.line.empty() && lines.next()) {}
        if (lines.line != "\\end\\") throw BadModel("it does not end with \\end\\; the file is cut off");
    }

    // --- scores ---

    void index() {
        for (std::size_t k = 1; k < orders.size(); ++k) {
            orders[k].table.start(orders[k].size());
            for (std::size_t i = 0; i < orders[k].size(); ++i)
                orders[k].table.add(orders[k].context[i], orders[k].word[i], static_cast<Number>(i));
        }
    }

    // Calls use(logarithm, known) for every word of a sentence and its end.
    template <class Use>
    void score(Text sentence, Use use) const {
        std::vector<Number> before(orders.size(), kNone), now(orders.size(), kNone);
        before[0] = kStart;
        const auto step = [&](Number word) {
            const bool known = word != kNone && word != kUnknown;
            const Number id = known ? word : kUnknown;
            now[0] = id;
            for (std::size_t k = 1; k < orders.size(); ++k)
                now[k] = before[k - 1] == kNone || !known ? kNone : orders[k].table.find(before[k - 1], id);
            std::size_t longest = orders.size();
            while (longest > 1 && (now[longest - 1] == kNone || std::isnan(orders[longest - 1].probability[now[longest - 1]]))) --longest;
            double sum = orders[longest - 1].probability[now[longest - 1]];
            for (std::size_t k = longest; k < orders.size(); ++k)
                if (before[k - 1] != kNone) sum += orders[k - 1].backoff[before[k - 1]];
            use(sum, known);
            before.swap(now);
        };
        for_lm_words(sentence, [&](Text word) { step(words.find(word)); });
        step(kEnd);
    }

  private:
    struct ArpaLines {
        const byte *p, *stop;
        std::string_view line{};
        std::size_t number = 0;
        bool next() {
            if (p >= stop) return line = {}, false;
            const byte* start = p;
            while (p < stop && *p != '\n') ++p;
            line = {reinterpret_cast<const char*>(start), static_cast<std::size_t>(p - start)};
            if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
            return ++p, ++number, true;
        }
        [[noreturn]] void fail(const char* what) const { throw BadModel("line " + std::to_string(number) + " " + what); }
        std::size_t whole(std::string_view digits) const {
            std::size_t value = 0;
            const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value);
            if (read.ec != std::errc() || read.ptr != digits.data() + digits.size() || value >= kNone) fail("has no number of n-grams");
            return value;
        }
        float real(Text digits) const {
            const char* start = reinterpret_cast<const char*>(digits.data);
            float value = 0;
            const auto read = std::from_chars(start, start + digits.size, value);
            if (read.ec == std::errc::result_out_of_range) return *start == '-' ? -std::numeric_limits<float>::max() : 0.0f;
            if (read.ec != std::errc() || read.ptr != start + digits.size || std::isnan(value)) fail("has no logarithm where one belongs");
            return value;
        }
    };

    void read_order(ArpaLines& lines, std::size_t k, std::size_t size) {
        while (lines.line.empty() && lines.next()) {}
        if (lines.line != "\\" + std::to_string(k) + "-grams:") lines.fail("is not the head of the next order");
        NgramOrder& grams = orders[k - 1];
        if (k > 1) grams.table.start(size);
        else for (Number id : {kUnknown, kStart, kEnd}) add_unigram(id);
        std::vector<Text> parts;
        std::size_t read = 0;
        while (lines.next() && !lines.line.empty() && lines.line[0] != '\\') {
            parts.clear();
            for_lm_words(Vocabulary::text_of(lines.line), [&](Text part) { parts.push_back(part); });
            if (parts.size() != k + 1 && parts.size() != k + 2) lines.fail("has another number of words than its order");
            const Number gram = k == 1 ? unigram(parts[1]) : longer(lines, k, parts);
            grams.probability[gram] = lines.real(parts[0]);
            grams.backoff[gram] = parts.size() == k + 2 ? lines.real(parts[k + 1]) : 0.0f;
            ++read;
        }
        if (read != size) lines.fail("comes after another number of n-grams than \\data\\ says");
    }
    Number unigram(Text word) {
        const std::string_view text(reinterpret_cast<const char*>(word.data), word.size);
        const Number id = text == "<UNK>" ? kUnknown : words.add(word);
        while (orders[0].size() <= id) add_unigram(static_cast<Number>(orders[0].size()));
        return id;
    }
    void add_unigram(Number id) {  // until its line comes: as unlikely as KenLM has it
        orders[0].context.push_back(kNone), orders[0].word.push_back(id);
        orders[0].probability.push_back(-100.0f), orders[0].backoff.push_back(0.0f);
    }
    // The number of an n-gram; contexts that have no line of their own get a place without probability.
    Number longer(const ArpaLines& lines, std::size_t k, const std::vector<Text>& parts) {
        Number gram = kNone;
        for (std::size_t i = 0; i < k; ++i) {
            Number word = words.find(parts[i + 1]);
            if (word == kNone && std::string_view(reinterpret_cast<const char*>(parts[i + 1].data), parts[i + 1].size) == "<UNK>") word = kUnknown;
            if (word == kNone) lines.fail("has a word that is no unigram");
            gram = i == 0 ? word : place(orders[i], gram, word);
        }
        return gram;
    }
    static Number place(NgramOrder& grams, Number context, Number word) {
        const auto next = static_cast<Number>(grams.size());
        const Number gram = grams.table.add(context, word, next);
        if (gram != next) return gram;
        grams.context.push_back(context), grams.word.push_back(word);
        grams.probability.push_back(std::numeric_limits<float>::quiet_NaN()), grams.backoff.push_back(0.0f);
        return gram;
    }
};

}  // namespace assay
