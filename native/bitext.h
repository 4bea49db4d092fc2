// Word alignment of a bitext, its symmetrisation, and phrase pairs: from sentence pairs to a phrase table.
//
// Alignments are those of IBM model 1 (Brown et al. 1993), then of a hidden Markov model of jumps between the positions
// of neighbouring words (Vogel et al. 1996, with the empty word of Och and Ney 2003). One direction at a time: each
// target word has one source word or none. Work goes sentence by sentence in their order, in one thread: sums of
// probabilities depend on the order in which they are added.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "column.h"

namespace assay {

struct AlignerOptions {
    int model1 = 5, hmm = 5;  // iterations
    double null_probability = 0.2;
};

class WordAligner {
  public:
    // The entries of so many pairs of words are kept from turn to turn.
    WordAligner(Column<std::int32_t> source, Column<std::int32_t> target, std::int32_t source_words, std::size_t room)
        : source_(source), target_(target), room_(room) {
        effort = Effort();
        collect(source_words);
    }
    ~WordAligner() { effort = {}; }

    // Fills for every target word the place of its source word in the sentence, or -1.
    void run(const AlignerOptions& options, std::int32_t* out) {
        null_ = options.null_probability;
        for (int i = 0; i < options.model1; ++i) train(false);
        jumps_.assign(2 * longest_ + 1, 1.0 / static_cast<double>(2 * longest_ + 1));
        for (int i = 0; i < options.hmm; ++i) train(true);
        for (std::size_t row = 0; row < target_.rows; ++row) {
            load(row);
            if (options.hmm) best_path(out + target_.offsets[row]);
            else best_words(out + target_.offsets[row]);
        }
    }

  private:
    using Entry = std::uint32_t;  // the place of a pair of words among all that occur beside each other
    static constexpr Entry nowhere = ~Entry{0};

    // The target words that occur beside each source word; number 0 is the empty word, which occurs beside all. Source
    // words are taken one at a time, for then each has one table of where its target words are. The entries of the first
    // sentences, as far as there is room, are kept; those of the others are looked up at every turn.
    void collect(std::int32_t source_words) {
        keep_rows();
        std::vector<std::vector<Occurrence>> occurrences(static_cast<std::size_t>(source_words) + 1);
        std::int32_t most = -1;
        for (std::size_t row = 0; row < source_.rows; ++row) {
            longest_ = std::max(longest_, source_[row].size);
            for (const std::int32_t target : target_[row]) most = std::max(most, target);
            occurrences[0].push_back({row, 0});
            for (std::size_t i = 0; i < source_[row].size; ++i)
                occurrences[static_cast<std::size_t>(source_[row][i]) + 1].push_back({row, i + 1});
        }
        places_.assign(static_cast<std::size_t>(most) + 1, nowhere);
        starts_.assign(1, 0);
        for (auto& own : occurrences) {
            collect_beside(own);
            std::vector<Occurrence>().swap(own);
        }
        probability_.resize(words_.size());
        for (std::size_t word = 0; word + 1 < starts_.size(); ++word)
            std::fill(probability_.begin() + static_cast<std::ptrdiff_t>(starts_[word]),
                      probability_.begin() + static_cast<std::ptrdiff_t>(starts_[word + 1]),
                      1.0 / static_cast<double>(starts_[word + 1] - starts_[word]));
    }

    struct Occurrence {
        std::size_t row, state;
    };

    void keep_rows() {
        std::size_t cells = 0;
        for (std::size_t row = 0; row < source_.rows && cells <= room_; ++row) {
            kept_.push_back(cells);
            cells += (source_[row].size + 1) * target_[row].size;
        }
        if (cells > room_) cells = kept_.back(), kept_.pop_back();
        kept_entries_.resize(cells);
    }

    void collect_beside(const std::vector<Occurrence>& own) {
        const std::size_t start = words_.size();
        for (const auto& [row, state] : own)
            for (const std::int32_t target : target_[row])
                if (auto& place = places_[static_cast<std::size_t>(target)]; place == nowhere) place = 0, words_.push_back(target);
        if (words_.size() >= nowhere) throw std::length_error("the bitext has too many pairs of words");
        std::sort(words_.begin() + static_cast<std::ptrdiff_t>(start), words_.end());
        starts_.push_back(words_.size());
        for (std::size_t i = start; i < words_.size(); ++i) places_[static_cast<std::size_t>(words_[i])] = static_cast<Entry>(i);
        for (const auto& [row, state] : own) {
            effort.add(static_cast<std::int64_t>(2 * target_[row].size));
            if (row >= kept_.size()) continue;
            Entry* out = kept_entries_.data() + kept_[row] + state * target_[row].size;
            for (const std::int32_t target : target_[row]) *out++ = places_[static_cast<std::size_t>(target)];
        }
        for (std::size_t i = start; i < words_.size(); ++i) places_[static_cast<std::size_t>(words_[i])] = nowhere;
    }

