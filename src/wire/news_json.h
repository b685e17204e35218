// The JSON shape of `edge news`: what a corpus has to say about a repertoire.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "chess/types.h"
#include "explorer/news.h"
#include "explorer/repertoire.h"

namespace edge::wire {

struct NewsRequest {
    std::string repertoire;      // its path
    std::string corpus;          // its path
    std::optional<Color> color;  // whose repertoire it is
    size_t limit = 0;            // rows of each list
    explorer::NewsOptions options;
};

std::string news_json(const NewsRequest& request, const explorer::Repertoire& repertoire,
                      const explorer::News& news);

}  // namespace edge::wire
