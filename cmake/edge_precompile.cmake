# edge_precompile(TARGET HEADER SOURCE...) has clang read HEADER once for all SOURCEs of an executable.
#
# CMake's own precompiled headers name the build folder in every command, so that ccache finds
# nothing again in another clone. Here the commands name a path relative to the build, and in place
# of the precompiled header, which holds absolute paths, ccache looks at the checksum next to it
# (CCACHE_PCH_EXTSUM), which covers all that the header includes.
function(edge_precompile target header)
    set(precompiled ${target}_header)
    add_library(${precompiled} OBJECT ${header})
    set_source_files_properties(${header} PROPERTIES LANGUAGE CXX COMPILE_OPTIONS -xc++-header)
    set_target_properties(${precompiled} PROPERTIES POSITION_INDEPENDENT_CODE OFF CXX_COMPILER_LAUNCHER "")
    foreach(property IN ITEMS COMPILE_DEFINITIONS COMPILE_OPTIONS INCLUDE_DIRECTORIES LINK_LIBRARIES)
        set_property(TARGET ${precompiled} PROPERTY ${property} $<TARGET_PROPERTY:${target},${property}>)
    endforeach()
    get_target_property(is_independent ${target} POSITION_INDEPENDENT_CODE)
    if(is_independent)  # an executable, whose flag differs from that of the objects of a library
        set_property(TARGET ${precompiled} APPEND PROPERTY COMPILE_OPTIONS ${CMAKE_CXX_COMPILE_OPTIONS_PIE})
    endif()

    get_filename_component(name ${header} NAME)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${precompiled}.dir/${name}${CMAKE_CXX_OUTPUT_EXTENSION})
    file(RELATIVE_PATH relative ${CMAKE_BINARY_DIR} ${object})
    set(machine)
    if(CMAKE_CXX_COMPILER_TARGET)
        set(machine --target=${CMAKE_CXX_COMPILER_TARGET})
    endif()
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${machine} -std=c++20 -w -E -P -xc++ ${header}
                    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
    string(SHA256 sum "${CMAKE_CXX_COMPILER_VERSION} ${text}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(CONFIGURE OUTPUT ${object}.sum CONTENT "${sum}" @ONLY)
    foreach(source IN LISTS ARGN)
        set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -include-pch ${relative})
        set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${object})
    endforeach()
endfunction()
