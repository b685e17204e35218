// Reads sets in Roaring's format and writes them again, for tests/judges. Input is a record for
// each set: u32 limit of its numbers, u32 size, its bytes; output too: u32 1, or 0 when the set was
// refused, u32 size, the bytes of the set or of the message.
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

#include "bitmap/roaring_reader.h"
#include "bitmap/roaring_writer.h"

using namespace edge;

namespace {

struct RecordHead {
    uint32_t first = 0;
    uint32_t size = 0;
};

bool read_record(RecordHead& head, std::string& bytes) {
    if (std::fread(&head, sizeof head, 1, stdin) != 1) return false;
    bytes.resize(head.size);
    return std::fread(bytes.data(), 1, bytes.size(), stdin) == bytes.size();
}

void write_record(bool is_good, const std::string& bytes) {
    const RecordHead head{is_good ? 1U : 0U, static_cast<uint32_t>(bytes.size())};
    std::fwrite(&head, sizeof head, 1, stdout);
    std::fwrite(bytes.data(), 1, bytes.size(), stdout);
}

}  // namespace

int main() {
    RecordHead head;
    std::string bytes;
    while (read_record(head, bytes)) {
        const uint32_t limit = head.first;
        std::vector<uint64_t> words((uint64_t{limit} + 63) / 64);
        const auto read = roaring::read_set({std::as_bytes(std::span(bytes)), "x"}, limit, words);
        write_record(read.has_value(), read ? roaring::format_set(words) : read.error().message);
    }
    return std::feof(stdin) != 0 && std::fflush(stdout) == 0 ? 0 : 1;
}
