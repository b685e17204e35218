// A Scid 4 base is three files next to each other: NAME.si4, NAME.sn4 and NAME.sg4.
// docs/formats/scid4.md has the bytes of all three.
#pragma once

#include <filesystem>

namespace edge::scid4 {

struct BaseFiles {
    std::filesystem::path index;  // .si4
    std::filesystem::path names;  // .sn4
    std::filesystem::path games;  // .sg4
};

// The files of a base that is named by any of them or without a suffix.
BaseFiles base_files(const std::filesystem::path& path);

}  // namespace edge::scid4
