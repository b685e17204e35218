// The codes of errors and their names, as C and every language over it have them.
#include "abi/handles.h"

namespace edge::abi {

edge_status status_of(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument:
            return EDGE_INVALID_ARGUMENT;
        case ErrorCode::NotFound:
            return EDGE_NOT_FOUND;
        case ErrorCode::Corrupt:
            return EDGE_CORRUPT;
        case ErrorCode::Unsupported:
            return EDGE_UNSUPPORTED;
        case ErrorCode::Io:
            return EDGE_IO;
        case ErrorCode::Cancelled:
            return EDGE_CANCELLED;
        case ErrorCode::Exists:
            return EDGE_EXISTS;
        case ErrorCode::Busy:
            return EDGE_BUSY;
    }
    return EDGE_INTERNAL;
}

}  // namespace edge::abi

const char* edge_status_name(edge_status status) {
    switch (status) {
        case EDGE_OK:
            return "OK";
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
        case EDGE_EXISTS:
            return "EXISTS";
        case EDGE_BUSY:
            return "BUSY";
        case EDGE_INTERNAL:
            break;
    }
    return "INTERNAL";
}
