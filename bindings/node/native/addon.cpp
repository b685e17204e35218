// The functions of edge.h for lib/native.js, one for one. Long ones run in threads of their own and
// end with the arguments (threads, on_progress); they give {promise, cancel}. Texts are checked in
// JavaScript; what is wrong here is a mistake of lib/ and throws.
#include <memory>
#include <new>
#include <string>
#include <utility>

#include <napi.h>

#include "call.h"
#include "edge/edge.h"
#include "handles.h"
#include "status.h"

namespace edge::node {
namespace {

class Addon : public Napi::Addon<Addon> {
public:
    Addon(Napi::Env, Napi::Object exports) {
        edge_survive_lost_files();
        DefineAddon(exports, {
                                 InstanceMethod("version", &Addon::version),
                                 InstanceMethod("open", &Addon::open),
                                 InstanceMethod("close", &Addon::close),
                                 InstanceMethod("ask", &Addon::ask),
                                 InstanceMethod("run", &Addon::run),
                                 InstanceMethod("find", &Addon::find),
                                 InstanceMethod("load", &Addon::load),
                                 InstanceMethod("save", &Addon::save),
                                 InstanceMethod("setOf", &Addon::set_of),
                                 InstanceMethod("combine", &Addon::combine),
                                 InstanceMethod("count", &Addon::count),
                                 InstanceMethod("shards", &Addon::shards),
                                 InstanceMethod("words", &Addon::words),
                                 InstanceMethod("stop", &Addon::stop),
                             });
    }

private:
    // `first` is where the arguments of every long call stand.
    Napi::Value start(const Napi::CallbackInfo& info, size_t first, Call::Work work) {
        const uint32_t threads = info[first].As<Napi::Number>().Uint32Value();
        return Call::start(info.Env(), calls_, std::move(work), threads, info[first + 1]);
    }

    Napi::Value version(const Napi::CallbackInfo& info);
    Napi::Value open(const Napi::CallbackInfo& info);
    void close(const Napi::CallbackInfo& info);
    Napi::Value ask(const Napi::CallbackInfo& info);
    Napi::Value run(const Napi::CallbackInfo& info);
    Napi::Value find(const Napi::CallbackInfo& info);
    Napi::Value load(const Napi::CallbackInfo& info);
    Napi::Value save(const Napi::CallbackInfo& info);
    Napi::Value set_of(const Napi::CallbackInfo& info);
    Napi::Value combine(const Napi::CallbackInfo& info);
    Napi::Value count(const Napi::CallbackInfo& info);
    Napi::Value shards(const Napi::CallbackInfo& info);
    Napi::Value words(const Napi::CallbackInfo& info);
    void stop(const Napi::CallbackInfo& info);

