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

    // Where a key would be if hashes were spread evenly, as they nearly are.
    std::size_t guess(std::uint64_t key) const {
        return std::min(static_cast<std::size_t>(static_cast<double>(key) * 0x1p-64 * static_cast<double>(size)), size - 1);
    }

    // A better guess, from what stands at the first.
    std::size_t guess(std::uint64_t key, std::size_t near) const {
        const std::uint64_t there = keys[near];
        const double density = static_cast<double>(size) * 0x1p-64;
        if (key >= there) {
            const auto steps = static_cast<std::size_t>(static_cast<double>(key - there) * density);
            return near + std::min(steps, size - 1 - near);
        }
        return near - std::min(static_cast<std::size_t>(static_cast<double>(there - key) * density), near);
    }

    // The place of a key, or `size`; it is looked for in growing steps from a place that may be near.
    std::size_t find_near(std::uint64_t key, std::size_t near) const {
        std::size_t low = near, high = near + 1, step = 8;  // the key is from low on, and before high
        for (; low > 0 && keys[low] > key; step *= 2) high = low, low -= std::min(low, step);
        for (step = 8; high < size && keys[high] <= key; step *= 2) low = high, high += std::min(size - high, step);
        const std::uint64_t* const at = std::lower_bound(keys + low, keys + high, key);
        return at != keys + high && *at == key ? static_cast<std::size_t>(at - keys) : size;
    }

    // The place of a key, or `size`.
    std::size_t find(std::uint64_t key) const { return size == 0 ? size : find_near(key, guess(key, guess(key))); }

    // The places of many keys. At each step all of them ask for their memory before any of them waits for it.
    void find_all(const std::uint64_t* wanted, std::size_t count, std::size_t* places) const {
        if (size == 0) return std::fill(places, places + count, size);
        for (std::size_t i = 0; i < count; ++i) prefetch(keys + (places[i] = guess(wanted[i])));
        for (std::size_t i = 0; i < count; ++i) prefetch(keys + (places[i] = guess(wanted[i], places[i])));
        for (std::size_t i = 0; i < count; ++i) places[i] = find_near(wanted[i], places[i]);
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
