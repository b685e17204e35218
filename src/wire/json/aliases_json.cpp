#include "wire/json/aliases_json.h"

#include <nlohmann/json.hpp>

namespace edge::wire {

void add_aliases(std::span<const query::NameAliases> aliases, Json& json) {
    for (const query::NameAliases& name : aliases) json["aliases"][name.name] = name.others;
}

}  // namespace edge::wire
