#include "wire/index/index_request.h"

#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/size_text.h"
#include "query/lang/text.h"
#include "wire/json/request_error.h"
#include "wire/json/request_reader.h"

namespace edge::wire {
namespace {

constexpr std::string_view kBadGames[] = {"keep", "skip", "fail"};
constexpr std::string_view kOfANewCorpus[] = {"out", "force"};
constexpr uint64_t kMaxShards = 65'536;
constexpr uint64_t kMaxPlies = indexing::kAllPlies - 1;
constexpr uint64_t kMaxMinGames = 1'000'000'000;

}  // namespace

const Fields<IndexRequest>& index_fields() {
    using R = IndexRequest;
    using Choice = indexing::GameChoice;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        Row::one_or_more<&R::inputs>("inputs",
                                     "Files (plain, gz, bz2, zst) and folders of PGN; also what "
                                     "edge convert reads: Scid bases, viriformat, FBPGN, corpora")
            .needed()
            .also_called("pgn_path"),
        Row::parsed("out", "The corpus to write",
                    [](const std::string& text, R& request) -> Status {
                        request.out = text;
                        return {};
                    })
            .shown_as("PATH")
            .also_called("out_path"),
        Row::parsed("append", "Add the games to this corpus instead of writing another one",
                    [](const std::string& text, R& request) -> Status {
                        request.append = text;
                        return {};
                    })
            .shown_as("CORPUS")
            .at_least(1)
            .instead_of(kOfANewCorpus),
        Row::parsed("from", "The kind of all inputs (default: by content)",
                    [](const std::string& text, R& request) -> Status {
                        request.from = EDGE_TRY(formats::parse_game_kind(text));
                        return {};
                    })
            .shown_as("KIND"),
        Row::flag<&R::keep_deleted>("deleted",
                                    "Keep the games of a Scid base that are marked as deleted"),
        Row::flag<&R::force>("force", "Replace an existing corpus"),
        Row::count<&R::shards>("shards", {1, kMaxShards},
                               "Number of shards (default: by input size)"),
        Row::parsed("memory",
                    "Bound on memory, such as 512M or 4G (default: a quarter of the machine's)",
                    [](const std::string& text, R& request) -> Status {
                        request.memory = EDGE_TRY(parse_size(text));
                        return {};
                    })
            .shown_as("SIZE"),
        Row::flag<&R::tree>("tree", "Write the opening tree").when_off("Write no tree"),
        Row::count<&R::tree_plies>("tree_plies", {1, kMaxPlies},
                                   "How deep the tree goes, a number or 'all' (default: 40)")
            .or_word("all", indexing::kAllPlies),
        Row::count<&R::tree_min_games>(
            "tree_min_games", {1, kMaxMinGames},
            "Leave out of the tree the positions that fewer than N games reached "
            "(default: 1)"),
        Row::flag<&R::tree_games>("tree_games",
                                  "Write the lists of the games behind each edge of the tree")
            .when_off("Write no lists of the games behind each edge of the tree"),
        Row::flag<&R::extra>("extra", "Also keep the tags that the game header does not hold")
            .when_off("Keep only the tags that the game header holds"),
        Row::flag<&R::cols>("cols", "Write the columns of the header fields")
            .when_off("Write no columns of the header fields"),
        Row::choice<&R::bad_games>("bad_games", kBadGames,
                                   "What to do with a game that has an illegal or unreadable move: "
                                   "keep its legal part, skip it, or fail"),
        Row::parsed("where", "Keep only the games that a query about headers and tags accepts",
                    [](const std::string& text, R& request) -> Status {
                        auto expr = EDGE_TRY(query::parse_text(text));
                        request.choice.where = EDGE_TRY(query::GameFilter::make(std::move(expr)));
                        return {};
                    }),
        Row::count<&R::choice, &Choice::max_games>("max_games", {1, kMaxCount},
                                                   "Stop when N games are kept"),
        Row::share<&R::choice, &Choice::sample>(
            "sample", "Keep each game with this probability, above 0 and up to 1"),
        Row::count<&R::choice, &Choice::seed>(
            "seed", {}, "The seed of the sample; another one gives another sample (default: 0)")
            .needing("sample"),
        Row::flag<&R::skip_duplicates>(
            "skip_duplicates",
            "Leave out games that are duplicates of one in the corpus or of one another"),
    };
    return rows;
}

Result<IndexRequest> parse_index_request(std::string_view json) {
    IndexRequest request = EDGE_TRY(read_request(json, index_fields()));
    if (request.out.empty() && request.append.empty()) {
        return wrong_at("",
                        "expected \"out\" for a new corpus, or \"append\" for one that is there");
    }
    return request;
}

}  // namespace edge::wire
