// Scores of positions in comments: `[%eval 0.31]` and `[%eval #-4]`, and the forms used by programs
// that run engine matches. Forms found in their archives:
//
//     +0.35/12 0.080s, tl=0.220s         cutechess, fastchess, CCC: the mover's side
//     (Nb1c3 Bc8b7) +0.65/27 33          Arena, the first CCC: the mover's side
//     0.18/23 239                        ChessGUI, the first TCEC: White's side
//     ev=0.24, d=24, mt=00:02:18,        TCEC up to season 4: White's side, whole numbers in cp
//     ev=0.24, d=24, ..., wv=-0.24,      TCEC season 5, CCC: wv is White's side
//     d=32, sd=48, ..., wv=0.24,         TCEC since: the same
//
// A mate is #n in moves; Mn is in plies, but in moves where Arena wrote it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace edge {

// Centipawns, or a mate in n moves as +-(kMate - n); all values from kMateBound up are mates.
using Score = int16_t;
inline constexpr Score kMate = 32767;
inline constexpr Score kMateBound = 32000;

// Whose advantage a positive score is.
enum class ScoreView : uint8_t { White, Mover };

struct EvalScore {
    Score score = 0;        // White's
    bool clamped = false;   // it was outside the range of Score
    bool is_alone = false;  // nothing else is in the comment
};

// The first `[%eval]` of a comment, in pawns or #n; a depth after a comma is skipped.
std::optional<EvalScore> find_eval(std::string_view comment);
// "[%eval 0.31]", "[%eval #-4]". It reads back as the same score, except that -32768 becomes
// -32767.
std::string eval_text(Score score);

struct EngineScore {
    // How it was written, which shows whose side it refers to.
    enum class Form : uint8_t {
        Seconds,     // +0.35/12 0.080s
        BareTime,    // +0.35/12 33
        WhiteValue,  // wv=
        Value,       // ev= without wv=
    };
    Score score = 0;
    Form form = Form::Seconds;
    bool has_plus = false;
    bool clamped = false;
};

// Of several in one comment, the one that comes first in Form: wv= and ev= show tablebase scores as
// mates that the engine did not find.
std::optional<EngineScore> find_engine_score(std::string_view comment);

// Whose side scores of that form are. Two programs write a bare time: the one whose scores are the
// mover's puts a plus before positive scores, so some of its games contain one.
ScoreView view_of(EngineScore::Form form, bool game_has_plus);

}  // namespace edge
