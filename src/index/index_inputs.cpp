#include "index/index_inputs.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

#include "core/parallel.h"
#include "formats/game_kinds.h"

namespace edge::indexing {

Result<std::vector<formats::GameInput>> open_index_inputs(const IndexOptions& options) {
    const formats::ReadOptions read{
        .keep_deleted = options.keep_deleted,
        .threads = options.threads != 0 ? options.threads : default_threads()};
    std::vector<formats::GameInput> inputs;
    for (const formats::GameSource& source :
         EDGE_TRY(formats::find_game_sources(options.inputs, options.from))) {
        if (source.kind == formats::GameKind::Pgn && !options.whole_games) {
            auto opened = EDGE_TRY(formats::open_pgn_inputs({source.path}));
            std::ranges::move(opened, std::back_inserter(inputs));
            continue;
        }
        formats::GameInput& input = inputs.emplace_back();
        std::error_code error;
        input.name = source.path;
        if (source.path != "-") {
            input.name = std::filesystem::absolute(source.path, error).lexically_normal().string();
        }
        input.games = EDGE_TRY(formats::open_games(source, read));
        if (source.path != "-") input.content_files = formats::content_files(source);
        input.games_have_offsets = source.kind == formats::GameKind::Pgn && !options.number_games;
        const uint64_t bytes = input.games->bytes_total();
        if (bytes != 0) input.size = bytes;
    }
    return inputs;
}

bool is_numbered(const formats::GameInput& input) {
    return input.games != nullptr && !input.games_have_offsets;
}

bool has_numbered_games(const std::vector<formats::GameInput>& inputs) {
    return std::ranges::any_of(inputs, is_numbered);
}

std::optional<uint64_t> known_size(const std::vector<formats::GameInput>& inputs) {
    uint64_t total = 0;
    for (const formats::GameInput& input : inputs) {
        if (!input.size) return std::nullopt;
        total += *input.size;
    }
    return total;
}

Status check_unchanged(const std::vector<formats::GameInput>& inputs) {
    for (const formats::GameInput& input : inputs) {
        EDGE_CHECK(input.file.check_unchanged());
        if (input.games != nullptr) EDGE_CHECK(input.games->check_unchanged());
    }
    return {};
}

}  // namespace edge::indexing
