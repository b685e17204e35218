#include "corpus/tag_text.h"

#include <charconv>

namespace edge::corpus {
namespace {

void append_number(std::string& text, unsigned value) {
    char digits[10];
    const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
    text.append(digits, end);
}

std::string elo_text(uint16_t elo) {
    std::string text;
    if (elo == 0) return "?";
    append_number(text, elo);
    return text;
}

}  // namespace

std::optional<HeaderTag> header_tag(std::string_view tag_name) {
    switch (tag_name.size()) {
        case 3:
            if (tag_name == "ECO") return HeaderTag::Eco;
            break;
        case 4:
            if (tag_name == "Date") return HeaderTag::Date;
            break;
        case 5:
            if (tag_name == "White") return HeaderTag::White;
            if (tag_name == "Black") return HeaderTag::Black;
            break;
        case 6:
            if (tag_name == "Result") return HeaderTag::Result;
            break;
        case 8:
            if (tag_name == "WhiteElo") return HeaderTag::WhiteElo;
            if (tag_name == "BlackElo") return HeaderTag::BlackElo;
            break;
        case 11:
            if (tag_name == "TimeControl") return HeaderTag::TimeControl;
            if (tag_name == "Termination") return HeaderTag::Termination;
            break;
        default:
            break;
    }
    return std::nullopt;
}

std::string_view termination_text(Termination termination) {
    switch (termination) {
        case Termination::Normal:
            return "Normal";
        case Termination::TimeForfeit:
            return "Time forfeit";
        case Termination::Abandoned:
            return "Abandoned";
        case Termination::RulesInfraction:
            return "Rules infraction";
        case Termination::Other:
            break;
    }
    return "";
}

std::string eco_text(uint16_t eco) {
    if (eco >= 500) return "?";
    const char text[3] = {static_cast<char>('A' + eco / 100),
                          static_cast<char>('0' + eco / 10 % 10),
                          static_cast<char>('0' + eco % 10)};
    return std::string(text, sizeof text);
}

std::string time_control_text(TimeControl time_control) {
    if (!time_control.known()) return "?";
    if (time_control.correspondence) return time_control.base_seconds == 0 ? "-" : "";
    std::string text;
    append_number(text, time_control.base_seconds);
    text += '+';
    append_number(text, time_control.increment);
    return text;
}

std::string canonical_tag_text(const GameHeader& header, HeaderTag tag, std::string_view white,
                               std::string_view black) {
    switch (tag) {
        case HeaderTag::White:
            return std::string(white);
        case HeaderTag::Black:
            return std::string(black);
        case HeaderTag::Result:
            return std::string(result_text(header.result));
        case HeaderTag::WhiteElo:
            return elo_text(header.white_elo);
        case HeaderTag::BlackElo:
            return elo_text(header.black_elo);
        case HeaderTag::Eco:
            return eco_text(header.eco);
        case HeaderTag::Date:
            return date_text(header.date);
        case HeaderTag::TimeControl:
            return time_control_text(header.time_control);
        case HeaderTag::Termination:
            return std::string(termination_text(header.termination));
    }
    return "";
}

std::string canonical_tag_text(const GameHeader& header, std::string_view tag_name,
                               std::string_view white, std::string_view black) {
    const auto tag = header_tag(tag_name);
    return tag ? canonical_tag_text(header, *tag, white, black) : std::string();
}

}  // namespace edge::corpus
