// Writes a Polyglot opening book, entry by entry; the file appears when it is complete.
#pragma once

#include <cstdint>
#include <filesystem>

#include "codec/polyglot/entry.h"
#include "core/atomic_file.h"
#include "edge/result.h"

namespace edge::polyglot {

class BookWriter {
public:
    static Result<BookWriter> create(const std::filesystem::path& path, bool overwrite);

    // Keys must not descend.
    Status add(const BookEntry& entry);
    // Moves the file into place. Call it once, last.
    Status finish() { return file_.commit(); }

private:
    explicit BookWriter(AtomicFile file) : file_(std::move(file)) {}

    AtomicFile file_;
    uint64_t last_key_ = 0;
};

}  // namespace edge::polyglot
