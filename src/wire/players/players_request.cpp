#include "wire/players/players_request.h"

#include "wire/json/query_rows.h"
#include "wire/json/request_reader.h"

namespace edge::wire {

const Fields<PlayersRequest>& players_fields() {
    using R = PlayersRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        corpus_row<R>(),
        Row::text<&R::text>("text",
                            "A name or a part of one; the order of its words, case, accents and a "
                            "letter or two do not matter. Everybody when it is empty"),
        Row::count<&R::limit>("limit", {1, kMostPlayers}, "At most N players"),
    };
    return rows;
}

Result<PlayersRequest> parse_players_request(std::string_view json) {
    return read_request(json, players_fields());
}

}  // namespace edge::wire