    Entry entry(std::size_t source, std::int32_t target) const {
        const auto first = words_.begin() + static_cast<std::ptrdiff_t>(starts_[source]);
        const auto last = words_.begin() + static_cast<std::ptrdiff_t>(starts_[source + 1]);
        return static_cast<Entry>(std::lower_bound(first, last, target) - words_.begin());
    }

    // The entries of one sentence: row 0 has those of the empty word with each target word, row i those of source word i.
    void load(std::size_t row) {
        const Ids source = source_[row], target = target_[row];
        effort.start_row();
        effort.add(static_cast<std::int64_t>(20 * source.size * target.size));
        n_ = source.size, m_ = target.size;
        entries_ = row < kept_.size() ? kept_entries_.data() + kept_[row] : looked_up(source, target);
    }
    const Entry* looked_up(Ids source, Ids target) {
        own_entries_.resize(m_ * (n_ + 1));
        for (std::size_t j = 0; j < m_; ++j) {
            own_entries_[j] = entry(0, target[j]);
            for (std::size_t i = 0; i < n_; ++i)
                own_entries_[(i + 1) * m_ + j] = entry(static_cast<std::size_t>(source[i]) + 1, target[j]);
        }
        return own_entries_.data();
    }
    std::size_t at(std::size_t j, std::size_t i) const { return entries_[i * m_ + j]; }  // i from 1, 0 the empty word

    void train(bool jumps) {
        counts_.assign(words_.size(), 0.0);
        jump_counts_.assign(jumps_.size(), 0.0);
        for (std::size_t row = 0; row < target_.rows; ++row) {
            load(row);
            if (jumps) count_paths();
            else count_words();
        }
        for (std::size_t word = 0; word + 1 < starts_.size(); ++word) normalise(starts_[word], starts_[word + 1]);
        double sum = 0;
        for (const double count : jump_counts_) sum += count;
        if (jumps && sum > 0) for (std::size_t i = 0; i < jumps_.size(); ++i) jumps_[i] = (jump_counts_[i] + 1e-6) / (sum + 1e-6 * static_cast<double>(jumps_.size()));
    }

    void normalise(std::size_t start, std::size_t stop) {
        double sum = 0;
        for (std::size_t i = start; i < stop; ++i) sum += counts_[i];
        if (sum > 0) for (std::size_t i = start; i < stop; ++i) probability_[i] = counts_[i] / sum;
    }

    // Equal pairs of words in a sentence have equal shares, so that their order does not matter.
    void count_words() {
        sums_.assign(m_, 0.0);
        for (std::size_t i = 0; i <= n_; ++i)
            for (std::size_t j = 0; j < m_; ++j) sums_[j] += probability_[at(j, i)];
        for (std::size_t i = 0; i <= n_; ++i)
            for (std::size_t j = 0; j < m_; ++j)
                if (sums_[j] > 0) counts_[at(j, i)] += probability_[at(j, i)] / sums_[j];
    }

    void best_words(std::int32_t* out) const {
        for (std::size_t j = 0; j < m_; ++j) {
            std::size_t best = 0;
            for (std::size_t i = 1; i <= n_; ++i) if (probability_[at(j, i)] > probability_[at(j, best)]) best = i;
            out[j] = static_cast<std::int32_t>(best) - 1;
        }
    }

    // How likely position `to` follows position `from`, both from 0.
    void load_jumps() {
        steps_.resize(n_ * n_);
        for (std::size_t from = 0; from < n_; ++from) {
            double sum = 0;
            for (std::size_t to = 0; to < n_; ++to) sum += jump(from, to, jumps_);
            for (std::size_t to = 0; to < n_; ++to) steps_[from * n_ + to] = jump(from, to, jumps_) / sum;
        }
    }
    double& jump(std::size_t from, std::size_t to, std::vector<double>& jumps) const { return jumps[longest_ + to - from]; }

    double emission(std::size_t j, std::size_t state) const {  // states n to 2n - 1 are the empty word after each position
        return state < n_ ? probability_[at(j, state + 1)] : probability_[at(j, 0)];
    }

