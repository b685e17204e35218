// Sets of games through edge.h.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "abi/handles.h"
#include "bitmap/combine.h"
#include "corpus/bitmap_layout.h"
#include "query/collections/stored_set.h"
#include "query/query.h"
#include "wire/json/asked_query.h"
#include "wire/query/query_request.h"

using namespace edge;
using namespace edge::abi;

namespace {

Result<Bitmap> set_of(const corpus::Corpus& corpus, std::span<const uint64_t> ids) {
    Bitmap games(corpus::bitmap_layout(corpus));
    for (const uint64_t id : ids) {
        if (id >= corpus.game_count()) {
            return fail(ErrorCode::InvalidArgument,
                        fmt::format("ids: found {}, expected a game of {}, which has {} games", id,
                                    corpus.path(), corpus.game_count()));
        }
        const corpus::GamePlace place = corpus.locate(id);
        games.set(place.shard, place.index);
    }
    return games;
}

// InvalidArgument when the layouts are not of the same games.
Status check_same_layout(const BitmapLayout& set, const BitmapLayout& other,
                         std::string_view other_name) {
    const auto difference = first_difference(set, other);
    if (!difference) return {};
    return fail(ErrorCode::InvalidArgument,
                fmt::format("the set and {} cover different games: they differ in {}", other_name,
                            *difference));
}

Result<Bitmap> combined(BitmapOperation operation, const Bitmap& left, const Bitmap* right) {
    EDGE_CHECK(check_input_count(operation, right != nullptr ? 2 : 1));
    if (right != nullptr)
        EDGE_CHECK(check_same_layout(left.layout(), right->layout(), "the other"));
    Bitmap result = left;
    switch (operation) {
        case BitmapOperation::And:
            EDGE_CHECK(result.and_with(*right));
            break;
        case BitmapOperation::Or:
            EDGE_CHECK(result.or_with(*right));
            break;
        case BitmapOperation::Xor:
            EDGE_CHECK(result.xor_with(*right));
            break;
        case BitmapOperation::Sub:
            EDGE_CHECK(result.subtract(*right));
            break;
        case BitmapOperation::Not:
            result.complement();
            break;
    }
    return result;
}

}  // namespace

edge_status edge_find(const edge_corpus* corpus, const char* request, const edge_bitmap* games,
                      edge_control* control, edge_bitmap** found, edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<Bitmap> {
            EDGE_CHECK(check_given(corpus, "corpus"));
            EDGE_CHECK(check_given(request, "request"));
            EDGE_CHECK(check_given(found, "found"));
            auto asked = EDGE_TRY(wire::parse_query_request(request)).asked;
            const auto query = EDGE_TRY(query::Query::prepare(
                *corpus->corpus, wire::within_games(std::move(asked.expr), games_of(games))));
            return query::find_games(query, run_options(control_of(control)));
        },
        [&](Bitmap made) { give_games(std::move(made), found); });
}

edge_status edge_bitmap_load(const edge_corpus* corpus, const char* name, edge_bitmap** games,
                             edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<Bitmap> {
            EDGE_CHECK(check_given(corpus, "corpus"));
            EDGE_CHECK(check_given(name, "name"));
            EDGE_CHECK(check_given(games, "games"));
            return query::read_stored_set(*corpus->corpus, name);
        },
        [&](Bitmap made) { give_games(std::move(made), games); });
}

edge_status edge_bitmap_save(const edge_corpus* corpus, const edge_bitmap* games, const char* name,
                             bool force, edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<std::monostate> {
            EDGE_CHECK(check_given(corpus, "corpus"));
            EDGE_CHECK(check_given(games, "games"));
            EDGE_CHECK(check_given(name, "name"));
            const corpus::Corpus& into = *corpus->corpus;
            // If it were written, every reader would refuse it.
            EDGE_CHECK(check_same_layout(games->games->layout(), corpus::bitmap_layout(into),
                                         into.path()));
            EDGE_CHECK(query::write_stored_set(into, *games->games, name, {.force = force}));
            return std::monostate();
        },
        [](std::monostate) {});
}

edge_status edge_bitmap_of(const edge_corpus* corpus, const uint64_t* ids, size_t count,
                           edge_bitmap** games, edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<Bitmap> {
            EDGE_CHECK(check_given(corpus, "corpus"));
            if (count != 0) EDGE_CHECK(check_given(ids, "ids"));
            EDGE_CHECK(check_given(games, "games"));
            return set_of(*corpus->corpus, {ids, count});
        },
        [&](Bitmap made) { give_games(std::move(made), games); });
}

edge_status edge_bitmap_combine(const char* operation, const edge_bitmap* left,
                                const edge_bitmap* right, edge_bitmap** games, edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<Bitmap> {
            EDGE_CHECK(check_given(operation, "operation"));
            EDGE_CHECK(check_given(left, "left"));
            EDGE_CHECK(check_given(games, "games"));
            const auto known = parse_bitmap_operation(operation);
            if (!known) {
                return fail(
                    ErrorCode::InvalidArgument,
                    fmt::format("operation: found \"{}\", expected and, or, xor, sub or not",
                                operation));
            }
            return combined(*known, *left->games, games_of(right).get());
        },
        [&](Bitmap made) { give_games(std::move(made), games); });
}

uint64_t edge_bitmap_count(const edge_bitmap* games) {
    return games != nullptr ? games->games->count() : 0;
}

uint32_t edge_bitmap_shards(const edge_bitmap* games) {
    return games != nullptr ? games->games->shard_count() : 0;
}

const uint64_t* edge_bitmap_words(const edge_bitmap* games, uint32_t shard, uint64_t* shard_games) {
    static constexpr uint64_t kNoWords = 0;  // the bits of a shard without games
    if (shard >= edge_bitmap_shards(games)) return nullptr;
    if (shard_games != nullptr) *shard_games = games->games->layout().shard_games[shard];
    const auto words = games->games->words_of(shard);
    return words.empty() ? &kNoWords : words.data();
}

void edge_bitmap_free(edge_bitmap* games) { delete games; }
