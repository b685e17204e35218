# EDGE_WARNINGS_ONLY=ON lets the compiler look at every source and generate nothing: objects, libraries and programs
# are empty files, which only show the build tool what it need not check again.
if(EDGE_WARNINGS_ONLY)
    set(CMAKE_CXX_COMPILE_OBJECT
        "<CMAKE_CXX_COMPILER> <DEFINES> <INCLUDES> <FLAGS> -fsyntax-only <SOURCE>" "<CMAKE_COMMAND> -E touch <OBJECT>")
    set(nothing "<CMAKE_COMMAND> -E touch <TARGET>")
    set(CMAKE_CXX_CREATE_STATIC_LIBRARY ${nothing})
    set(CMAKE_CXX_CREATE_SHARED_LIBRARY ${nothing})
    set(CMAKE_CXX_LINK_EXECUTABLE ${nothing})
endif()
