// The .sn4 of a Scid 4 base: the distinct names of players, events, sites and rounds, which the
// index refers to by id.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/scid4/name_ids.h"
#include "edge/result.h"

namespace edge::scid4 {

// In the order of the file.
enum class NameKind : uint8_t { Player, Event, Site, Round };
inline constexpr size_t kNameKinds = 4;
inline constexpr std::array kAllNameKinds = {NameKind::Player, NameKind::Event, NameKind::Site,
                                             NameKind::Round};

// How many of each kind fit into the bits of an index entry.
constexpr uint32_t max_names(NameKind kind) {
    constexpr std::array<uint32_t, kNameKinds> kMax = {1'048'575, 524'287, 524'287, 262'143};
    return kMax[static_cast<size_t>(kind)];
}
// "player", "event", "site", "round"
std::string_view kind_text(NameKind kind);

// A name may have up to 255 bytes, but Scid 4.7 crashes when it prints one longer than this.
inline constexpr size_t kMaxNameBytes = 244;

// Names that are read, in UTF-8.
class NameBase {
public:
    // `file` names it in errors. Every id from 0 on occurs once, and no name twice.
    static Result<NameBase> parse(std::span<const std::byte> bytes, std::string_view file);

    uint32_t count(NameKind kind) const {
        return static_cast<uint32_t>(sections_[static_cast<size_t>(kind)].names.size());
    }
    // The id must be below the count.
    std::string_view name(NameKind kind, uint32_t id) const {
        const Section& section = sections_[static_cast<size_t>(kind)];
        const Place place = section.names[id];
        return std::string_view(section.text).substr(place.begin, place.size);
    }

private:
    struct Place {
        uint32_t begin = 0;  // in text; the names of a section are less than 2^32 bytes
        uint32_t size = 0;
    };
    struct Section {
        std::vector<Place> names;  // by id
        std::string text;
    };
    class Parser;

    std::array<Section, kNameKinds> sections_;
};

// Names that are written: a table for each kind.
using NameTables = std::array<NameIds, kNameKinds>;

// The bytes of the whole .sn4, which grow with the names, not with the games.
std::string name_base_bytes(const NameTables& tables);

}  // namespace edge::scid4
