// A request in JSON: list, refresh or delete the collections of a corpus. collection_fields()
// describes it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/directory_lock.h"
#include "edge/result.h"
#include "wire/json/field_name.h"
#include "wire/json/request_table.h"

namespace edge::wire {

enum class CollectionAction : uint8_t { List, Refresh, Delete };

struct CollectionRequest {
    std::string corpus = {};  // as the surface names it; not opened here
    CollectionAction action = CollectionAction::List;
    std::vector<std::string> names =
        {};  // without @; none: all, and to refresh those that are stale
    bool force = false;
    LockOptions lock = {};  // of the corpus
};

const Fields<CollectionRequest>& collection_fields();

// InvalidArgument names the place as a JSON pointer, or the fields that do not go together.
Result<CollectionRequest> parse_collection_request(std::string_view json);
Status check_collection_request(const CollectionRequest& request, FieldNaming name = json_field);

}  // namespace edge::wire
