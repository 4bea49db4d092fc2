// Tables of paraphrases as the store of resources keeps them: every phrase and every beginning of one, by its hash.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "lookup.h"

namespace assay {

// A hash of a phrase tells its length: that is in the lowest bits, up to the highest number which they can hold.
constexpr std::uint64_t most_length = 15;

inline std::uint64_t with_length(std::uint64_t hash, std::size_t length) {
    return (hash & ~most_length) | std::min<std::uint64_t>(length, most_length);
}

// The hash of a phrase of so many words from that of what comes before the last one, and the last one's.
inline std::uint64_t join_hashes(std::uint64_t before, std::uint64_t word, std::size_t length) {
    const std::uint64_t joined = (before * 0x9E3779B97F4A7C15ULL) ^ word;
    return with_length((joined ^ joined >> 32) * 0xD6E8FEB86659FD93ULL, length);
}

// Calls take(hash) for the first word of a phrase, its first two, and so on; words have one blank between them.
template <class Take>
void hash_beginnings(Text phrase, Take take) {
    const byte* at = phrase.begin();
    std::uint64_t hash = 0;
    for (std::size_t length = 1;; ++length) {
        const byte* const end = std::find(at, phrase.end(), byte{' '});
        const std::uint64_t word = with_length(fnv({at, static_cast<std::size_t>(end - at)}), 1);
        take(hash = length == 1 ? word : join_hashes(hash, word, length));
        if (end == phrase.end()) return;
        at = end + 1;
    }
}

// A slot holds, from its highest bits: the low bits of a hash, whether the phrase goes on, whether it is one of the table,
// and where its paraphrases begin among `values`; 0: an empty slot. A phrase stands in the first slot from its home on that
// was free; phrases of n words have their homes from homes[n] on, up to homes[n + 1], so that the many that are short lie
// close together. Paraphrases are numbers of slots, the last one of a phrase with `last` added; values[0] belongs to nobody, for
// phrases that have none. The last four slots are empty.
struct Paraphrases {
    static constexpr std::uint32_t last = std::uint32_t{1} << 31;
    const std::uint64_t* slots = nullptr;
    const std::uint32_t* values = nullptr;
    const std::int64_t* homes = nullptr;
    std::size_t size = 0, count = 0;  // of slots, of values
    int place_bits = 0;  // of a place among values

    bool empty() const { return size <= 4; }
    std::size_t home(std::uint64_t hash) const {
        const std::int64_t* const from = homes + (hash & most_length);
        return static_cast<std::size_t>(from[0]) + static_cast<std::size_t>((hash >> 32) * static_cast<std::uint64_t>(from[1] - from[0]) >> 32);
    }
    bool goes_on(std::uint64_t slot) const { return slot >> (place_bits + 1) & 1; }
    bool is_phrase(std::uint64_t slot) const { return slot >> place_bits & 1; }
    const std::uint32_t* values_of(std::uint64_t slot) const {
        const std::uint64_t place = slot & ((std::uint64_t{1} << place_bits) - 1);
        return values + (place < count ? place : 0);
    }

    // A slot and what it holds, 0 where the table has no such phrase.
    struct Found {
        std::uint64_t slot;
        std::size_t place;
    };

    // Asks for the memory of the slots that are looked at first, which may go on in the next line of the cache.
    void ask_for(std::uint64_t hash) const {
        const std::uint64_t* const first = slots + home(hash);
        prefetch(first);
        prefetch(first + 3);
    }

    // Looks at four slots at a time, without a branch that nobody could foresee.
    Found find(std::uint64_t hash) const {
        const int shift = place_bits + 2;
        const std::uint64_t wanted = hash << shift;
        for (std::size_t at = home(hash); at + 4 <= size; at += 4) {
            Found found{0, at};
            bool full = true;
            for (std::size_t k = 4; k-- > 0;) {
                const std::uint64_t slot = slots[at + k];
                const bool same = (slot ^ wanted) >> shift == 0;
                found.slot = same ? slot : found.slot;
                found.place = same ? at + k : found.place;
                full &= slot != 0;
            }
            if (found.slot != 0 || !full) return found;
        }
        return {0, 0};
    }
};

// A phrase of a sentence that the table has.
struct Phrase {
    std::uint32_t place;  // its slot
    std::int32_t start;
    const std::uint32_t* values;
    std::int16_t length;
};

// Words by their numbers: hashes, and the slots where these words alone stand.
class PhraseWords {
  public:
    struct Word {
        std::uint64_t hash;
        Paraphrases::Found found;
    };