    // Forward and backward; every step is scaled to a sum of 1.
    void count_paths() {
        if (n_ == 0 || m_ == 0) return;
        load_jumps();
        effort.add(static_cast<std::int64_t>(4 * n_ * n_ * m_));
        forward_.assign(m_ * 2 * n_, 0.0);
        backward_.assign(m_ * 2 * n_, 1.0);
        scale_.assign(m_, 0.0);
        for (std::size_t j = 0; j < m_; ++j) step_forward(j);
        for (std::size_t j = m_ - 1; j-- > 0;) step_backward(j);
        for (std::size_t j = 0; j < m_; ++j) {
            for (std::size_t s = 0; s < 2 * n_; ++s) {
                const double share = forward_[j * 2 * n_ + s] * backward_[j * 2 * n_ + s];
                counts_[s < n_ ? at(j, s + 1) : at(j, 0)] += share;
            }
            if (j > 0) count_jumps(j);
        }
    }

    void step_forward(std::size_t j) {
        double* now = forward_.data() + j * 2 * n_;
        const double* before = now - 2 * n_;
        const double size = static_cast<double>(n_);
        for (std::size_t to = 0; to < n_; ++to) {
            double sum = 0;
            for (std::size_t from = 0; j > 0 && from < n_; ++from) sum += (before[from] + before[n_ + from]) * steps_[from * n_ + to];
            now[to] = (j > 0 ? (1 - null_) * sum : (1 - null_) / size) * emission(j, to);
            now[n_ + to] = (j > 0 ? null_ * (before[to] + before[n_ + to]) : null_ / size) * emission(j, n_ + to);
        }
        for (std::size_t s = 0; s < 2 * n_; ++s) scale_[j] += now[s];
        if (!(scale_[j] > 0)) scale_[j] = 1;
        for (std::size_t s = 0; s < 2 * n_; ++s) now[s] /= scale_[j];
    }

    void step_backward(std::size_t j) {
        double* now = backward_.data() + j * 2 * n_;
        const double* after = now + 2 * n_;
        for (std::size_t from = 0; from < n_; ++from) {
            double sum = 0;
            for (std::size_t to = 0; to < n_; ++to) sum += steps_[from * n_ + to] * emission(j + 1, to) * after[to];
            const double value = ((1 - null_) * sum + null_ * emission(j + 1, n_ + from) * after[n_ + from]) / scale_[j + 1];
            now[from] = now[n_ + from] = value;
        }
    }

    void count_jumps(std::size_t j) {
        const double *before = forward_.data() + (j - 1) * 2 * n_, *now = backward_.data() + j * 2 * n_;
        for (std::size_t from = 0; from < n_; ++from)
            for (std::size_t to = 0; to < n_; ++to)
                jump(from, to, jump_counts_) += (before[from] + before[n_ + from]) * (1 - null_) * steps_[from * n_ + to] *
                                                emission(j, to) * now[to] / scale_[j];
    }

    void best_path(std::int32_t* out) {
        if (n_ == 0) return std::fill(out, out + m_, -1);
        if (m_ == 0) return;
        load_jumps();
        effort.add(static_cast<std::int64_t>(2 * n_ * n_ * m_));
        forward_.assign(m_ * 2 * n_, 0.0);
        back_.assign(m_ * 2 * n_, 0);
        for (std::size_t j = 0; j < m_; ++j) step_best(j);
        const double* last = forward_.data() + (m_ - 1) * 2 * n_;
        auto state = static_cast<std::size_t>(std::max_element(last, last + 2 * n_) - last);
        for (std::size_t j = m_; j-- > 0; state = back_[j * 2 * n_ + state]) out[j] = state < n_ ? static_cast<std::int32_t>(state) : -1;
    }

    void step_best(std::size_t j) {
        double* now = forward_.data() + j * 2 * n_;
        const double* before = now - 2 * n_;
        const double size = static_cast<double>(n_);
        for (std::size_t to = 0; to < n_; ++to) {
            double best = j > 0 ? 0 : (1 - null_) / size;
            std::size_t from_best = 0;
            for (std::size_t s = 0; j > 0 && s < 2 * n_; ++s) {
                const double value = before[s] * (1 - null_) * steps_[s % n_ * n_ + to];
                if (value > best) best = value, from_best = s;
            }
            now[to] = best * emission(j, to);
            back_[j * 2 * n_ + to] = from_best;
            const bool stays = j > 0 && before[n_ + to] > before[to];
            now[n_ + to] = (j > 0 ? null_ * (stays ? before[n_ + to] : before[to]) : null_ / size) * emission(j, n_ + to);
            back_[j * 2 * n_ + n_ + to] = stays ? n_ + to : to;
        }
        const double most = *std::max_element(now, now + 2 * n_);
        if (most > 0) for (std::size_t s = 0; s < 2 * n_; ++s) now[s] /= most;
    }

