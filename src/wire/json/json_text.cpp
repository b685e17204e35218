#include "wire/json/json_text.h"

#include <nlohmann/json.hpp>

namespace edge::wire {

std::string json_text(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace edge::wire
