# Debian's clang 19 with wasi-libc and libc++ for wasm32: a module for browsers and Node.

set(CMAKE_SYSTEM_NAME WASI)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_AR llvm-ar-19)
set(CMAKE_RANLIB llvm-ranlib-19)
# A program cannot be linked before there is something that exports.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
