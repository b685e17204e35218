// Writes small corpora for tests, game by game, with a tree counted the slow way: a map of edges
// and a set of the games' edges. It shares no code with the indexer.
#pragma once

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "chess/movegen.h"
#include "chess/position.h"
#include "chess/san.h"
#include "core/varint.h"
#include "corpus/cols_writer.h"
#include "corpus/extra.h"
#include "corpus/format.h"
#include "corpus/meta.h"
#include "corpus/tag_text.h"
#include "corpus/tree_games_writer.h"
#include "corpus/tree_writer.h"
#include "support/temp_dir.h"

namespace edge::test {

struct TestGame {
    std::vector<Move> moves;
    corpus::GameResult result = corpus::GameResult::WhiteWins;
    std::string white = "Anna";
    std::string black = "Bert";
    std::vector<std::pair<std::string, std::string>> tags = {};  // in addition to the header's
    corpus::GameHeader header = {};  // plies, result, names and offset are filled in
};

// The moves of a line of SAN from the start.
inline std::vector<Move> line(std::string_view text) {
    std::vector<Move> moves;
    Position position = Position::start();
    for (size_t at = 0; at < text.size();) {
        const size_t end = std::min(text.find(' ', at), text.size());
        const Move move = parse_san(position, text.substr(at, end - at)).value();
        position.make_move<Maintain::BoardAndHash>(move);
        moves.push_back(move);
        at = end + 1;
    }
    return moves;
}

// Counts the edges of games by their definition: once a game, nothing for '*', `plies` deep (0 =
// all).
using EdgeCounts = std::map<std::pair<uint64_t, uint16_t>, corpus::Edge>;
inline EdgeCounts count_edges(const std::vector<TestGame>& games, uint32_t plies) {
    EdgeCounts counts;
    for (const TestGame& game : games) {
        if (game.result == corpus::GameResult::Unknown) continue;
        std::set<std::pair<uint64_t, uint16_t>> seen;
        Position position = Position::start();
        for (size_t ply = 0; ply < game.moves.size() && (plies == 0 || ply < plies); ++ply) {
            seen.emplace(position.compute_hash(), game.moves[ply].raw());
            position.make_move<Maintain::BoardAndHash>(game.moves[ply]);
        }
        for (const auto& key : seen) {
            corpus::Edge& edge = counts[key];
            edge.parent_hash = key.first;
            edge.move_id = key.second;
            ++edge.total;
            edge.white += game.result == corpus::GameResult::WhiteWins;
            edge.draws += game.result == corpus::GameResult::Draw;
            edge.black += game.result == corpus::GameResult::BlackWins;
        }
    }
    return counts;
}

// The games of each edge, counted as above.
using EdgeGames = std::map<std::pair<uint64_t, uint16_t>, std::vector<uint32_t>>;
inline EdgeGames list_edges(const std::vector<TestGame>& games, uint32_t plies) {
    EdgeGames lists;
    for (uint32_t id = 0; id < games.size(); ++id) {
        for (const auto& [key, edge] : count_edges({games[id]}, plies)) lists[key].push_back(id);
    }
    return lists;
}

// Puts the edges of a bucket in an order that separates those of a position. The buckets stay where
// they are.
inline void shuffle_in_buckets(std::vector<corpus::Edge>& edges, uint32_t nbuckets) {
    const uint64_t mask = nbuckets - 1;
    std::ranges::sort(edges, {}, [mask](const corpus::Edge& edge) {
        const uint64_t mixed = (edge.parent_hash + edge.move_id) * 0x9e3779b97f4a7c15;
        return std::pair(edge.parent_hash & mask, mixed);
    });
}

class CorpusBuilder {
public:
    std::vector<TestGame> games;
    uint32_t shards = 1;
    uint32_t tree_plies = 40;
    bool with_tree = true;
    bool with_tree_games = false;
    bool with_sorted_tree = true;  // and meta that says so
    bool with_extra = true;
    bool with_cols = false;
    uint32_t nbuckets = 1024;
    corpus::Meta meta;

    // Writes everything below `root`, which must not exist.
    void write(const std::filesystem::path& root) {
        std::filesystem::create_directories(root / "shards");
        std::filesystem::create_directories(root / "bitmaps");
        meta.num_shards = shards;
        meta.total_games = games.size();
        meta.total_moves = 0;
        next_offset_ = 0;
        for (uint32_t shard = 0; shard < shards; ++shard) {
            write_shard(root / "shards", shard, games.size() * shard / shards,
                        games.size() * (shard + 1) / shards);
        }
        if (with_tree) {
            meta.tree_plies = tree_plies;
            meta.tree_hash = "polyglot";
            meta.tree_sorted.reset();
            if (with_sorted_tree) meta.tree_sorted = "1";
            write_tree(root);
        }
        write_file(root / "meta", corpus::format_meta(meta));
    }

private:
    void write_shard(const std::filesystem::path& folder, uint32_t shard, size_t begin,
                     size_t end) {
        std::string moves, index, dict;
        std::map<std::string, uint32_t> names;
        const auto intern = [&](const std::string& name) {
            const auto [found, is_new] =
                names.try_emplace(name, static_cast<uint32_t>(names.size()));
            if (is_new) dict += name + '\n';
            return found->second;
        };
        std::vector<std::pair<std::string, std::string>> raw;
        for (size_t i = begin; i < end; ++i) {
            const TestGame& game = games[i];
            corpus::GameHeader header = game.header;
            header.pgn_offset = next_offset_;
            next_offset_ += 100;
            header.plies = static_cast<uint32_t>(game.moves.size());
            header.result = game.result;
            header.white_name = intern(game.white);
            header.black_name = intern(game.black);
            append_value<uint64_t>(index, moves.size());
            std::byte bytes[corpus::kHeaderBytes];
            corpus::encode_header(header, bytes);
            moves.append(reinterpret_cast<const char*>(bytes), sizeof bytes);
            for (const Move move : game.moves) append_value<uint16_t>(moves, move.raw());
            meta.total_moves += game.moves.size();
            raw.push_back(raw_tags(game));
        }
        const std::string stem = std::to_string(shard);
        write_file(folder / (stem + ".moves"), moves);
        write_file(folder / (stem + ".gameidx"), index);
        write_file(folder / (stem + ".dict"), dict);
        if (with_extra) write_extra((folder / (stem + ".extra")).string(), raw);
        if (with_cols) write_cols(folder / stem);
    }

