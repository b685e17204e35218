#include "exit_status.h"

namespace edge::cli {

int exit_status(ErrorCode code) { return code == ErrorCode::InvalidArgument ? kUsage : kFailed; }

std::string message_of(const Error& error) {
    return error.code == ErrorCode::Exists ? error.message + "; --force replaces it"
                                           : error.message;
}

}  // namespace edge::cli
