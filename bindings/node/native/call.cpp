// Where JavaScript may be ending, Node-API is called directly: its functions then fail one after
// the other, which is to be skipped, and napi.h would make fatal errors of some.
#include "call.h"

#include <iterator>
#include <new>
#include <system_error>
#include <utility>

#include "status.h"

namespace edge::node {
namespace {

// A failure of Node-API other than at the end of an environment can only be reported.
void check(Napi::Env env, napi_status status) {
    if (status != napi_ok) throw Napi::Error::New(env);
}

napi_value text_to_js(napi_env env, const char* data, size_t size) {
    napi_value text = nullptr;
    return napi_create_string_utf8(env, data, size, &text) == napi_ok ? text : nullptr;
}

}  // namespace

void Calls::stop() {
    is_stopped_ = true;
    for (Call* call : running_) edge_control_cancel(call->control_.get());
    for (Call* call : running_) call->stop();
}

Call::Call(std::shared_ptr<Calls> calls, Work work)
    : calls_(std::move(calls)), work_(std::move(work)) {
    calls_->running_.insert(this);
}

Call::~Call() {
    stop();
    calls_->running_.erase(this);
    edge_error_free(error_);
}

Napi::Value Call::start(Napi::Env env, std::shared_ptr<Calls> calls, Work work, unsigned threads,
                        const Napi::Value& on_progress) {
    if (calls->is_stopped_) throw Napi::Error::New(env, "the process is ending");
    std::unique_ptr<Call> call(new Call(std::move(calls), std::move(work)));
    edge_progress progress = nullptr;
    if (on_progress.IsFunction()) {
        call->on_progress_ = Napi::Persistent(on_progress.As<Napi::Function>());
        progress = [](void* user, uint64_t games, uint64_t bytes, uint64_t total_bytes) {
            static_cast<Call*>(user)->note({games, bytes, total_bytes});
            return true;
        };
    }
    call->control_ = {edge_control_new(threads, progress, call.get()), edge_control_free};
    if (call->control_ == nullptr) throw std::bad_alloc();

    napi_value promise = nullptr;
    check(env, napi_create_promise(env, &call->deferred_, &promise));
    const Napi::String name = Napi::String::New(env, "edge-chess");
    Call* const started = call.get();
    check(env, napi_create_threadsafe_function(env, nullptr, nullptr, name, 0, 1, started,
                                               &Call::finalize, started, &Call::deliver,
                                               &started->channel_));
    call.release();  // finalize() has it from here on
    try {
        started->thread_ = std::thread([started] { started->run(); });
    } catch (const std::system_error& error) {
        napi_release_threadsafe_function(started->channel_, napi_tsfn_release);
        throw Napi::Error::New(env, error.what());
    }

    Napi::Object handle = Napi::Object::New(env);
    handle["promise"] = Napi::Value(env, promise);
    handle["cancel"] =
        Napi::Function::New(env, [control = started->control_](const Napi::CallbackInfo&) {
            edge_control_cancel(control.get());
        });
    return handle;
}

void Call::run() {
    try {
        status_ = work_(control_.get(), &answer_, &error_);
    } catch (const std::bad_alloc&) {
        status_ = EDGE_OUT_OF_MEMORY;
    }
    work_ = nullptr;  // releases corpora here rather than in the thread of JavaScript
    {
        const std::lock_guard lock(mutex_);
        has_ended_ = true;
    }
    // An environment that ends closes the channel, and has then taken this thread's hold of it.
    const auto status = napi_call_threadsafe_function(channel_, nullptr, napi_tsfn_nonblocking);
    if (status != napi_closing) napi_release_threadsafe_function(channel_, napi_tsfn_release);
}

// At most one message is on its way: it delivers whatever is the latest when it arrives.
void Call::note(const Progress& progress) {
    bool is_first = false;
    {
        const std::lock_guard lock(mutex_);
        is_first = !progress_;
        progress_ = progress;
    }
    if (!is_first) return;
    napi_call_threadsafe_function(channel_, nullptr, napi_tsfn_nonblocking);
}

void Call::deliver(napi_env env, napi_value, void* context, void*) {
    if (env == nullptr) return;
    auto& call = *static_cast<Call*>(context);
    call.report_progress(env);
    call.settle(env);
}

void Call::report_progress(napi_env env) {
    std::optional<Progress> progress;
    {
        const std::lock_guard lock(mutex_);
        progress = std::exchange(progress_, std::nullopt);
    }
    if (!progress) return;
    napi_value function = nullptr, receiver = nullptr;
    napi_get_reference_value(env, on_progress_, &function);
    napi_get_undefined(env, &receiver);
    const uint64_t numbers[] = {progress->games, progress->bytes, progress->total_bytes};
    napi_value arguments[std::size(numbers)] = {};
    for (size_t i = 0; i < std::size(numbers); ++i) {
        napi_create_double(env, static_cast<double>(numbers[i]), &arguments[i]);
    }
    napi_call_function(env, receiver, function, std::size(arguments), arguments, nullptr);
}

void Call::settle(napi_env env) {
    {
        const std::lock_guard lock(mutex_);
        if (!has_ended_) return;
    }
    const napi_deferred deferred = std::exchange(deferred_, nullptr);
    if (deferred == nullptr) return;
    if (status_ == EDGE_OK) {
        if (const napi_value value = answer_to_js(env)) {
            napi_resolve_deferred(env, deferred, value);
            return;
        }
        // The text of an answer may be longer than a string of JavaScript can be.
        napi_value ignored = nullptr;
        napi_get_and_clear_last_exception(env, &ignored);
        status_ = EDGE_OUT_OF_MEMORY;
    }
    napi_reject_deferred(env, deferred, error_to_js(env, status_, error_));
}

napi_value Call::answer_to_js(napi_env env) {
    if (const auto* text = std::get_if<Text>(&answer_)) {
        return text_to_js(env, (*text)->data, (*text)->size);
    }
    if (const auto* corpus = std::get_if<CorpusPointer>(&answer_)) return to_js(env, *corpus);
    if (const auto* games = std::get_if<BitmapPointer>(&answer_)) return to_js(env, *games);
    napi_value undefined = nullptr;
    return napi_get_undefined(env, &undefined) == napi_ok ? undefined : nullptr;
}

// The channel goes after this, so that the thread may use it for as long as it runs.
void Call::finalize(napi_env, void* data, void*) { delete static_cast<Call*>(data); }

void Call::stop() {
    if (control_ != nullptr) edge_control_cancel(control_.get());
    if (thread_.joinable()) thread_.join();
}

}  // namespace edge::node
