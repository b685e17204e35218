#include "status.h"

namespace edge::node {

const char* code_of(edge_status status) {
    switch (status) {
        case EDGE_OK:
            break;
        case EDGE_INVALID_ARGUMENT:
            return "INVALID_ARGUMENT";
        case EDGE_NOT_FOUND:
            return "NOT_FOUND";
        case EDGE_CORRUPT:
            return "CORRUPT";
        case EDGE_UNSUPPORTED:
            return "UNSUPPORTED";
        case EDGE_IO:
            return "IO";
        case EDGE_CANCELLED:
            return "CANCELLED";
        case EDGE_OUT_OF_MEMORY:
            return "OUT_OF_MEMORY";
        case EDGE_INTERNAL:
            return "INTERNAL";
    }
    return "OK";
}

const char* message_of(edge_status status, const edge_error* error) {
    if (error != nullptr) return edge_error_message(error);
    return status == EDGE_OUT_OF_MEMORY ? "there is not enough memory" : code_of(status);
}

}  // namespace edge::node
