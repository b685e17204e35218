// A few names of openings, for tests that need no more.
#pragma once

#include <memory>

#include "chess/openings.h"

namespace edge::test {

std::shared_ptr<const Openings> some_openings();

}  // namespace edge::test
