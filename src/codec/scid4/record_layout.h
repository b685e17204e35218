// The numbers of a game record that its reader and its writer share. They are on disk: do not
// change the values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace edge::scid4 {

// ---- tags: the length of a name, or one of these

inline constexpr uint8_t kTagsEnd = 0;
inline constexpr uint8_t kMaxTagName = 240;
// The names with codes from kFirstTagCode on, which Scid never spells out.
inline constexpr uint8_t kFirstTagCode = 241;
inline constexpr std::array<std::string_view, 10> kCodedTags = {
    "WhiteCountry", "BlackCountry", "Annotator", "PlyCount", "EventDate",
    "Opening",      "Variation",    "Setup",     "Source",   "SetUp"};
// An event date in an obsolete form: three bytes without a length.
inline constexpr uint8_t kOldEventDate = 255;
inline constexpr size_t kOldEventDateBytes = 3;

// ---- the byte before the moves

inline constexpr uint8_t kHasFen = 1, kHasPromotion = 2, kHasUnderpromotion = 4;

// ---- between the moves: codes that no king's move has

inline constexpr uint8_t kNag = 11;  // the NAG follows
inline constexpr uint8_t kComment = 12;
inline constexpr uint8_t kVariationBegin = 13;
inline constexpr uint8_t kVariationEnd = 14;
inline constexpr uint8_t kGameEnd = 15;

}  // namespace edge::scid4
