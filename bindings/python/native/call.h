// A call of the library that runs on a thread of its own, while the thread that asked waits in
// slices and looks after signals and progress in between. The thread of the call never touches the
// interpreter, so that nothing can happen to it there when the interpreter ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <variant>

#include "control.h"
#include "handles.h"
#include "stream.h"

namespace edge::python {

using Outcome = std::variant<std::monostate, std::string, Corpus, Bitmap, Stream, Batches>;

// Throws Failed.
using Work = std::function<Outcome(const std::shared_ptr<Control>&)>;

class Call {
public:
    // One of a stream goes on under the control that the stream was made with.
    Call(std::shared_ptr<Control> control, Work work);
    Call(Call&&) = default;
    Call& operator=(Call&&) = delete;
    ~Call();  // cancels what still runs, and does not wait for it

    // Whether the call has ended, which is waited for as long as this, at most a minute. The caller
    // has the GIL, and others can have it meanwhile.
    bool wait(double seconds);

    // Games, bytes and bytes in all, as last reported to edge_progress.
    std::tuple<uint64_t, uint64_t, uint64_t> progress() const;

    void cancel();

    // What an ended call gave, once. Throws Failed.
    Outcome take();

private:
    struct State;

    std::shared_ptr<State> state_;
};

// Cancels all calls and waits for their end. To be called when the interpreter is about to end:
// afterwards no thread of the library runs, and threads that waited for a call never come back.
void end_calls();

}  // namespace edge::python
