#include "codec/scid4/base_files.h"

#include <algorithm>
#include <string>

#include "core/ascii.h"

namespace edge::scid4 {

BaseFiles base_files(const std::filesystem::path& path) {
    std::filesystem::path bare = path;
    std::string suffix = path.extension().string();
    std::string lower = suffix;
    std::ranges::transform(lower, lower.begin(), to_lower);
    if (lower == ".si4" || lower == ".sn4" || lower == ".sg4") {
        bare.replace_extension();
    } else {
        suffix = ".si4";
    }
    // A dot in a bare name is part of the name, so suffixes are appended. A suffix in capitals, as
    // some systems write it, means capitals in all three.
    const bool is_upper = suffix[1] == 'S';
    const auto with = [&](char letter) {
        suffix[2] = is_upper ? static_cast<char>(letter - 'a' + 'A') : letter;
        std::filesystem::path file = bare;
        file += suffix;
        return file;
    };
    return {.index = with('i'), .names = with('n'), .games = with('g')};
}

}  // namespace edge::scid4
