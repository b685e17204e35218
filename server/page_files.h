// The web page that the daemon hands out: static files in memory, so that the path of a request
// is looked up in a table and never reaches the disk.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "request.h"
#include "response.h"

namespace edge::server {

struct PageFile {
    std::string content_type;
    std::string bytes;
    std::string gzip;  // empty when compressing does not pay
    std::string etag;
};

class PageFiles {
public:
    // All files below the folder except hidden ones and links. NotFound when index.html is missing,
    // InvalidArgument when there is more than a page would have.
    static Result<PageFiles> load(const std::string& folder);

    // By the path below the folder, "pieces/king.svg". Null when there is none.
    const PageFile* find(std::string_view path) const;

private:
    std::map<std::string, PageFile, std::less<>> files_;
};

// The file, compressed for clients that accept that; 304 for one that has it already.
Response page_response(const PageFile& file, const Request& request);

}  // namespace edge::server
