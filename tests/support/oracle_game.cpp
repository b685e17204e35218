#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "chess/san.h"
#include "corpus/bitmap_layout.h"
#include "corpus/tag_text.h"
#include "support/query_oracle.h"

namespace edge::query::oracle {
namespace {

Result<std::optional<std::string>> known_name(const corpus::Shard& shard, uint32_t name_index) {
    if (name_index == corpus::kNoName) return std::nullopt;
    return std::string(EDGE_TRY(shard.name(name_index)));
}

Result<OracleGame> load_game(const corpus::Corpus& corpus, corpus::ExtraReader* extra,
                             corpus::GamePlace place) {
    const corpus::Shard& shard = corpus.shard(place.shard);
    const corpus::GameView view = EDGE_TRY(shard.game(place.index));
    OracleGame game;
    game.id = corpus.first_id(place.shard) + place.index;
    game.place = place;
    game.header = view.header();
    game.white = EDGE_TRY(known_name(shard, game.header.white_name));
    game.black = EDGE_TRY(known_name(shard, game.header.black_name));
    if (extra != nullptr) {
        for (const corpus::ExtraTag& tag : EDGE_TRY(extra->tags(place.index))) {
            const std::string canonical = corpus::canonical_tag_text(
                game.header, tag.name, game.white.value_or("?"), game.black.value_or("?"));
            game.tags.emplace_back(tag.name, tag.text.value_or(canonical));
        }
    }
    std::vector<Move> moves;
    for (uint32_t ply = 0; ply < view.plies(); ++ply) moves.push_back(view.move(ply));
    set_moves(game, std::move(moves));
    return game;
}

}  // namespace

void set_moves(OracleGame& game, std::vector<Move> moves) {
    game.header.plies = static_cast<uint32_t>(moves.size());
    game.moves = std::move(moves);
    game.positions = {Position::start()};
    game.sans.clear();
    for (const Move move : game.moves) {
        Position position = game.positions.back();
        std::string san = to_san(position, move);
        while (san.back() == '+' || san.back() == '#') san.pop_back();
        game.sans.push_back(std::move(san));
        position.make_move<Maintain::BoardAndHash>(move);
        game.positions.push_back(position);
    }
}

Result<std::vector<OracleGame>> load_games(const corpus::Corpus& corpus) {
    std::vector<OracleGame> games;
    for (uint32_t shard = 0; shard < corpus.shard_count(); ++shard) {
        auto extra = EDGE_TRY(corpus.shard(shard).open_extra());
        for (uint32_t index = 0; index < corpus.shard(shard).game_count(); ++index) {
            games.push_back(EDGE_TRY(load_game(corpus, extra ? &*extra : nullptr, {shard, index})));
        }
    }
    for (const std::string& name : list_bitmap_names(corpus.path(), kBitmapExtension)) {
        const std::string spelled = "@" + name;
        const NamedFile file =
            EDGE_TRY(resolve_bitmap_name(spelled, corpus.path(), kBitmapExtension));
        const Bitmap bitmap = EDGE_TRY(read_bitmap(file.path, corpus::bitmap_corpus(corpus)));
        for (OracleGame& game : games) {
            if (bitmap.test(game.place.shard, game.place.index)) game.bitmaps.insert(spelled);
        }
    }
    return games;
}

}  // namespace edge::query::oracle
