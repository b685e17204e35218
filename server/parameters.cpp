#include "parameters.h"

#include <vector>

#include <fmt/format.h>

namespace edge::server {

tl::unexpected<Error> Parameter::expected(std::string_view what) const {
    return wrong({ErrorCode::InvalidArgument, fmt::format("found '{}', expected {}", text, what)});
}

tl::unexpected<Error> Parameter::wrong(Error error) const {
    Place place = error.place.value_or(Place{});
    place.pointer = fmt::format("/{}", name);
    std::string message = fmt::format("{}: {}", place.pointer, error.message);
    return fail(ErrorCode::InvalidArgument, std::move(message), std::move(place));
}

std::optional<Parameter> find_parameter(const Request& request, std::string_view name) {
    const auto text = request.parameter(name);
    if (!text) return std::nullopt;
    return Parameter{name, *text};
}

Status read_parameters(const Request& request, std::span<const wire::Field> fields,
                       std::initializer_list<std::string_view> others, void* target) {
    std::vector<std::string_view> known(others);
    for (const wire::Field& field : fields) {
        if (has_text_form(field)) known.push_back(field.name);
    }
    EDGE_CHECK(request.only_parameters(known));
    for (const wire::Field& field : fields) {
        if (!has_text_form(field)) continue;
        const auto given = find_parameter(request, field.name);
        if (!given) continue;
        const Status stored = wire::store_text(field, given->text, target);
        if (!stored) return given->wrong(stored.error());
    }
    return {};
}

}  // namespace edge::server
