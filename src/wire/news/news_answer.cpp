#include "wire/news/news_answer.h"

#include <span>

#include <fmt/format.h>

#include "core/byte_stream.h"
#include "core/mapped_file.h"
#include "explorer/news.h"
#include "explorer/repertoire.h"
#include "wire/news/news_json.h"

namespace edge::wire {
namespace {

using explorer::Repertoire;

// Each of its positions takes some hundred bytes of memory, so a whole collection of games is
// refused.
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

// What cannot be read as a repertoire is the client's mistake, not damage.
Result<Repertoire> read_repertoire(const NewsRequest& request) {
    const bool is_file = request.pgn.empty();
    std::string text = request.pgn;
    if (is_file) {
        const MappedFile file = EDGE_TRY(MappedFile::open(request.repertoire));
        text = EDGE_TRY(unpacked(file.bytes(), request.repertoire));
    }
    auto repertoire = Repertoire::read(open_memory_stream(std::as_bytes(std::span(text))),
                                       is_file ? request.repertoire : "/pgn");
    if (repertoire || repertoire.error().code != ErrorCode::Corrupt) return repertoire;
    Error error = std::move(repertoire).error();
    error.code = ErrorCode::InvalidArgument;
    if (!is_file) error.place = Place{.pointer = "/pgn"};
    return tl::unexpected(std::move(error));
}

}  // namespace

Result<std::string> answer_news_request(const corpus::Corpus& corpus, const NewsRequest& request,
                                        const query::RunOptions& options) {
    const auto repertoire = EDGE_TRY(read_repertoire(request));
    const auto news = EDGE_TRY(explorer::find_news(corpus, repertoire, request.options, options));
    return news_json(request, repertoire, news);
}

}  // namespace edge::wire
