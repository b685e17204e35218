// The JSON shape of `edge news`: what a corpus has to say about a repertoire.
#pragma once

#include <string>

#include "explorer/news.h"
#include "explorer/repertoire.h"
#include "wire/news/news_request.h"

namespace edge::wire {

std::string news_json(const NewsRequest& request, const explorer::Repertoire& repertoire,
                      const explorer::News& news);

}  // namespace edge::wire
