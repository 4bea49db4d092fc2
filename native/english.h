// The English stemmer of Snowball (Porter's second), as snowballstemmer 1.2.1 has it and METEOR 1.5 uses it.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "utf8.h"

namespace assay {

class EnglishStemmer {
  public:
    // Writes the stem of a word, and returns where it ends; it is never longer than the word.
    byte* write(Text text, byte* out) {
        word_.clear();
        for (const byte* p = text.data; p < text.end();) word_.push_back(next_char(p, text.end()));
        stem();
        for (const char32_t c : word_) out = put_char(out, c);
        return out;
    }

  private:
    using Letters = std::u32string_view;
    struct Ending {
        Letters from, to;
    };

    static bool is_vowel(char32_t c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u' || c == 'y'; }

    void stem() {
        if (is_exception() || word_.size() < 3) return;
        prepare();
        take_s();
        for (const Letters kept : {U"inning", U"outing", U"canning", U"herring", U"earring", U"proceed", U"exceed", U"succeed"})
            if (word_ == kept) return;
        take_past_and_participle();
        turn_y();
        shorten_in_first_region();
        shorten_further();
        drop_in_second_region();
        drop_last_letter();
        if (marked_) std::replace(word_.begin(), word_.end(), U'Y', U'y');
    }

    bool is_exception() {
        static constexpr Ending exceptions[] = {
            {U"skis", U"ski"},    {U"skies", U"sky"},  {U"dying", U"die"},    {U"lying", U"lie"},   {U"tying", U"tie"},
            {U"idly", U"idl"},    {U"gently", U"gentl"}, {U"ugly", U"ugli"},  {U"early", U"earli"}, {U"only", U"onli"},
            {U"singly", U"singl"}, {U"sky", U"sky"},   {U"news", U"news"},    {U"howe", U"howe"},   {U"atlas", U"atlas"},
            {U"cosmos", U"cosmos"}, {U"bias", U"bias"}, {U"andes", U"andes"}};
        for (const Ending& exception : exceptions)
            if (word_ == exception.from) return word_ = exception.to, true;
        return false;
    }

    // Marks each y that is a consonant, and where the regions begin: after the first consonant that follows a vowel, and
    // after the next such one.
    void prepare() {
        if (word_[0] == '\'') word_.erase(0, 1);
        marked_ = false;
        for (std::size_t i = 0; i < word_.size(); ++i)
            if (word_[i] == 'y' && (i == 0 || is_vowel(word_[i - 1]))) word_[i] = 'Y', marked_ = true;
        first_ = past_consonant(0);
        for (const Letters start : {U"arsen", U"commun", U"gener"})
            if (Letters(word_).starts_with(start)) first_ = start.size();
        second_ = past_consonant(first_);
    }

    std::size_t past_consonant(std::size_t from) const {
        while (from < word_.size() && !is_vowel(word_[from])) ++from;
        while (from < word_.size() && is_vowel(word_[from])) ++from;
        return std::min(from + 1, word_.size());
    }

    bool ends(Letters ending) const { return !word_.empty() && word_.back() == ending.back() && Letters(word_).ends_with(ending); }
    bool has_vowel(std::size_t before) const { return std::any_of(word_.begin(), word_.begin() + static_cast<std::ptrdiff_t>(before), is_vowel); }
    void cut(std::size_t count) { word_.resize(word_.size() - count); }
    void put(std::size_t count, Letters instead) {
        cut(count);
        word_ += instead;
    }

    void take_s() {
        for (const Letters ending : {U"'s'", U"'s", U"'"})
            if (ends(ending)) {
                cut(ending.size());
                break;
            }
        if (ends(U"sses")) return cut(2);
        if (ends(U"ied") || ends(U"ies")) return put(3, word_.size() >= 5 ? U"i" : U"ie");
        if (ends(U"s") && !ends(U"ss") && !ends(U"us") && word_.size() >= 2 && has_vowel(word_.size() - 2)) cut(1);
    }

    void take_past_and_participle() {
        for (const Letters ending : {U"eedly", U"eed"})
            if (ends(ending)) {
                if (first_ <= word_.size() - ending.size()) put(ending.size(), U"ee");
                return;
            }
        for (const Letters ending : {U"ingly", U"edly", U"ing", U"ed"})
            if (ends(ending)) {
                if (has_vowel(word_.size() - ending.size())) {
                    cut(ending.size());
                    mend();
                }
                return;
            }
    }

    void mend() {
        if (ends(U"at") || ends(U"bl") || ends(U"iz")) return word_.push_back('e');
        for (const Letters twice : {U"bb", U"dd", U"ff", U"gg", U"mm", U"nn", U"pp", U"rr", U"tt"})
            if (ends(twice)) return cut(1);
        if (word_.size() == first_ && is_short(word_.size())) word_.push_back('e');
    }

    // Whether a short syllable ends here.
    bool is_short(std::size_t end) const {
        if (end < 2 || is_vowel(word_[end - 1]) || !is_vowel(word_[end - 2])) return false;
        const char32_t last = word_[end - 1];
        return end == 2 || (last != 'w' && last != 'x' && last != 'Y' && !is_vowel(word_[end - 3]));
    }

    void turn_y() {
        if ((ends(U"y") || ends(U"Y")) && word_.size() > 2 && !is_vowel(word_[word_.size() - 2])) word_.back() = 'i';
    }

    // Replaces the longest ending of a list that the word has, if it lies in a region; `allowed` may still refuse it.
    template <std::size_t count, class Allowed>
    void replace(const Ending (&endings)[count], std::size_t region, Allowed allowed) {
        const Ending* longest = nullptr;
        for (const Ending& ending : endings)
            if (ends(ending.from) && (!longest || ending.from.size() > longest->from.size())) longest = &ending;
        if (!longest || region > word_.size() - longest->from.size()) return;
        const std::size_t before = word_.size() - longest->from.size();
        if (allowed(longest->from, before ? word_[before - 1] : U'\0')) put(longest->from.size(), longest->to);
    }

    void shorten_in_first_region() {
        static constexpr Ending endings[] = {
            {U"tional", U"tion"}, {U"enci", U"ence"},  {U"anci", U"ance"},  {U"abli", U"able"},    {U"entli", U"ent"},
            {U"izer", U"ize"},    {U"ization", U"ize"}, {U"ational", U"ate"}, {U"ation", U"ate"},  {U"ator", U"ate"},
            {U"alism", U"al"},    {U"aliti", U"al"},   {U"alli", U"al"},    {U"fulness", U"ful"},  {U"ousli", U"ous"},
            {U"ousness", U"ous"}, {U"iveness", U"ive"}, {U"iviti", U"ive"}, {U"biliti", U"ble"},   {U"bli", U"ble"},
            {U"ogi", U"og"},      {U"fulli", U"ful"},  {U"lessli", U"less"}, {U"li", U""}};
        replace(endings, first_, [](Letters ending, char32_t before) {
            if (ending == U"ogi") return before == 'l';
            return ending != U"li" || Letters(U"cdeghkmnrt").find(before) != Letters::npos;
        });
    }

    void shorten_further() {
        static constexpr Ending endings[] = {
            {U"tional", U"tion"}, {U"ational", U"ate"}, {U"alize", U"al"}, {U"icate", U"ic"}, {U"iciti", U"ic"},
            {U"ical", U"ic"},     {U"ful", U""},        {U"ness", U""},    {U"ative", U""}};
        replace(endings, first_, [&](Letters ending, char32_t) {
            return ending != U"ative" || second_ <= word_.size() - ending.size();
        });
    }

    void drop_in_second_region() {
        static constexpr Ending endings[] = {
            {U"al", U""},   {U"ance", U""}, {U"ence", U""},  {U"er", U""},   {U"ic", U""},  {U"able", U""},
            {U"ible", U""}, {U"ant", U""},  {U"ement", U""}, {U"ment", U""}, {U"ent", U""}, {U"ism", U""},
            {U"ate", U""},  {U"iti", U""},  {U"ous", U""},   {U"ive", U""},  {U"ize", U""}, {U"ion", U""}};
        replace(endings, second_, [](Letters ending, char32_t before) {
            return ending != U"ion" || before == 's' || before == 't';
        });
    }

    void drop_last_letter() {
        if (word_.empty()) return;
        const std::size_t end = word_.size() - 1;
        if (ends(U"e") && (second_ <= end || (first_ <= end && !is_short(end)))) return cut(1);
        if (ends(U"ll") && second_ <= end) cut(1);
    }

    std::u32string word_;
    std::size_t first_ = 0, second_ = 0;  // where regions begin
    bool marked_ = false;  // some y was
};

}  // namespace assay
