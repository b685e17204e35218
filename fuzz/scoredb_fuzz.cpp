// Any bytes as the seven files of a corpus of one shard: each a u32 length and its bytes, in the
// order of kFiles; without bytes there is no tree.games. The corpus is opened and used in every way
// there is.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/corpus_inspection.h"
#include "corpus/verify.h"
#include "explorer/explorer.h"
#include "games/game_columns.h"
#include "games/games_export.h"
#include "query/answers/heatmap.h"
#include "query/lang/text.h"
#include "query/query.h"
#include "require.h"
#include "wire/games/game_json.h"

using namespace edge;

namespace {

namespace fs = std::filesystem;

constexpr const char* kFiles[] = {"meta",          "shards/0.moves", "shards/0.gameidx",
                                  "shards/0.dict", "shards/0.extra", "tree.dat",
                                  "tree.games"};

// One directory for the whole run, its files rewritten for each input.
const fs::path& directory() {
    static const fs::path path = [] {
        std::string name = (fs::temp_directory_path() / "edge-fuzz-XXXXXX").string();
        FUZZ_REQUIRE(::mkdtemp(name.data()) != nullptr);
        fs::create_directory(fs::path(name) / "shards");
        std::atexit([] {
            std::error_code ignored;
            fs::remove_all(directory(), ignored);
        });
        return fs::path(name);
    }();
    return path;
}

void write_files(std::string_view input) {
    for (const char* name : kFiles) {
        uint32_t length = 0;
        if (input.size() >= sizeof length) {
            std::memcpy(&length, input.data(), sizeof length);
            input.remove_prefix(sizeof length);
        }
        const std::string_view bytes = input.substr(0, length);
        input.remove_prefix(bytes.size());
        if (bytes.empty() && std::string_view(name) == "tree.games") {
            fs::remove(directory() / name);
        } else {
            std::ofstream(directory() / name, std::ios::binary) << bytes;
        }
    }
}

// One query for each way a scan plays games; a sound corpus answers them all.
constexpr std::string_view kQuestions[] = {
    "result = W and white ~ \"a\" or tag(\"Event\") = \"x\"",
    "Q=q=0 R>=1",
    "passed_pawn doubled_pawn",
    "bishop_pair rook_on_open_file king_castled",
    "subfen(\"8/8/8/4p3/4P3/8/8/8\", mirror) subfen(\"P7/8/8/8/8/8/8/8\", shift)",
    "position(\"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\")",
    "seq(move(\"Nf3\", \"O-O\"), captured(P) gives_check, became(in_check))",
    "any(checkmate, stalemate, promoted(Q))",
    "opposite_bishops iqp",
    "quiet sacrifice",
    "subfen(\"8/8/8/8/4P3/8/8/8\", mirror, mirror_files)",
};

void ask(const corpus::Corpus& corpus, bool is_sound) {
    for (const std::string_view question : kQuestions) {
        const auto query = query::Query::prepare(corpus, query::parse_text(question).value());
        FUZZ_REQUIRE(query.has_value());
        FUZZ_REQUIRE(query::find_matches(*query, {}, {}) || !is_sound);
        FUZZ_REQUIRE(query::fold_heatmap(*query, {}, {}) || !is_sound);
    }
}

// Every list is one of the corpus's games or an error; a sound corpus has no errors.
void read_lists(const corpus::Corpus& corpus, bool is_sound) {
    std::vector<uint32_t> ordinals;
    for (const corpus::TreeSegment& segment : corpus.tree_segments()) {
        for (uint64_t i = 0; segment.games && i < segment.games->edge_count(); ++i) {
            const auto read = segment.games->read(i, segment.tree.edge(i).total, ordinals);
            FUZZ_REQUIRE(read || !is_sound);
            for (const uint32_t ordinal : ordinals) FUZZ_REQUIRE(ordinal < segment.game_count());
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    (void)directory();
    write_files({reinterpret_cast<const char*>(data), size});
    const auto corpus = corpus::Corpus::open(directory().string());
    if (!corpus) return 0;
    (void)corpus::inspect(*corpus);
    const auto report = corpus::verify(*corpus);
    FUZZ_REQUIRE(report.has_value());
    for (const bool deep : {false, true}) {
        const auto answer =
            explorer::explore(*corpus, Position::start(), {.deep = deep, .threads = 1});
        FUZZ_REQUIRE(answer || !report->ok());
    }
    const auto columns = games::default_columns(games::RowFormat::Json, true);
    games::GameLoader loader(*corpus);
    for (uint64_t id = 0; id < corpus->game_count(); ++id) {
        const auto game = loader.load(id);
        FUZZ_REQUIRE(game || !report->ok());
        if (!game) continue;
        std::string text;
        FUZZ_REQUIRE(games::append_pgn(*corpus, *game, text) || !report->ok());
        const games::SelectedGame selected{*game, corpus->locate(id)};
        FUZZ_REQUIRE(wire::game_json(*corpus, selected, columns) || !report->ok());
    }
    read_lists(*corpus, report->ok());
    ask(*corpus, report->ok());
    return 0;
}
