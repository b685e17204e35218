// Private to wire/: the names of a query whose other spellings count as well.
#pragma once

#include <span>

#include "query/headers/name_aliases.h"
#include "wire/json/json_text.h"

namespace edge::wire {

// "aliases": {"Korchnoi, Viktor": ["Kortschnoj, Viktor", ...]}, when there are some.
void add_aliases(std::span<const query::NameAliases> aliases, Json& json);

}  // namespace edge::wire
