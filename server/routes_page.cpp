// GET / and /page/...: the web page, or a short notice where there is none.
#include <memory>
#include <mutex>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "page_files.h"
#include "problem.h"
#include "routes.h"
#include "service.h"

namespace edge::server {
namespace {

constexpr const char* kNotice = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Edge</title>
<style>body{font:1rem/1.5 sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}</style>
<h1>Edge</h1>
<p>This is <code>edge serve</code>, a chess-corpus engine that answers over HTTP. Its page is not
installed: <code>make serve</code> builds it, and <code>edge serve --page FOLDER</code> names one
that is built.</p>
<ul>
<li><a href="/corpora">/corpora</a>: what can be asked about</li>
<li><a href="/openapi.json">/openapi.json</a>: every route, its parameters and answers</li>
<li><a href="/jobs">/jobs</a>: indexing under way</li>
<li><a href="/metrics">/metrics</a>: counts for Prometheus</li>
<li><a href="/healthz">/healthz</a>: whether it is alive</li>
</ul>
</html>
)";

Response notice() {
    return {200,
            "text/html; charset=utf-8",
            kNotice,
            {{"Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'"}}};
}

// The page as it is now; it may be read again.
class Page {
public:
    explicit Page(const Options& options) : files_(options.page), folder_(options.page_folder) {}

    // Parameters are left to the page, so that an address can be shared with some.
    Reply index(const Request& request) {
        if (folder_.empty()) return file("index.html", request);
        return Work{[this, request](const Cancellation&) -> Result<Response> {
                        auto files = EDGE_TRY(PageFiles::load(folder_));
                        {
                            const std::lock_guard lock(mutex_);
                            files_ = std::make_shared<const PageFiles>(std::move(files));
                        }
                        return file("index.html", request);
                    },
                    Work::Length::Lookup};
    }

    Response file(std::string_view path, const Request& request) const {
        const auto files = current();
        if (!files) return path == "index.html" ? notice() : nothing(path);
        const PageFile* const file = files->find(path);
        return file == nullptr ? nothing(path) : page_response(*file, request);
    }

private:
    static Response nothing(std::string_view path) {
        return problem(404, fmt::format("the page has no file {}", path));
    }
    std::shared_ptr<const PageFiles> current() const {
        const std::lock_guard lock(mutex_);
        return files_;
    }

    mutable std::mutex mutex_;
    std::shared_ptr<const PageFiles> files_;  // guarded by mutex_; null: none
    const std::string folder_;                // to read from again; empty: never
};

}  // namespace

void add_page_routes(Router& router, Service& service) {
    const auto page = std::make_shared<Page>(service.options());
    router.add({Method::Get, "/", Access::Open,
                [page](const Request& request, const PathValues&) -> Result<Reply> {
                    return page->index(request);
                }});
    router.add({Method::Get, "/page/{path...}", Access::Open,
                [page](const Request& request, const PathValues& values) -> Result<Reply> {
                    return Reply(page->file(values.front(), request));
                }});
}

}  // namespace edge::server
