#include "exit_status.h"

namespace edge::cli {

int exit_status(ErrorCode code) {
    switch (code) {
        case ErrorCode::InvalidArgument:
            return kUsage;
        case ErrorCode::NotFound:
        case ErrorCode::Corrupt:
        case ErrorCode::Unsupported:
        case ErrorCode::Io:
        case ErrorCode::Cancelled:
            break;
    }
    return kFailed;
}

}  // namespace edge::cli
