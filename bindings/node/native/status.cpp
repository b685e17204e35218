#include "status.h"

#include <string>

namespace edge::node {
namespace {

// Functions of Node-API fail one after the other where JavaScript is ending, and do nothing then.

napi_value string_to_js(napi_env env, const std::string& text) {
    napi_value value = nullptr;
    napi_create_string_utf8(env, text.data(), text.size(), &value);
    return value;
}

napi_value number_to_js(napi_env env, int64_t number) {
    napi_value value = nullptr;
    napi_create_int64(env, number, &value);
    return value;
}

napi_value place_to_js(napi_env env, const edge_error* error) {
    napi_value object = nullptr;
    edge_place place{};
    if (!edge_error_place(error, &place)) {
        napi_get_null(env, &object);
        return object;
    }
    napi_create_object(env, &object);
    const auto put = [&](const char* name, napi_value value) {
        napi_set_named_property(env, object, name, value);
    };
    if (*place.file != '\0') put("file", string_to_js(env, place.file));
    if (*place.pointer != '\0') put("pointer", string_to_js(env, place.pointer));
    if (place.line != 0) put("line", number_to_js(env, place.line));
    if (place.column != 0) put("column", number_to_js(env, place.column));
    if (place.offset >= 0) put("offset", number_to_js(env, place.offset));
    return object;
}

std::string message_of(edge_status status, const edge_error* error) {
    if (error == nullptr) {  // there was no memory for a message
        return status == EDGE_OUT_OF_MEMORY ? "there is not enough memory"
                                            : edge_status_name(status);
    }
    const std::string message = edge_error_message(error);
    return status == EDGE_EXISTS ? message + "; force: true replaces it" : message;
}

}  // namespace

napi_value error_to_js(napi_env env, edge_status status, const edge_error* error) {
    napi_value made = nullptr;
    napi_create_error(env, string_to_js(env, edge_status_name(status)),
                      string_to_js(env, message_of(status, error)), &made);
    napi_set_named_property(env, made, "place", place_to_js(env, error));
    return made;
}

}  // namespace edge::node
