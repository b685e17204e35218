#include "games/stored_game.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "chess/movegen.h"
#include "chess/san.h"
#include "chess/uci.h"
#include "core/ascii.h"
#include "core/damage.h"
#include "corpus/tag_text.h"

namespace edge::games {
namespace {

using corpus::HeaderTag;

std::string header_text(const StoredGame& game, HeaderTag tag) {
    return corpus::canonical_tag_text(game.header, tag, game.white, game.black);
}

void add_header_tags(StoredGame& game) {
    const auto add = [&game](std::string name, std::string text) {
        game.tags.emplace_back(std::move(name), std::move(text));
    };
    // Tags outside the roster are written only when the header has them. Termination is Normal even
    // where the source had no such tag.
    const auto add_known = [&](std::string name, HeaderTag tag) {
        std::string text = header_text(game, tag);
        if (text != "?" && !text.empty()) add(std::move(name), std::move(text));
    };
    add("Event", "?");
    add("Site", "?");
    add("Date", header_text(game, HeaderTag::Date));
    add("Round", "?");
    add("White", game.white);
    add("Black", game.black);
    add("Result", header_text(game, HeaderTag::Result));
    add_known("WhiteElo", HeaderTag::WhiteElo);
    add_known("BlackElo", HeaderTag::BlackElo);
    add_known("ECO", HeaderTag::Eco);
    add_known("TimeControl", HeaderTag::TimeControl);
    if (game.header.termination != corpus::Termination::Normal) {
        add_known("Termination", HeaderTag::Termination);
    }
}

// The moves as written by `text_of(position, move)`.
template <class TextOf>
Result<std::vector<std::string>> main_line(const corpus::Corpus& corpus, const StoredGame& game,
                                           TextOf text_of) {
    std::vector<std::string> line;
    line.reserve(game.moves.plies());
    Position position = Position::start();
    for (uint32_t ply = 0; ply < game.moves.plies(); ++ply) {
        const Move move = game.moves.move(ply);
        if (!is_legal(position, move)) {
            const corpus::Shard& shard = corpus.shard(corpus.locate(game.id).shard);
            const auto record =
                static_cast<uint64_t>(game.moves.record() - shard.moves_bytes().data());
            return corrupt(shard.moves_path(), record + corpus::kHeaderBytes + 2 * uint64_t{ply},
                           fmt::format("found the move {:#06x} at ply {}, expected a legal one",
                                       move.raw(), ply));
        }
        line.push_back(text_of(position, move));
        position.make_move<Maintain::Board>(move);
    }
    return line;
}

}  // namespace

const std::string* find_tag(const StoredGame& game, std::string_view name) {
    const auto found = std::ranges::find(
        game.tags, name, [](const auto& tag) { return std::string_view(tag.first); });
    return found == game.tags.end() ? nullptr : &found->second;
}

std::string lichess_id(const StoredGame& game) {
    constexpr std::string_view kPrefix = "https://lichess.org/";
    constexpr size_t kIdLength = 8;
    for (const std::string_view name : {"Site", "GameUrl", "Link"}) {
        const std::string* const text = find_tag(game, name);
        if (text == nullptr || !text->starts_with(kPrefix)) continue;
        const std::string id = text->substr(kPrefix.size(), kIdLength);
        const bool is_word =
            std::ranges::all_of(id, [](char c) { return is_digit(c) || is_letter(c); });
        if (id.size() == kIdLength && is_word) return id;
    }
    return "";
}

Result<std::vector<std::string>> main_line_san(const corpus::Corpus& corpus,
                                               const StoredGame& game) {
    return main_line(corpus, game, to_san);
}

Result<std::vector<std::string>> main_line_uci(const corpus::Corpus& corpus,
                                               const StoredGame& game) {
    return main_line(corpus, game, [](const Position& position, Move move) {
        return to_uci(move, position, CastlingRule::Standard);
    });
}

Result<StoredGame> GameLoader::load(uint64_t game_id) {
    const corpus::GameView view = EDGE_TRY(corpus_.game(game_id));
    const corpus::GamePlace place = corpus_.locate(game_id);
    const corpus::Shard& shard = corpus_.shard(place.shard);
    const corpus::GameHeader header = view.header();
    StoredGame game{.id = game_id,
                    .header = header,
                    .white = std::string(EDGE_TRY(shard.name(header.white_name))),
                    .black = std::string(EDGE_TRY(shard.name(header.black_name))),
                    .tags = {},
                    .moves = view};
    if (tags_ == LoadTags::All && extra_shard_ != place.shard) {
        extra_ = EDGE_TRY(shard.open_extra());
        extra_shard_ = place.shard;
    }
    if (extra_) {
        for (corpus::ExtraTag& tag : EDGE_TRY(extra_->tags(place.index))) {
            std::string text =
                tag.text ? *std::move(tag.text)
                         : corpus::canonical_tag_text(header, tag.name, game.white, game.black);
            game.tags.emplace_back(std::move(tag.name), std::move(text));
        }
    }
    if (game.tags.empty()) add_header_tags(game);
    return game;
}

}  // namespace edge::games
