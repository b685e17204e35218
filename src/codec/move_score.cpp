#include "codec/move_score.h"

#include <algorithm>
#include <cstdlib>

#include "core/ascii.h"

namespace edge {
namespace {

constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Whether a whole number counts pawns, as in `[%eval 1]`, or centipawns.
enum class WholeNumber : uint8_t { Pawns, Centipawns };
enum class MateUnit : uint8_t { Moves, Plies };

// A score as written, before it is known what its mates count.
struct WrittenScore {
    int64_t value = 0;  // centipawns, or the number after the mate sign
    bool is_negative = false;
    bool has_plus = false;
    char mate_sign = 0;  // '#' or 'M'
    bool has_point = false;
};

// Consumes text from its front.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {}

    std::string_view rest() const { return text_; }
    bool at_end() const { return text_.empty(); }
    bool take(char c) {
        if (text_.empty() || text_.front() != c) return false;
        text_.remove_prefix(1);
        return true;
    }
    bool take(std::string_view word) {
        if (!text_.starts_with(word)) return false;
        text_.remove_prefix(word.size());
        return true;
    }
    void skip_blanks() {
        while (!text_.empty() && is_blank(text_.front())) text_.remove_prefix(1);
    }
    // Moves past the next `c`, or stays if there is none.
    bool skip_past(char c) {
        const size_t at = text_.find(c);
        if (at == std::string_view::npos) return false;
        text_.remove_prefix(at + 1);
        return true;
    }
    // Digits as a number, which saturates far above any score; false without a digit.
    bool take_number(int64_t& number) {
        constexpr int64_t kEnough = 1'000'000'000;
        size_t count = 0;
        for (; count < text_.size() && is_digit(text_[count]); ++count) {
            number = std::min(number * 10 + (text_[count] - '0'), kEnough);
        }
        text_.remove_prefix(count);
        return count > 0;
    }
    // Digits after a point as hundredths, rounded.
    int64_t take_hundredths() {
        int64_t hundredths = 0;
        size_t count = 0;
        for (; count < text_.size() && is_digit(text_[count]); ++count) {
            if (count < 2) hundredths = hundredths * 10 + (text_[count] - '0');
            if (count == 2 && text_[count] >= '5') ++hundredths;
        }
        text_.remove_prefix(count);
        return count == 1 ? hundredths * 10 : hundredths;
    }
    bool take_sign(WrittenScore& score) {
        score.has_plus = take('+');
        score.is_negative = !score.has_plus && take('-');
        return score.has_plus || score.is_negative;
    }

private:
    std::string_view text_;
};

// "0.31", "-1.2", "+M31", "#-4", "-#37"; ChessGUI also has "0. 07".
std::optional<WrittenScore> take_score(Scanner& text) {
    WrittenScore score;
    const bool has_sign = text.take_sign(score);
    for (const char sign : {'#', 'M'}) {
        if (!text.take(sign)) continue;
        score.mate_sign = sign;
        if (!has_sign) text.take_sign(score);
        if (!text.take_number(score.value)) return std::nullopt;
        return score;
    }
    const bool has_whole = text.take_number(score.value);
    const Scanner before_point = text;
    if (text.take('.')) {
        text.skip_blanks();
        if (!text.at_end() && is_digit(text.rest().front())) {
            score.has_point = true;
            score.value = score.value * 100 + text.take_hundredths();
        } else {
            text = before_point;
        }
    }
    if (!has_whole && !score.has_point) return std::nullopt;
    return score;
}

// Sets `clamped` where the range ends.
Score to_score(const WrittenScore& written, MateUnit unit, WholeNumber whole, bool& clamped) {
    int64_t size = written.value;
    int64_t low = 0;
    int64_t high = kMateBound - 1;
    if (written.mate_sign != 0) {
        const int64_t moves = unit == MateUnit::Plies ? (size + 1) / 2 : size;
        size = kMate - moves;
        low = kMateBound;
        high = kMate;
    } else if (!written.has_point && whole == WholeNumber::Pawns) {
        size *= 100;
    }
    const int64_t kept = std::clamp(size, low, high);
    clamped = kept != size;
    return static_cast<Score>(written.is_negative ? -kept : kept);
}

EngineScore engine_score(const WrittenScore& written, EngineScore::Form form) {
    EngineScore found{.form = form, .has_plus = written.has_plus};
    const bool counts_moves = form == EngineScore::Form::BareTime || written.mate_sign == '#';
    const MateUnit unit = counts_moves ? MateUnit::Moves : MateUnit::Plies;
    found.score = to_score(written, unit, WholeNumber::Centipawns, found.clamped);
    return found;
}

// "+0.35/12 0.080s", after other programs' brackets and the engine's line in parentheses.
std::optional<EngineScore> leading_score(std::string_view comment) {
    Scanner text(comment);
    for (text.skip_blanks(); text.take("[%"); text.skip_blanks()) {
        if (!text.skip_past(']')) return std::nullopt;
    }
    if (text.take('(') && !text.skip_past(')')) return std::nullopt;
    text.skip_blanks();
    const auto written = take_score(text);
    // Without a decimal point it may be any pair of numbers.
    if (!written || (written->mate_sign == 0 && !written->has_point)) return std::nullopt;
    int64_t depth = 0;
    if (!text.take('/')) return std::nullopt;
    text.skip_blanks();
    if (!text.take_number(depth)) return std::nullopt;
    text.skip_blanks();
    int64_t time = 0;
    const bool has_time = text.take_number(time);
    if (text.take('.')) text.take_number(time);
    const bool in_seconds = has_time && text.take('s');
    return engine_score(*written,
                        in_seconds ? EngineScore::Form::Seconds : EngineScore::Form::BareTime);
}

// "name=0.24" where a word begins.
std::optional<EngineScore> named_score(std::string_view comment, std::string_view name,
                                       EngineScore::Form form) {
    for (size_t at = comment.find(name); at != std::string_view::npos;
         at = comment.find(name, at + 1)) {
        if (at > 0 && !is_blank(comment[at - 1]) && comment[at - 1] != ',') continue;
        Scanner text(comment.substr(at + name.size()));
        text.skip_blanks();
        if (const auto written = take_score(text)) return engine_score(*written, form);
    }
    return std::nullopt;
}

}  // namespace

