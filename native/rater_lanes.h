// Measures of a pair of raters in several draws side by side, in the lanes of registers.
//
// Included by rater_pairs.h once for every kind of machine, each time into a namespace ASSAY_MACHINE of its own and there
// with the instructions of that machine: what a compiler takes apart for a lesser one before it inlines it, it does not
// put together again. So even conversions and moves are written here, and nothing that holds a vector is called
// outside. There is no guard.

namespace assay::ASSAY_MACHINE {

template <class From, class To>
[[gnu::always_inline]] inline void convert(const From& from, To& to) {
#ifdef ASSAY_GNU
    to = __builtin_convertvector(from, To);
#else
    convert_lanes(from, to);
#endif
}

// A number a lane, in as many registers as that takes: compilers keep what is wider than any register in memory.
template <class Number, std::size_t lanes>
struct Registers {
    using Half = Registers<Number, lanes / 2>;
    Half low, high;

    [[gnu::always_inline]] void add(const Registers& more) { low.add(more.low), high.add(more.high); }
    [[gnu::always_inline]] void add(Number more) { low.add(more), high.add(more); }
    template <class... Factors>
    [[gnu::always_inline]] void add_product(const Registers& a, const Factors&... factors) {
        low.add_product(a.low, lower(factors)...), high.add_product(a.high, upper(factors)...);
    }
    Number operator[](std::size_t lane) const { return lane < lanes / 2 ? low[lane] : high[lane - lanes / 2]; }

  private:
    [[gnu::always_inline]] static const Half& lower(const Registers& both) { return both.low; }
    [[gnu::always_inline]] static const Half& upper(const Registers& both) { return both.high; }
    [[gnu::always_inline]] static Number lower(Number each) { return each; }
    [[gnu::always_inline]] static Number upper(Number each) { return each; }
};

template <class Number, std::size_t lanes>
    requires(lanes * sizeof(Number) == 32)
struct Registers<Number, lanes> {
    Lanes<Number, lanes> all;

    [[gnu::always_inline]] void add(const Registers& more) { all += more.all; }
    [[gnu::always_inline]] void add(Number more) { all = all + more; }
    [[gnu::always_inline]] void add_product(const Registers& a, Number b) { all += a.all * b; }
    [[gnu::always_inline]] void add_product(const Registers& a, const Registers& b) { all += a.all * b.all; }
    [[gnu::always_inline]] void add_product(const Registers& a, const Registers& b, const Registers& c) {
        all += a.all * b.all * c.all;
    }
    Number operator[](std::size_t lane) const { return all[lane]; }
};

// The same numbers in a type of the same size, or twice or four times as large.
template <class From, class To, std::size_t lanes>
[[gnu::always_inline]] inline void widen(const Registers<From, lanes>& from, Registers<To, lanes>& to) {
    if constexpr (lanes * sizeof(From) > 32) {
        widen(from.low, to.low), widen(from.high, to.high);
    } else if constexpr (sizeof(To) == 2 * sizeof(From)) {
        Lanes<From, lanes / 2> half;
        std::memcpy(&half, &from.all, sizeof half);
        convert(half, to.low.all);
        std::memcpy(&half, reinterpret_cast<const From*>(&from.all) + lanes / 2, sizeof half);
        convert(half, to.high.all);
    } else if constexpr (sizeof(To) == 4 * sizeof(From)) {
        Registers<std::int32_t, lanes> between{};
        widen(from, between);
        widen(between, to);
    } else {
        to = from;
    }
}

// Rows of lanes in plain memory: a vector of vectors would have to be aligned for registers that not every machine has.
// Passed by value, so that where they are stays in a register.
template <class Number, std::size_t lanes>
struct LaneRows {
    using Row = Registers<Number, lanes>;
    Number* numbers;

    [[gnu::always_inline]] void get(std::size_t row, Row& out) const { load_lanes(numbers + row * lanes, out.all); }
    [[gnu::always_inline]] void set(std::size_t row, const Row& in) const { store_lanes(numbers + row * lanes, in.all); }
    [[gnu::always_inline]] void add(std::size_t row, const Row& more) const {
        Row sum;
        get(row, sum);
        sum.add(more);
        set(row, sum);
    }
};

// Measures of a pair in as many draws as fit into a register of counts, which are at most `Number`'s largest in all,
// twice; sums of products of two counts fit into a `Product`.
template <class Number, class Product>
class LaneDraws {
  public:
    static constexpr std::size_t lanes = 32 / sizeof(Number);
    using Counts = Registers<Number, lanes>;
    using Products = Registers<Product, lanes>;
    using Sums = Registers<double, lanes>;
    using Rows = LaneRows<Number, lanes>;

