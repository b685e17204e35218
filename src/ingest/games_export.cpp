#include "ingest/games_export.h"

#include <array>
#include <iterator>

#include <fmt/format.h>

#include "chess/uci.h"
#include "corpus/replay.h"
#include "corpus/tag_text.h"

namespace edge::ingest {
namespace {

constexpr size_t kMaxColumns = 79;

void append_tag(const std::string& name, const std::string& text, std::string& out) {
    out += '[';
    out += name;
    out += " \"";
    for (const char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c;
    }
    out += "\"]\n";
}

// Words with a space or a line break between them.
class LineFiller {
public:
    explicit LineFiller(std::string& out) : out_(out) {}
    void add(std::string_view word) {
        if (column_ > 0 && column_ + 1 + word.size() > kMaxColumns) {
            out_ += '\n';
            column_ = 0;
        }
        if (column_ > 0) {
            out_ += ' ';
            ++column_;
        }
        out_ += word;
        column_ += word.size();
    }

private:
    std::string& out_;
    size_t column_ = 0;
};

void append_csv_field(std::string_view text, std::string& out) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += text;
        return;
    }
    out += '"';
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

std::string tag_or_empty(const StoredGame& game, std::string_view name) {
    const std::string* const text = find_tag(game, name);
    return text == nullptr ? "" : *text;
}

std::string elo_or_empty(uint16_t elo) { return elo == 0 ? "" : std::to_string(elo); }

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += ' ';
        text += word;
    }
    return text;
}

}  // namespace

Status append_pgn(const corpus::Corpus& corpus, const StoredGame& game, std::string& out) {
    const auto line = EDGE_TRY(main_line_san(corpus, game));
    for (const auto& [name, text] : game.tags) append_tag(name, text, out);
    out += '\n';
    LineFiller filler(out);
    for (size_t ply = 0; ply < line.size(); ++ply) {
        if (ply % 2 == 0) filler.add(std::to_string(ply / 2 + 1) + '.');
        filler.add(line[ply]);
    }
    filler.add(corpus::result_text(game.header.result));
    out += "\n\n";
    return {};
}

Status append_uci(const corpus::Corpus& corpus, const StoredGame& game, std::string& out) {
    // Reading the line as SAN first is what checks every move; it is not the hot path of anything.
    EDGE_TRY(main_line_san(corpus, game));
    corpus::replay(game.moves, [&out](uint32_t, const Position& position, Move move) {
        out += to_uci(move, position, CastlingRule::Standard);
        out += ' ';
        return true;
    });
    out += corpus::result_text(game.header.result);
    out += '\n';
    return {};
}

std::string_view csv_header() {
    return "game_id,lichess_id,event,site,date,round,white,black,result,white_elo,black_elo,eco,"
           "time_control,termination,plies,moves\r\n";
}

Status append_csv(const corpus::Corpus& corpus, const StoredGame& game, std::string& out) {
    const auto line = EDGE_TRY(main_line_san(corpus, game));
    const corpus::GameHeader& header = game.header;
    const std::array<std::string, 16> fields = {
        std::to_string(game.id),
        lichess_id(game),
        tag_or_empty(game, "Event"),
        tag_or_empty(game, "Site"),
        header.date == corpus::Date{} ? "" : corpus::date_text(header.date),
        tag_or_empty(game, "Round"),
        game.white,
        game.black,
        std::string(corpus::result_text(header.result)),
        elo_or_empty(header.white_elo),
        elo_or_empty(header.black_elo),
        header.eco == corpus::kUnknownEco ? "" : corpus::eco_text(header.eco),
        tag_or_empty(game, "TimeControl"),
        tag_or_empty(game, "Termination"),
        std::to_string(header.plies),
        joined(line),
    };
    for (size_t i = 0; i < fields.size(); ++i) {
        if (i > 0) out += ',';
        append_csv_field(fields[i], out);
    }
    out += "\r\n";
    return {};
}

}  // namespace edge::ingest
