// A condition asked of the positions of games that are in no corpus: the moves of each become a
// record in memory, like those of a corpus, which the scanner plays.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "chess/move.h"
#include "codec/game_result.h"
#include "edge/result.h"
#include "query/expr.h"
#include "query/plan/program.h"
#include "query/query.h"
#include "query/scan/scanner.h"

namespace edge::query {

// Safe to use from many threads.
class PositionCondition {
public:
    // InvalidArgument for a query about anything but positions, moves and the result: about other
    // headers, tags or stored sets. Those are questions about whole games.
    static Result<PositionCondition> make(Expr expr);

    const std::string& text() const { return text_; }  // canonical

private:
    friend class PositionFinder;
    explicit PositionCondition(std::shared_ptr<const Program> program, std::string text)
        : program_(std::move(program)), text_(std::move(text)) {}

    std::shared_ptr<const Program> program_;
    std::string text_;
};

// One per thread. The condition must outlive it.
class PositionFinder {
public:
    explicit PositionFinder(const PositionCondition& condition);

    // Where the condition holds in a game from the ordinary start, position by position as
    // matching_spans has it: windows do not apply. `moves` are legal; those from kMaxPlies on are
    // not looked at. Valid until the next call.
    const std::vector<PlySpan>& find(std::span<const Move> moves, GameResult result);

private:
    const Program& program_;
    Scanner scanner_;
    std::vector<std::byte> record_;
    std::vector<Truth> headers_;
    std::vector<PlySpan> spans_;
};

}  // namespace edge::query
