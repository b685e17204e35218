#include "table/header_columns.h"

#include <chrono>
#include <optional>
#include <string>

#include "corpus/tag_text.h"
#include "query/answers/group_key.h"
#include "query/headers/time_class.h"

namespace edge::table {
namespace {

constexpr uint16_t kEcoCodes = 500;

// Entries are untrusted; the values that decode_header accepts are valid.
corpus::GameHeader header_at(const HeaderColumns& columns, uint32_t game) {
    const uint32_t packed1 = columns.packed1[game];
    const uint32_t result = packed1 & 7;
    const uint32_t termination = packed1 >> 3 & 7;
    corpus::GameHeader header;
    header.plies = columns.plies[game];
    header.result = result <= 3 ? static_cast<GameResult>(result) : GameResult::Unknown;
    header.termination = termination <= 3 ? static_cast<corpus::Termination>(termination)
                                          : corpus::Termination::Other;
    header.time_control = query::unpack_time_control(packed1);
    header.white_elo = columns.white_elo[game] & corpus::kMaxElo;
    header.black_elo = columns.black_elo[game] & corpus::kMaxElo;
    header.eco = columns.eco[game] < kEcoCodes ? columns.eco[game] : corpus::kUnknownEco;
    header.date = corpus::unpack_date(columns.date[game]);
    header.white_name = columns.white_name[game];
    header.black_name = columns.black_name[game];
    return header;
}

std::optional<int32_t> days_since_1970(corpus::Date date) {
    const std::chrono::year_month_day day{
        std::chrono::year{date.year}, std::chrono::month{date.month}, std::chrono::day{date.day}};
    if (date.year == 0 || !day.ok()) return std::nullopt;
    return static_cast<int32_t>(std::chrono::sys_days(day).time_since_epoch().count());
}

void fill_dates(Headers headers, ArrayBuilder& out) {
    corpus::Date last;
    std::string text;  // of the last date, which often repeats
    for (const corpus::GameHeader& header : headers) {
        if (header.date == corpus::Date{}) {
            out.add_null();
            continue;
        }
        if (header.date != last) text = corpus::date_text(header.date);
        last = header.date;
        out.add_text(text);
    }
}

void fill_eco(Headers headers, ArrayBuilder& out) {
    std::vector<std::string> texts(kEcoCodes);
    for (uint16_t code = 0; code < kEcoCodes; ++code) texts[code] = corpus::eco_text(code);
    for (const corpus::GameHeader& header : headers) {
        header.eco < kEcoCodes ? out.add_text(texts[header.eco]) : out.add_null();
    }
}

Status fill_names(uint32_t corpus::GameHeader::* name, const corpus::Corpus& corpus,
                  const RowPlan& plan, Headers headers, ArrayBuilder& out) {
    for (size_t row = 0; row < headers.size();) {
        const uint32_t number = plan[row].place.shard;
        const corpus::Shard& shard = corpus.shard(number);
        const corpus::NameList names = shard.names();
        for (; row < headers.size() && plan[row].place.shard == number; ++row) {
            const uint32_t index = headers[row].*name;
            out.add_text(index < names.size() ? names[index] : EDGE_TRY(shard.name(index)));
        }
    }
    return {};
}

// `number_of(header)` gives a number or nothing.
template <class NumberOf>
void fill_numbers(Headers headers, ArrayBuilder& out, NumberOf number_of) {
    for (const corpus::GameHeader& header : headers) {
        if (const auto number = number_of(header)) {
            out.add(*number);
        } else {
            out.add_null();
        }
    }
}

std::optional<int16_t> unless_zero(uint16_t number) {
    if (number == 0) return std::nullopt;
    return static_cast<int16_t>(number);
}

// Base and increment, where one clock is for the whole game.
std::optional<int16_t> seconds_of(corpus::TimeControl control, unsigned seconds) {
    if (!control.known() || control.correspondence) return std::nullopt;
    return static_cast<int16_t>(seconds);
}

template <class Class>
void add_class(query::GroupKey key, Class value, ArrayBuilder& out) {
    if (value == Class::Unknown) return out.add_null();
    out.add_text(query::value_text(key, static_cast<uint64_t>(value)));
}

}  // namespace

bool is_of_header(GameColumnKind kind) {
    switch (kind) {
        case GameColumnKind::Date:
        case GameColumnKind::Date32:
        case GameColumnKind::Year:
        case GameColumnKind::White:
        case GameColumnKind::Black:
        case GameColumnKind::Result:
        case GameColumnKind::WhiteElo:
        case GameColumnKind::BlackElo:
        case GameColumnKind::Eco:
        case GameColumnKind::TcBase:
        case GameColumnKind::TcIncrement:
        case GameColumnKind::TimeClass:
        case GameColumnKind::Speed:
        case GameColumnKind::Plies:
            return true;
        default:
            return false;
    }
}

Result<std::vector<corpus::GameHeader>> read_headers(const corpus::Corpus& corpus,
                                                     const RowPlan& plan) {
    std::vector<corpus::GameHeader> headers;
    headers.reserve(plan.size());
    for (const GamePart& part : plan) {
        const corpus::Shard& shard = corpus.shard(part.place.shard);
        if (shard.columns() != nullptr) {
            headers.push_back(header_at(*shard.columns(), part.place.index));
        } else {
            headers.push_back(EDGE_TRY(shard.game(part.place.index)).header());
        }
    }
    return headers;
}

Status fill_header_column(GameColumnKind kind, const corpus::Corpus& corpus, const RowPlan& plan,
                          Headers headers, ArrayBuilder& out) {
    using Header = corpus::GameHeader;
    switch (kind) {
        case GameColumnKind::White:
            return fill_names(&Header::white_name, corpus, plan, headers, out);
        case GameColumnKind::Black:
            return fill_names(&Header::black_name, corpus, plan, headers, out);
        case GameColumnKind::Date:
            fill_dates(headers, out);
            break;
        case GameColumnKind::Eco:
            fill_eco(headers, out);
            break;
        case GameColumnKind::Result:
            for (const Header& h : headers) out.add_text(corpus::result_text(h.result));
            break;
        case GameColumnKind::Plies:
            for (const Header& h : headers) out.add(static_cast<int32_t>(h.plies));
            break;
        case GameColumnKind::Date32:
            fill_numbers(headers, out, [](const Header& h) { return days_since_1970(h.date); });
            break;
        case GameColumnKind::Year:
            fill_numbers(headers, out, [](const Header& h) { return unless_zero(h.date.year); });
            break;
        case GameColumnKind::WhiteElo:
            fill_numbers(headers, out, [](const Header& h) { return unless_zero(h.white_elo); });
            break;
        case GameColumnKind::BlackElo:
            fill_numbers(headers, out, [](const Header& h) { return unless_zero(h.black_elo); });
            break;
        case GameColumnKind::TcBase:
            fill_numbers(headers, out, [](const Header& h) {
                return seconds_of(h.time_control, h.time_control.base_seconds);
            });
            break;
        case GameColumnKind::TcIncrement:
            fill_numbers(headers, out, [](const Header& h) {
                return seconds_of(h.time_control, h.time_control.increment);
            });
            break;
        case GameColumnKind::TimeClass:
            for (const Header& h : headers) {
                add_class(query::GroupKey::TimeClass, query::time_class_of(h.time_control), out);
            }
            break;
        case GameColumnKind::Speed:
            for (const Header& h : headers) {
                add_class(query::GroupKey::Speed, query::speed_of(h.time_control), out);
            }
            break;
        default:
            break;
    }
    return {};
}

}  // namespace edge::table
