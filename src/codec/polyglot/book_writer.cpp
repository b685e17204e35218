#include "codec/polyglot/book_writer.h"

#include <cassert>

namespace edge::polyglot {

Result<BookWriter> BookWriter::create(const std::filesystem::path& path, bool overwrite) {
    return BookWriter(EDGE_TRY(AtomicFile::create(path, overwrite)));
}

Status BookWriter::add(const BookEntry& entry) {
    assert(entry.key >= last_key_);
    last_key_ = entry.key;
    return file_.file().append(encode_entry(entry));
}

}  // namespace edge::polyglot