    void measure(DrawnPair pair, PairMeasure kind, double* out) {
        if (kind == pair_pearson && pair.value_count <= few_values) pearson_of_few(pair, out);
        else if (kind == pair_pearson) pearson(pair, out);
        else if (kind == pair_spearman) spearman(pair, out);
        else if (kind == pair_kendall) kendall(pair, out);
        else kappa(pair, kind, out);
    }

  private:
    // A share of the largest square below which a variance is rounding, as in `assay.stats`.
    static constexpr double rounding = 1e-12;
    // Up to so many different values, how often each was drawn is counted in place of adding up values and squares.
    static constexpr std::size_t few_values = 256;
    // So many steps through ranks cost about as much as an item's way through a tree.
    static constexpr std::size_t few_steps = 16;

    // How often an item was drawn.
    [[gnu::always_inline]] static void load(DrawnPair pair, std::size_t at, Counts& counts) {
        Lanes<std::uint16_t, lanes> times;
        load_lanes(pair.times + at * DrawnItems::lanes, times);
        convert(times, counts.all);
    }

    static double within_one(double r) { return std::clamp(r, -1.0, 1.0); }

    struct Moments {
        Sums total{}, x{}, y{}, xx{}, yy{}, xy{};
    };

    static void correlate(DrawnPair pair, const Moments& sums, double* out) {
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double n = sums.total[lane], xx = sums.xx[lane] - sums.x[lane] * sums.x[lane] / n;
            const double yy = sums.yy[lane] - sums.y[lane] * sums.y[lane] / n;
            const double xy = sums.xy[lane] - sums.x[lane] * sums.y[lane] / n;
            const bool varied = xx > rounding * n * pair.of_first.largest && yy > rounding * n * pair.of_second.largest;
            out[lane] = varied ? within_one(xy / std::sqrt(xx * yy)) : std::numeric_limits<double>::quiet_NaN();
        }
    }

    void pearson(DrawnPair pair, double* out) {
        const double mean_x = pair.of_first.mean, mean_y = pair.of_second.mean;
        Moments sums;
        for (std::size_t i = 0; i < pair.size; ++i) {
            const double x = pair.values[pair.first[i]] - mean_x, y = pair.values[pair.second[i]] - mean_y;
            Counts counts{};
            Sums times{};
            load(pair, i, counts);
            widen(counts, times);
            sums.total.add(times);
            sums.x.add_product(times, x);
            sums.y.add_product(times, y);
            sums.xx.add_product(times, x * x);
            sums.yy.add_product(times, y * y);
            sums.xy.add_product(times, x * y);
        }
        correlate(pair, sums, out);
    }

    void pearson_of_few(DrawnPair pair, double* out) {
        const double mean_x = pair.of_first.mean, mean_y = pair.of_second.mean;
        Moments sums;
        const Rows of_first = cleared(of_first_, pair.value_count), of_second = cleared(of_second_, pair.value_count);
        for (std::size_t i = 0; i < pair.size; ++i) {
            Counts counts{};
            Sums times{};
            load(pair, i, counts);
            of_first.add(static_cast<std::size_t>(pair.first[i]), counts);
            of_second.add(static_cast<std::size_t>(pair.second[i]), counts);
            widen(counts, times);
            sums.xy.add_product(times, (pair.values[pair.first[i]] - mean_x) * (pair.values[pair.second[i]] - mean_y));
        }
        for (std::size_t code = 0; code < pair.value_count; ++code) {
            const double x = pair.values[code] - mean_x, y = pair.values[code] - mean_y;
            Counts here{}, there{};
            Sums times{};
            of_first.get(code, here);
            of_second.get(code, there);
            widen(here, times);
            sums.total.add(times);
            sums.x.add_product(times, x);
            sums.xx.add_product(times, x * x);
            widen(there, times);
            sums.y.add_product(times, y);
            sums.yy.add_product(times, y * y);
        }
        correlate(pair, sums, out);
    }

    // Counts how often each of the second rater's ranks was drawn; returns how many ranks there are.
    std::size_t count_second(DrawnPair pair, Counts& total) {
        std::int32_t most = -1;
        for (std::size_t i = 0; i < pair.size; ++i) most = std::max(most, pair.second[i]);
        const auto ranks = static_cast<std::size_t>(most + 1);
        const Rows of_second = cleared(of_second_, ranks);
        for (std::size_t i = 0; i < pair.size; ++i) {
            Counts counts{};
            load(pair, i, counts);
            of_second.add(static_cast<std::size_t>(pair.second[i]), counts);
            total.add(counts);
        }
        return ranks;
    }

    // Twice the distance of a mean rank from the middle, a whole number, where so many are before it and at it.
    [[gnu::always_inline]] static void from_middle(const Counts& before, const Counts& drawn, const Counts& total, Counts& out) {
        out.all = before.all + before.all + drawn.all - total.all;
    }