    const Column<std::int32_t> source_, target_;
    const std::size_t room_;
    std::size_t longest_ = 0, n_ = 0, m_ = 0;
    double null_ = 0;
    std::vector<std::size_t> starts_, kept_, back_;
    std::vector<std::int32_t> words_;
    std::vector<Entry> places_, kept_entries_, own_entries_;
    const Entry* entries_ = nullptr;
    std::vector<double> probability_, counts_, jumps_, jump_counts_, steps_, forward_, backward_, scale_, sums_;
};

// --- two directions to one set of links (Koehn et al. 2003) ---

enum class Symmetry { intersection, both, grow_diag, grow_diag_final, grow_diag_final_and };

class Symmetriser {
  public:
    // `forward` has a source place for each target word, `backward` a target place for each source word. Fills a table
    // of source words by target words with 1 for a link.
    void run(Ids forward, Ids backward, Symmetry rule, std::uint8_t* links) {
        n_ = backward.size, m_ = forward.size, links_ = links;
        either_.assign(n_ * m_, 0);
        std::fill(links, links + n_ * m_, std::uint8_t{0});
        for (std::size_t j = 0; j < m_; ++j) if (forward[j] >= 0) ++either_[static_cast<std::size_t>(forward[j]) * m_ + j];
        for (std::size_t i = 0; i < n_; ++i) if (backward[i] >= 0) ++either_[i * m_ + static_cast<std::size_t>(backward[i])];
        source_.assign(n_, 0), target_.assign(m_, 0);
        for (std::size_t k = 0; k < n_ * m_; ++k) if (either_[k] > (rule == Symmetry::both ? 0 : 1)) link(k / m_, k % m_);
        if (rule == Symmetry::intersection || rule == Symmetry::both) return;
        while (grow()) {}
        if (rule == Symmetry::grow_diag) return;
        const bool both = rule == Symmetry::grow_diag_final_and;
        for (std::size_t j = 0; j < m_; ++j) if (forward[j] >= 0) finish(static_cast<std::size_t>(forward[j]), j, both);
        for (std::size_t i = 0; i < n_; ++i) if (backward[i] >= 0) finish(i, static_cast<std::size_t>(backward[i]), both);
    }

  private:
    void link(std::size_t i, std::size_t j) { links_[i * m_ + j] = 1, source_[i] = 1, target_[j] = 1; }

    // Adds links beside links, where either word has none yet.
    bool grow() {
        bool grown = false;
        effort.add(static_cast<std::int64_t>(n_ * m_));
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < m_; ++j) {
                if (!links_[i * m_ + j]) continue;
                for (std::size_t a = i ? i - 1 : 0; a <= std::min(i + 1, n_ - 1); ++a)
                    for (std::size_t b = j ? j - 1 : 0; b <= std::min(j + 1, m_ - 1); ++b)
                        if (either_[a * m_ + b] && !links_[a * m_ + b] && !(source_[a] && target_[b])) link(a, b), grown = true;
            }
        return grown;
    }

    void finish(std::size_t i, std::size_t j, bool both) {
        if (both ? !source_[i] && !target_[j] : !source_[i] || !target_[j]) link(i, j);
    }

    std::size_t n_ = 0, m_ = 0;
    std::uint8_t* links_ = nullptr;
    std::vector<std::uint8_t> either_, source_, target_;
};

// --- phrase pairs that no link leaves (Och and Ney 2004) ---

// Calls use(source start, source length, target start, target length) for each pair of phrases of at most `most` words.
template <class Use>
void for_phrases(const std::uint8_t* links, std::size_t n, std::size_t m, std::size_t most, Use use) {
    std::vector<std::size_t> low(m, n), high(m, 0);  // of each target word, the first and last source word
    std::vector<std::size_t> first(n, m), last(n, 0);
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < m; ++j)
            if (links[i * m + j]) {
                low[j] = std::min(low[j], i), high[j] = std::max(high[j], i);
                first[i] = std::min(first[i], j), last[i] = std::max(last[i], j);
            }
    for (std::size_t start = 0; start < m; ++start) {
        std::size_t from = n, to = 0;
        for (std::size_t stop = start; stop < std::min(m, start + most); ++stop) {
            effort.add(static_cast<std::int64_t>(most));
            from = std::min(from, low[stop]), to = std::max(to, high[stop]);
            if (from == n || to - from >= most) continue;
            bool closed = true;
            for (std::size_t i = from; i <= to && closed; ++i) closed = first[i] == m || (first[i] >= start && last[i] <= stop);
            if (!closed) continue;
            for (std::size_t a = from + 1; a-- > 0 && (a == from || first[a] == m);)  // words without links may join
                for (std::size_t b = to; b < n && (b == to || first[b] == m) && b - a < most; ++b)
                    use(a, b - a + 1, start, stop - start + 1);
        }
    }
}

}  // namespace assay
