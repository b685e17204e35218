// The time control of a game, and the two ways to put it into a class.
#pragma once

#include "corpus/format.h"
#include "query/expr.h"

namespace edge::query {

// From the word of a header that corpus::packed1_of makes.
inline corpus::TimeControl unpack_time_control(uint32_t packed1) {
    return {static_cast<uint16_t>(packed1 >> 6 & 0x1FFF), static_cast<uint8_t>(packed1 >> 19 & 63),
            (packed1 >> 25 & 1) != 0};
}

// The coarse classes: base and 60 increments.
inline TimeClass time_class_of(corpus::TimeControl control) {
    if (!control.known()) return TimeClass::Unknown;
    if (control.correspondence) return TimeClass::Correspondence;
    const unsigned seconds = control.base_seconds + 60U * control.increment;
    if (seconds < 180) return TimeClass::Bullet;
    if (seconds < 600) return TimeClass::Blitz;
    return seconds < 3600 ? TimeClass::Rapid : TimeClass::Classical;
}

// Lichess's: base and 40 increments. From 21,600 seconds on it is correspondence.
inline Speed speed_of(corpus::TimeControl control) {
    if (!control.known()) return Speed::Unknown;
    if (control.correspondence) return Speed::Correspondence;
    const unsigned seconds = control.base_seconds + 40U * control.increment;
    if (seconds < 30) return Speed::UltraBullet;
    if (seconds < 180) return Speed::Bullet;
    if (seconds < 480) return Speed::Blitz;
    if (seconds < 1500) return Speed::Rapid;
    return seconds < 21600 ? Speed::Classical : Speed::Correspondence;
}

}  // namespace edge::query
