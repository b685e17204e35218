#include "codec/fbpgn/index.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "codec/pgn/lexical.h"
#include "core/damage.h"

namespace edge::fbpgn {
namespace {

// Deeper nesting of lists is refused.
constexpr size_t kMaxDepth = 64;

constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool ends_word(char c) {
    return is_blank(c) || c == ',' || c == ']' || c == '}' || c == ':' || c == '"' || c == '[' ||
           c == '{';
}

void append_json_text(std::string_view text, std::string& out) {
    out += '"';
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;  // control characters became blanks in the chunk
    }
    out += '"';
}

void append_utf8(uint32_t code, std::string& out) {
    const auto tail = [&](unsigned shift) {
        out += static_cast<char>(0x80 | (code >> shift & 0x3F));
    };
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xC0 | code >> 6);
        tail(0);
    } else if (code < 0x10000) {
        out += static_cast<char>(0xE0 | code >> 12);
        tail(6);
        tail(0);
    } else {
        out += static_cast<char>(0xF0 | code >> 18);
        tail(12);
        tail(6);
        tail(0);
    }
}

constexpr bool is_high_surrogate(uint32_t code) { return code >= 0xD800 && code < 0xDC00; }
constexpr bool is_low_surrogate(uint32_t code) { return code >= 0xDC00 && code < 0xE000; }

}  // namespace

std::string_view IndexEntry::tag(std::string_view name) const {
    const auto found = std::ranges::find(tags, name, &GameTag::name);
    return found == tags.end() ? std::string_view() : found->value;
}

Result<IndexReader> IndexReader::open(const std::filesystem::path& path) {
    MappedFile file = EDGE_TRY(MappedFile::open(path));
    file.advise_sequential();
    IndexReader reader(file.text(), path.string());
    reader.file_ = std::move(file);
    return reader;
}

Result<bool> IndexReader::next(IndexEntry& entry) {
    if (ended_) return false;
    if (!begun_) EDGE_CHECK(expect('[', "an array of games"));
    const bool is_first = !begun_;
    begun_ = true;
    ended_ = take(']');
    if (ended_) {
        if (peek() != '\0' || at_ != text_.size()) return corrupt("the end");
        return false;
    }
    if (!is_first) EDGE_CHECK(expect(',', "a comma or the end of the array"));
    EDGE_CHECK(read_entry(entry));
    return true;
}

Status IndexReader::read_entry(IndexEntry& entry) {
    entry.tags.clear();
    bool has_ref = false;
    std::string key;
    std::string value;
    EDGE_CHECK(expect('{', "an object"));
    for (bool is_first = true; !take('}'); is_first = false) {
        if (!is_first) EDGE_CHECK(expect(',', "a comma or the end of the object"));
        skip_blanks();
        EDGE_CHECK(read_string(key));
        EDGE_CHECK(expect(':', "a colon"));
        skip_blanks();
        const Value kind = EDGE_TRY(read_value(value));
        if (key == "ref") {
            const char* const end = value.data() + value.size();
            const auto [after, error] = std::from_chars(value.data(), end, entry.ref);
            has_ref = kind == Value::Number && error == std::errc() && after == end;
            if (!has_ref) return corrupt("a whole number as 'ref'");
        } else if (kind != Value::Other) {
            entry.tags.push_back({std::string(tag_name_of(key)), pgn::unescape_tag_value(value)});
        }
    }
    return has_ref ? Status() : corrupt("a 'ref' in each object");
}

Result<IndexReader::Value> IndexReader::read_value(std::string& text) {
    const char first = peek();
    if (first == '"') {
        EDGE_CHECK(read_string(text));
        return Value::Text;
    }
    if (first == '[' || first == '{') {
        EDGE_CHECK(skip_list());
        return Value::Other;
    }
    const size_t begin = at_;
    while (at_ < text_.size() && !ends_word(text_[at_])) ++at_;
    text = text_.substr(begin, at_ - begin);
    if (text == "true" || text == "false" || text == "null") return Value::Other;
    if (text.empty() || (first != '-' && (first < '0' || first > '9'))) return corrupt("a value");
    return Value::Number;
}

