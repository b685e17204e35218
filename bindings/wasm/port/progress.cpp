// A control whose progress goes to the loader. JavaScript has no function pointers to give, so the
// one function here calls an import. There is one call at a time, which the loader knows.
#include "edge/edge.h"

extern "C" {

__attribute__((import_module("edge"), import_name("progress"))) bool edge_host_progress(
    double games, double bytes, double total_bytes);

__attribute__((export_name("edge_control_for_host"))) edge_control* edge_control_for_host() {
    const edge_progress report = [](void*, uint64_t games, uint64_t bytes, uint64_t total_bytes) {
        return edge_host_progress(static_cast<double>(games), static_cast<double>(bytes),
                                  static_cast<double>(total_bytes));
    };
    return edge_control_new(1, report, nullptr);
}
}
