# libedge for other programs, shared and static, from the objects of all layers; and its
# installation: headers, a CMake package and a pkg-config file, none of which names a folder of this
# machine.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(layers GLOBAL PROPERTY EDGE_LAYERS)
set(objects)
foreach(layer IN LISTS layers)
    list(APPEND objects $<TARGET_OBJECTS:edge_${layer}>)
endforeach()

foreach(kind IN ITEMS shared static)
    string(TOUPPER ${kind} KIND)
    add_library(libedge_${kind} ${KIND} ${objects})
    set_target_properties(libedge_${kind} PROPERTIES OUTPUT_NAME edge EXPORT_NAME ${kind}
                          VERSION ${PROJECT_VERSION} SOVERSION 1 LINKER_LANGUAGE CXX)
    target_include_directories(libedge_${kind} INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    # xxHash is used as a header-only library.
    target_link_libraries(libedge_${kind} PRIVATE Threads::Threads fmt::fmt ZLIB::ZLIB BZip2::BZip2 PkgConfig::ZSTD)
endforeach()

# Hidden visibility leaves what the C++ library has in its headers, which another copy might mix with.
set(symbols ${CMAKE_CURRENT_LIST_DIR}/edge.map)
target_link_options(libedge_shared PRIVATE -Wl,--version-script=${symbols} -Wl,--as-needed)
set_target_properties(libedge_shared PROPERTIES LINK_DEPENDS ${symbols})
if(EDGE_SANITIZE)
    target_link_options(libedge_shared PRIVATE -fsanitize=${EDGE_SANITIZE})
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/edge)
install(FILES ${PROJECT_SOURCE_DIR}/include/edge/edge.h ${PROJECT_SOURCE_DIR}/include/edge/arrow_abi.h
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/edge COMPONENT library)
foreach(kind IN ITEMS shared static)
    install(TARGETS libedge_${kind} EXPORT edge_${kind}
            LIBRARY COMPONENT library NAMELINK_COMPONENT library ARCHIVE COMPONENT library)
    install(EXPORT edge_${kind} FILE edge-${kind}.cmake NAMESPACE edge:: DESTINATION ${package_dir}
            COMPONENT library)
endforeach()

set(generated ${PROJECT_BINARY_DIR}/package)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/edge-config.cmake.in ${generated}/edge-config.cmake
                              INSTALL_DESTINATION ${package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${generated}/edge-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${generated}/edge-config.cmake ${generated}/edge-config-version.cmake
        DESTINATION ${package_dir} COMPONENT library)

# pkg-config knows where the file lies, and finds the rest from there.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH prefix_from_pkgconfig /${pkgconfig_dir} /)
string(REGEX REPLACE "/$" "" prefix_from_pkgconfig ${prefix_from_pkgconfig})
configure_file(${CMAKE_CURRENT_LIST_DIR}/edge.pc.in ${generated}/edge.pc @ONLY)
install(FILES ${generated}/edge.pc DESTINATION ${pkgconfig_dir} COMPONENT library)