    void look_up(Column<byte> words, const Paraphrases& table) {
        words_.resize(words.rows);
        for (std::size_t i = 0; i < words.rows; ++i) table.ask_for(words_[i].hash = with_length(fnv(words[i]), 1));
        for (Word& word : words_) word.found = table.find(word.hash);
    }

    const Word& operator[](std::int32_t word) const { return words_[static_cast<std::size_t>(word)]; }

  private:
    std::vector<Word> words_;
};

// Finds the phrases of sentences, several at a time: all starts go one word on before any of them waits for its memory.
class PhraseFinder {
  public:
    // Takes the rows from `first` on, up to `last`.
    void find(Column<std::int32_t> rows, std::size_t first, std::size_t last, const PhraseWords& words, const Paraphrases& table) {
        const std::int64_t origin = rows.offsets[first];
        const std::int32_t* const ids = rows.data + origin;
        const auto size = static_cast<std::size_t>(rows.offsets[last] - origin);
        start(size);
        for (std::size_t row = first; row < last; ++row) {
            const auto end = static_cast<std::size_t>(rows.offsets[row + 1] - origin);
            for (auto at = static_cast<std::size_t>(rows.offsets[row] - origin); at < end; ++at) {
                const PhraseWords::Word& word = words[ids[at]];
                take(table, word.found, {word.hash, at, end}, 1);
            }
        }
        for (std::size_t length = 2; begun_size_ > 0; ++length) go_on(ids, length, words, table);
        sort(size);
        part(rows, first, last);
    }

    // Those of a row that was taken, in order of their starts, the shorter first.
    Span<Phrase> of(std::size_t row) const {
        const std::size_t from = ends_[row - first_], to = ends_[row - first_ + 1];
        return {phrases_.data() + from, to - from};
    }

  private:
    struct Begun {
        std::uint64_t hash;
        std::size_t start, end;  // end: of the sentence
    };

    void start(std::size_t size) {
        begun_.resize(size + 1);
        begun_size_ = count_ = 0;
        make_room(size);
    }

    void go_on(const std::int32_t* ids, std::size_t length, const PhraseWords& words, const Paraphrases& table) {
        for (std::size_t i = 0; i < begun_size_; ++i) {
            Begun& each = begun_[i];
            each.hash = join_hashes(each.hash, words[ids[each.start + length - 1]].hash, length);
            table.ask_for(each.hash);
        }
        const std::size_t going = begun_size_;
        begun_size_ = 0;
        make_room(going);
        for (std::size_t i = 0; i < going; ++i) take(table, table.find(begun_[i].hash), begun_[i], length);
    }

    void make_room(std::size_t more) {
        if (unsorted_.size() < count_ + more) unsorted_.resize(2 * (count_ + more));
    }

    // Keeps a phrase, and that it may go on: both are written in any case, and count where they hold.
    void take(const Paraphrases& table, Paraphrases::Found found, Begun begun, std::size_t length) {
        const std::uint32_t* const values = table.values_of(found.slot);
        prefetch(values);
        unsorted_[count_] = {static_cast<std::uint32_t>(found.place), static_cast<std::int32_t>(begun.start), values,
                             static_cast<std::int16_t>(length)};
        count_ += table.is_phrase(found.slot);
        begun_[begun_size_] = begun;
        begun_size_ += table.goes_on(found.slot) & (begun.start + length < begun.end);
    }

    void sort(std::size_t size) {
        starts_.assign(size + 1, 0);
        for (std::size_t i = 0; i < count_; ++i) ++starts_[static_cast<std::size_t>(unsorted_[i].start) + 1];
        for (std::size_t i = 0; i < size; ++i) starts_[i + 1] += starts_[i];
        if (phrases_.size() < count_) phrases_.resize(count_);
        for (std::size_t i = 0; i < count_; ++i) phrases_[starts_[static_cast<std::size_t>(unsorted_[i].start)]++] = unsorted_[i];
    }

    // Tells the rows apart, and lets starts count from that of their row.
    void part(Column<std::int32_t> rows, std::size_t first, std::size_t last) {
        first_ = first;
        ends_.assign(1, 0);
        for (std::size_t row = first, at = 0; row < last; ++row) {
            const auto origin = static_cast<std::int32_t>(rows.offsets[row] - rows.offsets[first]);
            const auto end = static_cast<std::int32_t>(rows.offsets[row + 1] - rows.offsets[first]);
            for (; at < count_ && phrases_[at].start < end; ++at) phrases_[at].start -= origin;
            ends_.push_back(at);
        }
    }

    std::vector<Begun> begun_;
    std::vector<Phrase> unsorted_, phrases_;
    std::vector<std::size_t> starts_, ends_;
    std::size_t begun_size_ = 0, count_ = 0, first_ = 0;
};

}  // namespace assay
