#include "core/sha256.h"

#include <bit>
#include <cstddef>
#include <cstring>
#include <span>

namespace edge {
namespace {

constexpr size_t kBlockBytes = 64;
using State = std::array<uint32_t, 8>;

// The first bits of the fractional parts of the square roots of the first 8 primes.
constexpr State kStart = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                          0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

// The same of the cube roots of the first 64.
constexpr std::array<uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

uint32_t load_big_endian(const char* from) {
    uint32_t value;
    std::memcpy(&value, from, sizeof value);
    return __builtin_bswap32(value);
}

void add_block(State& state, const char* block) {
    std::array<uint32_t, 64> words;
    for (size_t i = 0; i < 16; ++i) words[i] = load_big_endian(block + 4 * i);
    for (size_t i = 16; i < 64; ++i) {
        const uint32_t near = words[i - 2];
        const uint32_t far = words[i - 15];
        const uint32_t s0 = std::rotr(far, 7) ^ std::rotr(far, 18) ^ (far >> 3);
        const uint32_t s1 = std::rotr(near, 17) ^ std::rotr(near, 19) ^ (near >> 10);
        words[i] = words[i - 16] + s0 + words[i - 7] + s1;
    }
    auto [a, b, c, d, e, f, g, h] = state;
    for (size_t i = 0; i < 64; ++i) {
        const uint32_t s1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
        const uint32_t choice = (e & f) ^ (~e & g);
        const uint32_t t1 = h + s1 + choice + kRounds[i] + words[i];
        const uint32_t s0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
        const uint32_t majority = (a & b) ^ (a & c) ^ (b & c);
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + s0 + majority;
    }
    const State mixed = {a, b, c, d, e, f, g, h};
    for (size_t i = 0; i < state.size(); ++i) state[i] += mixed[i];
}

}  // namespace

Sha256Digest sha256(std::string_view bytes) {
    State state = kStart;
    const uint64_t bits = uint64_t{bytes.size()} * 8;
    while (bytes.size() >= kBlockBytes) {
        add_block(state, bytes.data());
        bytes.remove_prefix(kBlockBytes);
    }
    // A one bit, zeros, and the length, in one block or two.
    std::array<char, 2 * kBlockBytes> tail{};
    std::memcpy(tail.data(), bytes.data(), bytes.size());
    tail[bytes.size()] = static_cast<char>(0x80);
    const size_t tail_bytes = bytes.size() + 9 <= kBlockBytes ? kBlockBytes : 2 * kBlockBytes;
    const uint64_t length = __builtin_bswap64(bits);
    std::memcpy(tail.data() + tail_bytes - sizeof length, &length, sizeof length);
    for (size_t at = 0; at < tail_bytes; at += kBlockBytes) add_block(state, tail.data() + at);

    Sha256Digest digest;
    for (size_t i = 0; i < state.size(); ++i) {
        const uint32_t word = __builtin_bswap32(state[i]);
        std::memcpy(digest.data() + 4 * i, &word, sizeof word);
    }
    return digest;
}

}  // namespace edge
