// SIGINT and SIGTERM as a request that a long command end soon and leave nothing half-written.
#pragma once

namespace edge::cli {

// From here on the first signal of each kind only makes is_interrupted() true; the second one ends
// the program at once.
void catch_interrupts();
bool is_interrupted();
// Ends the program by the signal that came, as a shell expects; returns when none came.
void end_if_interrupted();

}  // namespace edge::cli
