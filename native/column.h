// Columns as Python hands them over, and the one way in which work is spread over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "platform.h"

namespace assay {

using byte = std::uint8_t;

template <class T>
struct Span {
    const T* data = nullptr;
    std::size_t size = 0;

    const T* begin() const { return data; }
    const T* end() const { return data + size; }
    const T& operator[](std::size_t i) const { return data[i]; }
    bool empty() const { return size == 0; }
};

using Text = Span<byte>;
using Ids = Span<std::int32_t>;

// One buffer and int64 offsets: row i is data[offsets[i]] up to data[offsets[i + 1]].
template <class T>
struct Column {
    const T* data;
    const std::int64_t* offsets;
    std::size_t rows;

    Span<T> operator[](std::size_t i) const {
        return {data + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i])};
    }
};

// Calls work(row, scratch) for every row; every thread has a scratch of its own. A row's result may depend on
// nothing but the row, so the number of threads never shows in the results. A thread takes `block` rows at a time.
template <class Scratch, class Work>
void for_rows(std::size_t rows, int threads, Work work, std::size_t block = 32) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex failure_lock;
    auto run = [&] {
        try {
            Scratch scratch;
            for (std::size_t start; (start = next.fetch_add(block)) < rows;) {
                const std::size_t stop = std::min(rows, start + block);
                for (std::size_t row = start; row < stop; ++row) work(row, scratch);
            }
        } catch (...) {
            std::lock_guard<std::mutex> guard(failure_lock);
            failure = std::current_exception();
            next = rows;
        }
    };
    const std::size_t useful = std::max<std::size_t>(1, std::min<std::size_t>(threads, rows / block));
    std::vector<std::thread> helpers;
    const int core = this_core();
    for (std::size_t i = 1; i < useful; ++i) helpers.emplace_back([&] { leave_core(core), run(); });
    run();
    for (auto& helper : helpers) helper.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace assay
