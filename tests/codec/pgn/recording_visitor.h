// A visitor that records the calls of the reader, one per line, and the two ways to read a
// text with it: as a whole, and cut into blocks as the indexer does.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "codec/pgn/reader.h"

namespace edge::test {

class RecordingVisitor {
public:
    // `base` is added to every place.
    RecordingVisitor(std::string& log, size_t base) : log_(log), base_(base) {}

    void begin_game(size_t at) {
        game_in_log_ = log_.size();
        line("game", place(at));
    }
    void tag(const pgn::Tag& tag) {
        line(tag.plain ? "tag" : "odd tag",
             std::string(tag.name) + "=" + pgn::unescape_tag_value(tag.value));
    }
    bool begin_moves() { return true; }
    bool move(uint64_t word, unsigned length) {
        char bytes[sizeof word];
        std::memcpy(bytes, &word, sizeof word);
        const std::string_view text(bytes, length);
        if (!is_plain(text)) return false;
        line("move", text);
        return true;
    }
    bool odd_move(std::string_view word, size_t at) {
        line("odd", std::string(word) + " " + place(at));
        return word != "stop";  // so that texts can say where the main line is no longer wanted
    }
    void result(GameResult result) {
        static constexpr std::string_view kTexts[] = {"*", "1-0", "1/2-1/2", "0-1"};
        line("result", kTexts[static_cast<size_t>(result)]);
    }
    void end_game(size_t at, pgn::GameEnd how) {
        static constexpr std::string_view kTexts[] = {"end", "unclosed comment", "too long",
                                                      "unclosed variation"};
        line(kTexts[static_cast<size_t>(how)], place(at));
    }
    void drop_game() { log_.resize(game_in_log_); }

private:
    // About what chess/san_decoder.h takes: a piece, a square, a promotion; castling.
    static bool is_plain(std::string_view word) {
        if (word == "O-O" || word == "O-O-O") return true;
        const bool promotes = word.size() > 3 && word[word.size() - 2] == '=';
        if (promotes) word.remove_suffix(2);
        if (word.find_first_not_of("KQRBNabcdefgh12345678x") != std::string_view::npos)
            return false;
        const bool is_pawn = word[0] >= 'a';
        const char rank = word.back();
        if (is_pawn && !promotes && (rank == '1' || rank == '8')) return false;
        const char file = word[word.size() - 2];
        return file >= 'a' && file <= 'h' && rank >= '1' && rank <= '8';
    }
    std::string place(size_t at) const { return std::to_string(base_ + at); }
    void line(std::string_view event, std::string_view detail) {
        log_.append(event).append(" ").append(detail).append("\n");
    }

    std::string& log_;
    size_t base_;
    size_t game_in_log_ = 0;
};
static_assert(pgn::GameVisitor<RecordingVisitor>);

// Reads text[begin, end) from a buffer that ends 64 bytes after it, so that a sanitizer sees what
// reaches further. The padding is what follows in the text, as in a mapped file, or zeros.
inline pgn::ReadEnd read_stretch(std::string_view text, size_t begin, size_t end,
                                 pgn::TextEnd text_end, bool lost, bool mapped, std::string& log,
                                 const pgn::ByteScanner& scanner = pgn::byte_scanner()) {
    std::vector<char> buffer(text.begin() + static_cast<std::ptrdiff_t>(begin),
                             text.begin() + static_cast<std::ptrdiff_t>(end));
    const std::string_view rest = mapped ? text.substr(end, pgn::kScanBytes) : std::string_view();
    buffer.insert(buffer.end(), rest.begin(), rest.end());
    buffer.resize(end - begin + pgn::kScanBytes);
    RecordingVisitor visitor(log, begin);
    pgn::Reader reader({buffer.data(), end - begin}, text_end, begin == 0, visitor, scanner);
    return reader.read(lost);
}

inline std::string read_whole(std::string_view text,
                              const pgn::ByteScanner& scanner = pgn::byte_scanner()) {
    std::string log;
    read_stretch(text, 0, text.size(), pgn::TextEnd::EndOfInput, false, false, log, scanner);
    return log;
}

struct Cut {
    size_t at;
    pgn::TextEnd kind;  // BeforeTag or Anywhere
};

// `cuts` in order of place. What a block leaves open is read again with the next one.
inline std::string read_cut(std::string_view text, const std::vector<Cut>& cuts, bool mapped) {
    std::string log;
    size_t begin = 0;
    bool lost = false;
    const auto read_to = [&](size_t end, pgn::TextEnd kind) {
        const pgn::ReadEnd stop = read_stretch(text, begin, end, kind, lost, mapped, log);
        lost = stop.state == pgn::ReadEnd::State::Lost;
        begin = stop.state == pgn::ReadEnd::State::Clean ? end : begin + stop.at;
    };
    for (const Cut& cut : cuts) read_to(cut.at, cut.kind);
    read_to(text.size(), pgn::TextEnd::EndOfInput);
    return log;
}

// Where indexing::BlockSource may cut.
inline bool may_cut_anywhere(std::string_view text, size_t at) {
    return at > 0 && at < text.size() && (text[at - 1] != '\n' || text[at] == '\n');
}
inline bool may_cut_before_tag(std::string_view text, size_t at) {
    const char* begin = text.data();
    const char* end = begin + std::min(text.size(), at + 256);
    return at > 0 && at < text.size() && pgn::find_cut(begin, begin + at, end) == begin + at;
}

}  // namespace edge::test
