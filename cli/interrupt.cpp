#include "interrupt.h"

#include <signal.h>

#include <csignal>
#include <initializer_list>

namespace edge::cli {
namespace {

volatile std::sig_atomic_t caught_signal = 0;

extern "C" void note_signal(int number) { caught_signal = number; }

}  // namespace

void catch_interrupts() {
    for (const int number : {SIGINT, SIGTERM}) {
        struct sigaction before = {};
        // A program that was started in the background may have to ignore SIGINT.
        if (sigaction(number, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
        struct sigaction action = {};
        action.sa_handler = note_signal;
        action.sa_flags = SA_RESTART | SA_RESETHAND;
        sigaction(number, &action, nullptr);
    }
}

bool is_interrupted() { return caught_signal != 0; }

void end_if_interrupted() {
    if (!is_interrupted()) return;
    std::signal(caught_signal, SIG_DFL);
    std::raise(caught_signal);
}

}  // namespace edge::cli
