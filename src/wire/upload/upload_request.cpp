#include "wire/upload/upload_request.h"

#include <nlohmann/json.hpp>

#include "wire/json/request_reader.h"

namespace edge::wire {

const Fields<UploadRequest>& upload_fields() {
    using R = UploadRequest;
    using Row = FieldRow<R>;
    static const Fields<R> rows = {
        Row::text<&R::name>("name", "The name of the file, without a folder").needed(),
        Row::count<&R::bytes>("bytes", {1, kMaxCount}, "The size of the file").needed(),
    };
    return rows;
}

Result<UploadRequest> parse_upload_request(std::string_view json) {
    return read_request(json, upload_fields());
}

}  // namespace edge::wire
