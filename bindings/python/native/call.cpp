#include "call.h"

#include <Python.h>
#include <pthread.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <thread>
#include <utility>

namespace edge::python {
namespace {

// Calls end soon when they are cancelled; but one that waits for a pipe without a writer must not
// keep the process.
constexpr std::chrono::seconds kLongestEnd(10);

// All calls of the process that run, and the threads that wait for one. Never freed: calls may end
// after everything else has.
struct Calls {
    std::mutex mutex;
    std::condition_variable changed;
    std::multiset<const Control*> running;
    size_t waiting = 0;  // threads that are without the GIL, or about to take it again
    bool is_ending = false;
    std::thread::id ended_by = {};
};

Calls*& current() {
    static Calls* calls = [] {
        // A child has none of the threads, and what they had locked stays locked there.
        pthread_atfork(nullptr, nullptr, [] { current() = new Calls; });
        return new Calls;
    }();
    return calls;
}

// A thread that asked for the GIL now would be ended by the interpreter in the middle of C++.
[[noreturn]] void sleep_for_good() {
    for (;;) std::this_thread::sleep_for(std::chrono::hours(24));
}

// For a thread that has the GIL and would begin or finish something. The one that ends the
// interpreter gets an error: it is too late; any other is about to be ended anyway, and stays here.
void check_goes_on(Calls& calls, std::unique_lock<std::mutex>& lock) {
    if (!calls.is_ending) return;
    if (calls.ended_by == std::this_thread::get_id()) {
        throw Failed{EDGE_CANCELLED, "the interpreter is shutting down"};
    }
    lock.unlock();
    PyEval_SaveThread();
    sleep_for_good();
}

}  // namespace

struct Call::State {
    const std::shared_ptr<Control> control;
    std::optional<Failed> failure = {};
    Outcome outcome = {};
    bool is_done = false;  // under the mutex of all calls

    void work(const Work& job) {
        try {
            outcome = job(control);
        } catch (Failed& failed) {
            failure = std::move(failed);
        } catch (const std::bad_alloc&) {
            failure = Failed{EDGE_OUT_OF_MEMORY, "out of memory"};
        }
    }
};

Call::Call(std::shared_ptr<Control> control, Work work)
    : state_(std::make_shared<State>(State{std::move(control)})) {
    Calls& calls = *current();
    {
        std::unique_lock lock(calls.mutex);
        check_goes_on(calls, lock);
        calls.running.insert(state_->control.get());
    }
    try {
        std::thread([state = state_, job = std::move(work), &calls]() mutable {
            state->work(job);
            job = nullptr;  // a corpus that was closed meanwhile is freed before the call ends
            const std::lock_guard lock(calls.mutex);
            state->is_done = true;
            calls.running.erase(calls.running.find(state->control.get()));
            calls.changed.notify_all();
        }).detach();
    } catch (...) {
        const std::lock_guard lock(calls.mutex);
        calls.running.erase(calls.running.find(state_->control.get()));
        throw;
    }
}

Call::~Call() {
    if (state_ != nullptr) cancel();
}

bool Call::wait(double seconds) {
    Calls& calls = *current();
    {
        std::unique_lock lock(calls.mutex);
        check_goes_on(calls, lock);
        ++calls.waiting;
    }
    PyThreadState* const thread = PyEval_SaveThread();
    {
        std::unique_lock lock(calls.mutex);
        calls.changed.wait_for(lock, std::chrono::duration<double>(std::clamp(seconds, 0.0, 60.0)),
                               [&] { return state_->is_done || calls.is_ending; });
        if (calls.is_ending) {
            --calls.waiting;
            calls.changed.notify_all();
            lock.unlock();
            sleep_for_good();
        }
    }
    PyEval_RestoreThread(thread);
    const std::lock_guard lock(calls.mutex);
    --calls.waiting;
    calls.changed.notify_all();
    return state_->is_done;
}

std::tuple<uint64_t, uint64_t, uint64_t> Call::progress() const {
    const Control& control = *state_->control;
    return {control.games, control.bytes, control.total_bytes};
}

void Call::cancel() {
    const std::lock_guard lock(current()->mutex);
    // A stream that the call gave goes on under the same control.
    if (!state_->is_done) edge_control_cancel(state_->control->get());
}

Outcome Call::take() {
    {
        Calls& calls = *current();
        std::unique_lock lock(calls.mutex);
        check_goes_on(calls, lock);
        if (!state_->is_done) throw Failed{EDGE_INVALID_ARGUMENT, "the call has not ended"};
    }
    if (state_->failure) throw *state_->failure;
    return std::move(state_->outcome);
}

void end_calls() {
    Calls& calls = *current();
    PyThreadState* const thread = PyEval_SaveThread();
    {
        std::unique_lock lock(calls.mutex);
        calls.is_ending = true;
        calls.ended_by = std::this_thread::get_id();
        for (const Control* control : calls.running) edge_control_cancel(control->get());
        calls.changed.notify_all();
        calls.changed.wait_for(lock, kLongestEnd,
                               [&] { return calls.waiting == 0 && calls.running.empty(); });
    }
    PyEval_RestoreThread(thread);
}

}  // namespace edge::python
