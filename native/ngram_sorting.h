// N-grams in suffix order: by their last word, then by the word before it, and so on.
//
// In memory, places of a text are sorted, not n-grams: the n-gram of a place is what stands there and before it, back to
// the beginning of its sentence. Past memory, records of numbers are sorted in runs, which go to a file and are merged.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "effort.h"
#include "language_model.h"

namespace assay {

struct SpillFailed : std::runtime_error { using std::runtime_error::runtime_error; };

// All places of a text but those of <s>, in suffix order of the n-grams that end there.
class SuffixOrder {
  public:
    std::vector<Number> places;
    std::vector<byte> lengths;  // of a place: how many words its n-gram has, at most `order`
    std::vector<byte> marks;    // of a row: length and words shared with the row before, four bits each; all where equal

    static constexpr std::size_t kBytes = 16;  // about, a word of the text: with its number, and room to sort

    SuffixOrder(const std::vector<Number>& tokens, std::size_t words, std::size_t order)
        : tokens_(tokens.data()), order_(order), keys_(order / 2 + 1) {
        lengths.resize(tokens.size());
        std::vector<Number> starts(words + 1, 0);
        for (std::size_t i = 0; i < tokens.size(); ++i) {
            lengths[i] = tokens[i] == kStart ? 1 : static_cast<byte>(std::min<std::size_t>(order, lengths[i - 1] + 1u));
            if (tokens[i] != kStart) ++starts[tokens[i] + 1];
        }
        for (std::size_t id = 0; id < words; ++id) starts[id + 1] += starts[id];
        places.resize(starts[words]), marks.resize(starts[words]);
        std::vector<Number> next(starts);
        for (std::size_t i = 0; i < tokens.size(); ++i)
            if (tokens[i] != kStart) places[next[tokens[i]]++] = static_cast<Number>(i);
        for (std::size_t id = 0; id < words; ++id) bucket(starts[id], starts[id + 1]);
        for (std::size_t row = 0; row < places.size(); ++row) marks[row] |= static_cast<byte>(lengths[places[row]] << 4);
    }
    std::size_t length(std::size_t row) const { return marks[row] >> 4; }
    std::size_t shared(std::size_t row) const { return marks[row] & 15; }
    // A word of the n-gram at a place, counted from its end.
    Number word(std::size_t place, std::size_t back) const { return back < lengths[place] ? tokens_[place - back] : 0; }

  private:
    struct Keyed {
        std::uint64_t key;
        Number place;
    };

