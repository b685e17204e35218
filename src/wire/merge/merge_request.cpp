#include "wire/merge/merge_request.h"

#include "core/size_text.h"
#include "wire/json/request_reader.h"

namespace edge::wire {

const Fields<MergeRequest>& merge_fields() {
    using R = MergeRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        Row::list<&R::corpora>("corpora", "The corpora, in the order of their games").needed(),
        Row::text<&R::out>("out", "The corpus to write")
            .needed()
            .at_least(1)
            .also_called("out_path"),
        Row::text<&R::ids>("ids",
                           "Write the old and the new id of every game into this file, as CSV"),
        Row::flag<&R::force>("force", "Replace files and a corpus that are there"),
        Row::parsed("memory",
                    "Bound on memory, such as 512M or 4G (default: a quarter of the machine's)",
                    [](const std::string& text, R& request) -> Status {
                        request.memory = EDGE_TRY(parse_size(text));
                        return {};
                    })
            .shown_as("SIZE"),
    };
    return rows;
}

Result<MergeRequest> parse_merge_request(std::string_view json) {
    return read_request(json, merge_fields());
}

}  // namespace edge::wire