    void spearman(DrawnPair pair, double* out) {
        Counts total{}, before{};
        const std::size_t ranks = count_second(pair, total);
        Sums sum_xx{}, sum_yy{}, sum_xy{};
        const Rows of_second = {of_second_.data()}, distances = cleared(distances_, ranks);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            Counts drawn{}, away{};
            Sums counted{}, distance{};
            of_second.get(rank, drawn);
            from_middle(before, drawn, total, away);
            distances.set(rank, away);
            widen(away, distance);
            widen(drawn, counted);
            sum_yy.add_product(counted, distance, distance);
            before.add(drawn);
        }
        before = Counts{};
        for (std::size_t i = 0; i < pair.size;) {
            const std::int32_t rank = pair.first[i];
            Counts drawn{}, middle{};
            Products apart{};
            for (; i < pair.size && pair.first[i] == rank; ++i) {
                Counts counts{}, away{};
                Products times{}, distance{};
                load(pair, i, counts);
                drawn.add(counts);
                distances.get(static_cast<std::size_t>(pair.second[i]), away);
                widen(counts, times);
                widen(away, distance);
                apart.add_product(times, distance);
            }
            Sums counted{}, distance{}, summed{};
            from_middle(before, drawn, total, middle);
            widen(middle, distance);
            widen(drawn, counted);
            widen(apart, summed);
            sum_xx.add_product(counted, distance, distance);
            sum_xy.add_product(summed, distance);
            before.add(drawn);
        }
        for (std::size_t lane = 0; lane < lanes; ++lane)
            out[lane] = sum_xx[lane] > 0 && sum_yy[lane] > 0
                            ? within_one(sum_xy[lane] / std::sqrt(sum_xx[lane] * sum_yy[lane]))
                            : std::numeric_limits<double>::quiet_NaN();
    }

    // Pairs of items, of which `lead` says how many more are in the same order than are not, and twice those that tie.
    struct Ordered {
        Counts before{};
        Products lead{}, tied_x{}, tied_y{};
    };

    void kendall(DrawnPair pair, double* out) {
        Counts total{};
        Ordered pairs;
        const std::size_t ranks = count_second(pair, total);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            Counts drawn{};
            Rows{of_second_.data()}.get(rank, drawn);
            add_ties(drawn, pairs.tied_y);
        }
        const auto groups = static_cast<std::size_t>(pair.size ? pair.first[pair.size - 1] + 1 : 0);
        if (ranks * groups <= few_steps * pair.size) order_of_few(pair, ranks, pairs);
        else order(pair, ranks, pairs);
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const double n = total[lane], every = n * (n - 1) / 2;
            const double root = std::sqrt((every - pairs.tied_x[lane] / 2.0) * (every - pairs.tied_y[lane] / 2.0));
            out[lane] = root > 0 ? within_one(pairs.lead[lane] / root) : std::numeric_limits<double>::quiet_NaN();
        }
    }

    // Adds an item that comes after `before` others, of which `lower` and `equal` are so by the second rater.
    [[gnu::always_inline]] static void add_lead(const Counts& counts, const Counts& leading, Products& lead) {
        Products times{}, ahead{};
        widen(counts, times);
        widen(leading, ahead);
        lead.add_product(times, ahead);
    }

    // Where there are few ranks, twice the number of lower items and once that of equal ones is kept for each of them.
    void order_of_few(DrawnPair pair, std::size_t ranks, Ordered& out) {
        Ordered pairs = out;  // not to be kept in memory
        const Rows of_second = cleared(of_second_, ranks), below = cleared(below_, ranks);
        const Counts none{};
        for (std::size_t i = 0, start; (start = i) < pair.size;) {
            Counts drawn{}, running{};
            std::size_t least = ranks;
            for (; i < pair.size && pair.first[i] == pair.first[start]; ++i) {
                Counts counts{}, leading{};
                const auto rank = static_cast<std::size_t>(pair.second[i]);
                load(pair, i, counts);
                below.get(rank, leading);
                leading.all = leading.all - pairs.before.all;
                add_lead(counts, leading, pairs.lead);
                of_second.add(rank, counts);
                drawn.add(counts);
                least = std::min(least, rank);
            }
            for (std::size_t rank = least; rank < ranks; ++rank) {
                Counts here{}, more{};
                of_second.get(rank, here);
                more.all = running.all + running.all + here.all;
                below.add(rank, more);
                of_second.set(rank, none);
                running.add(here);
            }
            add_ties(drawn, pairs.tied_x);
            pairs.before.add(drawn);
        }
        out = pairs;
    }

    // Of the items before, those with a lower rank of the second rater are counted in a tree of sums (Fenwick 1994).
    void order(DrawnPair pair, std::size_t ranks, Ordered& out) {
        Ordered pairs = out;
        const Rows of_second = cleared(of_second_, ranks), below = cleared(below_, ranks + 1);
        for (std::size_t i = 0, start; (start = i) < pair.size;) {
            Counts drawn{};
            for (; i < pair.size && pair.first[i] == pair.first[start]; ++i) {
                Counts counts{}, lower{}, equal{}, leading{};
                const auto rank = static_cast<std::size_t>(pair.second[i]);
                load(pair, i, counts);
                of_second.get(rank, equal);
                for (std::size_t node = rank; node; node &= node - 1) {
                    Counts sum;
                    below.get(node, sum);
                    lower.add(sum);
                }
                from_middle(lower, equal, pairs.before, leading);
                add_lead(counts, leading, pairs.lead);
                drawn.add(counts);
            }
            for (std::size_t at = start; at < i; ++at) {
                Counts counts{};
                const auto rank = static_cast<std::size_t>(pair.second[at]);
                load(pair, at, counts);
                of_second.add(rank, counts);
                for (std::size_t node = rank + 1; node <= ranks; node += node & (~node + 1)) below.add(node, counts);
            }
            add_ties(drawn, pairs.tied_x);
            pairs.before.add(drawn);
        }
        out = pairs;
    }

    [[gnu::always_inline]] static void add_ties(const Counts& counts, Products& twice) {
        Products counted{}, others{};
        widen(counts, counted);
        others = counted;
        others.add(-1);
        twice.add_product(counted, others);
    }

    static double distance(PairMeasure kind, double first, double second) {
        const double apart = std::abs(first - second);
        return kind == pair_kappa ? (apart > 0 ? 1.0 : 0.0) : kind == pair_kappa_linear ? apart : apart * apart;
    }

    // The mean distance of two ratings of one item, and of any two, which hangs on how often each value was drawn.
    void kappa(DrawnPair pair, PairMeasure kind, double* out) {
        number_values(pair);
        Counts total{};
        Sums every{}, observed{}, expected{};
        const Rows of_first = cleared(of_first_, used_.size()), of_second = cleared(of_second_, used_.size());
        for (std::size_t i = 0; i < pair.size; ++i) {
            Counts counts{};
            Sums times{};
            load(pair, i, counts);
            widen(counts, times);
            total.add(counts);
            observed.add_product(times, distance(kind, pair.values[pair.first[i]], pair.values[pair.second[i]]));
            of_first.add(place_[static_cast<std::size_t>(pair.first[i])], counts);
            of_second.add(place_[static_cast<std::size_t>(pair.second[i])], counts);
        }
        for (std::size_t a = 0; a < used_.size(); ++a) {
            Counts counts{};
            Sums away{}, here{}, there{};
            for (std::size_t b = 0; b < used_.size(); ++b) {
                of_second.get(b, counts);
                widen(counts, there);
                away.add_product(there, distance(kind, pair.values[used_[a]], pair.values[used_[b]]));
            }
            of_first.get(a, counts);
            widen(counts, here);
            expected.add_product(here, away);
        }
        widen(total, every);
        for (std::size_t lane = 0; lane < lanes; ++lane)
            out[lane] = expected[lane] > 0 ? 1 - observed[lane] * every[lane] / expected[lane]
                                           : std::numeric_limits<double>::quiet_NaN();
    }

    // Gives the values of a pair places from 0 on.
    void number_values(DrawnPair pair) {
        used_.assign(pair.first, pair.first + pair.size);
        used_.insert(used_.end(), pair.second, pair.second + pair.size);
        std::int32_t most = -1;
        for (const std::int32_t code : used_) most = std::max(most, code);
        if (place_.size() < static_cast<std::size_t>(most + 1)) place_.resize(static_cast<std::size_t>(most + 1));
        for (const std::int32_t code : used_) place_[static_cast<std::size_t>(code)] = used_.size();
        std::size_t kept = 0;
        for (const std::int32_t code : used_) {
            std::size_t& place = place_[static_cast<std::size_t>(code)];
            if (place != used_.size()) continue;
            used_[place = kept] = code;
            ++kept;
        }
        used_.resize(kept);
    }

    static Rows cleared(std::vector<Number>& numbers, std::size_t rows) {
        numbers.assign(rows * lanes, 0);
        return {numbers.data()};
    }

    std::vector<Number> of_first_, of_second_, below_, distances_;
    std::vector<std::int32_t> used_;
    std::vector<std::size_t> place_;
};

// Counts of 16 bits, sixteen draws at a time, and those of 32 bits.
struct Machine {
    LaneDraws<std::int16_t, std::int32_t> narrow;
    LaneDraws<std::int32_t, double> wide;
};

}  // namespace assay::ASSAY_MACHINE