    static std::pair<std::string, std::string> raw_tags(const TestGame& game) {
        std::string shape, values;
        for (const std::string_view name : {"White", "Black", "Result"}) {
            append_varint(shape, name.size() << 1);
            shape += name;
        }
        for (const auto& [name, text] : game.tags) {
            append_varint(shape, name.size() << 1 | 1);
            shape += name;
            append_varint(values, text.size());
            values += text;
        }
        return {shape, values};
    }

    static void write_extra(const std::string& path,
                            const std::vector<std::pair<std::string, std::string>>& raw) {
        auto writer = corpus::ExtraWriter::create(path).value();
        corpus::ExtraEncoder encoder;
        for (size_t at = 0; at < raw.size(); at += corpus::kExtraFrameGames) {
            std::vector<corpus::RawTags> games;
            for (size_t i = at; i < std::min<size_t>(at + corpus::kExtraFrameGames, raw.size());
                 ++i) {
                games.push_back({raw[i].first, raw[i].second});
            }
            (void)writer.append_frame(encoder.encode(games), static_cast<uint32_t>(games.size()));
        }
        (void)writer.finish(false);
    }

    static void write_cols(const std::filesystem::path& stem) {
        const auto shard = corpus::Shard::open(stem.string()).value();
        auto file = OutputFile::create(shard.cols_path()).value();
        (void)corpus::collect_header_columns(shard)->write(file);
        (void)file.close(false);
    }

    void write_tree(const std::filesystem::path& root) const {
        std::vector<corpus::Edge> edges;
        for (const auto& [key, edge] : count_edges(games, tree_plies)) edges.push_back(edge);
        const uint64_t mask = nbuckets - 1;
        std::ranges::sort(edges, {}, [mask](const corpus::Edge& edge) {
            return std::tuple(edge.parent_hash & mask, edge.parent_hash, edge.move_id);
        });
        if (!with_sorted_tree) shuffle_in_buckets(edges, nbuckets);
        auto writer = corpus::TreeWriter::create((root / "tree.dat").string(), nbuckets).value();
        (void)writer.append(edges);
        (void)writer.finish(false);
        if (with_tree_games) write_tree_games(root, edges);
    }

    void write_tree_games(const std::filesystem::path& root,
                          const std::vector<corpus::Edge>& edges) const {
        const EdgeGames by_edge = list_edges(games, tree_plies);
        corpus::GameLists lists;
        for (const corpus::Edge& edge : edges) {
            lists.add(by_edge.at({edge.parent_hash, static_cast<uint16_t>(edge.move_id)}));
        }
        auto file = OutputFile::create(root / "tree.games").value();
        auto writer = corpus::TreeGamesWriter::create(file, root).value();
        (void)writer.append(std::move(lists));
        (void)writer.finish(games.size());
        (void)file.close(false);
    }

    template <class T>
    static void append_value(std::string& to, T value) {
        to.append(reinterpret_cast<const char*>(&value), sizeof value);
    }

    uint64_t next_offset_ = 0;
};

// A few games with a repetition, a transposition, castling, en passant, a promotion and a '*'.
inline std::vector<TestGame> sample_games() {
    using corpus::GameResult;
    return {
        {line("e4 e5 Nf3 Nc6 Bb5 a6"),
         GameResult::WhiteWins,
         "Anna",
         "Bert",
         {{"Event", "Open"}, {"Site", "Bonn"}, {"Round", "1"}}},
        {line("e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6"),
         GameResult::BlackWins,
         "Bert",
         "Carla",
         {{"Event", "Open"}, {"Site", "Bonn"}, {"Round", "2"}}},
        {line("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4"),
         GameResult::Draw,
         "Anna",
         "Carla",
         {{"Event", "Öffnung"}, {"Round", "3"}}},
        {line("e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"), GameResult::Unknown, "Dora", "Anna", {}},
        {line("e4 a6 e5 d5 exd6 cxd6 d4 b5 d5 b4 a4 bxa3 Rxa3 h5 b4 h4 b5 h3 b6 hxg2 b7 gxh1=Q "
              "bxa8=N"),
         GameResult::WhiteWins,
         "Emil",
         "Bert",
         {{"Event", "Open"}, {"Round", "5"}}},
        {line("d4 d5 Nf3"), GameResult::Draw, "Anna", "Emil", {{"Site", "?"}}},
        {line("Nf3 d5 d4 Nf6"), GameResult::BlackWins, "Anna", "Bert", {{"Event", "Open"}}},
    };
}

}  // namespace edge::test
