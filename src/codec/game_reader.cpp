#include "codec/game_reader.h"

#include "core/io_error.h"

namespace edge {

Status GameReader::check_unchanged() const { return check_lost_pages(lost_pages_before_); }

}  // namespace edge
