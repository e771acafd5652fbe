// SPDX-License-Identifier: MIT
// RMS norm over rows of half, with the residual addition before it fused in:
//
//     residual = x + residual
//     out      = residual / sqrt(mean(residual^2) + epsilon) * weight
//
//     rms_norm [-r ROWS] [-k HIDDEN] [-s SEED] [-i IN] [-o OUT]
//
// A work-group of 16 threads computes a row; each thread owns 1/16 of it and keeps it in registers from the load to the
// result. The partial sums of squares meet in shared local memory. IN holds ROWS * HIDDEN halves of x.

#include <sycl/sycl.hpp>

#include <sycl/ext/intel/esimd.hpp>

#include "../common_options.hpp"

#include <cmath>
#include <random>

using namespace sycl::ext::intel::esimd;
using sycl::half;

constexpr int THREADS = 16; // of a row
constexpr float EPSILON = 1e-6f;

struct arrays {
    const half *x, *weight;
    half *residual, *out;
};

// The sum of one number of each thread of the work-group.
SYCL_ESIMD_FUNCTION float group_sum(int thread, float part) {
    slm_scalar_store<float>(thread * sizeof(float), part);
    barrier();
    return reduce<float>(slm_block_load<float, THREADS>(0), std::plus<>{});
}

// N: elements of a thread, so a row has THREADS * N.
template <int N> struct rms_norm {
    arrays a;

    void operator()(sycl::nd_item<1> item) const SYCL_ESIMD_KERNEL {
        slm_init<THREADS * sizeof(float)>();
        const int thread = item.get_local_id(0);
        const size_t column = thread * N, at = item.get_group(0) * (THREADS * N) + column;

        const simd<half, N> sum = block_load<half, N>(a.x + at) + block_load<half, N>(a.residual + at);
        const simd<half, N> weight = block_load<half, N>(a.weight + column); // arrives while the group waits
        block_store(a.residual + at, sum);

        const simd<float, N> v = sum;
        const float squares = group_sum(thread, reduce<float>(v * v, std::plus<>{}));
        const float scale = rsqrt(squares / (THREADS * N) + EPSILON);
        block_store(a.out + at, convert<half>(v * scale * convert<float>(weight)));
    }
};

template <int N> void launch_with(sycl::queue &q, const arrays &a, unsigned rows) {
    q.parallel_for(sycl::nd_range<1>(rows * THREADS, THREADS), rms_norm<N>{a});
}

// The size of a row is a constant of the kernel: its part of a row has to be a register variable.
void launch(sycl::queue &q, const arrays &a, unsigned rows, unsigned hidden) {
    switch (hidden) {
    case 1024:
        return launch_with<1024 / THREADS>(q, a, rows);
    case 2048:
        return launch_with<2048 / THREADS>(q, a, rows);
    case 4096:
        return launch_with<4096 / THREADS>(q, a, rows);
    case 8192:
        return launch_with<8192 / THREADS>(q, a, rows);
    default:
        throw std::runtime_error("-k: rows of " + std::to_string(hidden) +
                                 " elements; 1024, 2048, 4096, 8192 are there");
    }
}

// A task and, after the launch, its results.
struct rows_of_half {
    unsigned hidden;
    std::vector<half> x, residual, weight, out;

    unsigned rows() const {
        return (unsigned)(x.size() / hidden);
    }
};

template <class T> T *to_device(sycl::queue &q, const std::vector<T> &v) {
    T *p = sycl::malloc_device<T>(v.size(), q);
    q.memcpy(p, v.data(), v.size() * sizeof(T));
    return p;
}

// The same task with the results in residual and out.
rows_of_half normalized(rows_of_half task) {
    sycl::queue q{sycl::gpu_selector_v, sycl::property::queue::in_order()};
    half *x = to_device(q, task.x), *residual = to_device(q, task.residual), *weight = to_device(q, task.weight);
    half *out = sycl::malloc_device<half>(task.x.size(), q);
    launch(q, {x, weight, residual, out}, task.rows(), task.hidden);
    task.out.resize(task.x.size());
    q.memcpy(task.residual.data(), residual, task.x.size() * sizeof(half));
    q.memcpy(task.out.data(), out, task.x.size() * sizeof(half)).wait();
    for (half *p : {x, residual, weight, out})
        sycl::free(p, q);
    return task;
}

