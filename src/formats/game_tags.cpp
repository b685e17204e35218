#include "formats/game_tags.h"

#include <algorithm>
#include <cstring>

#include "chess/fen.h"
#include "codec/game_result.h"
#include "core/copy_short.h"
#include "core/utf8.h"
#include "core/varint.h"
#include "corpus/tag_text.h"
#include "formats/header_fields.h"

namespace edge::formats {

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

// A name as in the dictionary: control characters become spaces.
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

// Whether the first and the last bytes are equal; the two parts may overlap.
template <size_t piece_bytes>
bool have_same_ends(std::string_view a, std::string_view b) {
    const size_t last = a.size() - piece_bytes;
    return std::memcmp(a.data(), b.data(), piece_bytes) == 0 &&
           std::memcmp(a.data() + last, b.data() + last, piece_bytes) == 0;
}

// operator== without a call for short texts, as most are.
bool is_same_text(std::string_view a, std::string_view b) {
    const size_t size = a.size();
    if (size != b.size()) return false;
    if (size > 16) return std::memcmp(a.data(), b.data(), size) == 0;
    if (size >= 8) return have_same_ends<8>(a, b);
    if (size >= 4) return have_same_ends<4>(a, b);
    return size == 0 || (a[0] == b[0] && a[size / 2] == b[size / 2] && a[size - 1] == b[size - 1]);
}

// Whether the text is the printed number.
bool is_number(std::string_view text, uint32_t value) {
    if (text.empty() || text.size() > 9 || (text[0] == '0' && text.size() > 1)) return false;
    uint32_t read = 0;
    for (const char c : text) {
        const uint32_t digit = static_cast<uint32_t>(c) - '0';
        if (digit > 9) return false;
        read = read * 10 + digit;
    }
    return read == value;
}

// Whether the two digits are the printed number.
bool is_pair(const char* digits, uint32_t value) {
    const uint32_t last = static_cast<uint32_t>(digits[1]) - '0';
    return last <= 9 && (static_cast<uint32_t>(digits[0]) - '0') * 10 + last == value;
}

// Whether corpus::date_text prints exactly this: question marks for an unknown part.
bool is_plain_date(std::string_view text, corpus::Date date) {
    const auto is_part = [](const char* digits, uint32_t value) {
        return value != 0 ? is_pair(digits, value) : digits[0] == '?' && digits[1] == '?';
    };
    const char* const at = text.data();
    if (text.size() != 10 || at[4] != '.' || at[7] != '.') return false;
    if (!is_part(at + 5, date.month) || !is_part(at + 8, date.day)) return false;
    if (date.year == 0) return text.starts_with("????");
    return is_pair(at, date.year / 100U) && is_pair(at + 2, date.year % 100U);
}

// Whether corpus::time_control_text prints exactly this.
bool is_plain_time_control(std::string_view text, corpus::TimeControl time_control) {
    if (!time_control.known()) return false;
    if (time_control.correspondence) return corpus::time_control_text(time_control) == text;
    const size_t plus = text.find('+');
    return plus != std::string_view::npos &&
           is_number(text.substr(0, plus), time_control.base_seconds) &&
           is_number(text.substr(plus + 1), time_control.increment);
}

// The number before a name in a shape.
uint64_t head_of(std::string_view name, bool has_text) {
    return name.size() << 1 | (has_text ? 1 : 0);
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
            if (name == "Date") return Kind::Date;
            return name == "Site" ? Kind::Site : Kind::Other;
        case 5:
            if (name == "White") return Kind::White;
            if (name == "Black") return Kind::Black;
            if (name == "Event") return Kind::Event;
            return name == "Round" ? Kind::Round : Kind::Other;
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
    white_ = black_ = nullptr;
    variant_ = fen_ = {};
    result_ = GameResult::Unknown;
}

void GameTags::add_all(const Game& game) {
    escaped_.clear();
    escaped_.reserve(game.tags.size() + 1);  // so that none of them is moved
    for (const GameTag& tag : game.tags) add_text(tag.name, tag.value);
    result_ = game.result;
    // The moves are played from game.start, whatever a repeated tag says.
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

void GameTags::read_into(GameHeader& header, NameTable& names) {
    white_ = black_ = nullptr;
    corpus::Date utc_date;
    for (const Seen& seen : tags_) {
        const std::string_view value = seen.tag.value;
        switch (seen.kind) {
            case Kind::White:
                white_ = &seen.tag;
                break;
            case Kind::Black:
                black_ = &seen.tag;
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
    header.white_name = intern(white_, names);
    header.black_name = intern(black_, names);
}

void GameTags::Texts::add(uint64_t head, std::string_view text) {
    const size_t wanted = used_ + kMaxVarintBytes + text.size();
    if (bytes_.size() < wanted) bytes_.resize(2 * wanted);
    char* to = bytes_.data() + used_;
    for (; head >= 0x80; head >>= 7) *to++ = static_cast<char>(head | 0x80);
    *to++ = static_cast<char>(head);
    copy_short(to, text.data(), text.size());
    used_ = static_cast<size_t>(to - bytes_.data()) + text.size();
}

bool GameTags::Texts::has(size_t at, uint64_t head, std::string_view text) const {
    return at + 1 + text.size() <= used_ && head < 0x80 &&
           static_cast<unsigned char>(bytes_[at]) == head &&
           is_same_text({bytes_.data() + at + 1, text.size()}, text);
}

// A known kind has one name only, shorter than 64 bytes.
[[gnu::always_inline]] inline void GameTags::Shape::add(Kind kind, std::string_view name,
                                                        bool has_text) {
    const Part part{kind, has_text};
    if (is_same_ && same_parts_ < parts_.size() && parts_[same_parts_] == part &&
        (kind != Kind::Other || texts_.has(same_bytes_, head_of(name, has_text), name))) {
        ++same_parts_;
        same_bytes_ += 1 + name.size();
        return;
    }
    write(part, name);
}

void GameTags::Shape::write(Part part, std::string_view name) {
    cut();
    parts_.push_back(part);
    texts_.add(head_of(name, part.has_text), name);
}

void GameTags::Shape::cut() {
    if (!is_same_) return;
    is_same_ = false;
    parts_.resize(same_parts_);
    texts_.cut(same_bytes_);
}

inline bool GameTags::Shape::end() {
    if (same_parts_ != parts_.size()) cut();
    return is_same_;
}

// Whether corpus::canonical_tag_text returns the same text.
[[gnu::always_inline]] inline bool GameTags::is_in_header(const Seen& seen, std::string_view text,
                                                          const GameHeader& header,
                                                          const NameTable& names) const {
    const auto is_name = [&](const pgn::Tag* source, uint32_t number) {
        if (number == corpus::kNoName) return false;
        return (&seen.tag == source && source->plain) || names.name(number) == text;
    };
    switch (seen.kind) {
        case Kind::White:
            return is_name(white_, header.white_name);
        case Kind::Black:
            return is_name(black_, header.black_name);
        case Kind::Result:
            return is_same_text(corpus::result_text(header.result), text);
        case Kind::WhiteElo:
            return header.white_elo != 0 && is_number(text, header.white_elo);
        case Kind::BlackElo:
            return header.black_elo != 0 && is_number(text, header.black_elo);
        case Kind::Eco:
            return text.size() == 3 && text[0] < 'a' && header.eco != corpus::kUnknownEco &&
                   parse_eco(text) == header.eco;
        case Kind::Date:
            return is_plain_date(text, header.date);
        case Kind::TimeControl:
            return is_plain_time_control(text, header.time_control);
        case Kind::Termination:
            return !text.empty() &&
                   is_same_text(corpus::termination_text(header.termination), text);
        default:
            return false;
    }
}

bool GameTags::store(const GameHeader& header, const NameTable& names, std::string& values) {
    value_.clear();
    shape_.begin();
    std::string scratch;
    for (const Seen& seen : tags_) {
        const std::string_view text = text_of(seen.tag, scratch);
        const bool has_text = !is_in_header(seen, text, header, names);
        if (has_text) value_.add(text.size(), text);
        shape_.add(seen.kind, seen.tag.name, has_text);
    }
    values.append(value_.view());
    return shape_.end();
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

}  // namespace edge::formats
