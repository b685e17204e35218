#include "corpus/cols_check.h"

#include <cassert>

#include <fmt/format.h>

#include "corpus/cols_layout.h"

namespace edge::corpus {

void for_each_column_difference(
    const Shard& shard,
    const std::function<void(uint64_t offset, const std::string& finding)>& report) {
    assert(shard.columns() != nullptr);
    for (uint32_t game = 0; game < shard.game_count(); ++game) {
        const auto view = shard.game(game);
        if (!view) continue;
        const ColumnEntries entries = column_entries(view->record());
        for_each_column([&]<class T>(const Column<T>& column) {
            const std::span<const T> values = shard.columns()->*column.view;
            if (values.empty()) return;  // an older file has no such column
            const T& found = values[game];
            const T expected = column.entry(entries);
            if (found == expected) return;
            const auto* const place = reinterpret_cast<const std::byte*>(&found);
            report(static_cast<uint64_t>(place - shard.cols_bytes().data()),
                   fmt::format("found {} {} of game {}, expected the {} of its record", column.name,
                               found, game, expected));
        });
    }
}

}  // namespace edge::corpus
