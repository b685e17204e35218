// The time as it is in names and in meta.
#pragma once

#include <string>

namespace edge {

// Now, as 20261115-205529.
std::string utc_stamp();

}  // namespace edge
