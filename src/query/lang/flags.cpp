#include "query/lang/flags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <fmt/format.h>

#include "query/lang/did_you_mean.h"
#include "query/lang/flag_builder.h"
#include "query/lang/notation.h"
#include "query/lang/text_words.h"

namespace edge::query {

namespace {

constexpr int32_t kGrandmasterElo = 2500;

template <class T>
Result<T> parse_number(std::string_view text) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size() || number < 0) {
        return misread("expected a whole number");
    }
    return number;
}

Result<uint32_t> parse_ply(std::string_view text) {
    auto ply = parse_number<uint32_t>(text);
    if (!ply) return misread("expected a ply, counted from 0 at the start");
    return ply;
}

// ---- header flags

void add_header(FlagBuilder& query, HeaderTest test) { query.add_filter({std::move(test)}); }

Status add_range(FlagBuilder& query, NumberField field, std::string_view text) {
    const NumberRange range = EDGE_TRY(parse_range(text, field == NumberField::EloDiff));
    if (range.from && range.from == range.until) {
        add_header(query, NumberTest{field, Relation::Equal, *range.from});
        return {};
    }
    if (range.from) add_header(query, NumberTest{field, Relation::GreaterEqual, *range.from});
    if (range.until) add_header(query, NumberTest{field, Relation::LessEqual, *range.until});
    return {};
}

template <NumberField field>
Status range(FlagBuilder& query, std::string_view text) {
    return add_range(query, field, text);
}

template <NumberField field, Relation relation>
Status bound(FlagBuilder& query, std::string_view text) {
    add_header(query, NumberTest{field, relation, EDGE_TRY(parse_number<int32_t>(text))});
    return {};
}

template <Relation relation>
Status date(FlagBuilder& query, std::string_view text) {
    add_header(query, DateTest{relation, EDGE_TRY(parse_date(text))});
    return {};
}

// A header test whose value query/lang/notation.h reads whole.
template <auto parse>
Status in_list(FlagBuilder& query, std::string_view text) {
    add_header(query, EDGE_TRY(parse(text)));
    return {};
}

template <Player player>
Status name(FlagBuilder& query, std::string_view text) {
    const bool contains = text.starts_with('~');
    if (contains) text.remove_prefix(1);
    if (text.empty()) return misread("expected a name, or ~ and a part of one");
    add_header(query, NameTest{player, contains ? TextMatch::Contains : TextMatch::Exact,
                               std::string(text)});
    return {};
}

Status tag(FlagBuilder& query, std::string_view text) {
    const size_t mark = text.find_first_of("=~");
    if (mark == std::string_view::npos || mark == 0) {
        return misread("expected NAME=VALUE or NAME~TEXT, as in Event~candidates");
    }
    add_header(query, TagTest{std::string(text.substr(0, mark)),
                              text[mark] == '=' ? TextMatch::Exact : TextMatch::Contains,
                              std::string(text.substr(mark + 1))});
    return {};
}

Status grandmasters(FlagBuilder& query, std::string_view) {
    add_header(query, NumberTest{NumberField::Elo, Relation::GreaterEqual, kGrandmasterElo});
    return {};
}

Status input_bitmap(FlagBuilder& query, std::string_view text) {
    if (text.empty()) return misread("expected an @name or a file");
    query.add_filter({BitmapRef{std::string(text)}});
    return {};
}

// ---- position flags

Status file_predicate(FlagBuilder& query, FilePredicate predicate, std::string_view text) {
    FileTest test{predicate, std::nullopt};
    if (!text.empty()) test.file = EDGE_TRY(parse_file(text));
    query.add_atom({test});
    return {};
}

Status count(FlagBuilder& query, std::string_view text) {
    for (CountChain& chain : EDGE_TRY(parse_counts(text))) query.add_atom({std::move(chain)});
    return {};
}

Status material(FlagBuilder& query, std::string_view text) {
    query.add_atom({EDGE_TRY(parse_material(text))});
    return {};
}

Status subfen(FlagBuilder& query, std::string_view text) {
    query.add_atom({EDGE_TRY(parse_subfen(text))});
    return {};
}

Status position(FlagBuilder& query, std::string_view text) {
    query.add_atom({PositionTest{EDGE_TRY(parse_position(text))}});
    return {};
}

Status opening(FlagBuilder& query, std::string_view text) {
    query.add_atom({EDGE_TRY(parse_opening(text))});
    return {};
}

Status to_move(FlagBuilder& query, std::string_view text) {
    query.add_atom({ToMove{EDGE_TRY(parse_turn(text))}});
    return {};
}

