// Reads PGN from a file into whole games and writes them again: what tests/judges compares with
// python-chess. Issues go to standard error, a line each.
#include <cstdio>
#include <string>
#include <string_view>

#include "codec/pgn/game_reader.h"
#include "codec/pgn/game_writer.h"
#include "core/mapped_file.h"

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: rewrite_pgn FILE\n", stderr);
        return 2;
    }
    const auto file = edge::MappedFile::open(argv[1]);
    if (!file) {
        std::fprintf(stderr, "%s\n", file.error().message.c_str());
        return 1;
    }
    std::string text;
    for (const edge::pgn::TextGame& read : edge::pgn::read_games(file->text())) {
        for (const edge::pgn::GameIssue& issue : read.issues) {
            std::fprintf(stderr, "%s\n", describe(issue).c_str());
        }
        edge::pgn::append_game(read.game, text);
    }
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : 1;
}
