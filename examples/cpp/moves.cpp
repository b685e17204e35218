// A table of what was played from a position: moves CORPUS [MOVES [QUERY]]
//
//     moves games.scoredb "e4 c5" "year >= 2000"
#include <cstdint>
#include <cstdio>
#include <exception>

#include <nlohmann/json.hpp>

#include "handles.h"

using nlohmann::json;

namespace {

void print_row(const json& row, const std::string& name) {
    const auto games = row["total"].get<uint64_t>();
    const auto share = [&](const char* result) {
        return 100.0 * row[result].get<double>() / static_cast<double>(games);
    };
    std::printf("%-8s%8llu%8.1f%%%8.1f%%%8.1f%%\n", name.c_str(),
                static_cast<unsigned long long>(games), share("white"), share("draws"),
                share("black"));
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc < 2 || argc > 4) {
        std::fputs("usage: moves CORPUS [MOVES [QUERY]]\n", stderr);
        return 2;
    }
    const Corpus corpus = open_corpus(argv[1]);
    json request = json::object();
    if (argc > 2) request["moves"] = argv[2];
    if (argc > 3) request["query"] = argv[3];
    const json answer = json::parse(ask(corpus, "explore", request.dump()));
    std::printf("%-8s%8s%9s%9s%9s\n", "move", "games", "white", "draw", "black");
    for (const json& move : answer["moves"]) print_row(move, move["san"]);
    if (!answer["moves"].empty()) print_row(answer, "all");
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "moves: %s\n", error.what());
    return 1;
}