Status move(FlagBuilder& query, std::string_view text) {
    MoveTest test;
    for (bool more = true; more;) {
        const size_t comma = text.find(',');
        test.moves.push_back(EDGE_TRY(parse_move_pattern(text.substr(0, comma), false)));
        more = comma != std::string_view::npos;
        if (more) text.remove_prefix(comma + 1);
    }
    query.add_atom({std::move(test)});
    return {};
}

template <class Test>
Status kinds(FlagBuilder& query, std::string_view text) {
    query.add_atom({Test{EDGE_TRY(parse_kinds(text))}});
    return {};
}

Status captured(FlagBuilder& query, std::string_view text) {
    if (text != "none") return kinds<Captured>(query, text);
    query.add_atom({Captured{}});
    return {};
}

// The predicates that take more than a file.
struct ArgumentReader {
    std::string_view predicate;
    Status (*add)(FlagBuilder& query, std::string_view text);
};
constexpr ArgumentReader kArgumentReaders[] = {
    {"count", count},       {"material", material},
    {"subfen", subfen},     {"position", position},
    {"opening", opening},   {"to_move", to_move},
    {"move", move},         {"moved", kinds<Moved>},
    {"captured", captured}, {"promoted", kinds<Promoted>}};

Status add_predicate(FlagBuilder& query, const PredicateInfo& info, std::string_view text) {
    if (info.file) return file_predicate(query, *info.file, text);
    if (!info.plain) {
        return std::ranges::find(kArgumentReaders, info.name, &ArgumentReader::predicate)
            ->add(query, text);
    }
    query.add_atom({*info.plain});
    return {};
}

// ---- side, window, composition

Status side(FlagBuilder& query, std::string_view text) {
    const std::optional<Side> side = value_of(kSides, text);
    if (!side) return misread("expected " + std::string(kAllSides));
    query.set_side(*side);
    return {};
}

template <Transition which>
Status transition(FlagBuilder& query, std::string_view) {
    query.set_transition(which);
    return {};
}

template <Quantifier how_often>
Status quantifier(FlagBuilder& query, std::string_view) {
    query.set_quantifier(how_often, 1);
    return {};
}

Status streak(FlagBuilder& query, std::string_view text) {
    const auto plies = parse_number<uint32_t>(text);
    if (!plies) return misread("expected a number of plies");
    if (*plies == 0) return misread("a streak is at least 1 ply");
    query.set_quantifier(Quantifier::Streak, *plies);
    return {};
}

Status at_ply(FlagBuilder& query, std::string_view text) {
    const uint32_t ply = EDGE_TRY(parse_ply(text));
    query.set_quantifier(Quantifier::Streak, 1);
    query.set_from_ply(ply);
    query.set_until_ply(ply);
    return {};
}

Status from_ply(FlagBuilder& query, std::string_view text) {
    query.set_from_ply(EDGE_TRY(parse_ply(text)));
    return {};
}

Status until_ply(FlagBuilder& query, std::string_view text) {
    query.set_until_ply(EDGE_TRY(parse_ply(text)));
    return {};
}

Status between_ply(FlagBuilder& query, std::string_view text) {
    const NumberRange plies = EDGE_TRY(parse_range(text, false));
    query.set_from_ply(static_cast<uint32_t>(plies.from.value_or(0)));
    if (plies.until) query.set_until_ply(static_cast<uint32_t>(*plies.until));
    return {};
}

template <void (FlagBuilder::*action)()>
Status act(FlagBuilder& query, std::string_view) {
    (query.*action)();
    return {};
}

// ---- the table

struct Row {
    FlagInfo info;
    Status (*apply)(FlagBuilder& query, std::string_view value);
};

constexpr FlagInfo header(std::string_view name, std::string_view placeholder,
                          std::string_view help) {
    return {name, FlagValue::Required, placeholder, FlagGroup::Header, help};
}
constexpr FlagInfo with_value(FlagGroup group, std::string_view name, std::string_view placeholder,
                              std::string_view help) {
    return {name, FlagValue::Required, placeholder, group, help};
}
constexpr FlagInfo plain(FlagGroup group, std::string_view name, std::string_view help) {
    return {name, FlagValue::None, "", group, help};
}

using Group = FlagGroup;
using enum NumberField;
constexpr Relation kAtLeast = Relation::GreaterEqual;
constexpr Relation kAtMost = Relation::LessEqual;

