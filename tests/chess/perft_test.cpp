#include "chess/perft.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "chess/fen.h"
#include "support/slow_build.h"
#include "support/source_dir.h"

namespace edge {
namespace {

// Larger counts are left out.
constexpr uint64_t kLargestCount = test::kSlowBuild ? 20'000'000 : 200'000'000;

struct Expected {
    unsigned depth;
    uint64_t leaves;
};
struct Row {
    std::string fen;
    std::vector<Expected> counts;
};

std::vector<Row> read_rows(const std::string& name) {
    std::ifstream file(test::source_dir() / "tests/data/perft" / name);
    std::vector<Row> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream fields(line);
        Row row;
        std::getline(fields, row.fen, ';');
        for (std::string field; std::getline(fields, field, ';');) {
            std::istringstream pair(field);
            char letter = 0;
            Expected expected{};
            pair >> letter >> expected.depth >> expected.leaves;
            row.counts.push_back(expected);
        }
        rows.push_back(row);
    }
    return rows;
}

void check_file(const std::string& name, size_t minimum_rows) {
    const std::vector<Row> rows = read_rows(name);
    ASSERT_GE(rows.size(), minimum_rows);
    for (const Row& row : rows) {
        const auto position = parse_fen(row.fen, FenMode::Strict);
        ASSERT_TRUE(position) << describe(position.error(), row.fen);
        for (const Expected& expected : row.counts) {
            if (expected.leaves > kLargestCount) continue;
            EXPECT_EQ(perft(*position, expected.depth), expected.leaves)
                << row.fen << " depth " << expected.depth;
        }
    }
}

TEST(Perft, AgreesOnStandardPositions) { check_file("standard.perft", 6); }
TEST(Perft, AgreesOnSpecialMoves) { check_file("special_moves.perft", 14); }
TEST(Perft, AgreesOnChess960) { check_file("chess960.perft", 8); }

TEST(Perft, DepthZeroIsOneLeaf) { EXPECT_EQ(perft(Position::start(), 0), 1U); }

}  // namespace
}  // namespace edge
