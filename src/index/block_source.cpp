#include "index/block_source.h"

#include <algorithm>
#include <utility>

#include "codec/pgn/lexical.h"

namespace edge::indexing {
namespace {

constexpr size_t kBlockBytes = size_t{1} << 20;
// Where no game seems to begin for this long, a block may end anywhere.
constexpr size_t kMaxBlockBytes = 4 * kBlockBytes;

// Such a cut never makes the rest look like the start of a line: it is after a newline only if
// another newline follows.
size_t cut_anywhere(std::string_view text) {
    return text.back() == '\n' ? text.size() - 1 : text.size();
}

std::shared_ptr<const std::vector<char>> padded_copy(std::string_view first,
                                                     std::string_view second = {}) {
    auto copy = std::make_shared<std::vector<char>>();
    copy->reserve(first.size() + second.size() + pgn::kScanBytes);
    copy->insert(copy->end(), first.begin(), first.end());
    copy->insert(copy->end(), second.begin(), second.end());
    copy->resize(copy->size() + pgn::kScanBytes);
    return copy;
}

bool is_mapped(const formats::GameInput& input) {
    return input.games == nullptr && !input.is_stream() && input.compression == Compression::None;
}

std::string_view text_in(const std::vector<char>& storage) {
    return {storage.data(), storage.size() - pgn::kScanBytes};
}

}  // namespace

BlockSource::BlockSource(const std::vector<formats::GameInput>& inputs, unsigned threads,
                         uint64_t first_offset, std::vector<uint64_t> sizes)
    : inputs_(inputs),
      threads_(threads),
      first_offset_(first_offset),
      hashed_sizes_(std::move(sizes)),
      offset_(first_offset),
      mapped_hashes_(inputs.size()),
      stream_identities_(inputs.size()) {
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (is_mapped(inputs[i])) mapped_hashes_[i].emplace(inputs[i].file.text());
    }
}

void BlockSource::hash(const Block& block) {
    if (auto& hash = mapped_hashes_[block.input]) hash->hash(block.hashed);
}

std::optional<SourceIdentity> BlockSource::identity_of(size_t input) const {
    if (input >= input_) return std::nullopt;
    if (const auto& hash = mapped_hashes_[input]) return hash->finish(hashed_sizes_);
    return stream_identities_[input];
}

Result<std::optional<Block>> BlockSource::next() {
    while (input_ < inputs_.size()) {
        auto block = EDGE_TRY(next_of(inputs_[input_]));
        if (block) return block;
        close_input();
    }
    return std::nullopt;
}

Result<std::optional<Block>> BlockSource::next_of(const formats::GameInput& input) {
    if (input.games != nullptr) return next_games(input);
    return is_mapped(input) ? next_mapped(input) : next_streamed(input);
}

uint64_t BlockSource::bytes_read() const {
    uint64_t bytes = text_bytes();
    for (size_t i = 0; i < inputs_.size() && i <= input_; ++i) {
        const bool is_in_offset = inputs_[i].games_have_offsets && i < input_;
        if (inputs_[i].games != nullptr && !is_in_offset) bytes += inputs_[i].games->bytes_read();
    }
    return bytes;
}

void BlockSource::close_input() {
    const formats::GameInput& input = inputs_[input_];
    if (input.games_have_offsets) {
        input_offset_ = input.games->bytes_read();
        offset_ += input_offset_;
    }
    sizes_.push_back(input_offset_);
    ++input_;
    input_offset_ = 0;
    cut_anywhere_ = false;
    if (stream_hash_) stream_identities_[input_ - 1] = stream_hash_->finish();
    stream_hash_.reset();
    stream_.reset();
    rest_.clear();
}

Block BlockSource::make_block(std::string_view text, pgn::TextEnd end) {
    Block block;
    block.input = input_;
    block.input_offset = input_offset_;
    block.body.text = text;
    block.body.end = end;
    block.body.offset = offset_;
    block.body.begins_source = input_offset_ == 0;
    if (const auto& hash = mapped_hashes_[input_]) {
        block.hashed = hash->blocks_ending_in(input_offset_, input_offset_ + text.size());
    }
    offset_ += text.size();
    input_offset_ += text.size();
    cut_anywhere_ = end == pgn::TextEnd::Anywhere;
    return block;
}

