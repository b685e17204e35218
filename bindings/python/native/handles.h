// What the C interface hands out, held so that nothing is freed while somebody uses it.
#pragma once

#include <memory>
#include <string>

#include "edge/edge.h"

namespace edge::python {

// A closed corpus goes once the calls on it have ended, whichever thread they are in.
struct Corpus {
    std::shared_ptr<edge_corpus> handle;
};

struct Bitmap {
    std::shared_ptr<edge_bitmap> handle;
};

inline Corpus own(edge_corpus* corpus) { return {{corpus, edge_close}}; }
inline Bitmap own(edge_bitmap* games) { return {{games, edge_bitmap_free}}; }

// What becomes an exception of edge_chess.errors.
struct Failed {
    edge_status status;
    std::string message;
};

// The message of an error that the library gave, which is freed.
inline Failed failed(edge_status status, edge_error* error) {
    Failed failure{status, error != nullptr ? edge_error_message(error) : "out of memory"};
    edge_error_free(error);
    return failure;
}

}  // namespace edge::python