Status IndexReader::read_string(std::string& text) {
    text.clear();
    EDGE_CHECK(expect('"', "text in quotes"));
    while (at_ < text_.size()) {
        const size_t stop = std::min(text_.find_first_of("\"\\", at_), text_.size());
        text += text_.substr(at_, stop - at_);
        at_ = stop;
        if (at_ == text_.size()) break;
        if (text_[at_++] == '"') return {};
        EDGE_CHECK(read_escape(text));
    }
    return corrupt("a closing quote");
}

// The backslash has been read.
Status IndexReader::read_escape(std::string& text) {
    const char c = at_ < text_.size() ? text_[at_++] : '\0';
    switch (c) {
        case '"':
        case '\\':
        case '/':
            text += c;
            return {};
        case 'b':
        case 'f':
        case 'n':
        case 'r':
        case 't':
            text += ' ';  // as everywhere in tags
            return {};
        case 'u':
            break;
        default:
            return corrupt("an escape of JSON");
    }
    uint32_t code = EDGE_TRY(read_code_unit());
    if (is_high_surrogate(code) && text_.substr(at_, 2) == "\\u") {
        at_ += 2;
        const uint32_t low = EDGE_TRY(read_code_unit());
        if (!is_low_surrogate(low)) return corrupt("the second half of a character");
        code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    if (is_high_surrogate(code) || is_low_surrogate(code)) return corrupt("a whole character");
    append_utf8(code < 0x20 ? ' ' : code, text);
    return {};
}

Result<uint32_t> IndexReader::read_code_unit() {
    constexpr size_t kDigits = 4;
    const std::string_view digits = text_.substr(at_, kDigits);
    uint32_t code = 0;
    const auto [after, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc() || after != digits.data() + kDigits) return corrupt("four hex digits");
    at_ += kDigits;
    return code;
}

// Skips an array or object: brackets are matched, their content is not checked.
Status IndexReader::skip_list() {
    std::string open;  // the brackets still to be closed, the innermost last
    std::string ignored;
    do {
        const char c = peek();
        if (c == '"') {
            EDGE_CHECK(read_string(ignored));
            continue;
        }
        if (at_ == text_.size()) return corrupt("a closing bracket");
        ++at_;
        if (c == '[' || c == '{') {
            if (open.size() == kMaxDepth) return corrupt("fewer lists inside each other");
            open += c == '[' ? ']' : '}';
        } else if (c == ']' || c == '}') {
            if (c != open.back()) return corrupt("the bracket that is open");
            open.pop_back();
        }
    } while (!open.empty());
    return {};
}

void IndexReader::skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
}

char IndexReader::peek() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
}

bool IndexReader::take(char c) {
    if (peek() != c || at_ == text_.size()) return false;
    ++at_;
    return true;
}

Status IndexReader::expect(char c, std::string_view what) {
    if (take(c)) return {};
    return corrupt(what);
}

tl::unexpected<Error> IndexReader::corrupt(std::string_view expected) {
    constexpr size_t kMaxText = 20;
    std::string found = "the end";
    if (at_ < text_.size()) {
        found = text_.substr(at_, kMaxText);
        std::ranges::replace_if(found, [](char c) { return c < ' ' || c > '~'; }, '?');
        found = '\'' + found + '\'';
    }
    return edge::corrupt(name_, at_, fmt::format("found {}, expected {}", found, expected));
}

std::string index_fields(const Chunk& chunk) {
    std::string text;
    for (const ShortKey& wanted : kShortKeys) {
        const auto tag = std::ranges::find(chunk.tags, wanted.name, &GameTag::name);
        if (tag == chunk.tags.end()) continue;
        text += ", ";
        append_json_text(wanted.key, text);
        text += ": ";
        append_json_text(tag->value, text);
    }
    return text;
}

}  // namespace edge::fbpgn
