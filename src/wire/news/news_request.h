// A question about a repertoire. news_fields() describes it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "edge/result.h"
#include "explorer/news.h"
#include "wire/json/request_table.h"

namespace edge::wire {

struct NewsRequest {
    std::string repertoire = {};  // its path; empty when its text is given
    std::string pgn = {};         // its text
    std::string corpus = {};      // its path
    size_t limit = 5;             // rows of each list
    explorer::NewsOptions options = {};
};

inline constexpr uint64_t kMostNewsRows = 1'000'000;

const Fields<NewsRequest>& news_fields();

// InvalidArgument names the place as a JSON pointer.
Result<NewsRequest> parse_news_request(std::string_view json);

}  // namespace edge::wire
