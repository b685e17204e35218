// POST /news: what the games of a corpus did with a repertoire.
#include <memory>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/byte_stream.h"
#include "core/mapped_file.h"
#include "explorer/news.h"
#include "explorer/repertoire.h"
#include "routes.h"
#include "service.h"
#include "wire/news_json.h"
#include "wire/news_request.h"
#include "work.h"

namespace edge::server {
namespace {

using explorer::Repertoire;

// Each of its positions takes some hundred bytes of memory, so that a collection of games is none.
constexpr size_t kMaxRepertoireBytes = size_t{4} << 20;

Result<std::string> unpacked(std::span<const std::byte> bytes, const std::string& path) {
    const auto stream = EDGE_TRY(open_by_content(open_memory_stream(bytes), path));
    std::string text(kMaxRepertoireBytes + 1, '\0');
    text.resize(EDGE_TRY(read_full(*stream, text)));
    if (text.size() <= kMaxRepertoireBytes) return text;
    return fail(ErrorCode::InvalidArgument,
                fmt::format("{}: found more than {} bytes, expected a repertoire", path,
                            kMaxRepertoireBytes));
}

// What does not read as a repertoire is the client's mistake, not damage of what is served.
Result<Repertoire> read_repertoire(const wire::NewsRequest& request) {
    const bool is_file = request.pgn.empty();
    std::string text = request.pgn;
    if (is_file) {
        const MappedFile file = EDGE_TRY(MappedFile::open(request.repertoire));
        text = EDGE_TRY(unpacked(file.bytes(), request.repertoire));
    }
    auto repertoire = Repertoire::read(open_memory_stream(std::as_bytes(std::span(text))),
                                       is_file ? request.repertoire : "/pgn");
    if (repertoire || repertoire.error().code != ErrorCode::Corrupt) return repertoire;
    return fail(ErrorCode::InvalidArgument, repertoire.error().message);
}

Result<Response> tell_news(const Service& service, const OpenCorpus& open,
                           const wire::NewsRequest& request, const Cancellation& cancellation) {
    const auto repertoire = EDGE_TRY(read_repertoire(request));
    const auto news = EDGE_TRY(explorer::find_news(open.corpus, repertoire, request.options,
                                                   run_options(service, cancellation)));
    return json_response(wire::news_json(request, repertoire, news));
}

Result<Reply> news(Service& service, const Request& request, const PathValues&) {
    EDGE_CHECK(request.only_parameters({}));
    auto asked = EDGE_TRY(wire::parse_news_request(request.body));
    if (!asked.repertoire.empty()) {
        asked.repertoire = EDGE_TRY(service.root().existing(asked.repertoire));
    }
    const std::string corpus = asked.corpus;
    using Open = std::shared_ptr<const OpenCorpus>;
    return work_over(service, corpus,
                     [&service, asked = std::move(asked)](const Open& open) -> Result<Work> {
                         return Work{[&service, open, asked](const Cancellation& cancellation) {
                             return tell_news(service, *open, asked, cancellation);
                         }};
                     });
}

}  // namespace

void add_news_routes(Router& router, Service& service) {
    router.add({Method::Post, "/news", Access::Read, handler(service, news)});
}

}  // namespace edge::server
