#include "index/source_hash.h"

#include <algorithm>
#include <span>
#include <utility>

#include "core/byte_stream.h"
#include "core/for_each_number.h"
#include "core/mapped_file.h"

namespace edge::indexing {
namespace {

constexpr size_t kReadBytes = size_t{1} << 20;

Result<ContentHash> hash_of_stream(const formats::GameInput& input, unsigned threads) {
    const auto stream = EDGE_TRY(formats::open_input_stream(input, threads));
    std::vector<char> buffer(kReadBytes);
    StreamHash hash;
    while (const size_t got = EDGE_TRY(read_full(*stream, buffer))) {
        hash.append({buffer.data(), got});
    }
    return hash.finish().hash;
}

// One after another, as if they were one.
Result<ContentHash> hash_of_files(const std::vector<std::filesystem::path>& files) {
    StreamHash hash;
    for (const auto& path : files) hash.append(EDGE_TRY(MappedFile::open(path)).text());
    return hash.finish().hash;
}

}  // namespace

void StreamHash::append(std::string_view text) {
    const auto add = [this](std::string_view some) {
        hasher_.append(std::as_bytes(std::span(some)));
    };
    // A beginning is shorter than the source, so its hash waits for the next byte.
    while (next_size_ < sizes_.size() && sizes_[next_size_] < hasher_.size() + text.size()) {
        const auto missing = static_cast<size_t>(sizes_[next_size_] - hasher_.size());
        add(text.substr(0, missing));
        text.remove_prefix(missing);
        beginnings_.push_back({sizes_[next_size_++], hasher_.hash()});
    }
    add(text);
}

SourceIdentity StreamHash::finish() const { return {hasher_.hash(), beginnings_}; }

MappedHash::MappedHash(std::string_view text)
    : text_(text), blocks_((text.size() + kHashBlockBytes - 1) / kHashBlockBytes) {}

MappedHash::Blocks MappedHash::blocks_ending_in(size_t begin, size_t end) const {
    const size_t last = end == text_.size() ? blocks_.size() : end / kHashBlockBytes;
    return {begin / kHashBlockBytes, std::max(begin / kHashBlockBytes, last)};
}

void MappedHash::hash(Blocks blocks) {
    for (size_t i = blocks.first; i < blocks.last; ++i) {
        blocks_[i] = content_hash(text_.substr(i * kHashBlockBytes, kHashBlockBytes));
    }
}

SourceIdentity MappedHash::finish(const std::vector<uint64_t>& sizes) const {
    SourceIdentity identity{hash_of_blocks(blocks_), {}};
    for (const uint64_t size : sizes) {
        if (size >= text_.size()) break;
        const auto whole = static_cast<size_t>(size / kHashBlockBytes);
        std::vector<ContentHash> blocks(blocks_.begin(),
                                        blocks_.begin() + static_cast<std::ptrdiff_t>(whole));
        const size_t at = whole * kHashBlockBytes;
        if (size > at) {
            blocks.push_back(content_hash(text_.substr(at, static_cast<size_t>(size) - at)));
        }
        identity.beginnings.push_back({size, hash_of_blocks(blocks)});
    }
    return identity;
}

Result<ContentHash> hash_of_input(const formats::GameInput& input, unsigned threads) {
    if (!input.content_files.empty()) return hash_of_files(input.content_files);
    if (input.games != nullptr) {  // a text that was read as whole games
        const auto text = EDGE_TRY(formats::open_pgn_inputs({input.name}));
        return hash_of_input(text.front(), threads);
    }
    if (input.compression != Compression::None) return hash_of_stream(input, threads);
    MappedHash hash(input.file.text());
    const size_t blocks = hash.blocks_ending_in(0, input.file.text().size()).last;
    for_each_number(blocks, threads, [&hash](unsigned, uint64_t i) {
        hash.hash({static_cast<size_t>(i), static_cast<size_t>(i) + 1});
        return true;
    });
    return hash.finish({}).hash;
}

}  // namespace edge::indexing