constexpr auto kHeaderRows = std::to_array<Row>({
    {header("--result", "LIST", "W, B, D, decisive or unknown; a comma means or"),
     in_list<parse_results>},
    {header("--eco", "LIST", "Opening codes: B22, B20-B99; a comma means or"), in_list<parse_eco>},
    {header("--year", "RANGE", "2010, 2010-2015, 2010.., ..2015"), range<Year>},
    {header("--date-from", "DATE", "Not before YYYY, YYYY-MM or YYYY-MM-DD"), date<kAtLeast>},
    {header("--date-to", "DATE", "Not after YYYY, YYYY-MM or YYYY-MM-DD"), date<kAtMost>},
    {header("--min-elo", "N", "Both players have at least N"), bound<Elo, kAtLeast>},
    {header("--max-elo", "N", "Both players have at most N"), bound<Elo, kAtMost>},
    {header("--min-white-elo", "N", "White has at least N"), bound<WhiteElo, kAtLeast>},
    {header("--max-white-elo", "N", "White has at most N"), bound<WhiteElo, kAtMost>},
    {header("--min-black-elo", "N", "Black has at least N"), bound<BlackElo, kAtLeast>},
    {header("--max-black-elo", "N", "Black has at most N"), bound<BlackElo, kAtMost>},
    {plain(Group::Header, "--gm", "Both players have at least 2500"), grandmasters},
    {header("--elo-diff", "RANGE", "White's Elo minus Black's: 100.., -50..50"), range<EloDiff>},
    {header("--tc", "LIST", "bullet, blitz, rapid, classical, correspondence or unknown"),
     in_list<parse_time_classes>},
    {header("--tc-base", "RANGE", "Seconds at the start"), range<BaseSeconds>},
    {header("--tc-inc", "RANGE", "Seconds added for each move"), range<Increment>},
    {header("--speed", "LIST", "As --tc, by Lichess's limits; also ultrabullet"),
     in_list<parse_speeds>},
    {header("--termination", "LIST", "normal, time, abandoned, rules or other"),
     in_list<parse_terminations>},
    {header("--white-name", "NAME",
            "White's name; ~NAME: it contains NAME, ignoring case and accents"),
     name<Player::White>},
    {header("--black-name", "NAME", "Black's name"), name<Player::Black>},
    {header("--player", "NAME", "The name of either player"), name<Player::Any>},
    {header("--tag", "TEST", "NAME=VALUE, or NAME~TEXT: the tag contains TEXT"), tag},
    {header("--min-plies", "N", "At least N plies"), bound<Plies, kAtLeast>},
    {header("--max-plies", "N", "At most N plies"), bound<Plies, kAtMost>},
    {header("--input-bitmap", "@NAME|FILE", "Only games of this bitmap"), input_bitmap},
});

// In the help they come after the flag that they modify.
constexpr auto kPatternRows = std::to_array<Row>({
    {plain(Group::Position, "--mirror",
           "The sub-FENs of the condition also with colours exchanged"),
     act<&FlagBuilder::mirror_patterns>},
    {plain(Group::Position, "--mirror-files",
           "The sub-FENs of the condition also with left and right exchanged"),
     act<&FlagBuilder::mirror_files_of_patterns>},
    {plain(Group::Position, "--shift",
           "The sub-FENs of the condition also anywhere else on the board"),
     act<&FlagBuilder::shift_patterns>},
});

constexpr auto kConditionRows = std::to_array<Row>({
    {with_value(Group::Side, "--side", "SIDE",
                "white, black, either (default), both, neither, winner, loser or mover"),
     side},

    {plain(Group::Window, "--ever", "At some ply"),
     [](FlagBuilder& query, std::string_view) -> Status {
         query.set_quantifier(Quantifier::Streak, 1);
         return {};
     }},
    {with_value(Group::Window, "--streak", "N", "At N plies in a row"), streak},
    {with_value(Group::Window, "--min-streak", "N", "The same as --streak"), streak},
    {plain(Group::Window, "--always", "At every ply"), quantifier<Quantifier::Always>},
    {plain(Group::Window, "--never", "At no ply"), quantifier<Quantifier::Never>},
    {with_value(Group::Window, "--at-ply", "K", "At ply K"), at_ply},
    {with_value(Group::Window, "--from-ply", "A", "The window begins at ply A"), from_ply},
    {with_value(Group::Window, "--until-ply", "B", "The window ends at ply B"), until_ply},
    {with_value(Group::Window, "--between-ply", "A-B", "The window is plies A to B"), between_ply},
    {plain(Group::Window, "--became", "True here and false one ply before"),
     transition<Transition::Became>},
    {plain(Group::Window, "--ceased", "False here and true one ply before"),
     transition<Transition::Ceased>},

    {plain(Group::Composition, "--cond", "And another condition"),
     act<&FlagBuilder::open_condition>},
    {plain(Group::Composition, "--and", "The same as --cond"), act<&FlagBuilder::open_condition>},
    {plain(Group::Composition, "--or", "Or other conditions"), act<&FlagBuilder::open_alternative>},
    {plain(Group::Composition, "--not", "The condition does not hold"), act<&FlagBuilder::negate>},
    {plain(Group::Composition, "--then", "Another step of the condition, at a later ply"),
     act<&FlagBuilder::open_step>},
});

