// The small notations inside a query - a count, a material key, a pattern, a move, a list of
// results - read and written in one place for every front end. An error is one sentence that says
// what was found and what was expected, in words a chess player understands; the front end adds
// where.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "query/expr.h"

namespace edge::query {

// ---- inside atoms
// Chains joined by commas, spaces or "and": "P<p, Q=q=0", "1<=R<=2", "2*N>b+1".
Result<std::vector<CountChain>> parse_counts(std::string_view text);
std::string to_text(const CountChain& chain);

// "KRPKR" in either orientation of the colours, "KRP:KR" with White first.
Result<MaterialTest> parse_material(std::string_view text);
std::string to_text(const MaterialTest& test);

// The board field of a FEN; a digit is that many free squares, '_' empty, A a any white or black
// piece, ? any piece. Of a FEN of four or six fields the others are ignored. mirror, mirror_files
// and shift are left false.
Result<SubFen> parse_subfen(std::string_view text);
std::string to_text(const SubFen& pattern);  // the board field alone

// SAN, or UCI (e2e4, e7e8q); ! ? and e.p. are dropped. `loose`: scoutfish's reading of SAN.
Result<MovePattern> parse_move_pattern(std::string_view text, bool loose);
std::string to_text(const MovePattern& pattern);

// "NB", either case. The empty text is an error.
Result<KindSet> parse_kinds(std::string_view text);
std::string kinds_text(KindSet kinds);

Result<Turn> parse_turn(std::string_view text);  // w, white, b, black, us or them
std::string_view to_text(Turn turn);             // white and black as w and b

Result<uint8_t> parse_file(std::string_view text);  // "d" or "D" is 3
std::string file_text(uint8_t file);
Result<Position> parse_position(std::string_view fen);
Result<OpeningTest> parse_opening(std::string_view text);  // words of a name, or as parse_eco

// ---- header values; a comma joins alternatives
Result<ResultTest> parse_results(
    std::string_view text);                        // W B D decisive unknown; 1-0 0-1 1/2-1/2 *
Result<EcoTest> parse_eco(std::string_view text);  // B22, B20..B99, B20-B99, B (all of it)
Result<TimeClassTest> parse_time_classes(std::string_view text);
Result<SpeedTest> parse_speeds(std::string_view text);
Result<TerminationTest> parse_terminations(std::string_view text);
Result<corpus::Date> parse_date(std::string_view text);  // 2015, 2015-06, 2015-06-30; also . and /
std::string to_text(const ResultTest& test);             // the values alone: "W,D"
std::string to_text(const EcoTest& test);
std::string to_text(const TimeClassTest& test);
std::string to_text(const SpeedTest& test);
std::string to_text(const TerminationTest& test);
std::string to_text(corpus::Date date);
std::string_view to_text(Relation relation);
// The known values that != leaves: result != W is D or B.
ResultTest complement(ResultTest test);
TimeClassTest complement(TimeClassTest test);
SpeedTest complement(SpeedTest test);
TerminationTest complement(TerminationTest test);

// A..B, A.., ..B, and A-B and A- where nothing is negative; one number alone is A..A.
struct NumberRange {
    std::optional<int32_t> from, until;
    friend bool operator==(const NumberRange&, const NumberRange&) = default;
};
Result<NumberRange> parse_range(std::string_view text, bool may_be_negative);

}  // namespace edge::query
