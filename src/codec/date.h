// A date as far as it is known, which in chess is often only the year.
#pragma once

#include <cstdint>
#include <string>

namespace edge {

struct Date {
    uint16_t year = 0;  // 0 = unknown, here and below
    uint8_t month = 0;
    uint8_t day = 0;
    friend bool operator==(const Date&, const Date&) = default;
};

std::string date_text(Date date);  // "1998.11.10", "2001.??.??"

}  // namespace edge
