// Roaring's portable format of a set of numbers, as its reader and its writer need it
// (https://github.com/RoaringBitmap/RoaringFormatSpec). In memory such a set is an array of words:
// number n is bit n % 64 of word n / 64.
//
// Numbers that are equal but for their low 16 bits share a container; containers come in ascending
// order of their keys, the high 16 bits. All numbers are little-endian.
//
//     cookie                u32: 12346, and then the count of containers as a u32;
//                           or 12347 + (count - 1) * 2^16 when a container has runs, and then a
//                           bit for each container that says so, in whole bytes
//     keys and sizes        for each container: u16 key, u16 numbers - 1
//     offsets               for each container: u32, where it begins, counted from the cookie;
//                           missing when a container has runs and there are fewer than 4
//     containers            without gaps, each one of
//         array             at most 4,096 numbers: their low 16 bits as u16, ascending
//         bits              more numbers: 1,024 words of 64 bits
//         runs              u16 count of runs, then for each run: u16 first, u16 numbers - 1
#pragma once

#include <cstdint>

namespace edge::roaring {

inline constexpr uint32_t kNoRunsCookie = 12346;
inline constexpr uint32_t kRunsCookie = 12347;
inline constexpr uint32_t kContainerSpan = 1U << 16;
inline constexpr uint32_t kContainerWords = kContainerSpan / 64;
inline constexpr uint32_t kMostContainers = 1U << 16;
inline constexpr uint32_t kMostInArray = 4096;
inline constexpr uint32_t kNoOffsetsBelow = 4;  // containers, when there are runs
inline constexpr uint64_t kBitsBytes = 8192;
inline constexpr uint64_t kKeyBytes = 4;  // with the size
inline constexpr uint64_t kOffsetBytes = 4;
inline constexpr uint64_t kRunBytes = 4;

}  // namespace edge::roaring
