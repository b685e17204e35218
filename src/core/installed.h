// The files that `make install` puts next to the program, for it to read.
#pragma once

#include <string>
#include <string_view>

namespace edge {

// PREFIX/share/edge/WHAT for a program in PREFIX/bin, whether it is there or not; empty where the
// program's own place is not known.
std::string installed_path(std::string_view what);

}  // namespace edge
