// Training past memory: the n-grams of the text are counted in runs on disk, and every step is a pass over sorted records.
//
// A record is a row of numbers whose first ones say where it belongs. Runs of n-grams are merged in suffix order, where all
// that share a suffix stand together, so that counts of every order come of one pass. An order is then sorted by
// context, which tells what a context leaves to shorter ones, and back. Figures are those of training in memory.
#pragma once

#include <bit>
#include <memory>
#include <optional>

#include "ngram_smoothing.h"

namespace assay {

class TrainingOnDisk : public NgramTraining {
  public:
    TrainingOnDisk(const Vocabulary& words, std::size_t order, std::size_t memory, const std::string& folder)
        : NgramTraining(words, order), memory_(memory), folder_(folder), runs_(order + 1, order, memory / 2, folder) {
        for (std::size_t k = 2; k <= order; ++k) grams_.push_back(std::make_unique<RecordFile>(k + 1, folder));
    }

    // Adds the n-grams of a part of the text.
    void add(const std::vector<Number>& tokens) {
        const SuffixOrder sorted(tokens, words_.size(), order_);
        std::vector<Number> record(order_ + 1);
        std::size_t row = 0;
        runs_.put_run([&]() -> const Number* {
            if (row == sorted.places.size()) return nullptr;
            for (std::size_t back = 0; back < order_; ++back) record[back] = sorted.word(sorted.places[row], back);
            record[order_] = 1;
            while (++row < sorted.places.size() && sorted.shared(row) == order_) ++record[order_];
            return record.data();
        });
    }

    void count() override {
        unigram_counts_.assign(words_.size(), 0);
        open_.assign(order_ + 1, 0);
        runs_.finish();
        std::vector<Number> before(order_ + 1, 0);
        while (const Number* record = runs_.get()) {
            const auto shared = static_cast<std::size_t>(std::mismatch(record, record + order_, before.data()).first - record);
            if (shared == order_) {
                open_[length_] += record[order_];
                continue;
            }
            close(before, shared);
            before.assign(record, record + order_ + 1);
            open(before, shared);
        }
        close(before, 0);
        for (const Number count : unigram_counts_) tally(1, count);
    }

    std::string next() override {
        std::string out;
        if (now_ > order_) return out;
        if (!begun_) begin(), head(out, now_);
        while (out.size() < kPart && gram_ < sizes_[now_ - 1]) write_gram(out);
        if (gram_ == sizes_[now_ - 1]) ++now_, begun_ = false;
        return out;
    }

  private:
    static Number high(std::uint64_t number) { return static_cast<Number>(number >> 32); }
    static Number low(std::uint64_t number) { return static_cast<Number>(number); }
    static double real(Number high, Number low) { return std::bit_cast<double>(static_cast<std::uint64_t>(high) << 32 | low); }

    // Counts are complete of n-grams longer than what the next record shares.
    void close(const std::vector<Number>& words, std::size_t shared) {
        std::vector<Number> record(words);
        for (std::size_t k = shared + 1; k <= length_; ++k) {
            if (k == 1) {
                unigram_counts_[words[0]] = open_[1];
                continue;
            }
            record.assign(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(k));
            record.push_back(open_[k]);
            tally(k, open_[k]);
            grams_[k - 2]->put(record.data());
        }
    }
    // A new n-gram: those that end in it have one more word to the left of them.
    void open(const std::vector<Number>& words, std::size_t shared) {
        length_ = static_cast<std::size_t>(std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(order_), 0u) - words.begin());
        for (std::size_t k = shared + 1; k <= length_; ++k) open_[k] = 0;
        for (std::size_t k = std::max<std::size_t>(shared, 1); k < length_; ++k) ++open_[k];
        open_[length_] += words[order_];
    }

    // Sorts the n-grams of an order by context; writes what follows every context, and sends that back to each of its n-grams.
    void follow(std::size_t k) {
        RecordSorter by_context(k + 3, k, memory_ / 3, folder_);
        std::vector<Number> record(k + 3);
        RecordReader grams = grams_[k - 2]->reader();
        for (std::uint64_t number = 0; const Number* gram = grams.get(); ++number) {
            std::copy(gram + 1, gram + k, record.begin());
            record[k - 1] = gram[0], record[k] = gram[k], record[k + 1] = high(number), record[k + 2] = low(number);
            by_context.put(record.data());
        }
        by_context.finish();
        beside_ = std::make_unique<RecordSorter>(5, 2, memory_ / 3, folder_);
        contexts_ = std::make_unique<RecordFile>(k + 1, folder_);
        std::vector<Number> group;
        while (const Number* gram = by_context.get()) {
            if (!group.empty() && !std::equal(gram, gram + k - 1, group.data())) end_group(k, group);
            group.insert(group.end(), gram, gram + k + 3);
        }
        if (!group.empty()) end_group(k, group);
        beside_->finish();
    }
    void end_group(std::size_t k, std::vector<Number>& group) {
        Followers followers;
        for (std::size_t i = 0; i < group.size(); i += k + 3) followers.add(group[i + k]);
        const auto freed = std::bit_cast<std::uint64_t>(followers.freed(cuts_[k - 1]));
        for (std::size_t i = 0; i < group.size(); i += k + 3) {
            const std::array<Number, 5> record{group[i + k + 1], group[i + k + 2], followers.total, high(freed), low(freed)};
            beside_->put(record.data());
        }
        std::vector<Number> context(group.begin(), group.begin() + static_cast<std::ptrdiff_t>(k - 1));
        context.push_back(high(freed)), context.push_back(low(freed));
        contexts_->put(context.data());
        group.clear();
    }

