#include "query_run.h"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "core/overloaded.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "corpus_lock.h"
#include "open_corpus.h"
#include "output.h"
#include "query/answers/heatmap_picture.h"
#include "query/lang/notation.h"
#include "query/query.h"
#include "query_text.h"
#include "scan_options.h"
#include "wire/json/opening_names.h"
#include "wire/query/aggregate_json.h"
#include "wire/query/query_answer.h"
#include "wire/query/query_answer_json.h"

namespace edge::cli {
namespace {

using wire::AnswerKind;

// What only the command line knows: which flags were given, and where a list goes.
Status check_flags(const QueryOptions& options) {
    if (options.answer_flags.size() > 1) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{} and {} are two answers; a run gives one",
                                options.answer_flags[0], options.answer_flags[1]));
    }
    const bool lists_positions =
        options.request.answer == AnswerKind::Positions && options.request.output.empty();
    if (options.jsonl && (!lists_positions || options.json)) {
        return fail(ErrorCode::InvalidArgument,
                    "--jsonl goes with --positions, without --json and --output");
    }
    return {};
}

Result<wire::QueryRequest> request_of(const QueryOptions& options) {
    wire::QueryRequest request = options.request;
    request.asked = EDGE_TRY(options.query.read());
    EDGE_CHECK(check_flags(options));
    if (!options.pieces.empty()) {
        request.kinds = EDGE_TRY(at_option(fmt::format("--heatmap={}", options.pieces),
                                           query::parse_kinds(options.pieces)));
    }
    EDGE_CHECK(wire::check_query_request(request, flag_name));
    request.lock = lock_options(request.corpus, options.no_wait);
    return request;
}

query::ColorDepth color_depth() {
    if (!stdout_is_terminal() || std::getenv("NO_COLOR") != nullptr) {
        return query::ColorDepth::None;
    }
    const char* const colors = std::getenv("COLORTERM");
    const bool is_true_color = colors != nullptr && (std::string_view(colors) == "truecolor" ||
                                                     std::string_view(colors) == "24bit");
    return is_true_color ? query::ColorDepth::TrueColor : query::ColorDepth::Indexed256;
}

// Standard output, and the bar that gives way to it where both are on one terminal.
class Screen {
public:
    Screen(const corpus::Corpus& corpus, unsigned threads)
        : bar_("scanning", stderr_is_terminal()), options_(scan_options(corpus, threads, bar_)) {}

    // With the bar, until a list on the terminal itself shows the progress.
    query::RunOptions run_options() {
        query::RunOptions options = options_;
        options.on_progress = [this](uint64_t games_done) {
            return has_written_ || options_.on_progress(games_done);
        };
        return options;
    }

    Status write(std::string_view text) {
        if (on_terminal_) {
            has_written_ = true;
            bar_.finish();
        }
        return output_.write(text);
    }
    void warn_all(const std::vector<std::string>& warnings) {
        if (warnings.empty()) return;
        has_written_ = true;
        bar_.finish();
        for (const std::string& warning : warnings) warn(warning);
    }
    Status close() {
        bar_.finish();
        return output_.close();
    }

private:
    ProgressBar bar_;
    query::RunOptions options_;
    Output output_ = Output::standard();
    const bool on_terminal_ = stdout_is_terminal();
    std::atomic<bool> has_written_ = false;  // to the terminal, where the bar was
};

// A position of the list: a JSON line, or for people EPD, FEN, game and ply, or the last two.
std::string position_line(const query::ListedPosition& position, const QueryOptions& options) {
    if (options.jsonl) return wire::position_json(position) + '\n';
    if (!position.epd.empty()) return fmt::format("{}\n", position.epd);
    if (position.fen.empty()) return fmt::format("{} {}\n", position.game_id, position.ply);
    if (options.request.positions == query::PositionOutput::Fens)
        return fmt::format("{}\n", position.fen);
    return fmt::format("{} {} {}\n", position.game_id, position.ply, position.fen);
}

Result<wire::QueryAnswer> run_request(const query::Query& query, const wire::QueryRequest& request,
                                      const QueryOptions& options, Screen& screen) {
    Status written;
    auto answer = wire::run_query_request(
        query, request, screen.run_options(), [&](const query::ListedPosition& position) {
            written = screen.write(position_line(position, options));
            return written.has_value();
        });
    EDGE_CHECK(written);
    return answer;
}

Status write_matches(const wire::QueryAnswer& answer, const query::Page& page, Screen& screen) {
    const query::Query& query = answer.head.query;
    const auto write = [&](const query::GameMatch& match) -> Status {
        return screen.write(EDGE_TRY(wire::match_json(query.corpus(), match)) + '\n');
    };
    return query::visit_matches(query, answer.games, page, screen.run_options(), write);
}

// What follows the head of an answer for people.
std::string answer_text(const wire::QueryAnswer& answer, const Openings* openings) {
    return std::visit(
        Overloaded{
            [](const wire::CountFound&) { return std::string(); },
            [](const wire::MatchesFound&) { return std::string(); },
            [](const wire::HeatmapFound& found) {
                return positions_line(found.heatmap.total_positions) + '\n' +
                       query::heatmap_text(found.heatmap, found.kinds, color_depth());
            },
            [openings](const query::GroupTable& table) {
                return positions_line(table.total_positions) + '\n' + groups_text(table, openings);
            },
            [](const query::PositionListTotals& totals) { return listed_line(totals); },
            [](const wire::PartitionFound& found) { return partition_text(found.by, found.parts); },
        },
        answer.found);
}

Status run_for_people(const query::Query& query, const wire::QueryRequest& request,
                      const QueryOptions& options) {
    if (request.answer == AnswerKind::Explain) {
        for (const std::string& warning : query.warnings()) warn(warning);
        return print(query.explain());
    }
    Screen screen(query.corpus(), options.threads);
    const auto answer = EDGE_TRY(run_request(query, request, options, screen));
    screen.warn_all(answer.head.warnings);
    if (const auto* matches = std::get_if<wire::MatchesFound>(&answer.found)) {
        EDGE_CHECK(write_matches(answer, matches->page, screen));
    }
    const auto* const groups = std::get_if<query::GroupTable>(&answer.found);
    std::shared_ptr<const Openings> openings;
    if (groups != nullptr && groups->by.key == query::GroupKey::Eco) {
        openings = EDGE_TRY(wire::default_openings());
    }
    const std::string text = head_text(answer.head) + answer_text(answer, openings.get());
    // Next to a list on standard output, the text goes to standard error.
    const bool has_list = request.answer == AnswerKind::Matches ||
                          (request.answer == AnswerKind::Positions && request.output.empty());
    if (!has_list) EDGE_CHECK(screen.write(text));
    EDGE_CHECK(screen.close());
    if (has_list) fmt::print(stderr, "{}", text);
    return {};
}

Status run_for_programs(const corpus::Corpus& corpus, const wire::QueryRequest& request,
                        unsigned threads) {
    Screen screen(corpus, threads);
    EDGE_CHECK(
        wire::answer_query_request(corpus, request, screen.run_options(),
                                   [&](std::string_view text) { return screen.write(text); }));
    EDGE_CHECK(screen.write("\n"));
    return screen.close();
}

}  // namespace

Status run_query(const QueryOptions& options) {
    const wire::QueryRequest request = EDGE_TRY(request_of(options));
    const auto corpus = EDGE_TRY(open_corpus(request.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    if (options.json) return run_for_programs(corpus, request, options.threads);
    const auto query = EDGE_TRY(query::Query::prepare(corpus, request.asked.expr));
    return run_for_people(query, request, options);
}

}  // namespace edge::cli
