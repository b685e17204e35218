// Handles of the C interface, held so that nothing is freed while in use.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "edge/edge.h"

namespace edge::python {

// A closed corpus is freed once the calls on it have ended, whichever thread they are in.
struct Corpus {
    std::shared_ptr<edge_corpus> handle;
};

struct Bitmap {
    std::shared_ptr<edge_bitmap> handle;
};

inline Corpus own(edge_corpus* corpus) { return {{corpus, edge_close}}; }
inline Bitmap own(edge_bitmap* games) { return {{games, edge_bitmap_free}}; }

// An edge_place that outlives its error.
struct Place {
    std::string file;
    std::string pointer;
    uint32_t line;
    uint32_t column;
    int64_t offset;
};

// What becomes an exception of edge_chess.errors.
struct Failed {
    edge_status status;
    std::string message;
    std::optional<Place> place = {};
};

// What an error of the library says, which is freed.
inline Failed failed(edge_status status, edge_error* error) {
    Failed failure{status, error != nullptr ? edge_error_message(error) : "out of memory"};
    edge_place place{};
    if (edge_error_place(error, &place)) {
        failure.place = Place{place.file, place.pointer, place.line, place.column, place.offset};
    }
    edge_error_free(error);
    return failure;
}

}  // namespace edge::python
