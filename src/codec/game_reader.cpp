#include "codec/game_reader.h"

namespace edge {

Status GameReader::check_unchanged() const {
    if (lost_page_count() == lost_pages_before_) return {};
    return fail(ErrorCode::Io, last_lost_file() + ": changed while it was read");
}

}  // namespace edge
