// Base forms and synsets of English words, as METEOR looks them up in WordNet.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "lookup.h"

namespace assay {

struct Ending {
    std::string_view from, to;
};

// WordNet's rules for nouns, verbs and adjectives, in this order.
inline constexpr Ending endings[] = {
    {"s", ""},  {"ses", "s"}, {"xes", "x"}, {"zes", "z"}, {"ches", "ch"}, {"shes", "sh"}, {"men", "man"},
    {"ies", "y"}, {"s", ""},  {"ies", "y"}, {"es", "e"},  {"es", ""},     {"ed", "e"},    {"ed", ""},
    {"ing", "e"}, {"ing", ""}, {"er", ""},  {"est", ""},  {"er", "e"},    {"est", "e"}};

inline std::uint64_t hash_of(std::string_view text, std::uint64_t state = fnv_start) {
    return fnv({reinterpret_cast<const byte*>(text.data()), text.size()}, state);
}

// Appends the synsets of a word and, with `inflected`, of its base forms, in rising order.
inline void add_synsets(Text text, const Lookup& synsets, const Lookup& exceptions, bool inflected,
                        std::vector<std::uint64_t>& ids) {
    const std::size_t before = ids.size();
    const auto add = [&](std::uint64_t hash) {
        const Lookup::Range range = synsets.of(hash);
        ids.insert(ids.end(), range.begin(), range.end());
        return !range.empty();
    };
    add(fnv(text));
    const std::string_view word(reinterpret_cast<const char*>(text.data), text.size);
    if (inflected) {
        const Lookup::Range bases = exceptions.of(fnv(text));
        for (const std::uint64_t base : bases) add(base);
        const bool regular = bases.empty() && word.size() > 2 && !word.ends_with("ss");
        for (const Ending& ending : endings)
            if (regular && word.back() == ending.from.back() && word.ends_with(ending.from) &&
                add(hash_of(ending.to, hash_of(word.substr(0, word.size() - ending.from.size())))))
                break;
    }
    const auto first = ids.begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(first, ids.end());
    ids.erase(std::unique(first, ids.end()), ids.end());
}

}  // namespace assay
