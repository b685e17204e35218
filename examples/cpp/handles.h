// The handles of edge.h as C++ owns them, and its errors as exceptions: all that a C++ program
// needs around the C interface.
#pragma once

#include <edge/arrow_abi.h>
#include <edge/edge.h>

#include <memory>
#include <stdexcept>
#include <string>

template <auto free>
struct Free {
    template <class T>
    void operator()(T* handle) const {
        free(handle);
    }
};
using Corpus = std::unique_ptr<edge_corpus, Free<edge_close>>;
using Bitmap = std::unique_ptr<edge_bitmap, Free<edge_bitmap_free>>;

// Calls a function of edge.h whose last parameter is the error.
template <class Function, class... Arguments>
void call(Function function, Arguments... arguments) {
    edge_error* error = nullptr;
    if (function(arguments..., &error) == EDGE_OK) return;
    const std::unique_ptr<edge_error, Free<edge_error_free>> owned(error);
    throw std::runtime_error(edge_error_message(error));
}

inline Corpus open_corpus(const std::string& path) {
    edge_corpus* corpus = nullptr;
    call(edge_open, path.c_str(), &corpus);
    return Corpus(corpus);
}

inline Bitmap find(const Corpus& corpus, const std::string& request) {
    edge_bitmap* games = nullptr;
    call(edge_find, corpus.get(), request.c_str(), nullptr, nullptr, &games);
    return Bitmap(games);
}

inline std::string ask(const Corpus& corpus, const char* what, const std::string& request,
                       const Bitmap& games = nullptr) {
    edge_text text{};
    call(edge_ask, corpus.get(), what, request.c_str(), games.get(), nullptr, &text);
    std::string answer(text.data, text.size);
    edge_text_free(&text);
    return answer;
}

// A stream that was filled is released once, also when it was not read to its end.
class Stream {
public:
    Stream(const Corpus& corpus, const std::string& request) {
        call(edge_arrow_stream, corpus.get(), request.c_str(), nullptr, nullptr, &stream_);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream() { stream_.release(&stream_); }

    // False after the last batch. What it fills is to be released by the caller.
    bool next(ArrowArray& batch) {
        if (stream_.get_next(&stream_, &batch) != 0) {
            throw std::runtime_error(stream_.get_last_error(&stream_));
        }
        return batch.release != nullptr;
    }

private:
    ArrowArrayStream stream_{};
};
