#include "query/answers/answer_file.h"

#include <fmt/format.h>

#include "core/atomic_file.h"
#include "core/file_start.h"

namespace edge::query {

namespace fs = std::filesystem;

std::string answer_prefix(std::string_view magic) {
    std::string text(magic);
    append_value<uint32_t>(text, kAnswerVersion);
    return text;
}

Status expect_answer_prefix(ByteCursor& cursor, std::string_view magic, std::string_view file) {
    EDGE_CHECK(cursor.expect(magic, "the magic"));
    const auto version = EDGE_TRY(cursor.read<uint32_t>("the version"));
    if (version == kAnswerVersion) return {};
    return fail(ErrorCode::Unsupported, fmt::format("{}, offset 8: found version {}, expected {}",
                                                    file, version, kAnswerVersion));
}

Status check_replaceable(const fs::path& path, std::string_view magic, std::string_view what) {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return {};
    if (file_start(path, magic.size()) == magic) return {};
    return fail(ErrorCode::Io,
                fmt::format("{} is not {}, so it is not replaced by one", path.string(), what));
}

Status write_answer(const fs::path& path, std::string_view content, std::string_view magic,
                    std::string_view what, bool overwrite) {
    if (overwrite) EDGE_CHECK(check_replaceable(path, magic, what));
    AtomicFile output = EDGE_TRY(AtomicFile::create(path, overwrite));
    EDGE_CHECK(output.file().append(content));
    return output.commit();
}

}  // namespace edge::query
