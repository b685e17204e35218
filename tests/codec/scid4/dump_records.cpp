// What tests/judges compares with Scid, game by game, from the records of a Scid 4 base alone:
//
//   dump_records check BASE       records that change when they are decoded and encoded again, and
//                                 entries of the index that do not follow from the game
//   dump_records positions BASE   game, FEN and comment of every position, separated by tabs
//   dump_records pgn BASE         the games, with the tags that are in the records
//   dump_records lines            the stored lines: code and moves
#include <cstdio>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/fen.h"
#include "codec/pgn/game_writer.h"
#include "codec/scid4/index_entry.h"
#include "codec/scid4/record_reader.h"
#include "codec/scid4/record_writer.h"
#include "codec/scid4/stored_lines.h"
#include "core/mapped_file.h"

using namespace edge;

namespace {

constexpr size_t kHeaderBytes = 182;

struct StoredGame {
    size_t number;  // from 1
    scid4::IndexEntry entry;
    std::span<const std::byte> record;
    Game game;
};

void check(const StoredGame& stored) {
    std::vector<const GameTag*> tags;
    for (const GameTag& tag : stored.game.tags) {
        if (tag.name != "FEN") tags.push_back(&tag);
    }
    std::vector<std::byte> record;
    std::vector<scid4::RecordNote> notes;
    const auto facts = scid4::encode_record(stored.game, tags, record, notes);
    if (!facts) {
        std::printf("%zu\trefused\t%s\n", stored.number, facts.error().text.c_str());
        return;
    }
    if (!std::ranges::equal(record, stored.record)) std::printf("%zu\trecord\n", stored.number);
    scid4::IndexEntry entry = stored.entry;
    entry.nags = scid4::squeezed_count(facts->nags);
    entry.comments = scid4::squeezed_count(facts->comments);
    entry.variations = scid4::squeezed_count(facts->variations);
    entry.stored_line = facts->stored_line;
    entry.final_material = facts->final_material;
    entry.plies = static_cast<uint16_t>(facts->plies % 1024);
    entry.home_pawns = facts->home_pawns;
    entry.flags &= ~scid4::kDerivedFlags;
    if (facts->has_fen) entry.flags |= scid4::kCustomStartFlag;
    if (facts->has_promotion) entry.flags |= scid4::kPromotionFlag;
    if (facts->has_underpromotion) entry.flags |= scid4::kUnderpromotionFlag;
    if (entry != stored.entry) std::printf("%zu\tindex\n", stored.number);
}

void print_positions(const StoredGame& stored) {
    const MoveTree& tree = stored.game.moves;
    std::vector<Position> positions = {stored.game.start};
    for (NodeIndex node = 0; node < tree.size(); ++node) {
        if (node != kRootNode) {
            Position position = positions[tree.parent(node)];
            play_move(position, tree.move(node));
            positions.push_back(position);
        }
        std::printf("%zu\t%s\t%s\n", stored.number, to_fen(positions[node]).c_str(),
                    tree.annotation(node).comment.c_str());
    }
}

void print_pgn(const StoredGame& stored) {
    std::string text;
    pgn::append_game(stored.game, text);
    std::fputs(text.c_str(), stdout);
}

void print_lines() {
    for (unsigned code = 1; code <= scid4::kStoredLineCount; ++code) {
        std::printf("%u %s\n", code, scid4::stored_line(code).c_str());
    }
}

int for_each_game(const std::string& base, const std::function<void(const StoredGame&)>& visit) {
    const auto index = MappedFile::open(base + ".si4");
    const auto games = MappedFile::open(base + ".sg4");
    if (!index || !games) {
        std::fprintf(stderr, "%s: no base there\n", base.c_str());
        return 1;
    }
    int status = 0;
    for (size_t at = kHeaderBytes; at + scid4::kIndexEntryBytes <= index->bytes().size();
         at += scid4::kIndexEntryBytes) {
        StoredGame stored;
        stored.number = (at - kHeaderBytes) / scid4::kIndexEntryBytes + 1;
        stored.entry =
            scid4::parse_index_entry(index->bytes().subspan(at).first<scid4::kIndexEntryBytes>());
        const size_t begin = std::min<size_t>(stored.entry.record_offset, games->bytes().size());
        const size_t size =
            std::min<size_t>(stored.entry.record_length, games->bytes().size() - begin);
        stored.record = games->bytes().subspan(begin, size);
        stored.game.result = stored.entry.result;
        std::vector<scid4::RecordNote> notes;
        if (const auto read = scid4::decode_record(stored.record, stored.game, notes); !read) {
            std::fprintf(stderr, "game %zu: %s\n", stored.number, read.error().message.c_str());
            status = 1;
            continue;
        }
        visit(stored);
    }
    return status;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view mode = argc > 1 ? argv[1] : "";
    if (mode == "lines") {
        print_lines();
        return 0;
    }
    if (argc == 3 && mode == "check") return for_each_game(argv[2], check);
    if (argc == 3 && mode == "positions") return for_each_game(argv[2], print_positions);
    if (argc == 3 && mode == "pgn") return for_each_game(argv[2], print_pgn);
    std::fputs("usage: dump_records check|positions|pgn BASE\n       dump_records lines\n", stderr);
    return 2;
}
