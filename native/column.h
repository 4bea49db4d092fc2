// Columns as Python hands them over, and the one way in which work is spread over threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "effort.h"
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

// What the threads of one call share: the next row, and the first failure.
class Crew {
  public:
    explicit Crew(std::size_t rows) : rows_(rows) {}

    // Calls work(row, scratch) for rows that nobody has taken, `block` of them at a time.
    template <class Scratch, class Work>
    void run(Work& work, std::size_t block, bool asks) {
        try {
            effort = Effort(&stopped_, asks);
            Scratch scratch;
            std::size_t row = 0;
            try {
                for (std::size_t start; (start = next_.fetch_add(block)) < rows_;) {
                    effort.look_up();
                    for (row = start; row < std::min(rows_, start + block); ++row) effort.start_row(), work(row, scratch);
                }
            } catch (TooLong& refusal) {
                if (refusal.row == TooLong::unknown) refusal.row = row;
                throw;
            }
        } catch (const Stopped&) {
        } catch (...) {
            fail(std::current_exception());
        }
    }

    void enter() {
        const std::lock_guard<std::mutex> guard(lock_);
        ++helpers_;
    }
    void leave() {
        const std::lock_guard<std::mutex> guard(lock_);
        --helpers_;
        gone_.notify_one();
    }

    // Waits for the helpers, and asks meanwhile whether to go on.
    void wait() {
        std::unique_lock<std::mutex> guard(lock_);
        while (!gone_.wait_for(guard, Effort::patience, [&] { return helpers_ == 0; })) {
            guard.unlock();
            try {
                if (!stopped_) Effort::ask();
            } catch (...) {
                fail(std::current_exception());
            }
            guard.lock();
        }
    }

    void rethrow() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    void fail(std::exception_ptr failure) {
        const std::lock_guard<std::mutex> guard(lock_);
        if (!failure_) failure_ = failure;
        stopped_ = true;
        next_ = rows_;
    }

    const std::size_t rows_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> stopped_{false};
    std::size_t helpers_ = 0;
    std::exception_ptr failure_;
    std::mutex lock_;
    std::condition_variable gone_;
};

// Calls work(row, scratch) for every row; every thread has a scratch of its own. A row's result may depend on
// nothing but the row, so the number of threads never shows in the results. A thread takes `block` rows at a time.
template <class Scratch, class Work>
void for_rows(std::size_t rows, int threads, Work work, std::size_t block = 32) {
    Crew crew(rows);
    const std::size_t useful = std::max<std::size_t>(1, std::min<std::size_t>(threads, rows / block));
    std::vector<std::thread> helpers;
    const int core = this_core();
    for (std::size_t i = 1; i < useful; ++i) {
        crew.enter();
        helpers.emplace_back([&] {
            leave_core(core);
            crew.run<Scratch>(work, block, false);
            crew.leave();
        });
    }
    crew.run<Scratch>(work, block, true);
    crew.wait();
    for (auto& helper : helpers) helper.join();
    effort = {};
    crew.rethrow();
}

}  // namespace assay
