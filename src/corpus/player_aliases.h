// players.tsv of a corpus: the spellings of a name that mean the same player. Optional, and written
// by people, or by `edge players --merge` for them to look through; docs/formats/players.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/held_file.h"
#include "edge/result.h"

namespace edge::corpus {

inline constexpr std::string_view kPlayersFile = "players.tsv";

// Safe to use from many threads.
class PlayerAliases {
public:
    // Larger files are refused.
    static constexpr size_t kMaxBytes = size_t{64} << 20;

    // `file` is its name for errors, which are InvalidArgument and have its line.
    static Result<PlayerAliases> parse(std::string_view text, const std::string& file);
    // The same for a file of that path; none when there is no such file.
    static Result<PlayerAliases> read(const HeldFile& file, const std::string& path);

    // The names of each line, the one to be shown first.
    std::span<const std::vector<std::string>> lines() const { return lines_; }
    // All names of the line that has this one; empty when none has.
    std::span<const std::string> spellings(std::string_view name) const;

private:
    std::vector<std::vector<std::string>> lines_;
    std::map<std::string, size_t, std::less<>> line_of_;
};

// The text of such a file. Names that it cannot hold, with a tab in them or a # in front, must not
// be among them.
std::string aliases_text(std::span<const std::vector<std::string>> lines);
bool can_be_alias(std::string_view name);

}  // namespace edge::corpus
