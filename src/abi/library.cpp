// The small functions of edge.h: versions, errors, controls, and opening a corpus.
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>

#include "abi/handles.h"

using namespace edge;
using namespace edge::abi;

uint32_t edge_abi_version() { return EDGE_ABI_VERSION; }
const char* edge_version() { return EDGE_VERSION; }
void edge_survive_lost_files() { survive_lost_pages(); }

const char* edge_error_message(const edge_error* error) {
    return error != nullptr ? error->message.c_str() : "";
}
void edge_error_free(edge_error* error) { delete error; }

bool edge_error_place(const edge_error* error, edge_place* place) {
    if (place == nullptr) return false;
    *place = {.file = "", .pointer = "", .line = 0, .column = 0, .offset = -1};
    if (error == nullptr || !error->place) return false;
    const Place& known = *error->place;
    *place = {known.file.c_str(), known.pointer.c_str(), known.line, known.column,
              known.offset ? static_cast<int64_t>(*known.offset) : -1};
    return true;
}

edge_control* edge_control_new(unsigned threads, edge_progress progress, void* user) {
    try {
        return new edge_control{std::make_shared<Control>(threads, progress, user)};
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}
void edge_control_cancel(edge_control* control) {
    if (control != nullptr) control->control->cancel();
}
void edge_control_free(edge_control* control) { delete control; }

void edge_text_free(edge_text* text) {
    if (text == nullptr) return;
    std::free(text->data);
    *text = {};
}

edge_status edge_open(const char* path, edge_corpus** corpus, edge_error** error) {
    return at_boundary(
        error,
        [&]() -> Result<corpus::Corpus> {
            EDGE_CHECK(check_given(path, "path"));
            EDGE_CHECK(check_given(corpus, "corpus"));
            return corpus::Corpus::open(path);
        },
        [&](corpus::Corpus opened) {
            *corpus = new edge_corpus{std::make_shared<const corpus::Corpus>(std::move(opened))};
        });
}
void edge_close(edge_corpus* corpus) { delete corpus; }
