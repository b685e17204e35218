// Divides games into the groups of a key, game by game, for group-by tables and partitions.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"
#include "query/answers/group_key.h"
#include "query/headers/tag_reader.h"
#include "query/query.h"

namespace edge::query {

// A value in 16 bytes while counting. What it means depends on the key: see group_splitter.cpp.
struct GroupCode {
    uint64_t first = 0;
    uint64_t second = 0;
    friend bool operator==(const GroupCode&, const GroupCode&) = default;
};

// What a game adds to one group. For Player, wins and losses are that player's; somebody who plays
// both sides wins and loses, or draws twice.
struct GroupShare {
    GroupCode code;
    uint64_t positions = 0;
    uint8_t white = 0;  // or wins
    uint8_t draws = 0;
    uint8_t black = 0;  // or losses
};

// NotFound when the corpus does not have what the key is about, or there are no names of openings.
Status check_grouping(const corpus::Corpus& corpus, const Grouping& by);

// One for each thread; the corpus must outlive it.
class GroupSplitter {
public:
    GroupSplitter(const corpus::Corpus& corpus, Grouping by);

    // The result is valid until the next call. Each code occurs once, except that a damaged game
    // may return to a group that it left.
    std::span<const GroupShare> split(corpus::GamePlace place, const corpus::GameView& game,
                                      std::span<const PlySpan> spans);

    // Codes may be different and stand for the same name. Corrupt when a name is missing.
    Result<GroupValue> decode(GroupCode code) const;
    // The code here of what has this code in another splitter by the same key.
    GroupCode code_of(GroupCode code, const GroupSplitter& other);
    // The first game whose tags could not be read; from there on groups are wrong.
    const Status& status() const { return status_; }

private:
    template <class Change>
    void split_by_position(const corpus::GameView& game, std::span<const PlySpan> spans,
                           GroupShare share, Change change);
    void split_by_structure(const corpus::GameView& game, std::span<const PlySpan> spans,
                            GroupShare share);
    void split_by_pieces(const corpus::GameView& game, std::span<const PlySpan> spans,
                         GroupShare share);
    void split_by_player(uint32_t shard, const corpus::GameHeader& header, GroupShare share);
    uint64_t tag_code(corpus::GamePlace place, const corpus::GameHeader& header);
    uint64_t number_of(std::string_view text);

    const corpus::Corpus* corpus_;
    Grouping by_;
    std::vector<GroupShare> shares_;

    // For Tag: the texts so far, by number. A deque, so that views of them stay valid.
    std::unique_ptr<TagReader> tags_;
    std::deque<std::string> texts_;
    std::unordered_map<std::string_view, uint64_t> numbers_;
    Status status_;
};

}  // namespace edge::query
