// What most sources include, read once for all of them. Most of the time goes into the headers of
// the standard library and libfmt.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>
