// Trees are ordered by bucket, which is the low bits of the hash, and then by hash. With these bits
// turned to the top, that is the order of one number.
#include "corpus/edge_merge.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>
#include <utility>

namespace edge::corpus {
namespace {

uint64_t key_of(uint64_t hash, unsigned bucket_bits) {
    return std::rotr(hash, static_cast<int>(bucket_bits));
}

std::vector<uint64_t> sorted_by_comparison(const Tree& tree, unsigned bucket_bits) {
    std::vector<uint64_t> numbers(tree.edge_count());
    std::iota(numbers.begin(), numbers.end(), 0);
    std::ranges::sort(numbers, {}, [&](uint64_t number) {
        const Edge edge = tree.edge(number);
        return std::tuple(key_of(edge.parent_hash, bucket_bits), edge.move_id, number);
    });
    return numbers;
}

// Of a sorted tree with fewer buckets, which is ordered by fewer low bits of the hash and then by
// the hash: one counting pass by the bits that are missing brings them to the front, and keeps the
// order of the rest.
std::vector<uint64_t> sorted_by_counting(const Tree& tree, unsigned bucket_bits) {
    const auto tree_bits = static_cast<unsigned>(std::countr_zero(tree.bucket_count()));
    const size_t groups = size_t{1} << (bucket_bits - tree_bits);
    const auto group_of = [&](uint64_t number) {
        return load<uint64_t>(tree.edge_bytes(number)) >> tree_bits & (groups - 1);
    };
    std::vector<uint64_t> next(groups + 1);
    for (uint64_t i = 0; i < tree.edge_count(); ++i) ++next[group_of(i) + 1];
    for (size_t g = 0; g < groups; ++g) next[g + 1] += next[g];
    std::vector<uint64_t> numbers(tree.edge_count());
    for (uint64_t i = 0; i < tree.edge_count(); ++i) numbers[next[group_of(i)]++] = i;
    return numbers;
}

// Sorted edges are read from all over the file; asked for ahead, most do not have to be waited for.
constexpr uint64_t kReadAhead = 16;

}  // namespace

EdgeMerge::EdgeMerge(std::span<const Tree* const> trees, uint32_t bucket_count)
    : bucket_bits_(static_cast<unsigned>(std::countr_zero(bucket_count))) {
    cursors_.reserve(trees.size());
    for (size_t i = 0; i < trees.size(); ++i) {
        const Tree* const tree = trees[i];
        if (tree->edge_count() == 0) continue;
        Cursor cursor{i, tree, {}};
        if (!tree->is_sorted() || tree->bucket_count() > bucket_count) {
            cursor.sorted = sorted_by_comparison(*tree, bucket_bits_);
        } else if (tree->bucket_count() < bucket_count) {
            cursor.sorted = sorted_by_counting(*tree, bucket_bits_);
        }
        cursor.edge = tree->edge(cursor.edge_number());
        keys_.push_back(key_of(cursor.edge.parent_hash, bucket_bits_));
        cursors_.push_back(std::move(cursor));
    }
    here_.reserve(cursors_.size());
}

// Finds the cursors that are at the first position of all; false when all edges were read.
bool EdgeMerge::find_position() {
    if (has_ended_) {
        size_t left = 0;
        for (size_t i = 0; i < cursors_.size(); ++i) {
            if (cursors_[i].at_end()) continue;
            keys_[left] = keys_[i];
            if (left != i) cursors_[left] = std::move(cursors_[i]);
            ++left;
        }
        cursors_.erase(cursors_.begin() + static_cast<std::ptrdiff_t>(left), cursors_.end());
        keys_.resize(left);
        has_ended_ = false;
    }
    if (keys_.empty()) return false;
    key_ = keys_.front();
    for (const uint64_t key : keys_) key_ = std::min(key_, key);
    for (size_t i = 0; i < keys_.size(); ++i) {
        if (keys_[i] == key_) here_.push_back(i);
    }
    return true;
}

// The edge of the cursor, which goes on to the next one.
void EdgeMerge::add_part(Cursor& cursor, uint64_t& key) {
    edge_ += cursor.edge;
    parts_.push_back({cursor.number, cursor.edge_number()});
    ++cursor.at;
    if (cursor.at_end()) {
        has_ended_ = true;
        return;
    }
    if (cursor.at + kReadAhead < cursor.sorted.size()) {
        __builtin_prefetch(cursor.tree->edge_bytes(cursor.sorted[cursor.at + kReadAhead]));
    }
    cursor.edge = cursor.tree->edge(cursor.edge_number());
    key = key_of(cursor.edge.parent_hash, bucket_bits_);
}

bool EdgeMerge::next() {
    if (here_.empty() && !find_position()) return false;
    const Edge* first = &cursors_[here_.front()].edge;
    for (const size_t i : here_) {
        if (cursors_[i].edge.move_id < first->move_id) first = &cursors_[i].edge;
    }
    edge_ = {.parent_hash = first->parent_hash, .move_id = first->move_id};
    parts_.clear();
    size_t left = 0;
    for (const size_t i : here_) {
        Cursor& cursor = cursors_[i];
        const auto is_here = [&] { return !cursor.at_end() && keys_[i] == key_; };
        // More than once only in a tree of another engine.
        while (is_here() && cursor.edge.move_id == edge_.move_id) add_part(cursor, keys_[i]);
        if (is_here()) here_[left++] = i;
    }
    here_.resize(left);
    return true;
}

}  // namespace edge::corpus
