#include "handles.h"

#include <cstring>
#include <utility>

namespace edge::node {
namespace {

// What an external value points to; one of the two is set, and neither once it is closed.
struct Handle {
    CorpusPointer corpus = {};
    BitmapPointer games = {};
    int64_t bytes = 0;  // that the garbage collector knows of
};

uint64_t bytes_of(const edge_bitmap* games, uint32_t shard) {
    uint64_t shard_games = 0;
    edge_bitmap_words(games, shard, &shard_games);
    return (shard_games + 63) / 64 * sizeof(uint64_t);
}

int64_t bytes_of(const edge_bitmap* games) {
    uint64_t bytes = 0;
    for (uint32_t shard = 0; shard < edge_bitmap_shards(games); ++shard) {
        bytes += bytes_of(games, shard);
    }
    return static_cast<int64_t>(bytes);
}

// Bitmaps look like small objects to JavaScript: without this it would let thousands of them pile
// up.
void tell_collector(napi_env env, int64_t change) {
    int64_t total = 0;
    if (change != 0) napi_adjust_external_memory(env, change, &total);
}

napi_value to_js(napi_env env, Handle handle) {
    auto owned = std::make_unique<Handle>(std::move(handle));
    const auto collect = [](napi_env in, void* data, void*) {
        const std::unique_ptr<Handle> collected(static_cast<Handle*>(data));
        tell_collector(in, -collected->bytes);
    };
    napi_value value = nullptr;
    if (napi_create_external(env, owned.get(), collect, nullptr, &value) != napi_ok) return nullptr;
    tell_collector(env, owned.release()->bytes);
    return value;
}

Handle& handle_of(const Napi::Value& value) {
    if (!value.IsExternal()) throw Napi::TypeError::New(value.Env(), "expected a handle");
    return *value.As<Napi::External<Handle>>().Data();
}

}  // namespace

CorpusPointer own(edge_corpus* corpus) { return {corpus, edge_close}; }
BitmapPointer own(edge_bitmap* games) { return {games, edge_bitmap_free}; }

napi_value to_js(napi_env env, CorpusPointer corpus) {
    return to_js(env, Handle{.corpus = std::move(corpus)});
}

napi_value to_js(napi_env env, BitmapPointer games) {
    const int64_t bytes = bytes_of(games.get());
    return to_js(env, Handle{.games = std::move(games), .bytes = bytes});
}

CorpusPointer corpus_of(const Napi::Value& value) {
    CorpusPointer corpus = handle_of(value).corpus;
    if (corpus == nullptr) throw Napi::TypeError::New(value.Env(), "expected an open corpus");
    return corpus;
}

BitmapPointer bitmap_of(const Napi::Value& value) {
    BitmapPointer games = handle_of(value).games;
    if (games == nullptr) throw Napi::TypeError::New(value.Env(), "expected a bitmap");
    return games;
}

BitmapPointer optional_bitmap_of(const Napi::Value& value) {
    return value.IsUndefined() ? nullptr : bitmap_of(value);
}

void close(const Napi::Value& value) { handle_of(value).corpus = nullptr; }

Napi::Value words_of(Napi::Env env, const BitmapPointer& games, uint32_t shard) {
    const uint64_t* words = edge_bitmap_words(games.get(), shard, nullptr);
    const size_t bytes = bytes_of(games.get(), shard);
    if (bytes == 0) return Napi::ArrayBuffer::New(env, 0);

    auto keep = std::make_unique<BitmapPointer>(games);
    const auto let_go = [](napi_env, void*, void* kept) {
        delete static_cast<BitmapPointer*>(kept);
    };
    napi_value buffer = nullptr;
    const napi_status status = napi_create_external_arraybuffer(env, const_cast<uint64_t*>(words),
                                                                bytes, let_go, keep.get(), &buffer);
    if (status == napi_ok) {
        keep.release();
        return {env, buffer};
    }
    // Electron and others with a memory cage allow no memory from outside.
    Napi::ArrayBuffer copy = Napi::ArrayBuffer::New(env, bytes);
    std::memcpy(copy.Data(), words, bytes);
    return copy;
}

}  // namespace edge::node
