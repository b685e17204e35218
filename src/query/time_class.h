// The two ways to put a time control into a class.
#pragma once

#include "corpus/format.h"
#include "query/expr.h"

namespace edge::query {

// The seed's: base and 60 increments.
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
