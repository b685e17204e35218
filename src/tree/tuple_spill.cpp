#include "tree/tuple_spill.h"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "core/output_file.h"
#include "core/spill_file.h"

namespace edge::tree {

namespace {

void number_games(std::span<TreeTuple> tuples, uint32_t first_game) {
    for (TreeTuple& tuple : tuples) tuple.set_game(tuple.game() + first_game);
}

}  // namespace

TupleSpill::TupleSpill(std::filesystem::path directory, uint64_t memory)
    : directory_(std::move(directory)), memory_(memory) {}

Status TupleSpill::add(SlicedTuples tuples, uint64_t first_game) {
    if (tuples.size() == 0) return {};
    kept_tuples_ += tuples.size();
    total_ += tuples.size();
    // With 2^32 games or more the numbers overflow; lists are not written then.
    kept_.push_back({std::move(tuples), static_cast<uint32_t>(first_game)});
    if (kept_tuples_ * sizeof(TreeTuple) + kept_.size() * sizeof(Kept) > memory_) return spill();
    return {};
}

Status TupleSpill::spill() {
    const auto path = directory_ / fmt::format("tree-spill-{}", files_.size());
    auto file = EDGE_TRY(OutputFile::create(path));
    SpillFile spilled;
    for (size_t s = 0; s < kSlices; ++s) {
        spilled.begins.push_back(file.size() / sizeof(TreeTuple));
        for (Kept& kept : kept_) {
            const std::span<TreeTuple> tuples = kept.tuples.slice(s);
            number_games(tuples, kept.first_game);
            EDGE_CHECK(file.append(std::as_bytes(tuples)));
        }
    }
    spilled.begins.push_back(file.size() / sizeof(TreeTuple));
    spilled.file = EDGE_TRY(read_spilled(file));
    files_.push_back(std::move(spilled));
    kept_.clear();
    kept_tuples_ = 0;
    return {};
}

uint64_t TupleSpill::spilled_bytes() const {
    uint64_t bytes = 0;
    for (const SpillFile& spilled : files_) bytes += spilled.file.bytes().size();
    return bytes;
}

uint64_t TupleSpill::slice_size(size_t slice) const {
    uint64_t size = 0;
    for (const Kept& kept : kept_) size += kept.tuples.slice(slice).size();
    for (const SpillFile& spilled : files_) {
        size += spilled.begins[slice + 1] - spilled.begins[slice];
    }
    return size;
}

std::vector<TupleRange> TupleSpill::ranges(size_t slice) const {
    std::vector<TupleRange> ranges;
    for (const SpillFile& spilled : files_) {
        const auto* all = reinterpret_cast<const TreeTuple*>(spilled.file.bytes().data());
        const uint64_t begin = spilled.begins[slice];
        ranges.push_back({{all + begin, all + spilled.begins[slice + 1]}, 0});
    }
    for (const Kept& kept : kept_) {
        ranges.push_back({kept.tuples.slice(slice), kept.first_game});
    }
    return ranges;
}

std::vector<TreeTuple> TupleSpill::gather(size_t slice) const {
    std::vector<TreeTuple> tuples;
    tuples.reserve(slice_size(slice));
    for (const TupleRange& range : ranges(slice)) {
        const size_t at = tuples.size();
        tuples.insert(tuples.end(), range.tuples.begin(), range.tuples.end());
        if (range.first_game == 0) continue;
        number_games(std::span(tuples).subspan(at), range.first_game);
    }
    return tuples;
}

}  // namespace edge::tree
