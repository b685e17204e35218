// Any bytes as a .sn4. An accepted file has a text for every id, and the same names when it is
// written and read again.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>

#include "codec/scid4/name_base.h"
#include "core/hash.h"
#include "require.h"

using namespace edge;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const auto names = scid4::NameBase::parse(std::as_bytes(std::span(data, size)), "sn4");
    if (!names) return 0;
    scid4::NameTables tables;
    for (const scid4::NameKind kind : scid4::kAllNameKinds) {
        scid4::NameIds& table = tables[static_cast<size_t>(kind)];
        for (uint32_t id = 0; id < names->count(kind); ++id) {
            const std::string_view name = names->name(kind, id);
            // In UTF-8 a name may grow beyond what fits, or become another one's.
            if (name.size() > 255 || table.find(name, hash_bytes(name))) return 0;
            table.add(name, hash_bytes(name));
        }
    }
    const std::string written = scid4::name_base_bytes(tables);
    const auto again = scid4::NameBase::parse(std::as_bytes(std::span(written)), "sn4");
    FUZZ_REQUIRE(again.has_value());
    for (const scid4::NameKind kind : scid4::kAllNameKinds) {
        FUZZ_REQUIRE(again->count(kind) == names->count(kind));
        for (uint32_t id = 0; id < names->count(kind); ++id) {
            FUZZ_REQUIRE(again->name(kind, id) == names->name(kind, id));
        }
    }
    return 0;
}