Result<std::optional<Block>> BlockSource::next_mapped(const formats::GameInput& input) {
    const std::string_view rest = input.file.text().substr(input_offset_);
    if (rest.empty()) return std::nullopt;
    if (rest.size() <= kBlockBytes + pgn::kScanBytes) {
        Block block = make_block(rest, pgn::TextEnd::EndOfInput);
        // The reader reads beyond the end, which the mapping may not cover.
        block.storage = padded_copy(rest);
        block.body.text = text_in(*block.storage);
        return block;
    }
    const std::string_view window =
        rest.substr(0, std::min(kMaxBlockBytes, rest.size() - pgn::kScanBytes));
    const char* cut =
        pgn::find_cut(window.data(), window.data() + kBlockBytes, window.data() + window.size());
    if (cut != nullptr) {
        const auto size = static_cast<size_t>(cut - window.data());
        return make_block(window.substr(0, size), pgn::TextEnd::BeforeTag);
    }
    return make_block(window.substr(0, cut_anywhere(window)), pgn::TextEnd::Anywhere);
}

Result<std::optional<Block>> BlockSource::next_games(const formats::GameInput& input) {
    std::shared_ptr<const UndecodedGames> games = EDGE_TRY(input.games->next());
    if (games == nullptr) return std::nullopt;
    Block block = make_block({}, pgn::TextEnd::EndOfInput);
    block.games = std::move(games);
    if (input.games_have_offsets) block.read_to = input.games->bytes_read();
    block.body.count_newlines = true;
    return block;
}

Result<std::optional<Block>> BlockSource::next_streamed(const formats::GameInput& input) {
    if (!stream_) {
        stream_ = EDGE_TRY(formats::open_input_stream(input, threads_));
        stream_hash_.emplace(hashed_sizes_);
    }
    std::vector<char> buffer = std::move(rest_);
    rest_ = {};
    for (size_t wanted = kBlockBytes;; wanted += kBlockBytes) {
        bool ended = false;
        if (buffer.size() < wanted) {
            const size_t had = buffer.size();
            buffer.resize(wanted);
            const size_t got = EDGE_TRY(read_full(*stream_, std::span(buffer).subspan(had)));
            ended = got < wanted - had;
            buffer.resize(had + got);
            stream_hash_->append({buffer.data() + had, got});
        }
        // A stream that ends right after a cut must still report its end.
        if (ended && buffer.empty() && !cut_anywhere_) return std::nullopt;
        const std::string_view text(buffer.data(), buffer.size());
        size_t size = text.size();
        pgn::TextEnd end = pgn::TextEnd::EndOfInput;
        if (!ended) {
            const char* cut = pgn::find_last_cut(text.data(), text.data() + text.size());
            if (cut == nullptr && wanted < kMaxBlockBytes) continue;
            size = cut != nullptr ? static_cast<size_t>(cut - text.data()) : cut_anywhere(text);
            end = cut != nullptr ? pgn::TextEnd::BeforeTag : pgn::TextEnd::Anywhere;
        }
        rest_.assign(buffer.begin() + static_cast<std::ptrdiff_t>(size), buffer.end());
        buffer.resize(size);
        buffer.resize(size + pgn::kScanBytes, '\0');
        auto storage = std::make_shared<const std::vector<char>>(std::move(buffer));
        Block block = make_block(text_in(*storage), end);
        block.storage = std::move(storage);
        block.body.count_newlines = true;
        return block;
    }
}

Block join(const Block& carried, const Block& block) {
    Block joined = block;
    joined.input_offset = carried.input_offset;
    joined.body.offset = carried.body.offset;
    joined.body.begins_source = carried.body.begins_source;
    joined.body.lost = carried.body.lost;
    const std::string_view first = carried.body.text;
    const std::string_view second = block.body.text;
    if (!carried.storage && !block.storage) {  // both mapped, hence adjacent
        joined.body.text = {first.data(), first.size() + second.size()};
    } else {
        joined.storage = padded_copy(first, second);
        joined.body.text = text_in(*joined.storage);
    }
    return joined;
}

}  // namespace edge::indexing
