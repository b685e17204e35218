// edge explore: the moves played from a position and how they scored.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "chess/position_text.h"
#include "codec/polyglot/book.h"
#include "commands.h"
#include "core/mapped_file.h"
#include "core/parallel.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "explore_text.h"
#include "explorer/book_answer.h"
#include "explorer/explorer.h"
#include "field_options.h"
#include "open_corpus.h"
#include "output.h"
#include "query_arguments.h"
#include "query_text.h"
#include "scan_options.h"
#include "tree/filtered_tree.h"
#include "wire/explore/explore_answer.h"
#include "wire/explore/explore_json.h"
#include "wire/json/opening_names.h"

namespace edge::cli {
namespace {

struct ExploreArguments {
    wire::ExploreRequest request;  // except for what is below
    std::string fen;
    std::string moves;
    std::string batch;
    QueryArguments query;
    std::string bitmap;
    CLI::Option* games = nullptr;  // with the move as its value, or without one
    FieldOptions list_options;     // those that go with it
    wire::GamesBehind list;
    bool ascending = false;
    std::string save;
    bool force = false;
    bool json = false;
    unsigned threads = 0;
};

Result<std::vector<Position>> read_batch(const std::string& path) {
    std::ifstream file;
    if (path != "-") {
        file.open(path);
        if (!file) return fail(ErrorCode::Io, fmt::format("{}: cannot open it for reading", path));
    }
    std::istream& in = path == "-" ? std::cin : file;
    std::vector<Position> positions;
    std::string line;
    for (size_t number = 1; std::getline(in, line); ++number) {
        if (!line.empty() && line.back() == '\r') line.pop_back();
        if (line.empty() || line.front() == '#') continue;
        auto position = parse_position_text(line);
        if (!position) {
            return fail(ErrorCode::Corrupt,
                        fmt::format("{}, line {}: {}", path, number, position.error().message));
        }
        positions.push_back(*position);
    }
    if (in.bad()) return fail(ErrorCode::Io, fmt::format("{}: cannot read", path));
    return positions;
}

Result<std::vector<Position>> asked_positions(const ExploreArguments& arguments) {
    if (!arguments.batch.empty()) return read_batch(arguments.batch);
    if (!arguments.fen.empty()) {
        return std::vector{EDGE_TRY(parse_position_text(arguments.fen))};
    }
    return std::vector{EDGE_TRY(play_moves(Position::start(), arguments.moves))};
}

Result<wire::ExploreRequest> request_of(const ExploreArguments& arguments) {
    const auto wrong = [](std::string message) {
        return fail(ErrorCode::InvalidArgument, std::move(message));
    };
    wire::ExploreRequest request = arguments.request;
    request.is_batch = !arguments.batch.empty();
    request.asked = EDGE_TRY(arguments.query.read());
    if (!arguments.bitmap.empty() && !wire::names_bitmap(arguments.bitmap)) {
        return wrong(
            fmt::format("--bitmap: found '{}', expected @NAME or a .bm file", arguments.bitmap));
    }
    request.asked.expr = wire::with_bitmap(std::move(request.asked.expr), arguments.bitmap);
    request.positions = EDGE_TRY(asked_positions(arguments));
    if (arguments.games->count() == 0) {
        const bool has_list_option =
            arguments.ascending ||
            std::ranges::any_of(arguments.list_options,
                                [](const auto& option) { return option.second->count() > 0; });
        if (has_list_option) return wrong("--sort, --asc, --limit and --cursor go with --games");
        return request;
    }
    if (request.is_batch) return wrong("--games goes with one position, not with --batch");
    request.games = arguments.list;
    request.games->descending =
        !arguments.ascending && arguments.list.sort != games::GameSort::None;
    return request;
}

// A tree on its own, as --save writes it. Without meta nothing says that its buckets are sorted.
Result<wire::ExploreAnswer> explore_tree_file(const ExploreArguments& arguments,
                                              const wire::ExploreRequest& request) {
    const auto tree = EDGE_TRY(corpus::Tree::open(arguments.request.corpus, false));
    wire::ExploreAnswer answer;
    answer.is_batch = request.is_batch;
    answer.positions = EDGE_TRY(explorer::explore_tree(tree, request.positions, request.continued));
    return answer;
}

Status show_book(const ExploreArguments& arguments, const wire::ExploreRequest& request) {
    const auto book = polyglot::Book::open(arguments.request.corpus);
    if (!book) {
        return fail(book.error().code,
                    fmt::format("{}; expected a .scoredb corpus, a tree that --save wrote, or a "
                                "Polyglot book",
                                book.error().message));
    }
    if (request.continued) {
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("{}: a book counts no games; --continued needs a tree",
                                arguments.request.corpus));
    }
    std::vector<explorer::BookAnswer> answers;
    std::string text;
    for (const Position& position : request.positions) {
        const auto& answer = answers.emplace_back(explorer::explore_book(*book, position));
        for (const std::string& warning : answer.warnings) warn(warning);
        if (answers.size() > 1) text += '\n';
        text += book_table(answer);
    }
    if (arguments.json) return print(wire::book_json(answers, request.is_batch) + '\n');
    return print(text);
}

Status save_tree(const ExploreArguments& arguments, const corpus::Corpus& corpus,
                 const wire::ChosenGames* chosen) {
    const auto saved = EDGE_TRY(tree::save_filtered_tree(
        corpus, chosen == nullptr ? nullptr : &chosen->bitmap,
        {.path = arguments.save, .force = arguments.force, .threads = arguments.threads}));
    fmt::print(stderr, "{}: {} edges of {} games\n", arguments.save, grouped(saved.edges),
               grouped(saved.games));
    return {};
}

std::string answer_text(const wire::ExploreAnswer& answer, const std::vector<Position>& asked,
                        const Openings* openings) {
    std::string text;
    if (answer.filter) {
        text = fmt::format("{} games selected: {}\n{}\n", grouped(answer.filter->games),
                           answer.filter->query, spellings_text(answer.filter->aliases));
    }
    for (size_t i = 0; i < answer.positions.size(); ++i) {
        if (i != 0) text += '\n';
        const Opening* const opening = openings == nullptr ? nullptr : openings->find(asked[i]);
        text += answer_table(answer.positions[i], opening, stdout_is_terminal());
    }
    if (answer.games) text += '\n' + games_table(*answer.games);
    return text;
}

Status show(const ExploreArguments& arguments, const wire::ExploreRequest& request,
            const wire::ExploreAnswer& answer) {
    if (answer.filter) {
        for (const std::string& warning : answer.filter->warnings) warn(warning);
    }
    for (const std::string& warning : answer.warnings) warn(warning);
    for (const explorer::Answer& position : answer.positions) {
        for (const std::string& warning : position.warnings) warn(warning);
    }
    if (arguments.json) return print(EDGE_TRY(wire::explore_json(answer)) + '\n');
    const auto openings = EDGE_TRY(wire::default_openings());
    return print(answer_text(answer, request.positions, openings.get()));
}

// A file instead of a corpus: a tree, known by its magic, or a book, which has none.
Status explore_file(const ExploreArguments& arguments, const wire::ExploreRequest& request) {
    const MappedFile file = EDGE_TRY(MappedFile::open(arguments.request.corpus));
    const bool is_tree = file.text().starts_with(corpus::kTreeMagic);
    if (!is_tree) EDGE_CHECK(check_is_not_games(arguments.request.corpus));
    if (!wire::refers_to_all(request.asked.expr) || request.deep || request.details ||
        request.games || !arguments.save.empty()) {
        return fail(
            ErrorCode::InvalidArgument,
            fmt::format("{}: a {} can only be looked up; filters, --deep, --details, "
                        "--games and --save need a corpus",
                        arguments.request.corpus, is_tree ? "tree without its games" : "book"));
    }
    if (!is_tree) return show_book(arguments, request);
    return show(arguments, request, EDGE_TRY(explore_tree_file(arguments, request)));
}

Status run_explore(const ExploreArguments& arguments) {
    const auto request = EDGE_TRY(request_of(arguments));
    std::error_code ignored;
    if (std::filesystem::is_regular_file(arguments.request.corpus, ignored)) {
        return explore_file(arguments, request);
    }
    const auto corpus = EDGE_TRY(open_corpus(arguments.request.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    if (!arguments.save.empty()) EDGE_CHECK(check_free(arguments.save, arguments.force));
    ProgressBar bar("scanning", stderr_is_terminal());
    const query::RunOptions work = scan_options(corpus, arguments.threads, bar);
    const auto chosen = EDGE_TRY(wire::choose_games(corpus, request, work));
    const wire::ChosenGames* const games = chosen ? &*chosen : nullptr;
    const auto answer = wire::run_explore_request(corpus, request, games, work);
    bar.finish();
    if (!answer) return tl::unexpected(answer.error());
    if (!arguments.save.empty()) EDGE_CHECK(save_tree(arguments, corpus, games));
    return show(arguments, request, *answer);
}

}  // namespace

void add_explore(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<ExploreArguments>();
    CLI::App* const sub = app.add_subcommand("explore", "What is played here, and how it scores");
    sub->add_option("CORPUS", arguments->request.corpus,
                    "A .scoredb directory, a tree that --save wrote, or a Polyglot book")
        ->required();
    arguments->query.add_set_to(*sub);
    auto* const fen = sub->add_option("--fen", arguments->fen, "The position, as FEN");
    auto* const moves = sub->add_option("--moves", arguments->moves,
                                        "The position, as moves from the start (SAN or UCI)");
    auto* const batch =
        sub->add_option("--batch", arguments->batch,
                        "Many positions, one a line: FEN, 'startpos [moves ...]', 'moves ...'");
    fen->excludes(moves)->excludes(batch);
    moves->excludes(batch);
    add_fields(*sub, wire::explore_fields(), arguments->request,
               {"corpus", "fen", "moves", "query", "no_aliases", "bitmap", "board"});
    arguments->games =
        sub->add_option("--games", arguments->list.move,
                        "List the games behind the answer, or behind one of its moves")
            ->type_name("[=MOVE]")
            ->expected(0, 1);
    arguments->list_options =
        add_fields(*sub, wire::games_behind_fields(), arguments->list, {"move", "desc"});
    sub->add_flag("--asc", arguments->ascending, "The lowest or earliest games first");
    sub->add_option("--bitmap", arguments->bitmap,
                    "Another way to name the set: @NAME or a .bm file");
    sub->add_option("--save", arguments->save, "Write the tree of the chosen games as a tree.dat");
    sub->add_flag("--force", arguments->force, "Replace that file if it exists");
    sub->add_flag("--json", arguments->json, "One JSON object instead of a table");
    sub->add_option("--threads", arguments->threads, "Threads for scans (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    arguments->query.add_to(*sub);
    sub->footer(
        "Examples:\n"
        "  edge explore games.scoredb\n"
        "  edge explore games.scoredb --moves \"e4 c5 Nf3\"\n"
        "  edge explore games.scoredb --fen \"8/8/4k3/8/4P3/4K3/8/8 w - - 0 1\" --json\n"
        "  edge explore games.scoredb --batch positions.txt --json\n"
        "  edge explore games.scoredb --moves \"e4 c5\" --min-elo 2500 --year 2015.. --details\n"
        "  edge explore games.scoredb --player '~carlsen' --games --sort date --limit 10\n"
        "  edge explore games.scoredb @blitz --save blitz.dat\n"
        "  edge explore book.bin --moves \"d4 Nf6\"");
    sub->callback(
        [arguments, &chosen] { chosen = [arguments] { return run_explore(*arguments); }; });
}

}  // namespace edge::cli
