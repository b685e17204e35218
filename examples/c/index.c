/* Makes a corpus of PGN files: index REQUEST
 *
 *     index '{"inputs": ["games.pgn"], "out": "games.scoredb"}'
 *
 * The request is JSON, as docs/library.md describes it; so is the report that is printed. Ctrl-C
 * ends it and leaves nothing behind. */
#include <edge/edge.h>

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>

static volatile sig_atomic_t is_interrupted = 0;

static void interrupt(int signal_number) {
    (void)signal_number;
    is_interrupted = 1;
}

/* Comes from a thread of the library, a few times a second. */
static bool show_progress(void* user, uint64_t games, uint64_t bytes, uint64_t total_bytes) {
    (void)user;
    fprintf(stderr, "%" PRIu64 " games", games);
    if (total_bytes != 0) fprintf(stderr, ", %" PRIu64 " %%", 100 * bytes / total_bytes);
    fputc('\n', stderr);
    return !is_interrupted;
}

int main(int argc, char** argv) {
    if (argc != 2) {
        fputs("usage: index REQUEST\n", stderr);
        return 2;
    }
    signal(SIGINT, interrupt);
    edge_control* control = edge_control_new(0, show_progress, NULL);
    edge_text report;
    edge_error* error = NULL;
    const edge_status status = edge_run("index", argv[1], control, &report, &error);
    edge_control_free(control);
    if (status != EDGE_OK) {
        fprintf(stderr, "index: %s\n", edge_error_message(error));
        edge_error_free(error);
        return 1;
    }
    puts(report.data);
    edge_text_free(&report);
    return 0;
}
