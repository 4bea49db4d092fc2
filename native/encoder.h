// What an encoder does between its products: GELU, x (1 + erf(x / √2)) / 2, and the normalisation of layers.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>

#include "platform.h"

namespace assay {

using EightFloats = Lanes<float, 8>;

// erf(x) = x P(x²) / Q(x²) up to |x| = 4, beyond which it is 1 in single precision. P and Q were fitted by us to the least
// relative error, 6.5e-8; sums and products are the same ones in every build.
[[gnu::always_inline]] inline EightFloats gelu_of(EightFloats value) {
    const EightFloats zero{}, four = zero + 4.0f, one = zero + 1.0f;
    const EightFloats scaled = value * 0.70710678f, raised = choose(scaled < zero - four, zero - four, scaled);
    const EightFloats x = least(raised, four), u = x * x;
    EightFloats p = zero + 1.911101798694031e-08f, q = zero + 0.0010211174979216388f;
    p = p * u + -1.9423228295180578e-06f;
    p = p * u + 0.00014728716048110704f;
    p = p * u + 0.003990587956145797f;
    p = p * u + 0.05152492118388446f;
    p = p * u + 0.20712554521952403f;
    p = p * u + 1.1283790939602878f;
    q = q * u + 0.01495809681320027f;
    q = q * u + 0.11797086885842495f;
    q = q * u + 0.5168914828565296f;
    q = q * u + 1.0f;
    const EightFloats quotient = x * p / q, erf = least(choose(quotient < zero - one, zero - one, quotient), one);
    return value * 0.5f * (erf + one);
}

ASSAY_WIDE inline void gelu(float* values, std::size_t size) {
    std::size_t i = 0;
    for (EightFloats lanes; i + 8 <= size; i += 8) {
        std::memcpy(&lanes, values + i, sizeof lanes);
        lanes = gelu_of(lanes);
        std::memcpy(values + i, &lanes, sizeof lanes);
    }
    EightFloats rest{};
    std::memcpy(&rest, values + i, (size - i) * sizeof(float));
    rest = gelu_of(rest);
    std::memcpy(values + i, &rest, (size - i) * sizeof(float));
}

// Eight sums side by side, always the same, so that the last digit is the same on every processor.
ASSAY_WIDE inline double squares(const float* values, std::size_t size, double mean) {
    double sums[8] = {};
    std::size_t k = 0;
    for (; k + 8 <= size; k += 8)
        for (std::size_t lane = 0; lane < 8; ++lane) {
            const double from_mean = static_cast<double>(values[k + lane]) - mean;
            sums[lane] += from_mean * from_mean;
        }
    for (; k < size; ++k) sums[0] += (static_cast<double>(values[k]) - mean) * (static_cast<double>(values[k]) - mean);
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

ASSAY_WIDE inline double plain_sum(const float* values, std::size_t size) {
    double sums[8] = {};
    std::size_t k = 0;
    for (; k + 8 <= size; k += 8)
        for (std::size_t lane = 0; lane < 8; ++lane) sums[lane] += static_cast<double>(values[k + lane]);
    for (; k < size; ++k) sums[0] += static_cast<double>(values[k]);
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

// Each row, less its mean, over its standard deviation, times the weights, plus the bias.
ASSAY_WIDE inline void layer_norm(float* values, std::size_t rows, std::size_t size, const float* weights, const float* bias,
                                  double epsilon) {
    for (std::size_t row = 0; row < rows; ++row, values += size) {
        const double mean = plain_sum(values, size) / static_cast<double>(size);
        const double spread = std::sqrt(squares(values, size, mean) / static_cast<double>(size) + epsilon);
        const auto centre = static_cast<float>(mean), scale = static_cast<float>(1 / spread);
        for (std::size_t k = 0; k < size; ++k) values[k] = (values[k] - centre) * scale * weights[k] + bias[k];
    }
}

}  // namespace assay