    void bucket(std::size_t start, std::size_t stop) {
        if (start == stop) return;
        marks[start] = 0;
        refine(start, stop, 1);
        if ((since_ += stop - start) < std::size_t{1} << 20) return;
        since_ = 0;
        Effort::ask();
    }
    // Sorts rows that have their last `depth` words in common, by the two words before.
    void refine(std::size_t start, std::size_t stop, std::size_t depth) {
        if (stop - start < 2 || depth >= order_) {
            for (std::size_t row = start + 1; row < stop; ++row) marks[row] = static_cast<byte>(order_);
            return;
        }
        std::vector<Keyed>& keys = keys_[depth / 2];
        keys.resize(stop - start);
        for (std::size_t row = start; row < stop; ++row) {
            const std::uint64_t low = depth + 1 < order_ ? word(places[row], depth + 1) : 0;
            keys[row - start] = {static_cast<std::uint64_t>(word(places[row], depth)) << 32 | low, places[row]};
        }
        std::sort(keys.begin(), keys.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
        for (std::size_t i = 0; i < keys.size(); ++i) places[start + i] = keys[i].place;
        for (std::size_t i = 0, next = 0; i < keys.size(); i = next) {
            for (next = i + 1; next < keys.size() && keys[next].key == keys[i].key;) ++next;
            if (i) marks[start + i] = static_cast<byte>(depth + (keys[i].key >> 32 == keys[i - 1].key >> 32));
            const bool whole = (keys[i].key & 0xffffffffu) <= kStart;  // there is no word before
            refine(start + i, start + next, whole ? order_ : depth + 2);
        }
    }

    const Number* tokens_;
    std::size_t order_, since_ = 0;
    std::vector<std::vector<Keyed>> keys_;
};

// A file in a folder of its own that is gone as soon as nobody has it open, where systems allow that.
class SpillFile {
  public:
    void open(const std::string& folder) {
        static std::atomic<std::size_t> number{0};
        const std::filesystem::path path = std::filesystem::path(folder) / ("ngrams-" + std::to_string(number++));
        stream_.open(path, std::ios::in | std::ios::out | std::ios::binary | std::ios::trunc);
        if (!stream_) throw SpillFailed("no file can be made there");
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    bool is_open() const { return stream_.is_open(); }
    void append(const Number* numbers, std::size_t size) {
        stream_.seekp(static_cast<std::streamoff>(size_ * sizeof(Number)));
        if (!stream_.write(reinterpret_cast<const char*>(numbers), static_cast<std::streamsize>(size * sizeof(Number))) || !stream_.flush())
            throw SpillFailed("it cannot be written; is the disk full?");
        size_ += size;
        Effort::ask();
    }
    void read(std::size_t from, Number* numbers, std::size_t size) {
        stream_.seekg(static_cast<std::streamoff>(from * sizeof(Number)));
        if (!stream_.read(reinterpret_cast<char*>(numbers), static_cast<std::streamsize>(size * sizeof(Number))))
            throw SpillFailed("what was written cannot be read again");
        Effort::ask();
    }
    std::size_t size() const { return size_; }

  private:
    std::fstream stream_;
    std::size_t size_ = 0;
};

// Part of a file, read record by record.
class RecordReader {
  public:
    RecordReader(SpillFile& file, std::size_t width, std::size_t start, std::size_t stop, std::size_t bytes)
        : file_(&file), width_(width), next_(start), stop_(stop), most_(std::max<std::size_t>(1, bytes / sizeof(Number) / width) * width) {}
    // The next record, or nothing at the end.
    const Number* get() {
        if (at_ == buffer_.size()) {
            const std::size_t size = std::min(most_, stop_ - next_);
            if (!size) return nullptr;
            buffer_.resize(size);
            file_->read(next_, buffer_.data(), size);
            next_ += size, at_ = 0;
        }
        return buffer_.data() + std::exchange(at_, at_ + width_);
    }

  private:
    SpillFile* file_;
    std::size_t width_, next_, stop_, most_, at_ = 0;
    std::vector<Number> buffer_;
};

// Records in the order in which they were made.
class RecordFile {
  public:
    static constexpr std::size_t kBuffer = std::size_t{1} << 16;
    RecordFile(std::size_t width, const std::string& folder) : width_(width) { file_.open(folder); }
    void put(const Number* record) {
        buffer_.insert(buffer_.end(), record, record + width_);
        if (buffer_.size() * sizeof(Number) >= kBuffer) flush();
    }
    RecordReader reader() {
        flush();
        return {file_, width_, 0, file_.size(), kBuffer};
    }
    std::size_t size() const { return (file_.size() + buffer_.size()) / width_; }

