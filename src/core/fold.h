// Makes text comparable by folding case and accents, so that "CARLSEN", "Carlsen" and "Réti" are
// found from any keyboard.
#pragma once

#include <string>
#include <string_view>

namespace edge {

// Lower case without accents, for Latin, Cyrillic and modern (monotonic) Greek letters: e for E and
// for every accented e, ss for the sharp s, ae, oe and th for the ligatures and the thorn, o, d, l
// for the letters with a stroke; combining accents are dropped. Other characters, such as the
// polytonic Greek letters, and bytes that are not UTF-8, stay unchanged.
std::string folded(std::string_view text);

}  // namespace edge
