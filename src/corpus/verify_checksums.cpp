// The hashes of meta and of the files on the list that it names: what no rule of the formats finds,
// such as a changed letter of a name.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/mapped_file.h"
#include "corpus/checksums.h"
#include "corpus/verify_parts.h"

namespace edge::corpus {

namespace {

constexpr const char* kChecksumKind = "checksum";

void compare(const std::string& path, const FileChecksum& found, const FileChecksum& expected,
             VerifyReport& report) {
    if (found.size != expected.size) {
        report.add(kChecksumKind, path, std::min(found.size, expected.size),
                   fmt::format("found {} bytes, expected {}", found.size, expected.size));
    }
    // Where a file has lost or gained something at its end, its last block says no more than that.
    const size_t blocks = found.size == expected.size
                              ? found.blocks.size()
                              : std::min(found.size, expected.size) / kHashBlockBytes;
    for (size_t i = 0; i < blocks; ++i) {
        if (found.blocks[i] == expected.blocks[i]) continue;
        report.add(kChecksumKind, path, i * kHashBlockBytes,
                   fmt::format("block {}: found the hash {}, expected {}: it was changed after it "
                               "was written",
                               i, to_hex(found.blocks[i]), to_hex(expected.blocks[i])));
    }
}

// Files on the list that are there; those that are not are findings.
std::vector<FileChecksum> present_files(const Directory& corpus, std::vector<FileChecksum> listed,
                                        const std::string& list, VerifyReport& report) {
    std::erase_if(listed, [&](const FileChecksum& file) {
        if (corpus.exists(file.name)) return false;
        report.add(kChecksumKind, fmt::format("{}: found no such file, expected it as {} lists it",
                                              corpus.path_of(file.name).string(), list));
        return true;
    });
    return listed;
}

Status compare_files(const Directory& corpus, const MetaChecksums& named,
                     const VerifyOptions& options, VerifyReport& report) {
    const auto expected =
        present_files(corpus, EDGE_TRY(read_checksums(corpus, named)), named.file, report);
    std::vector<std::string> names;
    std::ranges::transform(expected, std::back_inserter(names), &FileChecksum::name);
    const auto found = EDGE_TRY(checksums_of(corpus, names, options.threads, options.is_cancelled));
    for (size_t i = 0; i < found.size(); ++i) {
        compare(corpus.path_of(names[i]).string(), found[i], expected[i], report);
    }
    return {};
}

}  // namespace

void verify_checksums(const Directory& corpus, const VerifyOptions& options, VerifyReport& report) {
    const std::string path = corpus.path_of("meta").string();
    const auto file = MappedFile::open(corpus, "meta");
    if (!file) return;  // opening the corpus says so
    if (const auto checked = check_meta_hash(file->text(), path); !checked) {
        report.add(kChecksumKind, checked.error().message);
    }
    const auto meta = parse_meta(file->text(), path);
    if (!meta || !meta->checksums) return;
    const auto compared = compare_files(corpus, *meta->checksums, options, report);
    if (!compared && compared.error().code != ErrorCode::Cancelled) {
        report.add(kChecksumKind, compared.error().message);
    }
}

}  // namespace edge::corpus
