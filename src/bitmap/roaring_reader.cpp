#include "bitmap/roaring_reader.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include <fmt/format.h>

#include "bitmap/roaring_format.h"
#include "core/byte_cursor.h"
#include "core/byte_order.h"
#include "core/damage.h"

namespace edge::roaring {
namespace {

// What precedes the containers.
struct SetHead {
    uint32_t count = 0;
    bool has_runs = false;
    uint64_t keys_offset = 0;                 // in the file
    std::span<const std::byte> flags = {};    // empty without runs
    std::span<const std::byte> keys = {};     // and sizes
    std::span<const std::byte> offsets = {};  // empty when they are missing
    uint64_t offsets_offset = 0;

    bool is_runs(uint32_t i) const {
        return has_runs && (std::to_integer<uint32_t>(flags[i / 8]) >> i % 8 & 1) != 0;
    }
    uint32_t key(uint32_t i) const { return load<uint16_t>(&keys[i * kKeyBytes]); }
    uint32_t numbers(uint32_t i) const {
        return uint32_t{load<uint16_t>(&keys[i * kKeyBytes + 2])} + 1;
    }
    uint32_t offset(uint32_t i) const { return load<uint32_t>(&offsets[i * kOffsetBytes]); }
};

Result<SetHead> read_head(ByteCursor& cursor, std::string_view file) {
    SetHead head;
    const uint64_t start = cursor.offset();
    const auto cookie = EDGE_TRY(cursor.read<uint32_t>("the cookie of a Roaring set"));
    if ((cookie & 0xFFFF) == kRunsCookie) {
        head.has_runs = true;
        head.count = (cookie >> 16) + 1;
        const uint64_t at = cursor.offset();
        head.flags =
            EDGE_TRY(cursor.read_bytes((head.count + 7) / 8, "which containers have runs"));
        const uint32_t used = head.count % 8;
        if (used != 0 && std::to_integer<uint32_t>(head.flags.back()) >> used != 0) {
            return corrupt(file, at + head.flags.size() - 1,
                           fmt::format("found flags of more containers than the {} that there are, "
                                       "expected zeros",
                                       head.count));
        }
    } else if (cookie == kNoRunsCookie) {
        head.count = EDGE_TRY(cursor.read<uint32_t>("the number of containers"));
        if (head.count > kMostContainers) {
            return corrupt(file, start + 4,
                           fmt::format("found {} containers, expected at most {}", head.count,
                                       kMostContainers));
        }
    } else {
        return corrupt(file, start,
                       fmt::format("found {} as the cookie of a Roaring set, expected {} or {}",
                                   cookie, kNoRunsCookie, kRunsCookie));
    }
    head.keys_offset = cursor.offset();
    head.keys = EDGE_TRY(cursor.read_bytes(head.count * kKeyBytes, "the keys of the containers"));
    if (!head.has_runs || head.count >= kNoOffsetsBelow) {
        head.offsets_offset = cursor.offset();
        head.offsets =
            EDGE_TRY(cursor.read_bytes(head.count * kOffsetBytes, "the offsets of the containers"));
    }
    return head;
}

// What to do with the numbers of a container, which are below `span`: nothing.
struct CountOnly {
    void set(uint32_t) const {}
    void set_word(size_t, uint64_t) const {}
    void set_range(uint32_t, uint32_t) const {}
};

// Or set their bits.
struct SetBits {
    std::span<uint64_t> words;  // of the container

