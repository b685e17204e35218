// All routes of the daemon, one source per group. A route reads a wire request, calls the library,
// and returns the JSON.
#pragma once

#include "router.h"

namespace edge::server {

class Service;

// The handlers keep a reference to the service, which owns the router.
void add_routes(Router& router, Service& service);

void add_page_routes(Router& router, Service& service);    // /, /page
void add_status_routes(Router& router, Service& service);  // /healthz, /metrics, /openapi.json
void add_corpora_routes(Router& router,
                        Service& service);  // /corpora, /corpus/inspect, /players, ...
void add_explore_routes(Router& router, Service& service);     // /tree
void add_query_routes(Router& router, Service& service);       // /query, /combine
void add_collection_routes(Router& router, Service& service);  // /collections
void add_dedup_routes(Router& router, Service& service);       // /dedup
void add_games_routes(Router& router, Service& service);       // /games
void add_news_routes(Router& router, Service& service);        // /news
void add_jobs_routes(Router& router, Service& service);        // /index, /jobs
void add_uploads_routes(Router& router, Service& service);     // /uploads
void add_lichess_routes(Router& router, Service& service);     // /masters, /lichess, /player

}  // namespace edge::server