constexpr bool has_flag(const PredicateInfo& info) { return info.flag.size != 0; }

constexpr std::string_view placeholder_of(Argument argument) {
    switch (argument) {
        case Argument::None:
        case Argument::Atoms:
            return "";
        case Argument::File:
            return "FILE";
        case Argument::Counts:
            return "EXPR";
        case Argument::Material:
            return "KEY";
        case Argument::SubFen:
            return "PATTERN";
        case Argument::Position:
            return "FEN";
        case Argument::Opening:
            return "NAME|ECO";
        case Argument::Color:
            return "w|b|us|them";
        case Argument::Moves:
            return "LIST";
        case Argument::Kinds:
            break;
    }
    return "PIECES";
}

constexpr FlagInfo info_of_flag(const PredicateInfo& predicate) {
    const FlagValue takes = predicate.plain  ? FlagValue::None
                            : predicate.file ? FlagValue::Optional
                                             : FlagValue::Required;
    return {predicate.flag.text(), takes, placeholder_of(predicate.argument), Group::Position,
            predicate.help};
}

constexpr auto kInfos = [] {
    constexpr size_t kPredicateFlags = std::ranges::count_if(kPredicates, has_flag);
    std::array<FlagInfo,
               kHeaderRows.size() + kPredicateFlags + kPatternRows.size() + kConditionRows.size()>
        infos{};
    auto next = infos.begin();
    const auto add = [&next](const Row& row) { *next++ = row.info; };
    std::ranges::for_each(kHeaderRows, add);
    for (const PredicateInfo& predicate : kPredicates) {
        if (has_flag(predicate)) *next++ = info_of_flag(predicate);
        if (predicate.argument == Argument::SubFen) std::ranges::for_each(kPatternRows, add);
    }
    std::ranges::for_each(kConditionRows, add);
    return infos;
}();

std::string meant_for(std::string_view name) {
    std::vector<std::string_view> names;
    names.reserve(kInfos.size());
    for (const FlagInfo& info : kInfos) names.push_back(info.name);
    return did_you_mean(name, names);
}

Status check_value(const FlagInfo& info, const Flag& flag) {
    if (info.takes == FlagValue::Required && !flag.value) {
        return misread(fmt::format("a value is missing: {} {}", info.name, info.placeholder));
    }
    if (info.takes == FlagValue::None && flag.value) {
        return misread("this flag takes no value");
    }
    return {};
}

const Row* find_row(std::string_view flag) {
    for (const std::span<const Row> rows :
         {std::span<const Row>(kHeaderRows), std::span<const Row>(kPatternRows),
          std::span<const Row>(kConditionRows)}) {
        for (const Row& row : rows) {
            if (row.info.name == flag) return &row;
        }
    }
    return nullptr;
}

Status apply(const Flag& flag, FlagBuilder& query) {
    const auto info = std::ranges::find(kInfos, flag.name, &FlagInfo::name);
    if (info == kInfos.end()) return misread("there is no such flag" + meant_for(flag.name));
    EDGE_CHECK(check_value(*info, flag));
    query.begin_flag(to_text(flag));
    const std::string_view value = flag.value ? std::string_view(*flag.value) : "";
    if (const Row* row = find_row(flag.name)) return row->apply(query, value);
    const auto predicate = std::ranges::find(kPredicates, flag.name,
                                             [](const PredicateInfo& p) { return p.flag.text(); });
    return add_predicate(query, *predicate, value);
}

}  // namespace

std::span<const FlagInfo> known_flags() { return kInfos; }

std::string to_text(const Flag& flag) {
    if (!flag.value) return flag.name;
    const auto info = std::ranges::find(kInfos, flag.name, &FlagInfo::name);
    const bool is_optional = info != kInfos.end() && info->takes != FlagValue::Required;
    return fmt::format("{}{}{}", flag.name, is_optional ? '=' : ' ', *flag.value);
}

Result<Expr> parse_flags(std::span<const Flag> flags) {
    FlagBuilder query;
    for (const Flag& flag : flags) {
        if (const Status status = apply(flag, query); !status) {
            return fail(status.error().code,
                        fmt::format("{}: {}", to_text(flag), status.error().message));
        }
    }
    return query.finish();
}

}  // namespace edge::query
