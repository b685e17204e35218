// A control of the library, which remembers the progress last reported to it.
#pragma once

#include <atomic>
#include <cstdint>
#include <new>

#include "edge/edge.h"

namespace edge::python {

class Control {
public:
    // `threads` as edge_control_new takes it.
    explicit Control(unsigned threads) : handle_(edge_control_new(threads, note, this)) {
        if (handle_ == nullptr) throw std::bad_alloc();
    }
    Control(const Control&) = delete;
    Control& operator=(const Control&) = delete;
    ~Control() { edge_control_free(handle_); }

    edge_control* get() const { return handle_; }

    // As last reported to edge_progress.
    std::atomic<uint64_t> games = 0, bytes = 0, total_bytes = 0;

private:
    static bool note(void* user, uint64_t games, uint64_t bytes, uint64_t total_bytes) {
        auto* control = static_cast<Control*>(user);
        control->games = games;
        control->bytes = bytes;
        control->total_bytes = total_bytes;
        return true;
    }

    edge_control* const handle_;
};

}  // namespace edge::python
