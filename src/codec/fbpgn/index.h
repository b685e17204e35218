// x.fbpgn.idx: the headers of an FBPGN file's games as JSON, for queries that unpack no game. It is
// an array with an object for each game: {"ref": 0, "W": "Carlsen", "B": "Nepo", "Rs": "1-0"}.
// "ref" is the game's index in the table of references, counted from 0; the other keys are the
// short ones of chunks (chunk.h), with their values as text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/fbpgn/chunk.h"
#include "core/mapped_file.h"
#include "edge/result.h"

namespace edge::fbpgn {

struct IndexEntry {
    uint64_t ref = 0;
    // Under their PGN names, in the order of the file; PGN escapes are undone.
    std::vector<GameTag> tags;

    std::string_view tag(std::string_view name) const;  // empty when there is none
};

// Reads entries one after another, with only one in memory. What it forgives: blanks, any
// order of keys, keys other than the short ones, numbers as values; values of other kinds are
// skipped.
class IndexReader {
public:
    static Result<IndexReader> open(const std::filesystem::path& path);
    // Reads text in memory that outlives the reader; `name` is for messages.
    IndexReader(std::string_view text, std::string name) : text_(text), name_(std::move(name)) {}

    // Reads the next entry into `entry`; false at the end. Corrupt where it is not such JSON.
    Result<bool> next(IndexEntry& entry);

private:
    enum class Value : uint8_t { Text, Number, Other };

    Status read_entry(IndexEntry& entry);
    // Replaces `text` with the value as text, when it is text or a number.
    Result<Value> read_value(std::string& text);
    Status read_string(std::string& text);
    Status read_escape(std::string& text);
    Result<uint32_t> read_code_unit();
    Status skip_list();
    void skip_blanks();
    char peek();  // the next byte that is not a blank; 0 at the end
    bool take(char c);
    Status expect(char c, std::string_view what);
    tl::unexpected<Error> corrupt(std::string_view expected);

    MappedFile file_;
    std::string_view text_;
    std::string name_;
    size_t at_ = 0;
    bool begun_ = false;
    bool ended_ = false;
};

// The part of an entry after its "ref": `, "W": "Carlsen", "B": "Nepo"`, all short keys that the
// chunk has a tag for, in the order of the specification.
std::string index_fields(const Chunk& chunk);

}  // namespace edge::fbpgn
