// The statuses of the C interface and their names: those of error codes, and the few that are
// not errors of the library's own.
#include "abi/handles.h"
#include "core/error_codes.h"

namespace edge::abi {

edge_status status_of(ErrorCode code) { return row_of(code).status; }

}  // namespace edge::abi

const char* edge_status_name(edge_status status) {
    for (const edge::ErrorCodeRow& row : edge::kErrorCodes) {
        if (row.status == status) return row.name.data();  // a literal, and so it ends in a zero
    }
    switch (status) {
        case EDGE_OK:
            return "OK";
        case EDGE_OUT_OF_MEMORY:
            return "OUT_OF_MEMORY";
        default:
            return "INTERNAL";
    }
}
