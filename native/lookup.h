// Tables by the hash of a phrase, as the store of resources keeps them: read where they lie, memory-mapped.
#pragma once

#include <algorithm>
#include <cstdint>

#include "column.h"

namespace assay {

constexpr std::uint64_t fnv_start = 14695981039346656037ULL, fnv_prime = 1099511628211ULL;

// FNV-1a; the hash of a longer text goes on from that of its beginning.
inline std::uint64_t fnv(Text text, std::uint64_t hash = fnv_start) {
    for (const byte b : text) hash = (hash ^ b) * fnv_prime;
    return hash;
}

// Values of keys[i] are values[offsets[i]] up to values[offsets[i + 1]]; keys rise.
struct Lookup {
    const std::uint64_t* keys = nullptr;
    const std::int64_t* offsets = nullptr;
    const std::uint64_t* values = nullptr;
    std::size_t size = 0, count = 0;  // of keys, of values

    struct Range {
        const std::uint64_t *first = nullptr, *last = nullptr;
        const std::uint64_t* begin() const { return first; }
        const std::uint64_t* end() const { return last; }
        bool empty() const { return first == last; }
    };

    // The place of a key, or `size`. Hashes are spread evenly, so that guesses by proportion soon come near.
    std::size_t find(std::uint64_t key) const {
        if (size == 0 || key < keys[0] || key > keys[size - 1]) return size;
        std::size_t low = 0, high = size - 1;  // keys[low] <= key <= keys[high]
        for (int guesses = 0; guesses < 6 && high - low > 16; ++guesses) {
            const double share = static_cast<double>(key - keys[low]) / static_cast<double>(keys[high] - keys[low]);
            const auto guess = low + static_cast<std::size_t>(share * static_cast<double>(high - low));
            if (guess >= high) break;
            if (keys[guess] <= key) {
                low = guess;
                const std::size_t next = std::min(high, guess + 64);  // mostly it is near
                if (keys[next] > key) high = next;
            } else {
                high = guess;
                const std::size_t next = guess - std::min(guess - low, std::size_t{64});
                if (keys[next] <= key) low = next;
            }
        }
        const std::uint64_t* const at = std::lower_bound(keys + low, keys + high + 1, key);
        return at != keys + high + 1 && *at == key ? static_cast<std::size_t>(at - keys) : size;
    }

    // What is no range, in a file that was damaged, is empty.
    Range at(std::size_t place) const {
        const std::int64_t first = offsets[place], last = offsets[place + 1];
        const bool sound = 0 <= first && first <= last && last <= static_cast<std::int64_t>(count);
        return sound ? Range{values + first, values + last} : Range{};
    }

    Range of(std::uint64_t key) const {
        const std::size_t place = find(key);
        return place == size ? Range{} : at(place);
    }
};

}  // namespace assay
