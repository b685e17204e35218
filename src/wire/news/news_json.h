// The JSON of `edge news`: what the games of a corpus did with a repertoire.
#pragma once

#include <string>

#include "explorer/news.h"
#include "explorer/repertoire.h"
#include "wire/news/news_request.h"

namespace edge::wire {

std::string news_json(const NewsRequest& request, const explorer::Repertoire& repertoire,
                      const explorer::News& news);

}  // namespace edge::wire
