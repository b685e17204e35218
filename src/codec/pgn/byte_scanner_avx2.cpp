// The scanner for processors with AVX2. This file alone is compiled with -mavx2, and includes no
// code that other files share, so that no AVX2 instruction leaks into a function used elsewhere.
#include "codec/pgn/byte_scanner.h"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace edge::pgn {

#if defined(__AVX2__)
namespace {

struct Half {
    __m256i bytes;

    // lddqu, because the compiler splits loadu into two loads when it builds for older processors.
    explicit Half(const char* text)
        : bytes(_mm256_lddqu_si256(reinterpret_cast<const __m256i*>(text))) {}
    uint32_t equal(char c) const { return mask(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8(c))); }
    static uint32_t mask(__m256i lanes) {
        return static_cast<uint32_t>(_mm256_movemask_epi8(lanes));
    }
    // Bytes b with first <= (b | fold) <= last, by unsigned saturation.
    uint32_t between(char first, char last, char fold = 0) const {
        const __m256i folded = _mm256_or_si256(bytes, _mm256_set1_epi8(fold));
        const __m256i from_first = _mm256_sub_epi8(folded, _mm256_set1_epi8(first));
        const __m256i width = _mm256_set1_epi8(static_cast<char>(last - first));
        return mask(_mm256_cmpeq_epi8(_mm256_min_epu8(from_first, width), from_first));
    }
    uint32_t value_stops() const {
        const __m256i from_blank = _mm256_sub_epi8(bytes, _mm256_set1_epi8(0x20));
        const __m256i printable = _mm256_cmpeq_epi8(
            _mm256_min_epu8(from_blank, _mm256_set1_epi8(0x7E - 0x20)), from_blank);
        const __m256i marks = _mm256_or_si256(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('"')),
                                              _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\')));
        return ~mask(_mm256_andnot_si256(marks, printable));
    }
    // The separators have distinct low nibbles, so one shuffle finds the only one that could match.
    uint32_t separators() const {
        // A zero matches nothing, for a zero byte is compared with the blank.
        const __m256i by_low_nibble = _mm256_broadcastsi128_si256(
            _mm_setr_epi8(' ', '!', 0, '#', 0, 0, 0, 0, 0, '\t', '\n', '+', 0, '\r', '.', '?'));
        return mask(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(by_low_nibble, bytes), bytes));
    }
};

constexpr uint64_t join(uint32_t low, uint32_t high) { return uint64_t{high} << 32 | low; }

void scan_movetext(const char* text, MovetextMasks& masks) {
    const Half low(text);
    const Half high(text + 32);
    masks.separator = join(low.separators(), high.separators());
    masks.letter = join(low.between('a', 'z', 0x20), high.between('a', 'z', 0x20));
    masks.digit = join(low.between('0', '9'), high.between('0', '9'));
    masks.joiner = join(low.equal('-') | low.equal('='), high.equal('-') | high.equal('='));
    masks.close = join(low.equal('}'), high.equal('}'));
}

uint64_t find_value_stops(const char* text) {
    return join(Half(text).value_stops(), Half(text + 32).value_stops());
}

PlainTag find_plain_tag(const char* text) {
    const Half low(text);
    const Half high(text + 32);
    const uint32_t letters_and_digits = low.between('a', 'z', 0x20) | low.between('0', '9');
    const uint32_t size = _tzcnt_u32(~(letters_and_digits >> 1));
    const uint32_t value = size + 3;
    if (size == 0 || size > kMaxPlainName) return {};
    if (text[value - 2] != ' ' || text[value - 1] != '"') return {};
    const uint64_t stops = join(low.value_stops(), high.value_stops()) >> value << value;
    if (stops == 0) return {};
    const auto end = static_cast<uint32_t>(_tzcnt_u64(stops));
    if (text[end] != '"' || text[end + 1] != ']') return {};
    return {size, end};
}

constexpr ByteScanner kAvx2 = {scan_movetext, find_value_stops, find_plain_tag, "avx2", true};

}  // namespace

const ByteScanner* avx2_byte_scanner() {
    const bool has_all = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                         __builtin_cpu_supports("bmi2");
    return has_all ? &kAvx2 : nullptr;
}

#else

const ByteScanner* avx2_byte_scanner() { return nullptr; }

#endif

}  // namespace edge::pgn
