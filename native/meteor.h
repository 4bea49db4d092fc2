// METEOR's alignment: candidate matches of four modules, the search for the best set of them, and what is counted.
//
// The search of 1.5 sees all modules at once. That of 2005 goes in stages: each module sees the words that the ones before
// it have left. So does NLTK's, which is greedy: from the last word of the output to the first, each takes the last word of
// the reference that is still free.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "meteor_matches.h"
#include "meteor_search.h"

namespace assay {

enum class Searching { beam, stages, greedy };

class MeteorAligner {
  public:
    struct Settings {
        std::size_t beam = 40;
        Searching search = Searching::beam;
    };

    // Takes an output, for all references up to the next one.
    void start(Sentence hyp, const Vocabulary& words) {
        hyp_size_ = hyp.words.size;
        matcher_.start(hyp, words);
    }

    // Finds matches and chunks; `matches()` are in order of the reference.
    void align(Sentence ref, Settings settings) {
        const std::size_t hyp_size = hyp_size_, ref_size = ref.words.size;
        effort.expect(4 * static_cast<double>(hyp_size) * static_cast<double>(ref_size));
        effort.add(static_cast<std::int64_t>(4 * (hyp_size + ref_size)));
        const std::vector<Match>& matches = matcher_.find(ref);
        effort.add(static_cast<std::int64_t>(4 * matches.size()));
        if (settings.search == Searching::beam) {
            candidates_.sort(matches, ref_size, hyp_size);
            const auto most_chunks = static_cast<std::int64_t>(ref_size + 1);
            if (hyp_size <= at_once_.most_words)
                search(at_once_, at_once_wide_, settings.beam, most_chunks);
            else
                search(at_once_long_, at_once_wide_, settings.beam, most_chunks);
        } else {
            align_in_stages(matches, hyp_size, ref_size, settings);
        }
        chunks_ = count_chunks();
    }

    const std::vector<Match>& matches() const { return best_; }
    std::int64_t chunks() const { return chunks_; }

  private:
    template <class Narrow, class Wide>
    void search(Narrow& narrow, Wide& wide, std::size_t beam, std::int64_t most_cost) {
        std::int64_t weight = 0;
        std::size_t choices = 1;
        for (std::size_t at = 0; at < candidates_.positions(); ++at) {
            std::int64_t most = 0;
            for (const Match& match : candidates_.at(at)) most = std::max(most, Narrow::worth(match));
            weight += most;
            choices = std::max(choices, candidates_.at(at).size + 1);
        }
        if (NarrowRank::fits(weight, most_cost, candidates_.distances(), beam, choices))
            narrow.run(candidates_, beam, chosen_, best_);
        else if (WideRank::fits(weight, most_cost, candidates_.distances(), beam, choices))
            wide.run(candidates_, beam, chosen_, best_);
        else
            throw TooLong();
    }

    void align_in_stages(const std::vector<Match>& matches, std::size_t hyp_size, std::size_t ref_size, Settings settings) {
        const auto links = static_cast<std::int64_t>(std::min(hyp_size, ref_size));
        chosen_.clear();
        hyp_taken_.assign(hyp_size, false);
        ref_taken_.assign(ref_size, false);
        for (std::int16_t module = exact; module < modules; ++module) {
            left_.clear();
            for (const Match& match : matches)
                if (match.module == module && is_free(match)) left_.push_back(match);
            effort.add(static_cast<std::int64_t>(matches.size()));
            if (settings.search == Searching::greedy) {
                take_greedily();
                continue;
            }
            candidates_.sort(left_, ref_size, hyp_size);
            search(in_stages_, in_stages_wide_, settings.beam, links * links / 2);
            for (const Match& match : best_) take(match);
        }
        best_ = chosen_;
        std::sort(best_.begin(), best_.end(), [](const Match& a, const Match& b) { return a.ref < b.ref; });
    }

    void take_greedily() {
        std::sort(left_.begin(), left_.end(), [](const Match& a, const Match& b) { return std::tie(b.hyp, b.ref) < std::tie(a.hyp, a.ref); });
        for (const Match& match : left_)
            if (is_free(match)) take(match);
    }

    bool is_free(const Match& match) const {
        const auto ref = ref_taken_.begin() + match.ref, hyp = hyp_taken_.begin() + match.hyp;
        return std::find(ref, ref + match.ref_length, true) == ref + match.ref_length &&
               std::find(hyp, hyp + match.hyp_length, true) == hyp + match.hyp_length;
    }

    void take(const Match& match) {
        std::fill_n(ref_taken_.begin() + match.ref, match.ref_length, true);
        std::fill_n(hyp_taken_.begin() + match.hyp, match.hyp_length, true);
        chosen_.push_back(match);
    }

    // Runs of matches that are adjacent and in the same order on both sides.
    std::int64_t count_chunks() const {
        std::int64_t chunks = 0;
        for (std::size_t i = 0; i < best_.size(); ++i)
            chunks += i == 0 || best_[i - 1].ref + best_[i - 1].ref_length != best_[i].ref ||
                      best_[i - 1].hyp + best_[i - 1].hyp_length != best_[i].hyp;
        return chunks;
    }

    std::size_t hyp_size_ = 0;
    MeteorMatcher matcher_;
    Candidates candidates_;
    MeteorSearch<NarrowRank, false, true> at_once_;
    MeteorSearch<NarrowRank, false, false> at_once_long_;
    MeteorSearch<WideRank, false, false> at_once_wide_;
    MeteorSearch<NarrowRank, true, false> in_stages_;
    MeteorSearch<WideRank, true, false> in_stages_wide_;
    std::vector<Match> left_, chosen_, best_;
    std::vector<bool> hyp_taken_, ref_taken_;
    std::int64_t chunks_ = 0;
};

constexpr std::size_t meteor_columns = 7 + 4 * modules;

// The counts of one pair: lengths, function words, matches by module (content and function words of both sides), chunks,
// matched words. Where the rule is `lenient`, as from 1.0 on, a pair whose words all match in one chunk has none.
inline void meteor_row(const MeteorAligner& aligner, Ids hyp, Ids ref, const Vocabulary& words, bool lenient, double* row) {
    std::fill(row, row + meteor_columns, 0.0);
    const auto count = [&](std::int32_t word, double* content, double* function) {
        *(words.function[word] ? function : content) += words.sizes[word];
    };
    double content[2] = {};
    for (const std::int32_t word : hyp) count(word, &content[0], &row[2]);
    for (const std::int32_t word : ref) count(word, &content[1], &row[3]);
    row[0] = content[0] + row[2];
    row[1] = content[1] + row[3];
    double *const chunks = row + 4 + 4 * modules, *const matched = chunks + 1;
    for (const Match& match : aligner.matches()) {
        double* const of_module = row + 4 + 4 * match.module;
        for (std::int32_t j = match.hyp; j < match.hyp + match.hyp_length; ++j)
            count(hyp[static_cast<std::size_t>(j)], of_module, of_module + 2);
        for (std::int32_t i = match.ref; i < match.ref + match.ref_length; ++i)
            count(ref[static_cast<std::size_t>(i)], of_module + 1, of_module + 3);
        matched[0] += match.hyp_length;
        matched[1] += match.ref_length;
    }
    const bool whole = matched[0] == static_cast<double>(hyp.size) && matched[1] == static_cast<double>(ref.size);
    *chunks = lenient && whole && aligner.chunks() == 1 ? 0 : static_cast<double>(aligner.chunks());
}

}  // namespace assay
