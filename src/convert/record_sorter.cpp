#include "convert/record_sorter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/byte_order.h"
#include "core/output_file.h"
#include "core/spill_file.h"
#include "core/used_pages.h"

namespace edge::convert {
namespace {

// A record is smaller than a block.
constexpr size_t kBlockBytes = size_t{64} << 10;
constexpr uint64_t kLeastMemory = uint64_t{1} << 20;

// The records of a spill file one after another, each with its size before it. Pages are given back
// once they are read, or a merge would count the whole file as memory in the end.
class SortedRun {
public:
    explicit SortedRun(std::string_view bytes) : used_(bytes.substr(0, 0)), rest_(bytes) { next(); }

    bool at_end() const { return record_.empty(); }
    std::string_view record() const { return record_; }
    void next() {
        constexpr size_t kOften = size_t{256} << 10;
        used_ = {used_.data(), static_cast<size_t>(rest_.data() - used_.data())};
        if (used_.size() >= kOften) {
            forget_pages(std::as_bytes(std::span(used_)));
            used_ = rest_.substr(0, 0);
        }
        record_ = {};
        if (rest_.empty()) return;
        const auto size = load<uint32_t>(reinterpret_cast<const std::byte*>(rest_.data()));
        record_ = rest_.substr(sizeof size, size);
        rest_.remove_prefix(sizeof size + size);
    }

private:
    std::string_view used_;  // the bytes before the rest that are still mapped
    std::string_view rest_;
    std::string_view record_;
};

}  // namespace

RecordSorter::RecordSorter(Options options) : options_(std::move(options)) {}

// Counts a vector that grows as its old and its new half.
bool RecordSorter::is_full(size_t record_bytes) const {
    const bool needs_block = blocks_.empty() || used_ + record_bytes > kBlockBytes;
    const size_t blocks = std::max(blocks_.size(), block_ + 1 + size_t{needs_block});
    const bool grows = entries_.size() == entries_.capacity();
    const uint64_t bytes =
        blocks * kBlockBytes + (grows ? 3 : 1) * entries_.capacity() * sizeof(Entry);
    return bytes > std::max(options_.memory, kLeastMemory);
}

const char* RecordSorter::keep(std::string_view record) {
    if (blocks_.empty() || used_ + record.size() > kBlockBytes) {
        block_ += blocks_.empty() ? 0 : 1;
        used_ = 0;
    }
    if (block_ == blocks_.size()) blocks_.push_back(std::make_unique<char[]>(kBlockBytes));
    char* const place = blocks_[block_].get() + used_;
    std::memcpy(place, record.data(), record.size());
    used_ += record.size();
    return place;
}

Status RecordSorter::add(std::string_view record) {
    if (!entries_.empty() && is_full(record.size())) EDGE_CHECK(spill());
    const char* const kept = keep(record);
    const auto key_begin =
        load_big_endian<sizeof(uint64_t)>(reinterpret_cast<const std::byte*>(kept));
    entries_.push_back({key_begin, kept, static_cast<uint32_t>(record.size())});
    return {};
}

void RecordSorter::sort() {
    std::ranges::sort(entries_, [size = options_.key_bytes](const Entry& a, const Entry& b) {
        if (a.key_begin != b.key_begin) return a.key_begin < b.key_begin;
        return std::memcmp(a.record, b.record, size) < 0;
    });
}

Status RecordSorter::spill() {
    sort();
    const auto path = options_.folder / fmt::format("{}-{}", options_.name, runs_.size());
    auto file = EDGE_TRY(OutputFile::create(path));
    for (const Entry& entry : entries_) {
        EDGE_CHECK(file.append(std::as_bytes(std::span(&entry.size, 1))));
        EDGE_CHECK(file.append(std::string_view(entry.record, entry.size)));
    }
    spilled_bytes_ += file.size();
    runs_.push_back(EDGE_TRY(read_spilled(file)));
    entries_.clear();
    block_ = used_ = 0;
    return {};
}

Status RecordSorter::merge(const Visit& visit) const {
    std::vector<SortedRun> heap;
    heap.reserve(runs_.size());
    for (const MappedFile& run : runs_) heap.emplace_back(run.text());
    const auto is_after = [size = options_.key_bytes](const SortedRun& a, const SortedRun& b) {
        return a.record().substr(0, size) > b.record().substr(0, size);
    };
    std::ranges::make_heap(heap, is_after);
    while (!heap.empty()) {
        std::ranges::pop_heap(heap, is_after);
        EDGE_CHECK(visit(heap.back().record()));
        heap.back().next();
        if (heap.back().at_end()) {
            heap.pop_back();
        } else {
            std::ranges::push_heap(heap, is_after);
        }
    }
    return {};
}

Status RecordSorter::visit_sorted(const Visit& visit) {
    if (runs_.empty()) {
        sort();
        for (const Entry& entry : entries_) EDGE_CHECK(visit({entry.record, entry.size}));
    } else {
        EDGE_CHECK(spill());
        forget_records();
        EDGE_CHECK(merge(visit));
    }
    forget_records();
    runs_.clear();
    return {};
}

void RecordSorter::forget_records() {
    std::vector<std::unique_ptr<char[]>>().swap(blocks_);
    std::vector<Entry>().swap(entries_);
}

}  // namespace edge::convert
