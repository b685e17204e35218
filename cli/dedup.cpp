// edge dedup: the games that a corpus has twice.
#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "bitmap/bitmap_file.h"
#include "bitmap/bitmap_name.h"
#include "commands.h"
#include "core/progress.h"
#include "corpus/corpus.h"
#include "field_options.h"
#include "games/game_list_text.h"
#include "open_corpus.h"
#include "output.h"
#include "scan_options.h"
#include "wire/dedup/dedup_answer.h"
#include "wire/dedup/dedup_request.h"

namespace edge::cli {
namespace {

using indexing::DedupReport;
using indexing::Duplicate;
using indexing::MovesAgreement;
using indexing::NearMiss;
using indexing::PlayersAgreement;

struct DedupArguments {
    wire::DedupRequest request;
    bool json = false;
    unsigned threads = 0;
};

std::string counted(uint64_t number, std::string_view what) {
    return fmt::format("{} {}{}", grouped(number), what, number == 1 ? "" : "s");
}

std::string_view moves_text(MovesAgreement moves) {
    return moves == MovesAgreement::Same ? "the same moves" : "the moves of one begin the other";
}

std::string_view players_text(PlayersAgreement players) {
    switch (players) {
        case PlayersAgreement::Same:
            return "the same players";
        case PlayersAgreement::Spelling:
            return "players spelled differently";
        case PlayersAgreement::Alias:
            return "players whom players.tsv joins";
        case PlayersAgreement::Initials:
            return "players with abbreviated names";
        case PlayersAgreement::Unknown:
            break;
    }
    return "a player is unknown";
}

std::string reason_text(const Duplicate& pair) {
    return fmt::format("{}, {}", moves_text(pair.moves), players_text(pair.players));
}

std::string_view contradiction_text(const NearMiss& miss) {
    if (miss.dates && miss.results) return "the dates and the results contradict";
    return miss.dates ? "the dates contradict" : "the results contradict";
}

// Games as aligned lines.
class Lines {
public:
    explicit Lines(const corpus::Corpus& corpus)
        : loader_(corpus),
          list_(corpus, std::clamp(terminal_width().value_or(games::kDefaultListWidth),
                                   games::kMinListWidth, games::kMaxListWidth)) {}

