// Which containers have runs is left to the writer. They do here where runs are smaller than the
// alternative, as in CRoaring.
#include "bitmap/roaring_writer.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "bitmap/roaring_format.h"

namespace edge::roaring {
namespace {

enum class ContainerKind : uint8_t { Array, Bits, Runs };

struct ContainerPlan {
    uint32_t key;
    uint32_t numbers;
    uint32_t runs;
    ContainerKind kind;
    uint64_t size_bytes;
};

// The words of a container; the last one of a set may have fewer.
std::span<const uint64_t> words_of_container(std::span<const uint64_t> words, uint32_t key) {
    const size_t first = size_t{key} * kContainerWords;
    return words.subspan(first, std::min<size_t>(kContainerWords, words.size() - first));
}

ContainerPlan plan_container(std::span<const uint64_t> words, uint32_t key) {
    uint32_t numbers = 0;
    uint32_t runs = 0;
    uint64_t before = 0;  // the last bit of the word before
    for (const uint64_t word : words) {
        numbers += static_cast<uint32_t>(std::popcount(word));
        runs += static_cast<uint32_t>(std::popcount(word & ~(word << 1 | before)));
        before = word >> 63;
    }
    ContainerPlan plan{key, numbers, runs, ContainerKind::Array, uint64_t{2} * numbers};
    if (numbers > kMostInArray) {
        plan.kind = ContainerKind::Bits;
        plan.size_bytes = kBitsBytes;
    }
    const uint64_t as_runs = sizeof(uint16_t) + kRunBytes * runs;
    if (as_runs < plan.size_bytes) {
        plan.kind = ContainerKind::Runs;
        plan.size_bytes = as_runs;
    }
    return plan;
}

struct SetPlan {
    std::vector<ContainerPlan> containers;  // those with numbers, by key
    bool has_runs = false;

    uint32_t count() const { return static_cast<uint32_t>(containers.size()); }
    bool has_offsets() const { return !has_runs || count() >= kNoOffsetsBelow; }
    uint64_t head_bytes() const {
        const uint64_t flags_or_count = has_runs ? (count() + 7) / 8 : sizeof(uint32_t);
        return sizeof(uint32_t) + flags_or_count +
               count() * (kKeyBytes + (has_offsets() ? kOffsetBytes : 0));
    }
    uint64_t size_bytes() const {
        uint64_t size = head_bytes();
        for (const ContainerPlan& container : containers) size += container.size_bytes;
        return size;
    }
};

SetPlan plan_set(std::span<const uint64_t> words) {
    SetPlan plan;
    const size_t keys = (words.size() + kContainerWords - 1) / kContainerWords;
    for (uint32_t key = 0; key < keys; ++key) {
        const ContainerPlan container = plan_container(words_of_container(words, key), key);
        if (container.numbers == 0) continue;
        plan.has_runs |= container.kind == ContainerKind::Runs;
        plan.containers.push_back(container);
    }
    return plan;
}

template <class T>
void append_value(std::string& to, T value) {
    to.append(reinterpret_cast<const char*>(&value), sizeof value);
}

void append_head(const SetPlan& plan, std::string& to) {
    if (plan.has_runs) {
        append_value<uint32_t>(to, kRunsCookie | (plan.count() - 1) << 16);
        std::string flags((plan.count() + 7) / 8, '\0');
        for (uint32_t i = 0; i < plan.count(); ++i) {
            const bool runs = plan.containers[i].kind == ContainerKind::Runs;
            flags[i / 8] = static_cast<char>(flags[i / 8] | int{runs} << i % 8);
        }
        to += flags;
    } else {
        append_value<uint32_t>(to, kNoRunsCookie);
        append_value<uint32_t>(to, plan.count());
    }
    for (const ContainerPlan& container : plan.containers) {
        append_value(to, static_cast<uint16_t>(container.key));
        append_value(to, static_cast<uint16_t>(container.numbers - 1));
    }
    if (!plan.has_offsets()) return;
    uint64_t offset = plan.head_bytes();
    for (const ContainerPlan& container : plan.containers) {
        append_value(to, static_cast<uint32_t>(offset));
        offset += container.size_bytes;
    }
}

void append_array(std::span<const uint64_t> words, std::string& to) {
    for (uint32_t i = 0; i < words.size(); ++i) {
        for (uint64_t word = words[i]; word != 0; word &= word - 1) {
            append_value(
                to, static_cast<uint16_t>(i * 64 + static_cast<uint32_t>(std::countr_zero(word))));
        }
    }
}

void append_bits(std::span<const uint64_t> words, std::string& to) {
    to.append(reinterpret_cast<const char*>(words.data()), words.size_bytes());
    to.append(kBitsBytes - words.size_bytes(), '\0');
}

// The first number from `from` on that is in the set, or is not when `is_member` is false; beyond
// the last word when there is none.
uint32_t next_number(std::span<const uint64_t> words, uint32_t from, bool is_member) {
    const auto end = static_cast<uint32_t>(words.size() * 64);
    uint64_t mask = ~uint64_t{0} << from % 64;
    for (; from < end; from = from / 64 * 64 + 64, mask = ~uint64_t{0}) {
        const uint64_t word = (is_member ? words[from / 64] : ~words[from / 64]) & mask;
        if (word != 0) return from / 64 * 64 + static_cast<uint32_t>(std::countr_zero(word));
    }
    return end;
}

void append_runs(std::span<const uint64_t> words, uint32_t runs, std::string& to) {
    append_value(to, static_cast<uint16_t>(runs));
    uint32_t end = 0;
    for (uint32_t run = 0; run < runs; ++run) {
        const uint32_t first = next_number(words, end, true);
        end = next_number(words, first, false);
        append_value(to, static_cast<uint16_t>(first));
        append_value(to, static_cast<uint16_t>(end - 1 - first));
    }
}

}  // namespace

std::string format_set(std::span<const uint64_t> words) {
    const SetPlan plan = plan_set(words);
    std::string text;
    text.reserve(plan.size_bytes());
    append_head(plan, text);
    for (const ContainerPlan& container : plan.containers) {
        const auto within = words_of_container(words, container.key);
        switch (container.kind) {
            case ContainerKind::Array:
                append_array(within, text);
                break;
            case ContainerKind::Bits:
                append_bits(within, text);
                break;
            case ContainerKind::Runs:
                append_runs(within, container.runs, text);
                break;
        }
    }
    return text;
}

uint64_t set_bytes(std::span<const uint64_t> words) { return plan_set(words).size_bytes(); }

}  // namespace edge::roaring
