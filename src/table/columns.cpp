#include "table/columns.h"

#include <fmt/format.h>

#include "query/lang/did_you_mean.h"

namespace edge::table {

tl::unexpected<Error> unknown_column(std::string_view name,
                                     std::span<const std::string_view> known) {
    return fail(ErrorCode::InvalidArgument,
                fmt::format("found the column {}, expected some of {}{}", query::in_quotes(name),
                            fmt::join(known, ", "), query::did_you_mean(name, known)));
}

Status check_names(std::span<const std::string> names) {
    for (size_t i = 0; i < names.size(); ++i) {
        if (std::ranges::find(names.first(i), names[i]) == names.begin() + static_cast<long>(i)) {
            continue;
        }
        return fail(ErrorCode::InvalidArgument,
                    fmt::format("found the column {} twice", query::in_quotes(names[i])));
    }
    return {};
}

}  // namespace edge::table