    // Chances of an order: its n-grams, what is beside them in their context, and the order below, all in suffix order.
    void interpolate() {
        const std::size_t k = now_;
        auto chances = std::make_unique<RecordFile>(2, folder_);
        RecordReader grams = grams_[k - 2]->reader();
        std::optional<RecordReader> below, below_chances;
        if (k > 2) below.emplace(grams_[k - 3]->reader()), below_chances.emplace(chances_->reader());
        const Number* suffix = nullptr;
        double chance = 0;
        while (const Number* gram = grams.get()) {
            if (k == 2) chance = unigram_chances_[gram[0]];
            else while (!suffix || !std::equal(gram, gram + k - 1, suffix)) {
                suffix = below->get();
                const Number* bits = below_chances->get();
                chance = real(bits[0], bits[1]);
            }
            const Number* beside = beside_->get();
            const auto here = std::bit_cast<std::uint64_t>(smoothed(gram[k], beside[2], real(beside[3], beside[4]), chance, cuts_[k - 1]));
            const std::array<Number, 2> record{high(here), low(here)};
            chances->put(record.data());
        }
        chances_ = std::move(chances);
    }

    void begin() {
        begun_ = true, gram_ = 0, context_ = nullptr;
        if (now_ == 1) unigram_chances_ = unigrams(unigram_counts_);
        else interpolate(), grams_reader_.emplace(grams_[now_ - 2]->reader()), chances_reader_.emplace(chances_->reader());
        if (now_ == order_) return;
        follow(now_ + 1);
        contexts_reader_.emplace(contexts_->reader());
        context_ = contexts_reader_->get();
    }
    void write_gram(std::string& out) {
        const auto id = static_cast<Number>(gram_++);
        const Number* gram = now_ == 1 ? &id : grams_reader_->get();
        const Number* bits = now_ == 1 ? nullptr : chances_reader_->get();
        double freed = 1;
        if (context_ && std::equal(gram, gram + now_, context_)) {
            freed = real(context_[now_], context_[now_ + 1]);
            context_ = contexts_reader_->get();
        }
        line(out, now_, bits ? real(bits[0], bits[1]) : unigram_chances_[id], freed, [&](std::size_t back) { return gram[back]; });
    }

    std::size_t memory_;
    std::string folder_;
    RecordSorter runs_;
    std::vector<std::unique_ptr<RecordFile>> grams_;
    std::unique_ptr<RecordFile> contexts_, chances_;
    std::unique_ptr<RecordSorter> beside_;
    std::optional<RecordReader> grams_reader_, chances_reader_, contexts_reader_;
    std::vector<Number> unigram_counts_, open_;
    std::vector<double> unigram_chances_;
    const Number* context_ = nullptr;
    std::size_t length_ = 0, now_ = 1, gram_ = 0;
    bool begun_ = false;
};

// Gathers the text, and trains in memory if that suffices.
class LanguageModelTrainer {
  public:
    // `memory` bounds the bytes that are held at a time; what needs more goes to files in `folder`.
    LanguageModelTrainer(int order, std::size_t memory, std::string folder)
        : order_(static_cast<std::size_t>(order)), memory_(memory), folder_(std::move(folder)) {}

    // Adds sentences; a word that is one of the three marks is refused.
    void add(Column<byte> sentences) {
        for (std::size_t row = 0; row < sentences.rows; ++row) {
            ++rows_;
            tokens_.push_back(kStart);
            for_lm_words(sentences[row], [&](Text word) {
                const Number id = words_.add(word);
                if (id <= kEnd) throw BadModel("sentence " + std::to_string(rows_) + " holds one of the marks <s>, </s> and <unk>, which are no words");
                tokens_.push_back(id);
            });
            tokens_.push_back(kEnd);
            if (tokens_.size() * SuffixOrder::kBytes > room()) spill();
        }
    }

    // Counts; `fallback` are discounts for orders whose counts give none. Fills the discounts of every order.
    void finish(const Discounts& fallback, double* used) {
        if (!on_disk_ && tokens_.size() * TrainingInMemory::kBytes > room()) spill();
        if (on_disk_ && !tokens_.empty()) spill();
        if (!on_disk_) training_ = std::make_unique<TrainingInMemory>(words_, order_, std::move(tokens_));
        std::vector<Number>().swap(tokens_);
        training_->count();
        training_->set_discounts(fallback);
        for (std::size_t k = 1; k <= order_; ++k)
            for (std::size_t j = 1; j < 4; ++j) used[3 * (k - 1) + j - 1] = training_->discounts(k)[j];
    }
    bool spilled() const { return on_disk_ != nullptr; }
    std::size_t size(std::size_t order) const { return training_->size(order); }
    std::string next() { return training_->next(); }

  private:
    std::size_t room() const {
        const std::size_t words = words_.bytes();
        if (words > memory_ / 2) throw OutOfMemory("the words alone need more");
        return memory_ - words;
    }
    void spill() {
        if (!on_disk_) {
            auto on_disk = std::make_unique<TrainingOnDisk>(words_, order_, room(), folder_);
            on_disk_ = on_disk.get();
            training_ = std::move(on_disk);
        }
        on_disk_->add(tokens_);
        tokens_.clear();
    }

    std::size_t order_, memory_, rows_ = 0;
    std::string folder_;
    Vocabulary words_;
    std::vector<Number> tokens_;
    std::unique_ptr<NgramTraining> training_;
    TrainingOnDisk* on_disk_ = nullptr;
};

}  // namespace assay