    std::shared_ptr<Calls> calls_ = std::make_shared<Calls>();
};

std::string text_of(const Napi::Value& value) { return value.As<Napi::String>().Utf8Value(); }

edge_status keep_games(edge_status status, edge_bitmap* games, Answer* answer) {
    if (status == EDGE_OK) *answer = own(games);
    return status;
}

// The result of a short call; throws if it failed.
Napi::Value games_or_throw(Napi::Env env, edge_status status, edge_bitmap* games,
                           edge_error* error) {
    if (status == EDGE_OK) return {env, to_js(env, own(games))};
    const napi_value thrown = error_to_js(env, status, error);
    edge_error_free(error);
    throw Napi::Error(env, thrown);
}

Napi::Value Addon::version(const Napi::CallbackInfo& info) {
    return Napi::String::New(info.Env(), edge_version());
}

Napi::Value Addon::open(const Napi::CallbackInfo& info) {
    return start(info, 1,
                 [path = text_of(info[0])](edge_control*, Answer* answer, edge_error** error) {
                     edge_corpus* corpus = nullptr;
                     const edge_status status = edge_open(path.c_str(), &corpus, error);
                     if (status == EDGE_OK) *answer = own(corpus);
                     return status;
                 });
}

void Addon::close(const Napi::CallbackInfo& info) { node::close(info[0]); }

Napi::Value Addon::ask(const Napi::CallbackInfo& info) {
    return start(info, 4,
                 [corpus = corpus_of(info[0]), what = text_of(info[1]), request = text_of(info[2]),
                  games = optional_bitmap_of(info[3])](edge_control* control, Answer* answer,
                                                       edge_error** error) {
                     Text text(new edge_text{});
                     const edge_status status =
                         edge_ask(corpus.get(), what.c_str(), request.c_str(), games.get(), control,
                                  text.get(), error);
                     if (status == EDGE_OK) *answer = std::move(text);
                     return status;
                 });
}

Napi::Value Addon::run(const Napi::CallbackInfo& info) {
    return start(info, 2,
                 [what = text_of(info[0]), request = text_of(info[1])](
                     edge_control* control, Answer* answer, edge_error** error) {
                     Text text(new edge_text{});
                     const edge_status status =
                         edge_run(what.c_str(), request.c_str(), control, text.get(), error);
                     if (status == EDGE_OK) *answer = std::move(text);
                     return status;
                 });
}

Napi::Value Addon::find(const Napi::CallbackInfo& info) {
    return start(info, 3,
                 [corpus = corpus_of(info[0]), request = text_of(info[1]),
                  games = optional_bitmap_of(info[2])](edge_control* control, Answer* answer,
                                                       edge_error** error) {
                     edge_bitmap* found = nullptr;
                     const edge_status status = edge_find(corpus.get(), request.c_str(),
                                                          games.get(), control, &found, error);
                     return keep_games(status, found, answer);
                 });
}

Napi::Value Addon::load(const Napi::CallbackInfo& info) {
    return start(info, 2,
                 [corpus = corpus_of(info[0]), name = text_of(info[1])](
                     edge_control*, Answer* answer, edge_error** error) {
                     edge_bitmap* games = nullptr;
                     const edge_status status =
                         edge_bitmap_load(corpus.get(), name.c_str(), &games, error);
                     return keep_games(status, games, answer);
                 });
}

Napi::Value Addon::save(const Napi::CallbackInfo& info) {
    return start(info, 4,
                 [corpus = corpus_of(info[0]), games = bitmap_of(info[1]), name = text_of(info[2]),
                  force = info[3].ToBoolean().Value()](edge_control*, Answer*, edge_error** error) {
                     return edge_bitmap_save(corpus.get(), games.get(), name.c_str(), force, error);
                 });
}

Napi::Value Addon::set_of(const Napi::CallbackInfo& info) {
    const CorpusPointer corpus = corpus_of(info[0]);
    const auto ids = info[1].As<Napi::BigUint64Array>();
    edge_bitmap* games = nullptr;
    edge_error* error = nullptr;
    const edge_status status =
        edge_bitmap_of(corpus.get(), ids.Data(), ids.ElementLength(), &games, &error);
    return games_or_throw(info.Env(), status, games, error);
}

Napi::Value Addon::combine(const Napi::CallbackInfo& info) {
    const std::string operation = text_of(info[0]);
    const BitmapPointer left = bitmap_of(info[1]), right = optional_bitmap_of(info[2]);
    edge_bitmap* games = nullptr;
    edge_error* error = nullptr;
    const edge_status status =
        edge_bitmap_combine(operation.c_str(), left.get(), right.get(), &games, &error);
    return games_or_throw(info.Env(), status, games, error);
}

Napi::Value Addon::count(const Napi::CallbackInfo& info) {
    const uint64_t count = edge_bitmap_count(bitmap_of(info[0]).get());
    return Napi::Number::New(info.Env(), static_cast<double>(count));
}

// The number of games of each.
Napi::Value Addon::shards(const Napi::CallbackInfo& info) {
    const BitmapPointer games = bitmap_of(info[0]);
    const uint32_t shard_count = edge_bitmap_shards(games.get());
    Napi::Array shards = Napi::Array::New(info.Env(), shard_count);
    for (uint32_t shard = 0; shard < shard_count; ++shard) {
        uint64_t shard_games = 0;
        edge_bitmap_words(games.get(), shard, &shard_games);
        shards[shard] = Napi::Number::New(info.Env(), static_cast<double>(shard_games));
    }
    return shards;
}

Napi::Value Addon::words(const Napi::CallbackInfo& info) {
    return words_of(info.Env(), bitmap_of(info[0]), info[1].As<Napi::Number>().Uint32Value());
}

void Addon::stop(const Napi::CallbackInfo&) { calls_->stop(); }

}  // namespace
}  // namespace edge::node

NAPI_MODULE_INIT() { return Napi::RegisterModule(env, exports, &edge::node::Addon::Init); }
