// Long work: it looks up now and then, so that whoever waits for it can break it off, and it is refused where a single
// row would take too much of it.
//
// Work is counted in steps of about a nanosecond. Whether a row is refused hangs on its steps alone, never on the clock
// or on other rows.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace assay {

// A row takes more steps than one may.
struct TooLong : std::length_error {
    static constexpr std::size_t unknown = ~std::size_t{0};
    std::size_t row;
    explicit TooLong(std::size_t where = unknown) : std::length_error("too many steps"), row(where) {}
};

// Another thread has failed, or was told to stop: nobody will see what this one makes.
struct Stopped {};

class Effort {
  public:
    using Clock = std::chrono::steady_clock;
    static constexpr std::int64_t most = std::int64_t{1} << 34, unseen = std::int64_t{1} << 20;
    static constexpr std::chrono::milliseconds patience{50};

    // Whether to go on is asked by the thread that was called from outside; `ask` throws where not. The bindings set it.
    inline static void (*ask)() = [] {};

    Effort() = default;
    // Of a thread that is one of several, and asks for itself or looks whether another has stopped.
    Effort(const std::atomic<bool>* stopped, bool asks) : stopped_(stopped), asks_(asks) {}

    void start_row() { before_ = -since_; }

    // Counts steps that are done, or are about to be.
    void add(std::int64_t steps) {
        if ((since_ += steps) >= unseen) look_up();
    }

    // Refuses work before it is begun; `row` is for those whose rows are not the ones that are counted.
    void expect(double steps, std::size_t row = TooLong::unknown) const {
        if (static_cast<double>(before_ + since_) + steps > static_cast<double>(most)) throw TooLong(row);
    }

    void look_up() {
        before_ += since_;
        since_ = 0;
        if (before_ > most) throw TooLong();
        if (stopped_ && stopped_->load(std::memory_order_relaxed)) throw Stopped();
        const auto now = Clock::now();
        if (!asks_ || now < next_) return;
        next_ = now + patience;
        ask();
    }

  private:
    std::int64_t before_ = 0, since_ = 0;  // steps of this row up to the last look, and of all rows since then
    const std::atomic<bool>* stopped_ = nullptr;
    bool asks_ = true;
    Clock::time_point next_ = {};
};

// That of the thread; `for_rows` sets it.
inline thread_local Effort effort;

}  // namespace assay
