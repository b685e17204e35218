// What ends the instance: running out of memory, and exceptions, which cannot be caught here since
// Debian's libc++abi for wasm32 is built without them. The exit status is the edge_status that the
// loader reports, and it starts a fresh instance.
#include <cstdio>
#include <cstdlib>
#include <new>
#include <typeinfo>

#include "edge/edge.h"

namespace {

[[noreturn]] void out_of_memory() { std::_Exit(EDGE_OUT_OF_MEMORY); }

// Before any other constructor asks for memory.
struct NewHandler {
    NewHandler() { std::set_new_handler(out_of_memory); }
};
[[maybe_unused]] const NewHandler new_handler [[gnu::init_priority(101)]];

}  // namespace

extern "C" {

void* __cxa_allocate_exception(size_t size) noexcept {
    void* const memory = std::malloc(size);
    if (memory == nullptr) out_of_memory();
    return memory;
}

[[noreturn]] void __cxa_throw(void*, std::type_info* type, void (*)(void*)) {
    if (*type == typeid(std::bad_alloc) || *type == typeid(std::bad_array_new_length)) {
        out_of_memory();
    }
    std::fprintf(stderr, "unforeseen exception %s\n", type->name());
    std::_Exit(EDGE_INTERNAL);
}
}
