#include "formats/game_input.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "codec/fbpgn/container.h"
#include "core/ascii.h"
#include "core/file_descriptor.h"
#include "core/io_error.h"
#include "core/zstd_frames.h"
#include "core/zstd_prefetch.h"

namespace edge::formats {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kEndings[] = {".pgn", ".pgn.gz", ".pgn.bz2", ".pgn.zst"};

bool has_ending(std::string_view name, std::string_view ending) {
    if (name.size() < ending.size()) return false;
    return std::ranges::equal(name.substr(name.size() - ending.size()), ending, {}, to_lower);
}

bool is_pgn_name(std::string_view name) {
    return std::ranges::any_of(kEndings, [&](std::string_view e) { return has_ending(name, e); });
}

// The sum of the frames' sizes, when all have one.
std::optional<uint64_t> zstd_content_size(const GameInput& input) {
    const auto frames = list_zstd_frames(input.file.bytes(), input.name);
    if (!frames) return std::nullopt;  // reading will report the damage
    uint64_t total = 0;
    for (const ZstdFrame& frame : *frames) {
        if (frame.skippable) continue;
        if (!frame.content_size) return std::nullopt;
        total += *frame.content_size;
    }
    return total;
}

// Names the kinds that begin with a magic word.
std::string finding(std::string_view head, size_t zero) {
    if (head.starts_with(fbpgn::kMagic)) return "offset 0: found an FBPGN file";
    if (head.starts_with("Scid.si")) return "offset 0: found the index of a Scid base";
    return fmt::format("offset {}: found a zero byte", zero);
}

// `head` is the beginning of the text.
Status check_is_text(std::string_view head, const std::string& name) {
    const size_t zero = head.substr(0, kTextHeadBytes).find('\0');
    if (zero == std::string_view::npos) return {};
    const bool is_stdin = name == "-";
    return fail(
        ErrorCode::Corrupt,
        fmt::format("{}, {}, expected PGN text; {}", is_stdin ? "standard input" : name,
                    finding(head, zero),
                    is_stdin ? "name the kind to read viriformat; other kinds have to be files"
                             : "name the kind if it is another"));
}

// Checks the beginning of a text as it is read.
class CheckedText final : public ByteStream {
public:
    CheckedText(std::unique_ptr<ByteStream> text, std::string name)
        : text_(std::move(text)), name_(std::move(name)) {}

    Result<size_t> read(std::span<char> into) override {
        if (is_checked_) return text_->read(into);
        if (head_.empty()) {
            head_.resize(kTextHeadBytes);
            head_.resize(EDGE_TRY(read_full(*text_, head_)));
            EDGE_CHECK(check_is_text({head_.data(), head_.size()}, name_));
        }
        const size_t size = std::min(into.size(), head_.size() - given_);
        std::copy_n(head_.data() + given_, size, into.data());
        given_ += size;
        is_checked_ = given_ == head_.size();
        return size;
    }

private:
    std::unique_ptr<ByteStream> text_;
    std::string name_;
    std::vector<char> head_;
    size_t given_ = 0;  // of the head
    bool is_checked_ = false;
};

Result<GameInput> open_input(const fs::path& path) {
    GameInput input;
    if (path == "-") {
        input.name = "-";
        return input;
    }
    std::error_code error;
    input.name = fs::absolute(path, error).lexically_normal().string();
    const auto status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status)) {
        input.stream_only = true;
        return input;
    }
    input.file = EDGE_TRY(MappedFile::open(path));
    const auto bytes = input.file.bytes();
    input.compression = detect_compression(bytes.first(std::min(bytes.size(), kDetectBytes)));
    if (input.compression == Compression::None) {
        input.size = bytes.size();
        EDGE_CHECK(check_is_text(input.file.text(), input.name));
    }
    if (input.compression == Compression::Zstd) input.size = zstd_content_size(input);
    return input;
}

// Reads from a descriptor that it owns.
class OwningFdStream final : public ByteStream {
public:
    OwningFdStream(FileDescriptor file, const std::string& name)
        : file_(std::move(file)), stream_(open_fd_stream(file_.get(), name)) {}
    Result<size_t> read(std::span<char> into) override { return stream_->read(into); }

private:
    FileDescriptor file_;
    std::unique_ptr<ByteStream> stream_;
};

}  // namespace

Result<std::vector<fs::path>> pgn_files_below(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(folder, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        if (entry->is_regular_file(ignored) && is_pgn_name(entry->path().filename().string())) {
            files.push_back(entry->path());
        }
    }
    if (error) return io_error("read folder", folder, error.value());
    if (files.empty()) {
        return fail(ErrorCode::NotFound,
                    fmt::format("{}: found no *.pgn, *.pgn.gz, *.pgn.bz2 or *.pgn.zst below it, "
                                "expected at least one",
                                folder.string()));
    }
    std::ranges::sort(files);
    return files;
}

Result<std::vector<GameInput>> open_pgn_inputs(const std::vector<std::string>& paths) {
    std::vector<GameInput> inputs;
    for (const std::string& path : paths) {
        std::error_code error;
        if (path != "-" && fs::is_directory(path, error)) {
            for (const fs::path& file : EDGE_TRY(pgn_files_below(path))) {
                inputs.push_back(EDGE_TRY(open_input(file)));
            }
        } else {
            inputs.push_back(EDGE_TRY(open_input(path)));
        }
    }
    return inputs;
}

std::string default_stem(const std::string& first_path) {
    if (first_path == "-") return "stdin";
    fs::path path = fs::path(first_path).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    std::error_code ignored;
    if (path == "." || path == ".." || path.empty())
        path = fs::absolute(first_path, ignored).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    std::string name = path.filename().string();
    for (const std::string_view ending :
         {".gz", ".bz2", ".zst", ".pgn", ".scoredb", ".si4", ".vf", ".viriformat", ".fbpgn"}) {
        if (name.size() > ending.size() && has_ending(name, ending)) {
            name.resize(name.size() - ending.size());
        }
    }
    return name.empty() ? "corpus" : name;
}

namespace {

Result<std::unique_ptr<ByteStream>> open_unchecked(const GameInput& input, unsigned threads) {
    if (input.name == "-") return open_by_content(open_fd_stream(STDIN_FILENO, "-"), "-");
    if (input.stream_only) {
        FileDescriptor file(::open(input.name.c_str(), O_RDONLY | O_CLOEXEC));
        if (!file.valid()) return io_error("open", input.name, errno);
        return open_by_content(std::make_unique<OwningFdStream>(std::move(file), input.name),
                               input.name);
    }
    if (input.compression == Compression::Zstd && threads > 1) {
        if (auto parallel = open_zstd_prefetch(input.file.bytes(), input.name, threads)) {
            return parallel;
        }
    }
    return open_decompressor(input.compression, open_memory_stream(input.file.bytes()), input.name);
}

}  // namespace

Result<std::unique_ptr<ByteStream>> open_input_stream(const GameInput& input, unsigned threads) {
    auto text = EDGE_TRY(open_unchecked(input, threads));
    return std::make_unique<CheckedText>(std::move(text), input.name);
}

}  // namespace edge::formats