std::vector<half> random_halves(size_t n, std::mt19937 &random, float mean, float deviation) {
    std::normal_distribution<float> normal(mean, deviation);
    std::vector<half> v(n);
    for (half &e : v)
        e = normal(random);
    return v;
}

rows_of_half make_task(unsigned rows, unsigned hidden, unsigned seed, const std::string &input) {
    std::mt19937 random(seed);
    rows_of_half task{hidden, {}, {}, random_halves(hidden, random, 1, 0.2f), {}};
    if (input.empty()) {
        task.x = random_halves((size_t)rows * hidden, random, 0, 1);
    } else {
        const std::vector<uint8_t> bytes = read_file(input);
        const size_t row_b = hidden * sizeof(half);
        if (bytes.empty() || bytes.size() % row_b != 0)
            throw std::runtime_error(input + ": " + std::to_string(bytes.size()) + " bytes are not rows of " +
                                     std::to_string(row_b) + " bytes");
        task.x.resize(bytes.size() / sizeof(half));
        std::memcpy((void *)task.x.data(), bytes.data(), bytes.size());
        for (size_t i = 0; i < task.x.size(); i++)
            if (!std::isfinite((float)task.x[i]))
                throw std::runtime_error(input + ": element " + std::to_string(i) + " is not a finite number");
    }
    task.residual = random_halves(task.x.size(), random, 0, 1);
    return task;
}

// Kernels take a half below 2^-14, a denormal number, as zero.
float flushed(half v) {
    return std::fabs((float)v) < 0x1p-14f ? 0 : (float)v;
}

bool is_close(half got, double want) {
    return std::fabs((float)got - want) <= 1e-3 + 2e-3 * std::fabs(want); // half has 11 bits
}

bool is_right(const rows_of_half &before, const rows_of_half &after) {
    const unsigned hidden = before.hidden;
    for (unsigned r = 0; r < before.rows(); r++) {
        const size_t row = (size_t)r * hidden;
        double squares = 0;
        for (unsigned k = 0; k < hidden; k++) {
            const float sum = flushed(half(flushed(before.x[row + k]) + flushed(before.residual[row + k])));
            if ((float)after.residual[row + k] != sum) {
                std::fprintf(stderr, "rms_norm: row %u, element %u of the residual is wrong\n", r, k);
                return false;
            }
            squares += (double)sum * sum;
        }
        const double scale = 1 / std::sqrt(squares / hidden + EPSILON);
        for (unsigned k = 0; k < hidden; k++) {
            const double want = (float)after.residual[row + k] * scale * (float)before.weight[k];
            if (is_close(after.out[row + k], want))
                continue;
            std::fprintf(stderr, "rms_norm: row %u, element %u is %g instead of %g\n", r, k,
                         (double)(float)after.out[row + k], want);
            return false;
        }
    }
    return true;
}

int main(int argc, char **argv) try {
    unsigned rows = 64, hidden = 4096, seed = 1;
    std::string input, output;
    parse_options(argc, argv,
                  {{"-r", "number of random rows", rows, 1, 1u << 20},
                   {"-k", "elements of a row: 1024, 2048, 4096 or 8192", hidden, 1024, 8192},
                   {"-s", "seed of the random numbers", seed, 0, ~0u},
                   {"-i", "file of rows instead", input},
                   {"-o", "file for the normalized rows", output}});
    const rows_of_half before = make_task(rows, hidden, seed, input), after = normalized(before);
    if (!is_right(before, after))
        return 1;
    if (!output.empty())
        write_file(output, "", after.out.data(), after.out.size() * sizeof(half));
    std::printf("rms_norm: %u rows of %u elements, ok\n", before.rows(), hidden);
    return 0;
} catch (const std::exception &e) {
    std::fprintf(stderr, "rms_norm: %s\n", e.what());
    return 1;
}
