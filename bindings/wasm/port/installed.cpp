// Nothing is installed next to a module in a browser.
#include "core/installed.h"

namespace edge {

std::string installed_path(std::string_view) { return {}; }

}  // namespace edge
