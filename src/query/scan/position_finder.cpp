#include "query/scan/position_finder.h"

#include <algorithm>
#include <utility>

#include "corpus/format.h"
#include "query/lang/text.h"
#include "query/scan/trace.h"

namespace edge::query {
namespace {

// Null for any other test.
const ResultTest* result_test(const HeaderLeaf& leaf) {
    const auto* test = std::get_if<HeaderTest>(&leaf.test);
    return test == nullptr ? nullptr : std::get_if<ResultTest>(test);
}

}  // namespace

Result<PositionCondition> PositionCondition::make(Expr expr) {
    const Expr plain = normalized(std::move(expr));
    auto program = std::make_shared<Program>(EDGE_TRY(compile(plain)));
    const bool is_about_games = std::ranges::any_of(
        program->headers, [](const HeaderLeaf& leaf) { return result_test(leaf) == nullptr; });
    if (is_about_games) {
        return fail(ErrorCode::InvalidArgument,
                    "found a test of whole games, by a header, a tag or a stored set, expected a "
                    "condition about positions; a query chooses games");
    }
    return PositionCondition(std::move(program), to_text(plain));
}

PositionFinder::PositionFinder(const PositionCondition& condition)
    : program_(*condition.program_), scanner_(program_), headers_(program_.headers.size()) {}

const std::vector<PlySpan>& PositionFinder::find(std::span<const Move> moves, GameResult result) {
    const size_t plies = std::min<size_t>(moves.size(), corpus::kMaxPlies);
    record_.assign(corpus::kHeaderBytes + 2 * plies, std::byte{0});
    corpus::GameHeader header;
    header.plies = static_cast<uint32_t>(plies);
    header.result = result;
    corpus::encode_header(header, record_.data());
    for (size_t ply = 0; ply < plies; ++ply) {
        store<uint16_t>(record_.data() + corpus::kHeaderBytes + 2 * ply, moves[ply].raw());
    }
    for (size_t i = 0; i < headers_.size(); ++i) {
        const unsigned results = result_test(program_.headers[i])->results;
        headers_[i] = Truth::known((results >> static_cast<unsigned>(result) & 1U) != 0);
    }
    const auto& lanes = scanner_.trace(corpus::GameView(record_.data()));
    spans_ = matching_spans({program_, lanes, header.plies, headers_});
    return spans_;
}

}  // namespace edge::query
