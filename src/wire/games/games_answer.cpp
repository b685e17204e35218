#include "wire/games/games_answer.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "games/game_columns.h"
#include "games/game_list_text.h"
#include "games/games_export.h"
#include "games/original_text.h"
#include "wire/games/game_json.h"

namespace edge::wire {
namespace {

constexpr size_t kFlushBytes = size_t{1} << 16;

// None unless games are written as rows.
std::vector<games::GameColumn> columns_of(const GamesRequest& request, const query::Query& query) {
    const auto rows = row_format(request.format);
    if (!rows || !request.columns.empty()) return request.columns;
    return games::default_columns(*rows, !query.is_header_only());
}

// Writes the games of a list one after the other in the requested form.
class ListWriter {
public:
    ListWriter(const query::Query& query, const GamesRequest& request,
               const query::RunOptions& options, const TextSink& write)
        : query_(query),
          request_(request),
          options_(options),
          columns_(columns_of(request, query)),
          table_(query.corpus(), request.width.value_or(games::kDefaultListWidth)),
          originals_(query.corpus(), [this] { return is_cancelled(); }),
          write_(write) {}

    Status write(const games::GameSelection& selection);

private:
    bool is_cancelled() const {
        return options_.on_progress && !options_.on_progress(query_.corpus().game_count());
    }
    Status append(const games::SelectedGame& selected);
    Status flush() {
        EDGE_CHECK(write_(text_));
        text_.clear();
        return {};
    }

    const query::Query& query_;
    const GamesRequest& request_;
    const query::RunOptions& options_;
    const std::vector<games::GameColumn> columns_;
    const games::GameListText table_;
    games::OriginalText originals_;
    const TextSink& write_;
    std::string text_;  // not passed on yet
    bool is_first_ = true;
};

Status ListWriter::write(const games::GameSelection& selection) {
    const bool is_json = request_.format == GamesFormat::Json;
    if (is_json) text_ += open_games_json(query_, selection);
    if (request_.format == GamesFormat::Csv) games::append_csv_header(columns_, text_);
    if (request_.format == GamesFormat::Table) table_.append_header(text_);
    const auto load =
        row_format(request_.format)
            ? games::load_for(columns_)
            : games::LoadOptions{.tags = true, .match_plies = needs_match_plies(request_)};
    const auto write_game = [this](const games::SelectedGame& selected) -> Status {
        EDGE_CHECK(append(selected));
        return text_.size() < kFlushBytes ? Status() : flush();
    };
    EDGE_CHECK(games::visit_games(query_, selection.game_ids, load, options_, write_game));
    if (is_json) text_ += close_games_json();
    return flush();
}

Status ListWriter::append(const games::SelectedGame& selected) {
    const corpus::Corpus& corpus = query_.corpus();
    switch (request_.format) {
        case GamesFormat::Pgn:
            if (!request_.original) {
                return games::append_pgn(corpus, selected, request_.notes, text_);
            }
            text_ += EDGE_TRY(originals_.text_of(selected.game));
            text_ += "\n\n";
            return {};
        case GamesFormat::Uci:
            return games::append_uci(corpus, selected.game, text_);
        case GamesFormat::Csv:
            return games::append_csv(corpus, selected, columns_, text_);
        case GamesFormat::JsonLines:
            text_ += EDGE_TRY(game_json(corpus, selected, columns_));
            text_ += '\n';
            return {};
        case GamesFormat::Table:
            table_.append(selected.game, text_);
            return {};
        case GamesFormat::Json:
            break;
    }
    if (!is_first_) text_ += ',';
    is_first_ = false;
    text_ += EDGE_TRY(game_json(corpus, selected, columns_));
    return {};
}

}  // namespace

Result<games::GameSelection> select_games(const query::Query& query, const GamesRequest& request,
                                          const query::RunOptions& options) {
    if (request.game) {
        EDGE_TRY(query.corpus().game(*request.game));
        return games::GameSelection{1, {*request.game}, std::nullopt};
    }
    return games::select_games(query,
                               {.sort = request.sort,
                                .descending = request.descending,
                                .page = page_of(request.asked, request.skip, request.limit),
                                .cursor = request.cursor},
                               options);
}

Status write_games(const query::Query& query, const GamesRequest& request,
                   const games::GameSelection& selection, const query::RunOptions& options,
                   const TextSink& write) {
    if (needs_match_plies(request) && query.is_header_only()) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found the query '{}', expected one with a condition about "
                                "positions, which says where a game matched",
                                query.text()));
    }
    return ListWriter(query, request, options, write).write(selection);
}

Status answer_games_request(const corpus::Corpus& corpus, const GamesRequest& request,
                            const query::RunOptions& options, const TextSink& write) {
    const auto query = EDGE_TRY(query::Query::prepare(corpus, request.asked.expr));
    return write_games(query, request, EDGE_TRY(select_games(query, request, options)), options,
                       write);
}

}  // namespace edge::wire
