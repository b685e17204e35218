// tree.dat: which moves were played from which positions, and with what results. Mapped, and
// looked up in place.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/directory.h"
#include "core/mapped_file.h"
#include "corpus/format.h"
#include "edge/result.h"

namespace edge::corpus {

inline constexpr char kTreeMagic[] = "EDGE_TRE";
inline constexpr uint32_t kTreeVersion = 1;

// Safe to use from many threads.
class Tree {
public:
    // Checks the header, the size and both ends of the bucket table: constant time at any size.
    // `sorted` says that each bucket is in order of (parent_hash, move_id) and can be searched, as
    // Meta::has_sorted_tree() does; any other bucket is scanned.
    static Result<Tree> open(const std::string& path, bool sorted);
    static Result<Tree> open(const Directory& directory, const std::string& name, bool sorted);

    uint64_t edge_count() const { return edge_count_; }
    uint32_t bucket_count() const { return bucket_count_; }
    // Whether every bucket is in order of (parent_hash, move_id), as meta says.
    bool is_sorted() const { return sorted_; }
    std::span<const std::byte> bytes() const { return file_.bytes(); }
    const std::string& path() const { return path_; }

    // Replaces `numbers` with the numbers in the file of the edges from the position with that
    // hash, in order of move_id. A damaged bucket table gives none or wrong ones, never a read
    // outside the file: see verify.h.
    void numbers_of(uint64_t hash, std::vector<uint64_t>& numbers) const;

    Edge edge(uint64_t index) const { return decode_edge(edge_bytes(index)); }
    const std::byte* edge_bytes(uint64_t index) const { return edges_ + index * kEdgeBytes; }
    // Cumulative edge counts; `bucket` may be bucket_count().
    uint32_t bucket_start(uint32_t bucket) const {
        return load<uint32_t>(table_ + size_t{bucket} * sizeof(uint32_t));
    }
    static constexpr uint64_t edges_offset(uint32_t bucket_count) {
        return kTreeHeaderBytes + sizeof(uint32_t) * (uint64_t{bucket_count} + 1);
    }

private:
    static Result<Tree> check(MappedFile file, const std::string& path, bool sorted);
    Tree(MappedFile file, std::string path) : file_(std::move(file)), path_(std::move(path)) {}
    uint64_t hash_at(uint64_t index) const { return load<uint64_t>(edge_bytes(index)); }
    // The first of the sorted edges [begin, end) whose hash is not below `hash`.
    uint64_t search(uint64_t hash, uint64_t begin, uint64_t end) const;

    MappedFile file_;
    std::string path_;
    // Into the file. The edges are at 4 mod 8, so they are copied out, never cast.
    const std::byte* table_ = nullptr;
    const std::byte* edges_ = nullptr;
    uint64_t edge_count_ = 0;
    uint32_t bucket_count_ = 0;
    bool sorted_ = false;
};

}  // namespace edge::corpus
