#include "routes.h"

namespace edge::server {

void add_routes(Router& router, Service& service) {
    add_page_routes(router, service);
    add_status_routes(router, service);
    add_corpora_routes(router, service);
    add_explore_routes(router, service);
    add_query_routes(router, service);
    add_collection_routes(router, service);
    add_dedup_routes(router, service);
    add_games_routes(router, service);
    add_news_routes(router, service);
    add_jobs_routes(router, service);
    add_uploads_routes(router, service);
    add_lichess_routes(router, service);
}

}  // namespace edge::server
