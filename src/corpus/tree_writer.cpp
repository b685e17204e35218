#include "corpus/tree_writer.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "corpus/tree.h"

namespace edge::corpus {
namespace {

constexpr size_t kBufferBytes = size_t{1} << 20;

}  // namespace

TreeWriter::TreeWriter(OutputFile file, std::string path, uint32_t nbuckets)
    : file_(std::move(file)), path_(std::move(path)), counts_(nbuckets), buffer_(kBufferBytes) {}

Result<TreeWriter> TreeWriter::create(const std::string& path, uint32_t nbuckets) {
    assert(std::has_single_bit(nbuckets));
    TreeWriter writer(EDGE_TRY(OutputFile::create(path)), path, nbuckets);
    const std::vector<std::byte> room(Tree::edges_offset(nbuckets));
    EDGE_CHECK(writer.file_.append(room));
    return writer;
}

Status TreeWriter::append(std::span<const Edge> edges) {
    const uint64_t mask = counts_.size() - 1;
    if (edge_count_ + edges.size() > std::numeric_limits<uint32_t>::max()) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("{}: the tree has 2^32 edges or more, which the format cannot count: "
                        "give a smaller tree_plies or a larger tree_min_games",
                        path_));
    }
    for (const Edge& edge : edges) {
        if (buffered_ == kBufferBytes) EDGE_CHECK(flush());
        encode_edge(edge, buffer_.data() + buffered_);
        buffered_ += kEdgeBytes;
        ++counts_[edge.parent_hash & mask];
    }
    edge_count_ += edges.size();
    return {};
}

Status TreeWriter::flush() {
    EDGE_CHECK(file_.append(std::span<const std::byte>(buffer_.data(), buffered_)));
    buffered_ = 0;
    return {};
}

Status TreeWriter::finish(bool sync) {
    EDGE_CHECK(flush());
    std::vector<std::byte> front(Tree::edges_offset(static_cast<uint32_t>(counts_.size())));
    std::copy_n(reinterpret_cast<const std::byte*>(kTreeMagic), 8, front.data());
    store<uint32_t>(front.data() + 8, kTreeVersion);
    store<uint32_t>(front.data() + 12, static_cast<uint32_t>(counts_.size()));
    store<uint64_t>(front.data() + 16, edge_count_);

    std::byte* entry = front.data() + kTreeHeaderBytes;
    uint32_t before = 0;
    store<uint32_t>(entry, before);
    for (const uint32_t count : counts_) {
        before += count;
        entry += sizeof(uint32_t);
        store<uint32_t>(entry, before);
    }
    EDGE_CHECK(file_.write_at(0, front));
    return file_.close(sync);
}

}  // namespace edge::corpus
