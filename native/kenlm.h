// Binary language models of KenLM (Heafield 2011), as build_binary writes them: probing tables and plain tries, version 5.
//
// Nothing is unpacked: a lookup reads the file as it lies in memory. An n-gram is looked up from its last word backwards,
// each step from a node: in a probing file the hash of the words so far, in a trie a range of entries of the next order.
// Every offset that a file holds is checked against its size, and a search ends after one round, so that a damaged file may
// give wrong figures, but no more than that.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstring>

#include "language_model.h"

namespace assay {

inline std::uint64_t murmur_hash(Text text) {
    constexpr std::uint64_t m = 0xc6a4a7935bd1e995ull;
    std::uint64_t hash = text.size * m;
    const byte* p = text.data;
    for (; text.end() - p >= 8; p += 8) {
        std::uint64_t part = load<std::uint64_t>(p) * m;
        part = (part ^ part >> 47) * m;
        hash = (hash ^ part) * m;
    }
    if (p < text.end()) {
        std::uint64_t rest = 0;
        for (std::size_t i = 0; p + i < text.end(); ++i) rest |= static_cast<std::uint64_t>(p[i]) << 8 * i;
        hash = (hash ^ rest) * m;
    }
    hash = (hash ^ hash >> 47) * m;
    return hash ^ hash >> 47;
}

class KenlmModel {
  public:
    static constexpr std::string_view kMagic{"mmap lm http://kheafield.com/code format version 5\n\0\0", 53};

    // Reads the head; the file has to stay where it is.
    explicit KenlmModel(Text file) : file_(file) {
        constexpr std::size_t kSanity = 88, kFixed = 20;
        if (file.size < kSanity + kFixed) cut();
        check_sanity();
        const std::size_t order = file_.data[kSanity];
        multiplier_ = at<float>(kSanity + 4);
        const auto kind = at<std::uint32_t>(kSanity + 8), version = at<std::uint32_t>(kSanity + 16);
        refuse_kind(kind);
        trie_ = kind == 2;
        if (version != (trie_ ? 1u : 0u)) throw BadModel("it is of another version of KenLM");
        if (order < 2 || order > 20 || !(multiplier_ >= 1 && multiplier_ < 1e6f)) throw BadModel("its head makes no sense");
        const std::size_t head = (kSanity + kFixed + 8 * order + 7) / 8 * 8;
        if (file.size < head) cut();
        for (std::size_t k = 0; k < order; ++k) {
            counts_.push_back(at<std::uint64_t>(kSanity + kFixed + 8 * k));
            if (counts_[k] >= kNone || counts_[k] > file.size) cut();
        }
        lay_out(head);
        start_ = word(Vocabulary::text_of("<s>")), end_ = word(Vocabulary::text_of("</s>"));
    }

    std::size_t order() const { return counts_.size(); }
    std::size_t size(std::size_t order) const { return counts_[order - 1]; }

    // Calls use(logarithm, known) for every word of a sentence and its end.
    template <class Use>
    void score(Text sentence, Use use) const {
        std::vector<Number> words{start_};
        std::vector<float> before, now;  // backoffs of the n-grams that end before the word, and with it
        walk(words, before);
        const auto step = [&](Number id) {
            words.push_back(id);
            std::size_t length = 0;
            double sum = walk(words, now, &length);
            for (std::size_t k = length; k <= before.size(); ++k) sum += before[k - 1];
            use(sum, id != kUnknown);
            before.swap(now);
        };
        for_lm_words(sentence, [&](Text text) { step(word(text)); });
        step(end_);
    }

  private:
    struct Found {
        float probability, backoff;
    };
    struct Node {
        std::uint64_t hash, begin, end;  // of a probing file, the hash; of a trie, entries of the next order
    };

    template <class T>
    T at(std::size_t offset) const {
        T value;
        std::memcpy(&value, file_.data + offset, sizeof value);
        return value;
    }
    [[noreturn]] static void cut() { throw BadModel("it is cut off: its head promises more than there is"); }
    void check_sanity() const {
        if (std::memcmp(file_.data, kMagic.data(), kMagic.size())) throw BadModel("it is of another version of KenLM");
        const bool same = at<float>(56) == 0 && at<float>(60) == 1 && at<float>(64) == -0.5f && at<std::uint32_t>(68) == 1 &&
                          at<std::uint32_t>(72) == kNone && at<std::uint64_t>(80) == 1;
        if (!same) throw BadModel("it was made on a machine with other numbers");
    }
    static void refuse_kind(std::uint32_t kind) {
        if (kind == 0 || kind == 2) return;
        constexpr std::array<const char*, 6> kNames{"", "probing tables with rest costs", "", "a quantised trie", "a trie with array-compressed pointers", "a quantised trie with array-compressed pointers"};
        throw BadModel(kind < kNames.size() ? std::string("it holds ") + kNames[kind] : "it is of an unknown kind");
    }
    static std::uint64_t bits_for(std::uint64_t most) { return static_cast<std::uint64_t>(std::bit_width(most)); }
    std::uint64_t buckets(std::uint64_t entries) const {
        return std::max<std::uint64_t>(entries + 1, static_cast<std::uint64_t>(multiplier_ * static_cast<float>(entries)));
    }
    // Where the tables of all orders begin; what lies past the end of the file was cut off.
    void lay_out(std::size_t head) {
        vocabulary_ = head + 8;
        std::size_t place = vocabulary_ + (trie_ ? 8 * counts_[0] : 12 * buckets(counts_[0]));
        tables_.push_back(place);
        place += trie_ ? 16 * (counts_[0] + 2) : 8 * (counts_[0] + 1);
        for (std::size_t k = 2; k <= counts_.size(); ++k) {
            tables_.push_back(place);
            widths_.push_back(bits_for(counts_[0]) + (k == counts_.size() ? 31 : 63 + bits_for(counts_[k])));
            place += trie_ ? ((1 + counts_[k - 1]) * widths_.back() + 7) / 8 + 8 : (k == counts_.size() ? 12 : 16) * buckets(counts_[k - 1]);
        }
        if (place > file_.size) cut();
        entries_ = trie_ ? at<std::uint64_t>(head) : 0;
        if (entries_ > counts_[0]) throw BadModel("it is damaged: there are more words than its head says");
    }