std::optional<EvalScore> find_eval(std::string_view comment) {
    constexpr std::string_view kOpening = "[%eval";
    for (size_t at = comment.find(kOpening); at != std::string_view::npos;
         at = comment.find(kOpening, at + 1)) {
        Scanner text(comment.substr(at + kOpening.size()));
        if (text.at_end() || !is_blank(text.rest().front())) continue;
        text.skip_blanks();
        const auto written = take_score(text);
        int64_t depth = 0;
        if (text.take(',')) text.take_number(depth);
        text.skip_blanks();
        if (!written || written->mate_sign == 'M' || !text.take(']')) continue;
        EvalScore found;
        found.score = to_score(*written, MateUnit::Moves, WholeNumber::Pawns, found.clamped);
        found.is_alone = at == 0 && text.at_end();
        return found;
    }
    return std::nullopt;
}

std::string eval_text(Score score) {
    const int size = std::min(std::abs(int{score}), int{kMate});
    const bool is_mate = size >= kMateBound;
    std::string text = is_mate ? "[%eval #" : "[%eval ";
    if (score < 0) text += '-';
    text += std::to_string(is_mate ? kMate - size : size / 100);
    if (!is_mate) {
        text += '.';
        text += static_cast<char>('0' + size / 10 % 10);
        text += static_cast<char>('0' + size % 10);
    }
    text += ']';
    return text;
}

std::optional<EngineScore> find_engine_score(std::string_view comment) {
    if (const auto found = leading_score(comment)) return found;
    if (const auto found = named_score(comment, "wv=", EngineScore::Form::WhiteValue)) return found;
    if (const auto found = named_score(comment, "ev=", EngineScore::Form::Value)) return found;
    return named_score(comment, "Eval =", EngineScore::Form::Value);
}

ScoreView view_of(EngineScore::Form form, bool game_has_plus) {
    switch (form) {
        case EngineScore::Form::Seconds:
            return ScoreView::Mover;
        case EngineScore::Form::BareTime:
            return game_has_plus ? ScoreView::Mover : ScoreView::White;
        case EngineScore::Form::WhiteValue:
        case EngineScore::Form::Value:
            break;
    }
    return ScoreView::White;
}

}  // namespace edge
