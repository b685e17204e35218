#include "explorer/repertoire.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "chess/san.h"
#include "codec/pgn/game_reader.h"
#include "core/mapped_file.h"

namespace edge::explorer {
namespace {

constexpr size_t kMaxWarnings = 10;

}  // namespace

Result<Repertoire> Repertoire::open(const std::string& path) {
    if (path == "-") {
        auto text = EDGE_TRY(open_by_content(open_fd_stream(STDIN_FILENO, path), path));
        return read(std::move(text), path);
    }
    const MappedFile file = EDGE_TRY(MappedFile::open(path));
    auto text = EDGE_TRY(open_by_content(open_memory_stream(file.bytes()), path));
    return read(std::move(text), path);
}

Result<Repertoire> Repertoire::read(std::unique_ptr<ByteStream> source, const std::string& name) {
    Repertoire repertoire;
    size_t issues = 0;
    const auto note = [&](const std::string& text) {
        if (++issues <= kMaxWarnings) repertoire.warnings_.push_back(text);
    };
    pgn::GameReader reader(std::move(source));
    uint32_t number = 0;
    while (const auto stretch = EDGE_TRY(reader.next_stretch())) {
        for (const pgn::TextGame& read : stretch->read()) {
            ++number;
            for (const pgn::GameIssue& issue : read.issues) {
                note(fmt::format("{}, {}", name, describe(issue)));
            }
            if (read.game.start.has_standard_castling()) {
                repertoire.add_game(read.game, number);
            } else {
                note(fmt::format("{}, line {}: a game of Chess960, left out", name, read.line));
            }
        }
    }
    if (issues > kMaxWarnings) {
        repertoire.warnings_.push_back(
            fmt::format("{}: {} more such places", name, issues - kMaxWarnings));
    }
    if (repertoire.entries_.empty()) {
        return fail(
            ErrorCode::Corrupt,
            fmt::format("{}: found no game with a legal move, expected a repertoire in PGN", name));
    }
    repertoire.make_filter();
    return repertoire;
}

// Walks the tree line by line, with a stack of what is still to come.
void Repertoire::add_game(const Game& game, uint32_t number) {
    struct Step {
        NodeIndex node;
        uint32_t depth;  // moves before it
        Position before;
    };
    const MoveTree& tree = game.moves;
    std::vector<Step> open;
    std::vector<Move> path;
    size_t entries_before = entries_.size();  // the entries that the lines so far have
    // The first child last, so that it is taken next.
    const auto push_children = [&](NodeIndex node, uint32_t depth, const Position& position) {
        const size_t first = open.size();
        if (depth >= kMaxLinePlies) return false;
        for (NodeIndex child = tree.first_child(node); child != kNoNode;
             child = tree.next_sibling(child)) {
            if (!tree.is_null_move(child)) open.push_back({child, depth, position});
        }
        std::reverse(open.begin() + static_cast<ptrdiff_t>(first), open.end());
        return open.size() > first;
    };
    push_children(kRootNode, 0, game.start);
    while (!open.empty()) {
        const Step step = open.back();
        open.pop_back();
        const Move move = tree.move(step.node);
        path.resize(step.depth);
        path.push_back(move);
        Position after = step.before;
        play_move(after, move);
        add_move(step.before.hash(), move);
        add_entry(after);
        if (push_children(step.node, step.depth + 1, after)) continue;
        if (entries_.size() == entries_before) continue;  // nothing new
        entries_before = entries_.size();
        lines_.push_back({number, game.start, path});
    }
}

// A new position belongs to the line that is being walked, which will be the next one added.
void Repertoire::add_entry(const Position& position) {
    const auto number = static_cast<uint32_t>(entries_.size());
    if (!by_hash_.try_emplace(position.hash(), number).second) return;
    entries_.push_back({position, static_cast<uint32_t>(lines_.size())});
    fewest_pieces_ = std::min(fewest_pieces_, std::popcount(position.occupied()));
}

// Nothing for a start position, which is not an entry unless another line reaches it.
void Repertoire::add_move(uint64_t hash, Move move) {
    const auto found = by_hash_.find(hash);
    if (found == by_hash_.end()) return;
    std::vector<Move>& moves = entries_[found->second].moves;
    if (std::ranges::find(moves, move) == moves.end()) moves.push_back(move);
}

void Repertoire::make_filter() {
    constexpr size_t kBitsPerEntry = 32;
    constexpr size_t kFewestBits = size_t{1} << 15;
    filter_.assign(std::bit_ceil(std::max(kFewestBits, kBitsPerEntry * entries_.size())), false);
    for (const auto& [hash, entry] : by_hash_) filter_[hash % filter_.size()] = true;
}

std::string line_text(const Repertoire::Line& line) {
    std::string text;
    Position position = line.start;
    for (const Move move : line.moves) {
        const bool is_white = position.side_to_move() == Color::White;
        if (!text.empty()) text += ' ';
        text += is_white || text.empty() ? numbered_move(position, move) : to_san(position, move);
        play_move(position, move);
    }
    return text;
}

std::string numbered_move(const Position& position, Move move) {
    const bool is_white = position.side_to_move() == Color::White;
    return fmt::format("{}{} {}", position.fullmove_number(), is_white ? "." : "...",
                       to_san(position, move));
}

}  // namespace edge::explorer
