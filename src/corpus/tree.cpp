#include "corpus/tree.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "core/damage.h"

namespace edge::corpus {

Result<Tree> Tree::open(const std::string& path, bool sorted) {
    return check(EDGE_TRY(MappedFile::open(path)), path, sorted);
}

Result<Tree> Tree::open(const Directory& directory, const std::string& name, bool sorted) {
    return check(EDGE_TRY(MappedFile::open(directory, name)), directory.path_of(name).string(),
                 sorted);
}

Result<Tree> Tree::check(MappedFile file, const std::string& path, bool sorted) {
    Tree tree(std::move(file), path);
    const auto bytes = tree.file_.bytes();
    if (bytes.size() < kTreeHeaderBytes) {
        return corrupt(
            path, 0,
            fmt::format("found {} bytes, expected a header of {}", bytes.size(), kTreeHeaderBytes));
    }
    if (std::memcmp(bytes.data(), kTreeMagic, 8) != 0) {
        return corrupt(path, 0, "found another magic, expected EDGE_TRE");
    }
    const auto version = load<uint32_t>(bytes.data() + 8);
    if (version != kTreeVersion) {
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: offset 8: found version {}, expected {}", path, version,
                                kTreeVersion));
    }
    tree.bucket_count_ = load<uint32_t>(bytes.data() + 12);
    if (!std::has_single_bit(tree.bucket_count_)) {
        return corrupt(
            path, 12, fmt::format("found {} buckets, expected a power of two", tree.bucket_count_));
    }
    tree.edge_count_ = load<uint64_t>(bytes.data() + 16);
    const uint64_t edges_at = edges_offset(tree.bucket_count_);
    if (tree.edge_count_ > bytes.size() / kEdgeBytes ||
        bytes.size() != edges_at + tree.edge_count_ * kEdgeBytes) {
        return corrupt(
            path, 16,
            fmt::format("found {} buckets and {} edges in a file of {} bytes, expected a "
                        "size of {} + 32 bytes an edge",
                        tree.bucket_count_, tree.edge_count_, bytes.size(), edges_at));
    }
    tree.table_ = bytes.data() + kTreeHeaderBytes;
    tree.edges_ = bytes.data() + edges_at;
    tree.sorted_ = sorted;
    if (tree.bucket_start(0) != 0) {
        return corrupt(
            path, kTreeHeaderBytes,
            fmt::format("found {} as the first bucket's start, expected 0", tree.bucket_start(0)));
    }
    if (tree.bucket_start(tree.bucket_count_) != tree.edge_count_) {
        return corrupt(path, edges_at - sizeof(uint32_t),
                       fmt::format("found {} as the last bucket's end, expected {}",
                                   tree.bucket_start(tree.bucket_count_), tree.edge_count_));
    }
    return tree;
}

uint64_t Tree::search(uint64_t hash, uint64_t begin, uint64_t end) const {
    while (begin < end) {
        const uint64_t middle = begin + (end - begin) / 2;
        if (hash_at(middle) < hash) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

void Tree::numbers_of(uint64_t hash, std::vector<uint64_t>& numbers) const {
    numbers.clear();
    const auto bucket = static_cast<uint32_t>(hash & (bucket_count_ - 1));
    const uint64_t begin = bucket_start(bucket);
    const uint64_t end = std::min<uint64_t>(bucket_start(bucket + 1), edge_count_);
    if (sorted_) {
        for (uint64_t i = search(hash, begin, end); i < end && hash_at(i) == hash; ++i) {
            numbers.push_back(i);
        }
        return;
    }
    for (uint64_t i = begin; i < end; ++i) {
        if (hash_at(i) == hash) numbers.push_back(i);
    }
    std::ranges::sort(numbers, {}, [this](uint64_t i) { return std::pair(edge(i).move_id, i); });
}

}  // namespace edge::corpus
