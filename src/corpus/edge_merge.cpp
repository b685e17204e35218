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

}  // namespace

EdgeMerge::EdgeMerge(std::span<const Tree* const> trees, uint32_t bucket_count)
    : bucket_bits_(static_cast<unsigned>(std::countr_zero(bucket_count))) {
    cursors_.reserve(trees.size());
    for (const Tree* tree : trees) {
        Cursor& cursor = cursors_.emplace_back(Cursor{tree, {}});
        if (!tree->is_sorted() || tree->bucket_count() != bucket_count) {
            cursor.sorted.resize(tree->edge_count());
            std::iota(cursor.sorted.begin(), cursor.sorted.end(), 0);
            std::ranges::sort(cursor.sorted, {}, [&](uint64_t number) {
                const Edge edge = tree->edge(number);
                return std::tuple(key_of(edge.parent_hash, bucket_bits_), edge.move_id, number);
            });
        }
        load(cursor);
    }
}

void EdgeMerge::load(Cursor& cursor) const {
    if (cursor.at_end()) return;
    cursor.edge = cursor.tree->edge(cursor.number());
    cursor.key = key_of(cursor.edge.parent_hash, bucket_bits_);
}

bool EdgeMerge::next() {
    const auto before = [](const Cursor& left, const Cursor& right) {
        return left.key != right.key ? left.key < right.key
                                     : left.edge.move_id < right.edge.move_id;
    };
    const Cursor* first = nullptr;
    for (const Cursor& cursor : cursors_) {
        if (!cursor.at_end() && (first == nullptr || before(cursor, *first))) first = &cursor;
    }
    if (first == nullptr) return false;
    const uint64_t key = first->key;
    edge_ = {.parent_hash = first->edge.parent_hash, .move_id = first->edge.move_id};
    parts_.clear();
    for (size_t i = 0; i < cursors_.size(); ++i) {
        Cursor& cursor = cursors_[i];
        // More than once only in a tree of another engine.
        while (!cursor.at_end() && cursor.key == key && cursor.edge.move_id == edge_.move_id) {
            edge_ += cursor.edge;
            parts_.push_back({i, cursor.number()});
            ++cursor.at;
            load(cursor);
        }
    }
    return true;
}

}  // namespace edge::corpus