    // The place of a key in a probing table, or 0.
    std::size_t probe(std::size_t table, std::size_t size, std::uint64_t entries, std::uint64_t key) const {
        const std::uint64_t places = buckets(entries);
        std::uint64_t i = key % places;
        for (std::uint64_t tried = 0; tried < places; ++tried, i = i + 1 == places ? 0 : i + 1) {
            const auto here = at<std::uint64_t>(table + size * i);
            if (here == key) return table + size * i;
            if (here == 0) return 0;
        }
        return 0;
    }
    Number word(Text text) const {
        const std::uint64_t hash = murmur_hash(text);
        std::uint64_t id = 0;
        if (trie_) {
            std::uint64_t low = 0, high = entries_;
            while (low < high) {
                const std::uint64_t middle = (low + high) / 2;
                if (at<std::uint64_t>(vocabulary_ + 8 * middle) < hash) low = middle + 1;
                else high = middle;
            }
            id = low < entries_ && at<std::uint64_t>(vocabulary_ + 8 * low) == hash ? low + 1 : 0;
        } else if (const std::size_t place = probe(vocabulary_, 12, counts_[0], hash)) {
            id = at<std::uint32_t>(place + 8);
        }
        return id <= counts_[0] ? static_cast<Number>(id) : kUnknown;
    }

    // Goes from the last word backwards as far as there are n-grams; returns the probability of the longest.
    float walk(const std::vector<Number>& words, std::vector<float>& backoffs, std::size_t* length = nullptr) const {
        backoffs.clear();
        Node node{};
        Found found = unigram(words.back(), node);
        std::size_t k = 1;
        for (;; ++k) {
            if (k < order()) backoffs.push_back(found.backoff);
            Found longer{};
            if (k == order() || k == words.size() || !extend(k + 1, words[words.size() - 1 - k], node, longer)) break;
            found = longer;
        }
        if (length) *length = k;
        return -std::abs(found.probability);  // the sign is a mark of KenLM's
    }
    Found unigram(Number id, Node& node) const {
        const std::size_t place = tables_[0] + (trie_ ? 16 : 8) * static_cast<std::size_t>(id);
        node.hash = id;
        if (trie_) node.begin = at<std::uint64_t>(place + 8), node.end = at<std::uint64_t>(place + 24);
        return {at<float>(place), at<float>(place + 4)};
    }
    bool extend(std::size_t k, Number id, Node& node, Found& found) const {
        return trie_ ? extend_trie(k, id, node, found) : extend_hash(k, id, node, found);
    }
    bool extend_hash(std::size_t k, Number id, Node& node, Found& found) const {
        node.hash = node.hash * 8978948897894561157ull ^ (1 + static_cast<std::uint64_t>(id)) * 17894857484156487943ull;
        const bool longest = k == order();
        const std::size_t place = probe(tables_[k - 1], longest ? 12 : 16, counts_[k - 1], node.hash);
        if (place) found = {at<float>(place + 8), longest ? 0 : at<float>(place + 12)};
        return place;
    }
    std::uint64_t bits(std::size_t table, std::uint64_t from, std::uint64_t size) const {
        return at<std::uint64_t>(table + from / 8) >> from % 8 & ((std::uint64_t{1} << size) - 1);
    }
    bool extend_trie(std::size_t k, Number id, Node& node, Found& found) const {
        const std::uint64_t word_bits = bits_for(counts_[0]), width = widths_[k - 2], last = std::min(node.end, counts_[k - 1]);
        const std::size_t table = tables_[k - 1];
        std::uint64_t low = node.begin, high = last;
        while (low < high) {
            const std::uint64_t middle = (low + high) / 2;
            if (bits(table, middle * width, word_bits) < id) low = middle + 1;
            else high = middle;
        }
        if (low >= last || bits(table, low * width, word_bits) != id) return false;
        const std::uint64_t from = low * width + word_bits;
        found.probability = std::bit_cast<float>(static_cast<std::uint32_t>(bits(table, from, 31)));
        if (k == order()) return true;
        found.backoff = std::bit_cast<float>(static_cast<std::uint32_t>(bits(table, from + 31, 32)));
        node.begin = bits(table, from + 63, width - word_bits - 63);
        node.end = bits(table, from + 63 + width, width - word_bits - 63);
        return true;
    }

    Text file_;
    float multiplier_ = 1;
    bool trie_ = false;
    std::vector<std::uint64_t> counts_, widths_;
    std::size_t vocabulary_ = 0;
    std::uint64_t entries_ = 0;
    std::vector<std::size_t> tables_;
    Number start_ = 0, end_ = 0;
};

}  // namespace assay
