// Text, so that people and other programs can read it: a line for each file, then one for each of
// its blocks. Everything in it can be computed from the files, so there is one way to write a list
// and the reader accepts no other.
#include "corpus/checksums.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <iterator>
#include <set>
#include <unordered_map>

#include <fmt/format.h>

#include "core/damage.h"
#include "core/for_each_number.h"
#include "core/mapped_file.h"
#include "core/output_file.h"

namespace edge::corpus {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFirstLine = "edge-checksums 1";
constexpr size_t kHashLineBytes = 33;  // 32 digits and a newline
constexpr uint64_t kIndexEntryBytes = 8;
constexpr std::string_view kStem = "checksums.";

uint64_t block_count(uint64_t size) {
    return size / kHashBlockBytes + static_cast<uint64_t>(size % kHashBlockBytes != 0);
}

// "shards/0.moves": below the corpus and not hidden, so that a list never leads out of it.
bool is_file_name(std::string_view name) {
    char before = '/';
    for (const char c : name) {
        const bool is_letter_or_digit =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        const bool is_inner = c == '.' || c == '-' || c == '_' || c == '/';
        if (!is_letter_or_digit && (!is_inner || before == '/')) return false;
        before = c;
    }
    return before != '/';
}

class Parser {
public:
    Parser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

    Result<std::vector<FileChecksum>> parse() {
        std::vector<FileChecksum> files;
        if (EDGE_TRY(next_line()) != kFirstLine) {
            return bad(fmt::format("expected {}", kFirstLine));
        }
        std::set<std::string> names;
        while (at_ < text_.size()) {
            files.push_back(EDGE_TRY(parse_file()));
            if (!names.insert(files.back().name).second) {
                return bad("which is listed already, expected each file once");
            }
        }
        return files;
    }

private:
    // Without its newline.
    Result<std::string_view> next_line() {
        const size_t end = text_.find('\n', at_);
        if (end == std::string_view::npos) {
            return corrupt(file_, text_.size(), "found the end of the file, expected a newline");
        }
        line_at_ = at_;
        line_ = text_.substr(at_, end - at_);
        at_ = end + 1;
        return line_;
    }

    tl::unexpected<Error> bad(std::string_view expected) const {
        return corrupt(file_, line_at_,
                       fmt::format("found the line '{}', {}", line_.substr(0, 80), expected));
    }

    Result<FileChecksum> parse_file() {
        const std::string_view line = EDGE_TRY(next_line());
        constexpr std::string_view kExpected = "expected the size, hash and name of a file";
        FileChecksum checksum;
        const char* const end = line.data() + line.size();
        const auto [stop, error] = std::from_chars(line.data(), end, checksum.size);
        const std::string size = std::to_string(checksum.size);
        if (error != std::errc() || !line.starts_with(size + ' ')) return bad(kExpected);
        const std::string_view rest = line.substr(size.size() + 1);
        const auto hash = parse_content_hash(rest.substr(0, kHashLineBytes - 1));
        if (!hash || rest.size() <= kHashLineBytes || rest[kHashLineBytes - 1] != ' ') {
            return bad(kExpected);
        }
        checksum.name = rest.substr(kHashLineBytes);
        if (!is_file_name(checksum.name)) return bad("expected the name of a file of a corpus");
        const uint64_t file_at = line_at_;
        EDGE_CHECK(parse_blocks(checksum));
        if (checksum.hash() != *hash) {
            return corrupt(file_, file_at,
                           fmt::format("found the hash {} for {}, expected {}, that of its blocks",
                                       to_hex(*hash), checksum.name, to_hex(checksum.hash())));
        }
        return checksum;
    }

    Status parse_blocks(FileChecksum& checksum) {
        const uint64_t blocks = block_count(checksum.size);
        if (blocks > (text_.size() - at_) / kHashLineBytes) {
            return bad(fmt::format("expected {} lines of hashes after it", blocks));
        }
        checksum.blocks.reserve(static_cast<size_t>(blocks));
        for (uint64_t i = 0; i < blocks; ++i) {
            const auto hash = parse_content_hash(EDGE_TRY(next_line()));
            if (!hash) {
                return bad(fmt::format("expected the hash of block {} of {}", i, checksum.name));
            }
            checksum.blocks.push_back(*hash);
        }
        return {};
    }

    std::string_view text_;
    std::string_view file_;
    std::string_view line_;  // the last one read
    uint64_t line_at_ = 0;
    size_t at_ = 0;
};

// As many as can be mapped at once without getting near the system's limits.
constexpr size_t kFilesAtOnce = 256;

Status append_checksums(const Directory& corpus, std::span<const std::string> names,
                        unsigned threads, const std::function<bool()>& is_cancelled,
                        std::vector<FileChecksum>& files) {
    struct Block {
        std::span<const std::byte> bytes;
        ContentHash* hash;
    };
    std::vector<MappedFile> mapped;
    std::vector<Block> blocks;
    for (const std::string& name : names) {
        const auto bytes = mapped.emplace_back(EDGE_TRY(MappedFile::open(corpus, name))).bytes();
        auto& hashes = files.emplace_back(FileChecksum{name, bytes.size(), {}}).blocks;
        hashes.resize(static_cast<size_t>(block_count(bytes.size())));
        for (size_t i = 0; i < hashes.size(); ++i) {
            const size_t at = i * kHashBlockBytes;
            blocks.push_back(
                {bytes.subspan(at, std::min(kHashBlockBytes, bytes.size() - at)), &hashes[i]});
        }
    }
    std::atomic<bool> cancelled = false;
    for_each_number(blocks.size(), threads, [&](unsigned, uint64_t number) {
        const Block& block = blocks[static_cast<size_t>(number)];
        *block.hash = content_hash(block.bytes);
        if (is_cancelled && is_cancelled()) cancelled = true;
        return !cancelled;
    });
    if (cancelled) return fail(ErrorCode::Cancelled, "hashing was cancelled");
    for (const MappedFile& file : mapped) EDGE_CHECK(file.check_unchanged());
    return {};
}

}  // namespace

