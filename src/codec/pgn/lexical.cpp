#include "codec/pgn/lexical.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/ascii.h"

namespace edge::pgn {
namespace {

constexpr bool is_name_char(char c) {
    return is_digit(c) || is_letter(c) || c == '_' || c == '+' || c == '#' || c == '=' ||
           c == ':' || c == '-';
}
constexpr bool is_inline_blank(char c) { return is_blank(c) && c != '\n'; }

const char* find(const char* from, const char* end, char c) {
    if (from >= end) return nullptr;
    return static_cast<const char*>(std::memchr(from, c, static_cast<size_t>(end - from)));
}

const char* find_last(const char* begin, const char* end, char c) {
    if (begin >= end) return nullptr;
    return static_cast<const char*>(memrchr(begin, c, static_cast<size_t>(end - begin)));
}

char char_at(const char* p, const char* end) { return p < end ? *p : '\0'; }

// Whether only blanks follow from `p` to the end of its line.
bool ends_line(const char* p, const char* end) {
    while (p < end && is_inline_blank(*p)) ++p;
    return p >= end || *p == '\n';
}

}  // namespace

TagStart tag_start(const char* open, const char* end) {
    const char* p = open + 1;
    while (p < end && is_inline_blank(*p)) ++p;
    const char* name = p;
    if (p < end && !(is_letter(*p) || is_digit(*p))) return {};
    while (p < end && is_name_char(*p)) ++p;
    const std::string_view found(name, static_cast<size_t>(p - name));
    while (p < end && is_inline_blank(*p)) ++p;
    if (p >= end) return {.name = {}, .is_cut = true};
    if (*p != '"') return {};
    return {found, p + 1};
}

TagValueEnd find_tag_value_end(const char* value, const char* end) {
    const char* last_quote = nullptr;
    const char* p = value;
    for (; p < end && *p != '\n'; ++p) {
        if (*p == '\\' && p + 1 < end && (p[1] == '"' || p[1] == '\\')) {
            // An escaped quote whose bracket ends the line is a value that ends in a backslash.
            const bool closes = p[1] == '"' && char_at(p + 2, end) == ']' && ends_line(p + 3, end);
            if (!closes) {
                ++p;
                continue;
            }
        }
        if (*p != '"') continue;
        last_quote = p;
        const char* after = p + 1;
        while (after < end && is_inline_blank(*after)) ++after;
        if (after < end && *after == ']') return {p, after + 1, true};
    }
    const char* line_end = p;
    if (last_quote != nullptr) return {last_quote, line_end, false};
    while (p > value && is_blank(p[-1])) --p;
    if (p > value && p[-1] == ']') --p;
    return {p, line_end, false};
}

std::string unescape_tag_value(std::string_view value) {
    std::string text;
    text.reserve(value.size());
    for (size_t i = 0; i < value.size(); ++i) {
        const bool escape = value[i] == '\\' && i + 1 < value.size() &&
                            (value[i + 1] == '"' || value[i + 1] == '\\');
        if (escape) ++i;
        text.push_back(value[i]);
    }
    return text;
}

bool TagNames::contains(std::string_view name) {
    constexpr size_t kFew = 32;
    if (names_.size() <= kFew) return std::ranges::find(names_, name) != names_.end();
    while (hashed_count_ < names_.size()) hashed_.insert(names_[hashed_count_++]);
    return hashed_.contains(name);
}

const char* LineBrackets::find_close(const char* open, const char* limit) {
    if (open < none_before_) return nullptr;
    const char* p = open;
    while (p < limit && *p != ']' && *p != '\n') ++p;
    if (p < limit && *p == ']') return p;
    none_before_ = p;
    return nullptr;
}

const char* end_of_word(const char* word, const char* end) {
    const char* p = word + 1;
    while (p < end && !is_blank(*p) && *p != '{' && *p != ';' && *p != '[') ++p;
    return p;
}

bool is_move_number(std::string_view word) {
    size_t i = 0;
    while (i < word.size() && is_digit(word[i])) ++i;
    if (i == 0) return false;
    while (i < word.size() && word[i] == '.') ++i;
    return i == word.size();
}

bool looks_like_move(std::string_view word) {
    size_t i = 0;
    while (i < word.size() && is_digit(word[i])) ++i;
    const bool numbered = i > 0 && i < word.size() && word[i] == '.';
    while (i < word.size() && word[i] == '.') ++i;
    if (i > 0 && !numbered && word.substr(0, 3) != "0-0") return false;
    if (numbered) word.remove_prefix(i);
    if (word.size() < 2 || word.size() > 10) return false;
    if (word.substr(0, 3) == "O-O" || word.substr(0, 3) == "0-0") return true;
    static constexpr std::string_view kFirst = "abcdefghKQRBNP";
    if (kFirst.find(word[0]) == std::string_view::npos) return false;
    for (size_t j = 1; j < word.size(); ++j) {
        const char file = word[j - 1];
        if (file >= 'a' && file <= 'h' && word[j] >= '1' && word[j] <= '8') return true;
    }
    return false;
}

ResultToken result_token(const char* mark, const char* begin, const char* end) {
    if (*mark == '*') return {GameResult::Unknown, mark + 1};
    if (mark == begin) return {};
    const char before = mark[-1];
    const char after = char_at(mark + 1, end);
    if (mark - 1 > begin && (is_digit(mark[-2]) || is_letter(mark[-2]) || mark[-2] == '-'))
        return {};
    if (*mark == '/' && before == '1' && after == '2') {
        const bool whole =
            static_cast<size_t>(end - mark) >= 6 && std::memcmp(mark, "/2-1/2", 6) == 0;
        return {GameResult::Draw, mark + (whole ? 6 : 2)};
    }
    if (*mark != '-') return {};
    const char next = char_at(mark + 2, end);
    if (is_digit(next) || is_letter(next) || next == '-') return {};
    if (before == '1' && after == '0') return {GameResult::WhiteWins, mark + 2};
    if (before == '0' && after == '1') return {GameResult::BlackWins, mark + 2};
    return {};
}

std::string_view zero_castling_or_null_move(const char* dash, const char* begin, const char* end) {
    if (dash > begin && dash[-1] == '0' && char_at(dash + 1, end) == '0') {
        const bool queen_side = char_at(dash + 2, end) == '-' && char_at(dash + 3, end) == '0';
        return {dash - 1, queen_side ? size_t{5} : size_t{3}};
    }
    if (char_at(dash + 1, end) == '-') return {dash, 2};
    return {};
}

std::string_view extend_word(const char* word, size_t length, const char* end) {
    const char* after = word + length;
    // A word may reach beyond a text that is cut anywhere.
    const size_t left = after < end ? static_cast<size_t>(end - after) : 0;
    static constexpr std::string_view kPieces = "QRBNqrbn";
    const bool ends_on_last_rank = length >= 2 && (after[-1] == '8' || after[-1] == '1');
    if (ends_on_last_rank && left >= 3 && after[0] == '(' && after[2] == ')' &&
        kPieces.find(after[1]) != std::string_view::npos) {
        return {word, length + 3};
    }
    if (ends_on_last_rank && left >= 2 && after[0] == '/' &&
        kPieces.find(after[1]) != std::string_view::npos) {
        return {word, length + 2};
    }
    const bool ends_in_e = after[-1] == 'e' && (length == 1 || is_digit(after[-2]));
    if (ends_in_e && left >= 2 && after[0] == '.' && after[1] == 'p') {
        return {word, length + (left >= 3 && after[2] == '.' ? size_t{3} : size_t{2})};
    }
    return {word, length};
}

std::string_view without_result(std::string_view word, const char* end) {
    // A move ends in a rank, a promotion piece or a castling, all before the result's first digit.
    const std::string_view tail = word.substr(word.size() - std::min<size_t>(word.size(), 3));
    if (word.size() >= 5 && (tail == "1-0" || (tail == "0-1" && word[word.size() - 4] != '-'))) {
        return word.substr(0, word.size() - 3);
    }
    const char* after = word.data() + word.size();
    const bool half = word.size() >= 3 && word.back() == '1' && end - after >= 2 &&
                      after[0] == '/' && after[1] == '2';
    return half ? word.substr(0, word.size() - 1) : word;
}

bool is_en_passant_mark(std::string_view word) {
    return word == "ep" || word == "e.p." || word == "e.p";
}

const char* find_tag_after_empty_line(const char* from, const char* end) {
    bool after_empty = false;
    for (const char* newline = find(from, end, '\n'); newline != nullptr;) {
        const char* line = newline + 1;
        if (after_empty && char_at(line, end) == '[' && tag_start(line, end).value != nullptr) {
            return line;
        }
        const char* p = line;
        while (p < end && is_inline_blank(*p)) ++p;
        after_empty = p < end && *p == '\n';
        newline = after_empty ? p : find(p, end, '\n');
    }
    return nullptr;
}

const char* last_empty_line(const char* from, const char* end) {
    // Back over the unfinished last line, then over the one before it if that is empty.
    const char* newline = find_last(from, end, '\n');
    if (newline == nullptr) return end;
    const char* previous = find_last(from, newline, '\n');
    if (previous == nullptr) return newline;
    return std::all_of(previous + 1, newline, is_inline_blank) ? previous : newline;
}

namespace {

bool is_cut(const char* begin, const char* line, const char* end) {
    if (line <= begin || *line != '[' || line[-1] != '\n') return false;
    const char* newline = find_last(begin, line - 1, '\n');
    const char* previous = newline != nullptr ? newline + 1 : begin;
    return *previous != '[' && tag_start(line, end).value != nullptr;
}

}  // namespace

const char* find_cut(const char* begin, const char* from, const char* end) {
    if (from > begin) --from;
    for (const char* newline = find(from, end, '\n'); newline != nullptr && newline + 1 < end;
         newline = find(newline + 1, end, '\n')) {
        if (is_cut(begin, newline + 1, end)) return newline + 1;
    }
    return nullptr;
}

const char* find_last_cut(const char* begin, const char* end) {
    for (const char* newline = find_last(begin, end, '\n'); newline != nullptr;
         newline = find_last(begin, newline, '\n')) {
        if (newline + 1 < end && is_cut(begin, newline + 1, end)) return newline + 1;
    }
    return nullptr;
}

}  // namespace edge::pgn
