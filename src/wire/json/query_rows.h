// Private to wire/: the rows by which a request chooses its games. The request has a member
// `asked`.
#pragma once

#include <string>
#include <vector>

#include "edge/result.h"
#include "wire/json/asked_query.h"
#include "wire/json/request_table.h"

namespace edge::wire {

inline constexpr std::string_view kBeforeQueryJson[] = {"query"};
inline constexpr std::string_view kBeforeScoutfish[] = {"query", "query_json"};

Status read_query_text(const std::string& text, AskedQuery& asked);
Status read_query_json(const JsonNode& node, AskedQuery& asked);
Status read_query_scoutfish(const JsonNode& node, AskedQuery& asked);
// To be called after those.
void drop_aliases(AskedQuery& asked);
// Narrows the games chosen so far to that set.
Status read_bitmap(const std::string& name, AskedQuery& asked);

// The forms of a query, of which a request has at most one.
template <class R>
std::vector<FieldRow<R>> query_rows() {
    using Row = FieldRow<R>;
    return {
        Row::parsed("query", "A query in the text language; every game matches when there is none",
                    [](const std::string& text, R& request) {
                        return read_query_text(text, request.asked);
                    })
            .also_called("rules"),
        Row::object(
            "query_json", nullptr, "A query as JSON",
            [](const JsonNode& node, R& request) { return read_query_json(node, request.asked); })
            .instead_of(kBeforeQueryJson)
            .defined_by("query.schema.json"),
        Row::object("scoutfish", nullptr, "A query in scoutfish's JSON, with scoutfish's meaning",
                    [](const JsonNode& node, R& request) {
                        return read_query_scoutfish(node, request.asked);
                    })
            .instead_of(kBeforeScoutfish),
        Row::switched("no_aliases",
                      "Names mean only this spelling, not the others that players.tsv has",
                      [](bool is_on, R& request) -> Status {
                          if (is_on) drop_aliases(request.asked);
                          return {};
                      }),
    };
}

// It comes after the rows of the query, which it narrows.
template <class R>
FieldRow<R> bitmap_row() {
    return FieldRow<R>::parsed(
               "bitmap", "Only the games of this stored set: its name, or the path of its file",
               [](const std::string& name, R& request) { return read_bitmap(name, request.asked); })
        .shown_as("@NAME|FILE");
}

template <class R>
FieldRow<R> corpus_row() {
    return FieldRow<R>::template text<&R::corpus>("corpus", "The corpus to ask")
        .also_called("corpus_path");
}

}  // namespace edge::wire
