#include "ingest/game_tags.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

#include "chess/fen.h"
#include "codec/game_result.h"
#include "core/utf8.h"
#include "core/varint.h"
#include "corpus/tag_text.h"
#include "ingest/header_fields.h"

namespace edge::ingest {

using corpus::GameHeader;

namespace {

// The value as UTF-8 without escapes.
std::string value_text(std::string_view value) {
    std::string text = pgn::unescape_tag_value(value);
    return is_valid_utf8(text) ? text : windows1252_to_utf8(text);
}

// The same; `scratch` holds it where it differs from the source.
inline std::string_view text_of(const pgn::Tag& tag, std::string& scratch) {
    if (tag.plain) return tag.value;
    scratch = value_text(tag.value);
    return scratch;
}

// A name as the dictionary has it: control characters become spaces.
uint32_t intern(const pgn::Tag* tag, NameTable& names) {
    if (tag == nullptr) return corpus::kNoName;
    std::string scratch;
    std::string_view name = text_of(*tag, scratch);
    if (!tag->plain) {
        for (char& c : scratch) {
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) c = ' ';
        }
        name = scratch;
    }
    if (name.empty() || name == "?") return corpus::kNoName;
    return names.intern(name);
}

// Whether the text is just what the header prints for a number; zero is unknown there.
bool is_plain_number(std::string_view text, uint32_t value) {
    std::array<char, 10> digits;
    const auto printed = std::to_chars(digits.data(), digits.data() + digits.size(), value);
    return value != 0 && text == std::string_view(digits.data(), printed.ptr);
}

// The digits of a part of a date as corpus::date_text prints it, question marks for unknown.
bool is_date_part(std::string_view text, unsigned value) {
    const bool unknown = value == 0;
    for (size_t i = text.size(); i-- > 0; value /= 10) {
        if (text[i] != (unknown ? '?' : static_cast<char>('0' + value % 10))) return false;
    }
    return true;
}

// Whether corpus::date_text prints just this.
bool is_plain_date(std::string_view text, corpus::Date date) {
    return text.size() == 10 && text[4] == '.' && text[7] == '.' &&
           is_date_part(text.substr(0, 4), date.year) &&
           is_date_part(text.substr(5, 2), date.month) && is_date_part(text.substr(8), date.day);
}

// memcpy without the call for what most tags hold.
void copy_text(char* to, const char* from, size_t size) {
    if (size > 32 || size < 4) {
        std::memcpy(to, from, size);
        return;
    }
    if (size < 8) {
        std::memcpy(to, from, 4);
        std::memcpy(to + size - 4, from + size - 4, 4);
        return;
    }
    for (size_t i = 0; i + 8 < size; i += 8) std::memcpy(to + i, from + i, 8);
    std::memcpy(to + size - 8, from + size - 8, 8);
}

bool spells_ordinary_start(std::string_view fen) {
    if (fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") return true;
    const auto position = parse_fen(fen, FenMode::Lenient);
    return position && position->same_position(Position::start());
}

}  // namespace

GameTags::Kind GameTags::kind_of(std::string_view name) {
    switch (name.size()) {
        case 3:
            if (name == "ECO") return Kind::Eco;
            return name == "FEN" ? Kind::Fen : Kind::Other;
        case 4:
            return name == "Date" ? Kind::Date : Kind::Other;
        case 5:
            if (name == "White") return Kind::White;
            return name == "Black" ? Kind::Black : Kind::Other;
        case 6:
            return name == "Result" ? Kind::Result : Kind::Other;
        case 7:
            if (name == "Variant") return Kind::Variant;
            return name == "UTCDate" ? Kind::UtcDate : Kind::Other;
        case 8:
            if (name == "WhiteElo") return Kind::WhiteElo;
            return name == "BlackElo" ? Kind::BlackElo : Kind::Other;
        case 11:
            if (name == "TimeControl") return Kind::TimeControl;
            return name == "Termination" ? Kind::Termination : Kind::Other;
        default:
            return Kind::Other;
    }
}

void GameTags::clear() {
    tags_.clear();
    variant_ = fen_ = {};
    result_ = GameResult::Unknown;
}

void GameTags::add_all(const Game& game) {
    escaped_.clear();
    escaped_.reserve(game.tags.size() + 1);  // so that none of them moves
    for (const GameTag& tag : game.tags) add_text(tag.name, tag.value);
    result_ = game.result;
    // The moves are those from game.start, whatever a repeated tag says.
    const bool is_ordinary = game.start.same_position(Position::start());
    if (!is_ordinary && (fen_.empty() || spells_ordinary_start(fen_))) {
        add({"FEN", escaped_.emplace_back(to_fen(game.start)), true});
    }
}

void GameTags::add_text(std::string_view name, std::string_view text) {
    const auto is_plain = [](char c) { return c >= 0x20 && c < 0x7F && c != '\\'; };
    if (std::ranges::all_of(text, is_plain)) return add({name, text, true});
    std::string& escaped = escaped_.emplace_back();
    for (const char c : text) {
        if (c == '"' || c == '\\') escaped += '\\';
        escaped += c;
    }
    add({name, escaped, false});
}

std::optional<IssueReason> GameTags::foreign_reason() const {
    const bool from_position = is_from_position_variant(variant_);
    if (!variant_.empty() && !from_position && !is_standard_variant(variant_)) {
        return IssueReason::Variant;
    }
    if (!fen_.empty() ? !spells_ordinary_start(fen_) : from_position) {
        return IssueReason::CustomStart;
    }
    return std::nullopt;
}

std::string GameTags::foreign_text() const {
    const bool is_variant = foreign_reason() == IssueReason::Variant;
    return value_text(is_variant || fen_.empty() ? variant_ : fen_);
}

void GameTags::read_into(GameHeader& header, NameTable& names) const {
    const pgn::Tag* white = nullptr;
    const pgn::Tag* black = nullptr;
    corpus::Date utc_date;
    for (const Seen& seen : tags_) {
        const std::string_view value = seen.tag.value;
        switch (seen.kind) {
            case Kind::White:
                white = &seen.tag;
                break;
            case Kind::Black:
                black = &seen.tag;
                break;
            case Kind::Result:
                header.result = parse_result(value).value_or(GameResult::Unknown);
                break;
            case Kind::WhiteElo:
                header.white_elo = parse_elo(value);
                break;
            case Kind::BlackElo:
                header.black_elo = parse_elo(value);
                break;
            case Kind::Eco:
                header.eco = parse_eco(value);
                break;
            case Kind::Date:
                header.date = parse_date(value);
                break;
            case Kind::UtcDate:
                utc_date = parse_date(value);
                break;
            case Kind::TimeControl:
                header.time_control = parse_time_control(value);
                break;
            case Kind::Termination:
                header.termination = parse_termination(value);
                break;
            default:
                break;
        }
    }
    if (result_ != GameResult::Unknown) header.result = result_;
    if (header.date.year == 0 && utc_date.year != 0) header.date = utc_date;
    header.white_name = intern(white, names);
    header.black_name = intern(black, names);
}

void GameTags::Texts::add(uint64_t head, std::string_view text) {
    const size_t wanted = used_ + kMaxVarintBytes + text.size();
    if (bytes_.size() < wanted) bytes_.resize(2 * wanted);
    char* to = bytes_.data() + used_;
    for (; head >= 0x80; head >>= 7) *to++ = static_cast<char>(head | 0x80);
    *to++ = static_cast<char>(head);
    copy_text(to, text.data(), text.size());
    used_ = static_cast<size_t>(to - bytes_.data()) + text.size();
}

std::string_view GameTags::store(const GameHeader& header, const NameTable& names,
                                 std::string& values) {
    shape_.clear();
    value_.clear();
    std::string scratch;
    for (const Seen& seen : tags_) {
        const std::string_view text = text_of(seen.tag, scratch);
        const bool has_text = !is_in_header(seen.kind, text, header, names);
        shape_.add(seen.tag.name.size() << 1 | (has_text ? 1 : 0), seen.tag.name);
        if (has_text) value_.add(text.size(), text);
    }
    values.append(value_.view());
    return shape_.view();
}

// Whether corpus::canonical_tag_text gives the same text.
bool GameTags::is_in_header(Kind kind, std::string_view text, const GameHeader& header,
                            const NameTable& names) {
    const auto is_name = [&](uint32_t number) {
        return number != corpus::kNoName && names.name(number) == text;
    };
    switch (kind) {
        case Kind::White:
            return is_name(header.white_name);
        case Kind::Black:
            return is_name(header.black_name);
        case Kind::Result:
            return corpus::result_text(header.result) == text;
        case Kind::WhiteElo:
            return is_plain_number(text, header.white_elo);
        case Kind::BlackElo:
            return is_plain_number(text, header.black_elo);
        case Kind::Eco:
            return text.size() == 3 && text[0] < 'a' && header.eco != corpus::kUnknownEco &&
                   parse_eco(text) == header.eco;
        case Kind::Date:
            return is_plain_date(text, header.date);
        case Kind::TimeControl:
            return header.time_control.known() &&
                   corpus::time_control_text(header.time_control) == text;
        case Kind::Termination:
            return !text.empty() && corpus::termination_text(header.termination) == text;
        default:
            return false;
    }
}

std::string GameTags::text_of_last(Kind kind) const {
    const pgn::Tag* last = nullptr;
    for (const Seen& seen : tags_) {
        if (seen.kind == kind) last = &seen.tag;
    }
    return last != nullptr ? value_text(last->value) : std::string();
}

std::vector<std::pair<std::string_view, std::string>> GameTags::texts() const {
    std::vector<std::pair<std::string_view, std::string>> texts;
    texts.reserve(tags_.size());
    std::string scratch;
    for (const Seen& seen : tags_) {
        texts.emplace_back(seen.tag.name, std::string(text_of(seen.tag, scratch)));
    }
    return texts;
}

std::string GameTags::white() const { return text_of_last(Kind::White); }
std::string GameTags::black() const { return text_of_last(Kind::Black); }

}  // namespace edge::ingest
