#include "wire/query/query_request.h"

#include <algorithm>
#include <initializer_list>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "formats/game_kinds.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"
#include "wire/json/opening_names.h"
#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kAnswers[] = {"count",     "matches",   "heatmap", "groups",
                                         "positions", "partition", "explain"};
constexpr std::string_view kPositionOutputs[] = {"ref", "fen", "both", "epd"};
constexpr std::string_view kBeforeSaveAs[] = {"output"};
constexpr std::string_view kPerGame[] = {"all", "first", "last"};

// A text of the program's whole life, as the table of fields needs.
std::string_view key_help() {
    static const std::string help = fmt::format("The key of groups and partition; both need it: {}",
                                                query::listed_group_keys());
    return help;
}

tl::unexpected<Error> wrong(std::string message) {
    return fail(ErrorCode::InvalidArgument, std::move(message));
}

// "limit goes with matches or positions", when the answer is neither.
Status check_goes_with(bool is_given, std::string_view field, const QueryRequest& request,
                       std::initializer_list<AnswerKind> answers, FieldNaming name) {
    if (!is_given || std::ranges::find(answers, request.answer) != answers.end()) return {};
    std::vector<std::string> names;
    names.reserve(answers.size());
    for (const AnswerKind answer : answers) names.push_back(name(name_of(answer)));
    const std::vector<std::string_view> views(names.begin(), names.end());
    return wrong(fmt::format("{} goes with {}", name(field), query::listed(views)));
}

// No answer is games, so a file of games is not what the name asks for. Books are left out: others
// call files .bin, too. So are positions, which are an answer.
Status check_output_name(const std::string& output, FieldNaming name) {
    const auto kind = formats::kind_of_target(output);
    if (output == "-" || !kind || *kind == formats::GameKind::Polyglot ||
        formats::holds_positions(*kind)) {
        return {};
    }
    return wrong(
        fmt::format("{}: found {}, expected @NAME or a file for the answer, which does not hold "
                    "games; edge games writes them as PGN, and edge convert in other formats",
                    name("output"), query::in_quotes(output)));
}

}  // namespace

std::string_view name_of(AnswerKind answer) { return kAnswers[static_cast<size_t>(answer)]; }

Status check_query_request(const QueryRequest& request, FieldNaming name) {
    using enum AnswerKind;
    const AnswerKind answer = request.answer;
    const bool has_output = !request.output.empty();
    const auto goes_with = [&](bool is_given, std::string_view field,
                               std::initializer_list<AnswerKind> answers) {
        return check_goes_with(is_given, field, request, answers, name);
    };
    EDGE_CHECK(goes_with(!request.svg.empty(), "svg", {Heatmap}));
    EDGE_CHECK(goes_with(request.kinds != 0, "pieces", {Heatmap}));
    EDGE_CHECK(goes_with(request.by.has_value(), "key", {Groups, Partition}));
    EDGE_CHECK(goes_with(request.top_n != 0, "top_n", {Groups, Partition}));
    EDGE_CHECK(goes_with(request.positions.has_value(), "positions", {Positions}));
    EDGE_CHECK(goes_with(request.unique, "unique", {Positions}));
    if (!request.save_as.empty() && (has_output || answer != Count)) {
        return wrong(fmt::format("{} does not go with {}", name("save_as"),
                                 name(has_output ? "output" : name_of(answer))));
    }
    EDGE_CHECK(goes_with(request.dense, "dense", {Count, Partition}));
    EDGE_CHECK(goes_with(request.skip.has_value(), "skip", {Matches}));
    EDGE_CHECK(goes_with(request.limit.has_value(), "limit", {Matches, Positions}));
    // The parts of a partition by another key do not depend on positions.
    if (answer != Partition || !request.by || !differs_within_game(request.by->key)) {
        EDGE_CHECK(goes_with(request.choice.per_game != query::PerGame::All, "per_game",
                             {Heatmap, Groups, Positions}));
        EDGE_CHECK(goes_with(request.choice.ignore_windows, "ignore_windows",
                             {Heatmap, Groups, Positions}));
    }
    if ((answer == Groups || answer == Partition) && !request.by) {
        return wrong(fmt::format("{}: expected {} as well", name(name_of(answer)), name("key")));
    }
    if (has_output && (answer == Matches || answer == Explain)) {
        return wrong(fmt::format("{} does not go with {} or {}", name("output"), name("matches"),
                                 name("explain")));
    }
    EDGE_CHECK(check_output_name(request.output, name));
    if (answer == Partition && !has_output) {
        return wrong(fmt::format("{}: expected {} @NAME or a file, to name the bitmaps after",
                                 name("partition"), name("output")));
    }
    return {};
}

const Fields<QueryRequest>& query_fields() {
    using R = QueryRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        query_rows<R>(),
        bitmap_row<R>(),
        Row::choice<&R::answer>(
            "answer", kAnswers,
            "What to answer besides the number of games that match; explain runs nothing"),
        Row::parsed("key", key_help(),
                    [](const std::string& text, R& request) -> Status {
                        request.by = EDGE_TRY(query::parse_grouping(text));
                        if (request.by->key != query::GroupKey::Opening) return {};
                        request.by->openings = EDGE_TRY(default_openings());
                        return {};
                    })
            .shown_as("KEY"),
        Row::count<&R::top_n>("top_n", {1, UINT32_MAX},
                              "Only the N largest groups (default: all); of a partition, at most N "
                              "bitmaps (default: 1000)"),
        Row::parsed("pieces", "Of a heatmap: only these kinds of pieces, such as NB (default: all)",
                    [](const std::string& text, R& request) -> Status {
                        request.kinds = EDGE_TRY(query::parse_kinds(text));
                        return {};
                    })
            .shown_as("PIECES"),
        Row::choice<&R::positions>("positions", kPositionOutputs,
                                   "Matching positions as game and ply (ref, the default), as FEN, "
                                   "as both, or as EPD with "
                                   "game, ply and result"),
        Row::choice<&R::choice, &query::PositionChoice::per_game>(
            "per_game", kPerGame,
            "How many of a game's matching positions to take: all, or only its first or last"),
        Row::flag<&R::choice, &query::PositionChoice::ignore_windows>(
            "ignore_windows",
            "Take matching positions also from games that the query's windows rule out"),
        Row::flag<&R::unique>("unique", "List each position only once"),
        Row::count<&R::skip>("skip", {}, "Skip the first N matches"),
        Row::count<&R::limit>("limit", {}, "At most N matches or positions"),
        Row::text<&R::output>(
            "output", "Keep the answer: @NAME in the corpus, or a file (.bm .hm .gb .ps .fen .epd)")
            .shown_as("@NAME|FILE"),
        Row::parsed("save_as",
                    "Keep the games with their query, as the collection @NAME, which edge add "
                    "keeps up",
                    [](const std::string& text, R& request) -> Status {
                        request.save_as = EDGE_TRY(parse_collection_name(text));
                        return {};
                    })
            .shown_as("NAME")
            .instead_of(kBeforeSaveAs),
        Row::flag<&R::force>("force", "Replace existing files"),
        Row::flag<&R::dense>("dense",
                             "Keep a set of few games as a bit for each game, too: version 1 "
                             "of its format"),
    };
    return rows;
}

Result<QueryRequest> parse_query_request(std::string_view json) {
    QueryRequest request = EDGE_TRY(read_request(json, query_fields()));
    EDGE_CHECK(check_query_request(request));
    return request;
}

}  // namespace edge::wire
