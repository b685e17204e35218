#include "codec/scid4/base_files.h"

namespace edge::scid4 {

BaseFiles base_files(const std::filesystem::path& path) {
    std::filesystem::path bare = path;
    const std::filesystem::path suffix = path.extension();
    if (suffix == ".si4" || suffix == ".sn4" || suffix == ".sg4") bare.replace_extension();
    // What follows a dot in a bare name belongs to the name, so suffixes are appended.
    const auto with = [&bare](const char* text) {
        std::filesystem::path file = bare;
        file += text;
        return file;
    };
    return {.index = with(".si4"), .names = with(".sn4"), .games = with(".sg4")};
}

}  // namespace edge::scid4
