// The physical reference of `edge index`: counts the newlines of a mapped file and does nothing
// else.
//   newline_scan FILE
// Prints the count. A plain loop over bytes, which the compiler turns into vector instructions.
#include <cinttypes>
#include <cstdint>
#include <cstdio>

#include "core/count_lines.h"
#include "core/mapped_file.h"

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
    std::printf("%" PRIu64 "\n", edge::count_newlines(file->text()));
    return 0;
}