    void set(uint32_t number) const { words[number / 64] |= uint64_t{1} << number % 64; }
    void set_word(size_t at, uint64_t word) const { words[at] |= word; }
    void set_range(uint32_t first, uint32_t last) const {
        const uint64_t from = ~uint64_t{0} << first % 64;
        const uint64_t to = ~uint64_t{0} >> (63 - last % 64);
        if (first / 64 == last / 64) {
            words[first / 64] |= from & to;
            return;
        }
        words[first / 64] |= from;
        for (size_t i = first / 64 + 1; i < last / 64; ++i) words[i] = ~uint64_t{0};
        words[last / 64] |= to;
    }
};

// A container as the head describes it.
struct ContainerHead {
    std::string_view file;
    uint32_t numbers;
    uint32_t span;  // numbers are below
};

tl::unexpected<Error> wrong_count(const ContainerHead& head, uint64_t at, uint64_t found) {
    return corrupt(
        head.file, at,
        fmt::format("found {} numbers in a container, expected {}", found, head.numbers));
}

// Values are loaded once: a file that somebody changes meanwhile must not get past a check.
template <class Target>
Status read_array(ByteCursor& cursor, const ContainerHead& head, Target target) {
    const uint64_t start = cursor.offset();
    const auto bytes = EDGE_TRY(cursor.read_bytes(uint64_t{2} * head.numbers, "an array"));
    uint32_t lowest = 0;  // that may come next
    for (size_t at = 0; at < bytes.size(); at += 2) {
        const uint32_t number = load<uint16_t>(&bytes[at]);
        if (number < lowest || number >= head.span) {
            return corrupt(head.file, start + at,
                           fmt::format("found number {} in a container, expected {} to {}", number,
                                       lowest, head.span - 1));
        }
        target.set(number);
        lowest = number + 1;
    }
    return {};
}

template <class Target>
Status read_bits(ByteCursor& cursor, const ContainerHead& head, Target target) {
    const uint64_t start = cursor.offset();
    const auto bytes = EDGE_TRY(cursor.read_bytes(kBitsBytes, "the bits of a container"));
    uint64_t found = 0;
    for (size_t i = 0; i < kContainerWords; ++i) {
        const auto word = load<uint64_t>(&bytes[i * 8]);
        if (word == 0) continue;
        const size_t highest = i * 64 + 63 - static_cast<size_t>(std::countl_zero(word));
        if (highest >= head.span) {
            return corrupt(head.file, start + i * 8,
                           fmt::format("found number {} in a container, expected at most {}",
                                       highest, head.span - 1));
        }
        found += static_cast<uint64_t>(std::popcount(word));
        target.set_word(i, word);
    }
    if (found != head.numbers) return wrong_count(head, start, found);
    return {};
}

template <class Target>
Status read_runs(ByteCursor& cursor, const ContainerHead& head, Target target) {
    const uint64_t start = cursor.offset();
    const auto runs = EDGE_TRY(cursor.read<uint16_t>("the number of runs"));
    const uint64_t first_run = cursor.offset();
    const auto bytes = EDGE_TRY(cursor.read_bytes(runs * kRunBytes, "runs"));
    uint64_t found = 0;
    uint32_t lowest = 0;  // where the next run may begin
    for (size_t at = 0; at < bytes.size(); at += kRunBytes) {
        const uint32_t first = load<uint16_t>(&bytes[at]);
        const uint32_t last = first + load<uint16_t>(&bytes[at + 2]);
        if (first < lowest || last >= head.span) {
            return corrupt(head.file, first_run + at,
                           fmt::format("found a run from {} to {} in a container, expected one in "
                                       "{} to {}, apart from the one before",
                                       first, last, lowest, head.span - 1));
        }
        target.set_range(first, last);
        found += last - first + 1;
        lowest = last + 2;
    }
    if (found != head.numbers) return wrong_count(head, start, found);
    return {};
}

// Calls target(key) for what to do with the numbers of each container.
template <class TargetOf>
Result<uint64_t> visit_set(const SetBytes& from, uint32_t limit, TargetOf target_of) {
    ByteCursor cursor(from.bytes, from.file, from.offset);
    const SetHead head = EDGE_TRY(read_head(cursor, from.file));
    uint64_t numbers = 0;
    int64_t key_before = -1;
    for (uint32_t i = 0; i < head.count; ++i) {
        const uint32_t key = head.key(i);
        const uint64_t first = uint64_t{key} * kContainerSpan;
        if (key <= key_before || first >= limit) {
            return corrupt(from.file, head.keys_offset + i * kKeyBytes,
                           fmt::format("found the container of {} and up, expected it in ascending "
                                       "order and below {}",
                                       first, limit));
        }
        key_before = key;
        const uint64_t place = cursor.offset() - from.offset;
        if (!head.offsets.empty() && head.offset(i) != place) {
            return corrupt(
                from.file, head.offsets_offset + i * kOffsetBytes,
                fmt::format("found a container at {}, expected it at {}", head.offset(i), place));
        }
        const ContainerHead container{
            from.file, head.numbers(i),
            static_cast<uint32_t>(std::min<uint64_t>(kContainerSpan, limit - first))};
        if (head.is_runs(i)) {
            EDGE_CHECK(read_runs(cursor, container, target_of(key)));
        } else if (container.numbers <= kMostInArray) {
            EDGE_CHECK(read_array(cursor, container, target_of(key)));
        } else {
            EDGE_CHECK(read_bits(cursor, container, target_of(key)));
        }
        numbers += container.numbers;
    }
    if (!cursor.at_end()) {
        return cursor.corrupt(fmt::format("{} more bytes", cursor.remaining()),
                              "the end of a Roaring set");
    }
    return numbers;
}

}  // namespace

Result<uint64_t> count_set(const SetBytes& from, uint32_t limit) {
    return visit_set(from, limit, [](uint32_t) { return CountOnly{}; });
}

Result<uint64_t> read_set(const SetBytes& from, uint32_t limit, std::span<uint64_t> words) {
    assert(words.size() >= (uint64_t{limit} + 63) / 64);
    return visit_set(from, limit, [&](uint32_t key) {
        const size_t first = size_t{key} * kContainerWords;
        return SetBits{
            words.subspan(first, std::min<size_t>(kContainerWords, words.size() - first))};
    });
}

}  // namespace edge::roaring
