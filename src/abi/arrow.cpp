// edge_arrow_stream: tables through the Arrow C stream interface.
#include <memory>
#include <string>
#include <utility>
#include <variant>

#include "abi/handles.h"
#include "edge/arrow_abi.h"
#include "table/stream.h"
#include "wire/json/asked_query.h"
#include "wire/table/table_request.h"

using namespace edge;
using namespace edge::abi;

edge_status edge_arrow_stream(const edge_corpus* corpus, const char* request,
                              const edge_bitmap* games, edge_control* control,
                              ArrowArrayStream* stream, edge_error** error) {
    ArrowArrayStream opened{};
    const edge_status status = at_boundary(
        error,
        [&]() -> Result<std::monostate> {
            EDGE_CHECK(check_given(corpus, "corpus"));
            EDGE_CHECK(check_given(request, "request"));
            EDGE_CHECK(check_given(stream, "stream"));
            table::TableOptions options = EDGE_TRY(wire::parse_table_request(request));
            options.query = wire::within_games(std::move(options.query), games_of(games));
            EDGE_CHECK(table::open_stream(corpus->corpus, std::move(options),
                                          run_options(control_of(control)), &opened));
            return std::monostate();
        },
        [&](std::monostate) { *stream = std::exchange(opened, {}); });
    // It was opened, but on a file that was cut short meanwhile.
    if (opened.release != nullptr) opened.release(&opened);
    return status;
}