  private:
    void flush() {
        if (!buffer_.empty()) file_.append(buffer_.data(), buffer_.size());
        buffer_.clear();
    }
    SpillFile file_;
    std::size_t width_;
    std::vector<Number> buffer_;
};

// Records by their first `keys` numbers, with at most so many bytes in memory.
class RecordSorter {
  public:
    RecordSorter(std::size_t width, std::size_t keys, std::size_t bytes, std::string folder)
        : width_(width), keys_(keys), bytes_(bytes), most_(std::max<std::size_t>(2, bytes / (sizeof(Number) * (width + 1) + sizeof(Keyed)))), folder_(std::move(folder)) {}
    void put(const Number* record) {
        if (buffer_.size() == most_ * width_) spill();
        if (buffer_.capacity() < buffer_.size() + width_) buffer_.reserve(std::min(most_ * width_, std::max<std::size_t>(1 << 12, 2 * buffer_.size())));
        buffer_.insert(buffer_.end(), record, record + width_);
    }
    // Writes a run that is in order already: records that `next` returns, until there is none.
    template <class Next>
    void put_run(Next next) {
        begin_run();
        std::vector<Number> part;
        while (const Number* record = next()) {
            part.insert(part.end(), record, record + width_);
            if (part.size() * sizeof(Number) >= RecordFile::kBuffer) file_.append(part.data(), part.size()), part.clear();
        }
        if (!part.empty()) file_.append(part.data(), part.size());
        ends_.push_back(file_.size());
    }
    void finish() {
        if (ends_.empty()) return sort(), void();
        if (!buffer_.empty()) spill();
        std::vector<Number>().swap(buffer_), std::vector<Number>().swap(index_);
        const std::size_t each = std::min<std::size_t>(std::size_t{1} << 22, bytes_ / ends_.size());
        for (std::size_t run = 0; run < ends_.size(); ++run) {
            runs_.emplace_back(file_, width_, run ? ends_[run - 1] : 0, ends_[run], each);
            if (const Number* record = runs_.back().get()) heap_.push_back({key(record), record, run});
        }
        std::make_heap(heap_.begin(), heap_.end(), later());
    }
    // The next record in order; it stays until the next call.
    const Number* get() {
        if (ends_.empty()) return at_ == index_.size() ? nullptr : buffer_.data() + index_[at_++] * width_;
        if (taken_) advance();
        taken_ = !heap_.empty();
        return taken_ ? heap_.front().record : nullptr;
    }

  private:
    // The first two numbers of a record, which mostly decide, lie beside where it is: few records are looked at.
    struct Keyed {
        std::uint64_t key;
        Number place;
    };
    struct Head {
        std::uint64_t key;
        const Number* record;
        std::size_t run;
    };
    std::uint64_t key(const Number* record) const { return std::uint64_t{record[0]} << 32 | (keys_ > 1 ? record[1] : 0); }
    bool before(const Number* a, const Number* b) const { return std::lexicographical_compare(a, a + keys_, b, b + keys_); }
    bool is_earlier(const Head& a, const Head& b) const { return a.key != b.key ? a.key < b.key : before(a.record, b.record); }
    struct Later {
        const RecordSorter* sorter;
        bool operator()(const Head& a, const Head& b) const { return sorter->is_earlier(b, a); }
    };
    Later later() const { return {this}; }
    // Puts the next record of the first run where it belongs among the heads.
    void advance() {
        Head head = heap_.front();
        head.record = runs_[head.run].get();
        if (!head.record) {
            head = heap_.back();
            heap_.pop_back();
            if (heap_.empty()) return;
        } else head.key = key(head.record);
        std::size_t at = 0;
        for (std::size_t child; (child = 2 * at + 1) < heap_.size(); at = child) {
            if (child + 1 < heap_.size() && is_earlier(heap_[child + 1], heap_[child])) ++child;
            if (!is_earlier(heap_[child], head)) break;
            heap_[at] = heap_[child];
        }
        heap_[at] = head;
    }
    void sort() {
        std::vector<Keyed> keyed(buffer_.size() / width_);
        for (std::size_t i = 0; i < keyed.size(); ++i) keyed[i] = {key(buffer_.data() + i * width_), static_cast<Number>(i)};
        std::sort(keyed.begin(), keyed.end(), [&](const Keyed& a, const Keyed& b) {
            return a.key != b.key ? a.key < b.key : before(buffer_.data() + a.place * width_, buffer_.data() + b.place * width_);
        });
        index_.resize(keyed.size());
        for (std::size_t i = 0; i < keyed.size(); ++i) index_[i] = keyed[i].place;
    }
    void begin_run() {
        if (!file_.is_open()) file_.open(folder_);
    }
    void spill() {
        sort();
        std::size_t i = 0;
        put_run([&] { return i == index_.size() ? nullptr : buffer_.data() + index_[i++] * width_; });
        buffer_.clear();
    }

    std::size_t width_, keys_, bytes_, most_, at_ = 0;
    bool taken_ = false;
    std::string folder_;
    SpillFile file_;
    std::vector<Number> buffer_, index_;
    std::vector<std::size_t> ends_;
    std::vector<RecordReader> runs_;
    std::vector<Head> heap_;
};

}  // namespace assay