    void header() { list_.append_header(text_); }
    void text(std::string_view text) { text_ += text; }
    Status game(uint64_t id) {
        list_.append(EDGE_TRY(loader_.load(id)), text_);
        return {};
    }
    const std::string& all() const { return text_; }

private:
    games::GameLoader loader_;
    games::GameListText list_;
    std::string text_;
};

// Of `total` things those to list: [first, end).
struct ListedRange {
    uint64_t first, end;
};

ListedRange listed_of(uint64_t total, const wire::DedupRequest& request) {
    const uint64_t first = std::min(request.skip, total);
    return {first, first + std::min(request.limit, total - first)};
}

Status append_groups(const DedupReport& report, const wire::DedupRequest& request, Lines& lines) {
    const ListedRange listed = listed_of(report.groups, request);
    if (listed.first == listed.end) return {};
    lines.text("\n");
    lines.header();
    uint64_t group = 0;
    for (size_t i = 0; group < listed.end; ++group) {
        const bool is_listed = group >= listed.first;
        const uint32_t kept = report.duplicates[i].kept;
        if (group > listed.first) lines.text("\n");
        if (is_listed) {
            EDGE_CHECK(lines.game(kept));
        }
        for (; i < report.duplicates.size() && report.duplicates[i].kept == kept; ++i) {
            if (!is_listed) continue;
            EDGE_CHECK(lines.game(report.duplicates[i].dropped));
            lines.text(fmt::format("    {}\n", reason_text(report.duplicates[i])));
        }
    }
    if (listed.end < report.groups) {
        lines.text(fmt::format("\nand {}\n", counted(report.groups - listed.end, "other group")));
    }
    return {};
}

Status append_contradictions(const DedupReport& report, const wire::DedupRequest& request,
                             Lines& lines) {
    const uint64_t total = report.near_misses.size();
    lines.text(fmt::format("\n{} kept apart only by a contradiction\n", counted(total, "game")));
    const ListedRange listed = listed_of(total, request);
    if (listed.first == listed.end) return {};
    lines.text("\n");
    lines.header();
    for (uint64_t i = listed.first; i < listed.end; ++i) {
        const NearMiss& miss = report.near_misses[i];
        if (i > listed.first) lines.text("\n");
        EDGE_CHECK(lines.game(miss.pair.kept));
        EDGE_CHECK(lines.game(miss.pair.dropped));
        lines.text(fmt::format("    {}, {}\n", reason_text(miss.pair), contradiction_text(miss)));
    }
    if (listed.end < total) {
        lines.text(fmt::format("\nand {}\n", counted(total - listed.end, "other")));
    }
    return {};
}

Status run_dedup(DedupArguments& arguments) {
    wire::DedupRequest& request = arguments.request;
    const auto corpus = EDGE_TRY(open_corpus(request.corpus));
    for (const std::string& warning : corpus.warnings()) warn(warning);
    std::string path;
    if (!request.output.empty()) {
        const NamedFile output =
            EDGE_TRY(resolve_bitmap_name(request.output, corpus.path(), kBitmapExtension));
        path = output.path;
        EDGE_CHECK(check_free(path, request.force));
    }
    ProgressBar bar("comparing", stderr_is_terminal());
    const auto report =
        wire::run_dedup_request(corpus, request, scan_options(corpus, arguments.threads, bar));
    bar.finish();
    if (!report) return tl::unexpected(report.error());
    if (arguments.json) {
        return print(EDGE_TRY(wire::dedup_json(corpus, request, *report)) + '\n');
    }
    Lines lines(corpus);
    lines.text(fmt::format("{}: {} of {} in {}\n", corpus.path(),
                           counted(report->duplicates.size(), "duplicate"),
                           counted(corpus.game_count(), "game"), counted(report->groups, "group")));
    if (!path.empty()) lines.text(fmt::format("wrote {}\n", path));
    EDGE_CHECK(append_groups(*report, request, lines));
    if (request.contradictions) {
        EDGE_CHECK(append_contradictions(*report, request, lines));
    }
    return print(lines.all());
}

}  // namespace

void add_dedup(CLI::App& app, Command& chosen) {
    auto arguments = std::make_shared<DedupArguments>();
    wire::DedupRequest& request = arguments->request;
    CLI::App* const sub = app.add_subcommand("dedup", "Find the games that a corpus has twice");
    sub->add_option("CORPUS", request.corpus, "A .scoredb directory")->required();
    CLI::Option* const output =
        add_field(*sub, wire::dedup_fields(), "output", request, "-o,--output");
    add_field(*sub, wire::dedup_fields(), "force", request)->needs(output);
    add_fields(*sub, wire::dedup_fields(), request, {"corpus", "output", "force"});
    sub->add_flag("--json", arguments->json, "One JSON object instead of text");
    sub->add_option("--threads", arguments->threads, "Threads (default: all cores)")
        ->check(CLI::Range(1, kMaxThreads));
    sub->footer(
        "Duplicates have the same moves, or the moves of one, when it is longer than 20 plies, "
        "begin\n"
        "the other; their players agree however they are spelled; and neither a known part of the\n"
        "date nor a known result differs. In each group the game with most known header fields is\n"
        "listed first, and kept; the games to drop are stored by --output. The corpus is not "
        "changed.\n"
        "\n"
        "Examples:\n"
        "  edge dedup games.scoredb\n"
        "  edge dedup games.scoredb --output @duplicates --limit 0\n"
        "  edge dedup games.scoredb --contradictions --json");
    sub->callback([arguments, &chosen] { chosen = [arguments] { return run_dedup(*arguments); }; });
}

}  // namespace edge::cli
