// A call of the library in a thread of its own: the promise that it settles, its progress, and how
// it is cancelled.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_set>
#include <variant>

#include <napi.h>

#include "edge/edge.h"
#include "handles.h"

namespace edge::node {

struct FreeText {
    void operator()(edge_text* text) const {
        edge_text_free(text);
        delete text;
    }
};
using Text = std::unique_ptr<edge_text, FreeText>;

// What a call gives; nothing is undefined in JavaScript.
using Answer = std::variant<std::monostate, Text, CorpusPointer, BitmapPointer>;

class Call;

// The calls under way in one environment, which is a thread of JavaScript. Only that thread uses
// it.
class Calls {
public:
    // Ends them all and waits for their threads; there are no calls after that.
    void stop();

private:
    friend Call;
    std::unordered_set<Call*> running_;
    bool is_stopped_ = false;
};

class Call {
public:
    using Work = std::function<edge_status(edge_control*, Answer*, edge_error**)>;

    // Begins the work and gives {promise, cancel()}. `on_progress(games, bytes, total_bytes)` is a
    // function or undefined. The call frees itself when it has ended, or its environment has.
    static Napi::Value start(Napi::Env env, std::shared_ptr<Calls> calls, Work work,
                             unsigned threads, const Napi::Value& on_progress);
    ~Call();

private:
    friend Calls;
    struct Progress {
        uint64_t games, bytes, total_bytes;
    };

    Call(std::shared_ptr<Calls> calls, Work work);

    // In the call's thread, and in threads of the library.
    void run();
    void note(const Progress& progress);

    // In the thread of JavaScript.
    static void deliver(napi_env env, napi_value function, void* context, void* data);
    static void finalize(napi_env env, void* data, void* hint);
    void report_progress(napi_env env);
    void settle(napi_env env);
    napi_value answer_to_js(napi_env env);
    void stop();

    std::shared_ptr<Calls> calls_;
    Work work_;
    std::shared_ptr<edge_control> control_;
    Napi::FunctionReference on_progress_;
    napi_deferred deferred_ = nullptr;
    // Carries news to the thread of JavaScript, whose loop it keeps alive. Its end is the call's.
    napi_threadsafe_function channel_ = nullptr;
    std::thread thread_;

    std::mutex mutex_;
    std::optional<Progress> progress_;  // guarded by mutex_; not reported yet
    bool has_ended_ = false;            // guarded by mutex_

    // Written by the call's thread before it has ended, read by the other one after that.
    edge_status status_ = EDGE_OK;
    edge_error* error_ = nullptr;
    Answer answer_;
};

}  // namespace edge::node
