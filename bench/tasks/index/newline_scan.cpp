// The physical reference of `edge index`: counts the newlines of a mapped file and does nothing
// else.
//   newline_scan FILE
// Prints the count. A plain loop over bytes, which the compiler turns into vector instructions.
#include <cinttypes>
#include <cstdint>
#include <cstdio>

#include "core/mapped_file.h"

namespace {

// A block of fewer than 256 bytes is summed in one byte, which vectorises widest.
uint64_t count_newlines(std::string_view text) {
    constexpr size_t kBlock = 128;
    uint64_t total = 0;
    size_t at = 0;
    for (; at + kBlock <= text.size(); at += kBlock) {
        uint8_t found = 0;
        for (size_t i = 0; i < kBlock; ++i) {
            found = static_cast<uint8_t>(found + (text[at + i] == '\n'));
        }
        total += found;
    }
    for (; at < text.size(); ++at) total += text[at] == '\n';
    return total;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: newline_scan FILE\n", stderr);
        return 2;
    }
    auto file = edge::MappedFile::open(argv[1]);
    if (!file) {
        std::fprintf(stderr, "newline_scan: %s\n", file.error().message.c_str());
        return 1;
    }
    file->advise_sequential();
    std::printf("%" PRIu64 "\n", count_newlines(file->text()));
    return 0;
}
