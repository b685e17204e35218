// Any text as PGN, decoded as a whole and cut into blocks as the indexer cuts it. Both ways give
// the same games, tags, tuples and issues.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/pgn/lexical.h"
#include "core/hash.h"
#include "corpus/format.h"
#include "index/block_decoder.h"
#include "require.h"

using namespace edge;

namespace {

// What batches held, put together, with names by text instead of by number.
struct Decoded {
    std::string games;
    std::string issues;
    std::vector<tree::TreeTuple> tuples;  // with games counted over all batches
    uint32_t game_count = 0;
    friend bool operator==(const Decoded&, const Decoded&) = default;

    void add(const indexing::GameBatch& batch) {
        size_t record = 0;
        size_t shape = 0;  // of the game, where it begins
        size_t shapes_end = 0;
        size_t value = 0;
        for (const indexing::GameBatch::Game& game : batch.games) {
            FUZZ_REQUIRE(record + game.record_bytes <= batch.records.size());
            const std::byte* bytes = batch.records.data() + record;
            const auto header = corpus::decode_header(bytes);
            FUZZ_REQUIRE(game.record_bytes == corpus::kHeaderBytes + 2 * size_t{header.plies});
            const auto* text = reinterpret_cast<const char*>(bytes);
            games.append(text, corpus::kWhiteNameAt);
            games.append(text + corpus::kHeaderBytes, game.record_bytes - corpus::kHeaderBytes);
            for (const uint32_t name : {header.white_name, header.black_name}) {
                if (name != corpus::kNoName) games.append(batch.names.name(name));
                games.push_back('\n');
            }
            if (!game.same_shape) {
                shape = shapes_end;
                shapes_end += game.shape_bytes;
            }
            games.append(batch.tag_shapes, shape, game.shape_bytes);
            games.append(batch.tag_values, value, game.value_bytes);
            record += game.record_bytes;
            value += game.value_bytes;
        }
        FUZZ_REQUIRE(record == batch.records.size());
        for (const formats::IndexIssue& issue : batch.issues) {
            issues += reason_name(issue.reason);
            for (const uint64_t number : {issue.game_at, issue.at, uint64_t{issue.plies}}) {
                issues += ' ' + std::to_string(number);
            }
            issues += issue.text + '\n' + issue.white + '\n' + issue.black + '\n';
        }
        for (size_t i = 0; i < batch.tuples.size(); ++i) {
            tree::TreeTuple tuple = batch.tuples.tuples[i];
            tuple.set_game(tuple.game() + game_count);
            tuples.push_back(tuple);
        }
        std::ranges::sort(tuples);
        game_count += static_cast<uint32_t>(batch.games.size());
    }
};

// Decodes text[begin, end) out of a buffer that ends where the decoder may no longer look.
pgn::ReadEnd decode(std::string_view text, size_t begin, size_t end, pgn::TextEnd text_end,
                    bool lost, Decoded& decoded) {
    std::vector<char> buffer(end - begin + pgn::kScanBytes);
    std::copy_n(text.data() + begin, end - begin, buffer.data());
    indexing::BlockText block;
    block.text = {buffer.data(), end - begin};
    block.end = text_end;
    block.offset = begin;
    block.begins_source = begin == 0;
    block.lost = lost;
    indexing::GameBatch batch;
    indexing::BlockDecoder({.tree_plies = 10}).decode(block, batch);
    FUZZ_REQUIRE(batch.end.at <= end - begin);
    decoded.add(batch);
    return batch.end;
}

Decoded decode_cut(std::string_view text, std::mt19937_64& random) {
    Decoded decoded;
    const size_t step = 1 + random() % (text.size() + 1);
    size_t begin = 0;
    bool lost = false;
    for (size_t cut = 0; cut < text.size();) {
        cut = std::min(cut + 1 + random() % step, text.size());
        pgn::TextEnd end = pgn::TextEnd::EndOfInput;
        if (cut < text.size()) {
            const char* from = text.data() + cut;
            const char* tag = pgn::find_cut(text.data(), from, text.data() + text.size());
            end = tag != nullptr && random() % 2 == 0 ? pgn::TextEnd::BeforeTag
                                                      : pgn::TextEnd::Anywhere;
            if (end == pgn::TextEnd::BeforeTag) cut = static_cast<size_t>(tag - text.data());
            // Such a cut never makes a line begin.
            if (end == pgn::TextEnd::Anywhere && text[cut - 1] == '\n' && text[cut] != '\n')
                continue;
        }
        const pgn::ReadEnd stop = decode(text, begin, cut, end, lost, decoded);
        lost = stop.state == pgn::ReadEnd::State::Lost;
        begin = stop.state == pgn::ReadEnd::State::Clean ? cut : begin + stop.at;
    }
    return decoded;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    if (size == 0) return 0;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Decoded whole;
    const auto end = decode(text, 0, size, pgn::TextEnd::EndOfInput, false, whole);
    FUZZ_REQUIRE(end.state == pgn::ReadEnd::State::Clean);
    std::mt19937_64 random(hash_bytes(text));
    for (int round = 0; round < 3; ++round) FUZZ_REQUIRE(decode_cut(text, random) == whole);
    return 0;
}
