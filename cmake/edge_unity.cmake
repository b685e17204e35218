# EDGE_UNITY=ON compiles many sources at once, which takes less than half of the time: most goes
# into headers. The builds that only look for errors use it; release compiles file by file, and so
# finds a missing #include.

# Sources that define a name which another source of the target defines too, and those of the C interface, whose
# using declarations are global.
set(alone
    cli/games.cpp cli/query.cpp cli/query_run.cpp cli/query_text.cpp
    server/root_walk.cpp server/routes_games.cpp
    src/abi/*.cpp
    src/chess/san.cpp src/chess/uci.cpp
    src/codec/fbpgn/index.cpp src/codec/pgn/lexical.cpp src/codec/scid4/index_text.cpp
    src/core/output_dir.cpp src/core/output_file.cpp src/core/zstd_stream.cpp
    src/corpus/verify_tree.cpp
    src/core/zstd_prefetch.cpp src/formats/game_input.cpp
    src/query/answers/*_file.cpp src/query/lang/notation_board.cpp src/query/lang/notation_moves.cpp src/query/query.cpp
    src/query/lang/text_lexer.cpp src/query/lang/to_flags.cpp
    src/table/*_table.cpp
    src/wire/*/*_request.cpp src/wire/lichess/lichess_json.cpp)
list(TRANSFORM alone PREPEND ${PROJECT_SOURCE_DIR}/)
file(GLOB EDGE_ALONE ${alone})

# edge_unity(TARGET): has its sources compiled that way, where EDGE_UNITY is on.
function(edge_unity target)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ${EDGE_UNITY} UNITY_BUILD_BATCH_SIZE 12)
    set_source_files_properties(${EDGE_ALONE} TARGET_DIRECTORY ${target} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