Result<std::vector<FileChecksum>> checksums_of(const Directory& corpus,
                                               std::span<const std::string> names, unsigned threads,
                                               const std::function<bool()>& is_cancelled) {
    std::vector<FileChecksum> files;
    files.reserve(names.size());
    while (!names.empty()) {
        const auto some = names.first(std::min(kFilesAtOnce, names.size()));
        EDGE_CHECK(append_checksums(corpus, some, threads, is_cancelled, files));
        names = names.subspan(some.size());
    }
    return files;
}

std::vector<std::string> corpus_files(const Directory& corpus, const Meta& meta) {
    std::vector<std::string> files;
    const auto add = [&](std::string name) {
        if (corpus.exists(name)) files.push_back(std::move(name));
    };
    for (uint32_t shard = 0; shard < meta.num_shards; ++shard) {
        for (const std::string_view ending : {"moves", "gameidx", "dict", "cols", "extra"}) {
            add(fmt::format("shards/{}.{}", shard, ending));
        }
    }
    constexpr std::string_view kTreeEnding = ".dat";
    auto segments = meta.tree_segments;
    if (segments.empty()) segments.push_back({"tree.dat", 0});
    for (const MetaTreeSegment& segment : segments) {
        add(segment.file);
        add(segment.file.substr(0, segment.file.size() - kTreeEnding.size()) + ".games");
    }
    return files;
}

Result<std::vector<FileChecksum>> renewed_checksums(const Directory& corpus, const Meta& meta,
                                                    std::vector<FileChecksum> old, unsigned threads,
                                                    const std::function<bool()>& is_cancelled) {
    const std::vector<std::string> names = corpus_files(corpus, meta);
    std::unordered_map<std::string, FileChecksum> known;
    for (FileChecksum& file : old) {
        std::string name = file.name;
        known.emplace(std::move(name), std::move(file));
    }
    std::vector<std::string> fresh_names;
    std::ranges::copy_if(names, std::back_inserter(fresh_names),
                         [&](const std::string& name) { return !known.contains(name); });
    for (FileChecksum& file : EDGE_TRY(checksums_of(corpus, fresh_names, threads, is_cancelled))) {
        std::string name = file.name;
        known.emplace(std::move(name), std::move(file));
    }
    std::vector<FileChecksum> files;
    files.reserve(names.size());
    for (const std::string& name : names) files.push_back(std::move(known.at(name)));
    return files;
}

std::string format_checksums(std::span<const FileChecksum> files) {
    std::string text = fmt::format("{}\n", kFirstLine);
    for (const FileChecksum& file : files) {
        text += fmt::format("{} {} {}\n", file.size, to_hex(file.hash()), file.name);
        for (const ContentHash& block : file.blocks) text += to_hex(block) + '\n';
    }
    return text;
}

Result<std::vector<FileChecksum>> parse_checksums(std::string_view text, std::string_view file) {
    return Parser(text, file).parse();
}

Result<std::vector<FileChecksum>> read_checksums(const Directory& corpus,
                                                 const MetaChecksums& named) {
    const fs::path path = corpus.path_of(named.file);
    const MappedFile file = EDGE_TRY(MappedFile::open(corpus, named.file));
    if (const ContentHash hash = content_hash(file.bytes()); hash != named.hash) {
        return corrupt(path.string(), 0,
                       fmt::format("found a list with the hash {}, expected {} as in meta: it was "
                                   "changed after it was written",
                                   to_hex(hash), to_hex(named.hash)));
    }
    return parse_checksums(file.text(), path.string());
}

Result<MetaChecksums> write_checksums(const fs::path& corpus, uint64_t number,
                                      std::span<const FileChecksum> files) {
    const std::string text = format_checksums(files);
    MetaChecksums named{fmt::format("{}{}", kStem, number), content_hash(text)};
    auto file = EDGE_TRY(OutputFile::create(corpus / named.file));
    EDGE_CHECK(file.append(text));
    EDGE_CHECK(file.close(true));
    return named;
}

uint64_t checksums_number(const MetaChecksums& named) {
    uint64_t number = 0;
    const char* const end = named.file.data() + named.file.size();
    std::from_chars(named.file.data() + kStem.size(), end, number);
    return number;
}

std::string corpus_id_of(uint32_t shards, std::span<const FileChecksum> files) {
    std::unordered_map<std::string_view, const FileChecksum*> by_name;
    for (const FileChecksum& file : files) by_name.emplace(file.name, &file);
    std::string text;
    for (uint32_t shard = 0; shard < shards; ++shard) {
        const FileChecksum& index = *by_name.at(fmt::format("shards/{}.gameidx", shard));
        const FileChecksum& moves = *by_name.at(fmt::format("shards/{}.moves", shard));
        text += fmt::format("{} {}\n", index.size / kIndexEntryBytes, to_hex(moves.hash()));
    }
    return to_hex(content_hash(text));
}

}  // namespace edge::corpus
