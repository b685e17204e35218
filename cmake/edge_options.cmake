# Compiler settings shared by every target, and the helper that declares one layer of libedge.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
# A shared library exports only what edge.h declares.
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(edge_options INTERFACE)
target_compile_options(edge_options INTERFACE -Wall -Wextra -Wconversion -Wno-sign-conversion)
if(NOT EDGE_UNITY)  # where names of one file are visible in the next
    target_compile_options(edge_options INTERFACE -Wshadow)
endif()
if(EDGE_WERROR)
    target_compile_options(edge_options INTERFACE -Werror)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # g++ 12 warns of overlapping copies in plain string concatenation where there are none.
    target_compile_options(edge_options INTERFACE -Wno-restrict)
    if(EDGE_UNITY)  # it mistakes an included source for a header, whose types anyone could use
        target_compile_options(edge_options INTERFACE -Wno-subobject-linkage)
    endif()
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    # EDGE_TRY is a statement expression, which g++ and clang both have.
    target_compile_options(edge_options INTERFACE -Wno-gnu-statement-expression-from-macro-expansion)
endif()
target_include_directories(edge_options INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(edge_options INTERFACE tl::expected)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    # SSE4.2 and POPCNT, which processors have had for over a decade; faster kernels are chosen at run time.
    target_compile_options(edge_options INTERFACE -march=x86-64-v2)
endif()

if(EDGE_SANITIZE)
    target_compile_options(edge_options INTERFACE -fsanitize=${EDGE_SANITIZE} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(edge_options INTERFACE -fsanitize=${EDGE_SANITIZE})
endif()

# edge_layer(NAME DEPS...): the static library edge_NAME of the sources below src/NAME, on top of DEPS.
function(edge_layer name)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
    add_library(edge_${name} STATIC ${sources})
    target_link_libraries(edge_${name} PUBLIC edge_options ${ARGN})
    edge_unity(edge_${name})
    set_property(GLOBAL APPEND PROPERTY EDGE_LAYERS ${name})
endfunction()
