#include "codec/synth/pgn_text.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "codec/game_result.h"

namespace edge::synth {
namespace {

struct City {
    std::string_view name, country;
};
constexpr std::array<City, 24> kCities = {
    {{"Amsterdam", "NED"}, {"Athens", "GRE"},    {"Barcelona", "ESP"}, {"Belgrade", "SRB"},
     {"Berlin", "GER"},    {"Bogota", "COL"},    {"Budapest", "HUN"},  {"Buenos Aires", "ARG"},
     {"Chennai", "IND"},   {"Dublin", "IRL"},    {"Hanoi", "VIE"},     {"Hastings", "ENG"},
     {"Lagos", "NGR"},     {"Lisbon", "POR"},    {"Manila", "PHI"},    {"Oslo", "NOR"},
     {"Prague", "CZE"},    {"Reykjavik", "ISL"}, {"Riga", "LAT"},      {"Sofia", "BUL"},
     {"Tbilisi", "GEO"},   {"Toronto", "CAN"},   {"Warsaw", "POL"},    {"Yerevan", "ARM"}}};

constexpr std::array<TimeSetting, 8> kOnlineTimes = {{{"60+0", "Bullet", 60, 0},
                                                      {"120+1", "Bullet", 120, 1},
                                                      {"180+0", "Blitz", 180, 0},
                                                      {"180+2", "Blitz", 180, 2},
                                                      {"300+0", "Blitz", 300, 0},
                                                      {"300+3", "Blitz", 300, 3},
                                                      {"600+0", "Rapid", 600, 0},
                                                      {"900+10", "Rapid", 900, 10}}};
constexpr std::array<TimeSetting, 4> kBoardTimes = {{{"5400+30", "", 5400, 30},
                                                     {"40/7200:3600", "", 7200, 0},
                                                     {"40/5400+30:1800+30", "", 5400, 30},
                                                     {"900+10", "", 900, 10}}};
constexpr size_t kMaxLine = 79;

void append_number(uint64_t value, std::string& text, size_t width = 0) {
    std::array<char, 20> digits;
    const char* end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    const auto length = static_cast<size_t>(end - digits.data());
    if (length < width) text.append(width - length, '0');
    text.append(digits.data(), length);
}

std::string_view result_text(Outcome outcome) {
    constexpr std::array kResults = {GameResult::WhiteWins, GameResult::Draw,
                                     GameResult::BlackWins};
    return edge::result_text(kResults[static_cast<size_t>(outcome)]);
}

template <class Write>
void append_tag(std::string_view name, std::string& text, Write write) {
    text += '[';
    text += name;
    text += " \"";
    write();
    text += "\"]\n";
}

void append_name(const Player& player, std::string& text) {
    text += player.stem;
    text += player.ending;
    text += ", ";
    text += player.first_name;
}

void append_date(const GameSetting& setting, std::string& text) {
    append_number(setting.year, text, 4);
    text += '.';
    append_number(setting.month, text, 2);
    text += '.';
    append_number(setting.day, text, 2);
}

void append_event(const GameSetting& setting, std::string& text) {
    if (setting.is_online) {
        text += "Rated ";
        text += setting.time.name;
        text += " game";
    } else {
        text += setting.city;
        text += " Open ";
        append_number(setting.year, text);
    }
}

void append_site(const GameSetting& setting, std::string& text) {
    if (setting.is_online) {
        text += "Internet";
    } else {
        text += setting.city;
        text += ' ';
        text += setting.country;
    }
}

// Adds words to lines of at most kMaxLine characters.
class Lines {
public:
    explicit Lines(std::string& text) : text_(text) {}

    void add(std::string_view word) {
        if (length_ != 0) {
            const bool fits = length_ + 1 + word.size() <= kMaxLine;
            text_ += fits ? ' ' : '\n';
            length_ = fits ? length_ + 1 : 0;
        }
        text_ += word;
        length_ += word.size();
    }

private:
    std::string& text_;
    size_t length_ = 0;
};

void append_clock(uint32_t seconds, std::string& text) {
    append_number(seconds / 3600, text);
    text += ':';
    append_number(seconds / 60 % 60, text, 2);
    text += ':';
    append_number(seconds % 60, text, 2);
}

}  // namespace

GameSetting draw_setting(const Player& white, const Player& black, Random& random) {
    GameSetting setting;
    setting.white = white;
    setting.black = black;
    // Form varies the rating a little around the player's own.
    setting.white_elo = white.rating + random.bell(15);
    setting.black_elo = black.rating + random.bell(15);
    setting.is_online = random.percent(45);
    const City& city = kCities[random.below(kCities.size())];
    setting.city = city.name;
    setting.country = city.country;
    setting.year = setting.is_online ? random.between(2013, 2025) : random.between(1985, 2025);
    setting.month = random.between(1, 12);
    setting.day = random.between(1, 28);
    setting.round = random.between(1, 9);
    setting.time = setting.is_online ? kOnlineTimes[random.below(kOnlineTimes.size())]
                                     : kBoardTimes[random.below(kBoardTimes.size())];
    return setting;
}

void append_tags(const GameSetting& setting, const PlayedGame& game, std::string& text) {
    append_tag("Event", text, [&] { append_event(setting, text); });
    append_tag("Site", text, [&] { append_site(setting, text); });
    append_tag("Date", text, [&] { append_date(setting, text); });
    append_tag("Round", text, [&] {
        if (setting.is_online) {
            text += '-';
        } else {
            append_number(setting.round, text);
        }
    });
    append_tag("White", text, [&] { append_name(setting.white, text); });
    append_tag("Black", text, [&] { append_name(setting.black, text); });
    append_tag("Result", text, [&] { text += result_text(game.outcome); });
    append_tag("BlackElo", text,
               [&] { append_number(static_cast<uint64_t>(setting.black_elo), text); });
    append_tag("ECO", text, [&] { text += game.eco; });
    append_tag("Termination", text, [&] { text += game.by_time ? "Time forfeit" : "Normal"; });
    append_tag("TimeControl", text, [&] { text += setting.time.tag; });
    append_tag("WhiteElo", text,
               [&] { append_number(static_cast<uint64_t>(setting.white_elo), text); });
    text += '\n';
}

void append_moves(const PlayedGame& game, std::string& text) {
    Lines lines(text);
    std::string number;
    for (size_t ply = 0; ply < game.moves.size(); ++ply) {
        if (ply % 2 == 0) {
            number.clear();
            append_number(ply / 2 + 1, number);
            number += '.';
            lines.add(number);
        }
        lines.add(game.moves[ply].view());
    }
    lines.add(result_text(game.outcome));
    text += "\n\n";
}

void append_moves_with_clocks(const GameSetting& setting, const PlayedGame& game, Random& random,
                              std::string& text) {
    std::array<uint32_t, 2> left = {setting.time.base_seconds, setting.time.base_seconds};
    for (size_t ply = 0; ply < game.moves.size(); ++ply) {
        append_number(ply / 2 + 1, text);
        text += ply % 2 == 0 ? ". " : "... ";
        text += game.moves[ply].view();
        // The first moves come at once; later ones take about a twentieth of what is left.
        uint32_t& clock = left[ply % 2];
        if (ply >= 2) {
            const uint32_t spent = random.below(clock / 10 + setting.time.increment + 1);
            clock = clock + setting.time.increment - std::min(spent, clock);
        }
        text += " { [%clk ";
        append_clock(clock, text);
        text += "] } ";
    }
    text += result_text(game.outcome);
    text += "\n\n";
}

}  // namespace edge::synth
