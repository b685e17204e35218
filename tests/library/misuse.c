/* Everything that should not be done with edge.h: misuse CORPUS OTHER SPOILED
 *
 * Each call has to be refused with the right status and a message, or do nothing. OTHER is a corpus
 * of other games, and the files of SPOILED are moved and cut short. */
#define _XOPEN_SOURCE 700
#include <edge/arrow_abi.h>
#include <edge/edge.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int checks = 0;

static void check(bool is_right, const char* claim, int line) {
    ++checks;
    if (is_right) return;
    fprintf(stderr, "misuse.c:%d: not so: %s\n", line, claim);
    exit(1);
}
#define CHECK(claim) check((claim), #claim, __LINE__)

/* Refused with a message, which is freed here. */
static bool refused(edge_status status, edge_status expected, edge_error* error) {
    const bool is_right = status == expected && error != NULL && *edge_error_message(error) != '\0';
    if (!is_right) fprintf(stderr, "found status %d: %s\n", (int)status, edge_error_message(error));
    edge_error_free(error);
    return is_right;
}
#define REFUSED(expected, call)                  \
    do {                                         \
        edge_error* error = NULL;                \
        const edge_status status = (call);       \
        CHECK(refused(status, expected, error)); \
    } while (0)

static void pass_null(const edge_corpus* corpus, const edge_bitmap* games) {
    edge_corpus* opened = NULL;
    edge_bitmap* found = NULL;
    edge_text text = {NULL, 0};
    struct ArrowArrayStream stream = {0};

    REFUSED(EDGE_INVALID_ARGUMENT, edge_open(NULL, &opened, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_open("x", NULL, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(NULL, "query", "{}", NULL, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(corpus, NULL, "{}", NULL, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(corpus, "query", NULL, NULL, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(corpus, "query", "{}", NULL, NULL, NULL, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_run(NULL, "{}", NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_run("index", NULL, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_run("index", "{}", NULL, NULL, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_find(NULL, "{}", NULL, NULL, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_find(corpus, NULL, NULL, NULL, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_find(corpus, "{}", NULL, NULL, NULL, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_load(NULL, "@x", &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_load(corpus, NULL, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_load(corpus, "@x", NULL, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_save(NULL, games, "@x", false, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_save(corpus, NULL, "@x", false, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_save(corpus, games, NULL, false, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_of(corpus, NULL, 1, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_of(NULL, NULL, 0, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_combine(NULL, games, games, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_combine("and", NULL, games, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_combine("and", games, NULL, &found, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_combine("not", games, NULL, NULL, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_arrow_stream(NULL, "{}", NULL, NULL, &stream, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_arrow_stream(corpus, NULL, NULL, NULL, &stream, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_arrow_stream(corpus, "{}", NULL, NULL, NULL, &error));
    CHECK(opened == NULL && found == NULL && text.data == NULL && stream.release == NULL);

    /* The message is optional. */
    CHECK(edge_open(NULL, NULL, NULL) == EDGE_INVALID_ARGUMENT);
    CHECK(edge_ask(NULL, NULL, NULL, NULL, NULL, NULL, NULL) == EDGE_INVALID_ARGUMENT);

    CHECK(edge_bitmap_count(NULL) == 0 && edge_bitmap_shards(NULL) == 0);
    CHECK(edge_bitmap_words(NULL, 0, NULL) == NULL);
    CHECK(edge_bitmap_words(games, edge_bitmap_shards(games), NULL) == NULL);
    CHECK(edge_bitmap_words(games, 0, NULL) != NULL);
    CHECK(strcmp(edge_error_message(NULL), "") == 0);
    CHECK(!edge_error_place(NULL, NULL));
    edge_close(NULL);
    edge_bitmap_free(NULL);
    edge_error_free(NULL);
    edge_text_free(NULL);
    edge_text_free(&text);
    edge_control_free(NULL);
    edge_control_cancel(NULL);
}

static void write_wrong_requests(const edge_corpus* corpus) {
    static const char* const wrong[] = {
        "",
        " ",
        "{",
        "}",
        "null",
        "[]",
        "1",
        "\"query\"",
        "{}{}",
        "{\"nothing\": 1}",
        "{\"query\": 1}",
        "{\"query\": \"year >\"}",
        "{\"query\": \"\\ud800\"}",
        "{\"query_json\": []}",
        "{\"query\": \"all\", \"query_json\": {}}",
        "{\"query\": \"all\", \"query\": \"all\"}",
        "{\"bitmap\": \"../x\"}",
        "\xff\xfe",
    };
    static const char* const questions[] = {"query",   "explore", "games", "players",
                                            "combine", "inspect", "news"};
    static const char* const jobs[] = {"index", "convert"};
    edge_text text = {NULL, 0};
    struct ArrowArrayStream stream = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
        for (size_t j = 0; j < sizeof questions / sizeof *questions; ++j) {
            edge_error* error = NULL;
            const edge_status status =
                edge_ask(corpus, questions[j], wrong[i], NULL, NULL, &text, &error);
            /* An invalid name is a mistake in the request, or a file that does not exist. */
            const bool is_right = status == EDGE_INVALID_ARGUMENT || status == EDGE_NOT_FOUND;
            CHECK(is_right && *edge_error_message(error) != '\0');
            edge_error_free(error);
        }
        for (size_t j = 0; j < sizeof jobs / sizeof *jobs; ++j) {
            REFUSED(EDGE_INVALID_ARGUMENT, edge_run(jobs[j], wrong[i], NULL, &text, &error));
        }
        edge_error* error = NULL;
        CHECK(edge_arrow_stream(corpus, wrong[i], NULL, NULL, &stream, &error) != EDGE_OK);
        edge_error_free(error);
    }
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(corpus, "", "{}", NULL, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(corpus, "index", "{}", NULL, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_run("query", "{}", NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT,
            edge_ask(corpus, "explore", "{\"moves\": \"e5\"}", NULL, NULL, &text, &error));
    REFUSED(EDGE_NOT_FOUND,
            edge_ask(corpus, "games", "{\"game\": 1000000}", NULL, NULL, &text, &error));
    CHECK(text.data == NULL && stream.release == NULL);
}

static void mix_corpora(const edge_corpus* corpus, const edge_corpus* other) {
    edge_bitmap* games = NULL;
    edge_bitmap* others = NULL;
    edge_bitmap* both = NULL;
    edge_text text = {NULL, 0};
    CHECK(edge_find(corpus, "{}", NULL, NULL, &games, NULL) == EDGE_OK);
    CHECK(edge_find(other, "{}", NULL, NULL, &others, NULL) == EDGE_OK);
    CHECK(edge_bitmap_combine("and", games, others, &both, NULL) != EDGE_OK);
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_combine("not", games, games, &both, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_combine("nor", games, games, &both, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(corpus, "query", "{}", others, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_ask(corpus, "games", "{}", others, NULL, &text, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_find(corpus, "{}", others, NULL, &both, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_save(corpus, others, "@others", false, &error));
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_save(corpus, games, "@../x", false, &error));
    const uint64_t no_game = UINT64_MAX;
    REFUSED(EDGE_INVALID_ARGUMENT, edge_bitmap_of(corpus, &no_game, 1, &both, &error));
    REFUSED(EDGE_NOT_FOUND, edge_bitmap_load(corpus, "@never-stored", &both, &error));
    CHECK(both == NULL && text.data == NULL);
    edge_bitmap_free(games);
    edge_bitmap_free(others);
}

static bool refuse_to_go_on(void* user, uint64_t games, uint64_t bytes, uint64_t total_bytes) {
    (void)user, (void)games, (void)bytes, (void)total_bytes;
    return false;
}

static void cancel(const edge_corpus* corpus) {
    edge_control* control = edge_control_new(1, NULL, NULL);
    edge_control_cancel(control);
    edge_control_cancel(control);
    edge_text text = {NULL, 0};
    edge_bitmap* games = NULL;
    const char* const scan = "{\"query\": \"ever(checkmate)\"}";
    REFUSED(EDGE_CANCELLED, edge_ask(corpus, "query", scan, NULL, control, &text, &error));
    REFUSED(EDGE_CANCELLED, edge_find(corpus, scan, NULL, control, &games, &error));
    edge_control_free(control);
    control = edge_control_new(1000000, refuse_to_go_on, NULL);
    REFUSED(EDGE_CANCELLED, edge_ask(corpus, "query", scan, NULL, control, &text, &error));
    edge_control_free(control);
    CHECK(text.data == NULL && games == NULL);
}

/* Sets and streams go on after their corpus is closed, and do not need to be read to the end. */
static void close_early(const char* path) {
    edge_corpus* corpus = NULL;
    edge_bitmap* games = NULL;
    edge_bitmap* rest = NULL;
    struct ArrowArrayStream stream = {0};
    struct ArrowArrayStream unread = {0};
    CHECK(edge_open(path, &corpus, NULL) == EDGE_OK);
    CHECK(edge_find(corpus, "{\"query\": \"result = W\"}", NULL, NULL, &games, NULL) == EDGE_OK);
    CHECK(edge_arrow_stream(corpus, "{\"table\": \"games\", \"batch_rows\": 10}", games, NULL,
                            &stream, NULL) == EDGE_OK);
    CHECK(edge_arrow_stream(corpus, "{\"table\": \"moves\"}", NULL, NULL, &unread, NULL) ==
          EDGE_OK);
    edge_close(corpus);
    CHECK(edge_bitmap_combine("not", games, NULL, &rest, NULL) == EDGE_OK);
    uint64_t shard_games = 0;
    CHECK(edge_bitmap_words(rest, 0, &shard_games) != NULL);
    CHECK(edge_bitmap_count(games) + edge_bitmap_count(rest) == shard_games);
    const uint64_t count = edge_bitmap_count(games);
    edge_bitmap_free(games);
    edge_bitmap_free(rest);

    struct ArrowSchema schema = {0};
    CHECK(stream.get_schema(&stream, &schema) == 0);
    schema.release(&schema);
    uint64_t rows = 0;
    struct ArrowArray batch = {0};
    while (stream.get_next(&stream, &batch) == 0 && batch.release != NULL) {
        rows += (uint64_t)batch.length;
        batch.release(&batch);
    }
    CHECK(rows == count);
    CHECK(stream.get_next(&stream, &batch) == 0 && batch.release == NULL);
    stream.release(&stream);
    unread.release(&unread);
}

/* A corpus that was moved away can be asked on, and what is saved goes with it; of one that was cut
 * short, what is missing cannot be asked. */
static void lose_files(const char* path) {
    char moved[4096];
    char moves[4096 + 32];
    snprintf(moved, sizeof moved, "%s.moved", path);
    snprintf(moves, sizeof moves, "%s/shards/0.moves", moved);
    const char* const scan = "{\"query\": \"ever(checkmate)\"}";
    edge_corpus* corpus = NULL;
    edge_bitmap* games = NULL;
    edge_text text = {NULL, 0};
    CHECK(edge_open(path, &corpus, NULL) == EDGE_OK);
    CHECK(rename(path, moved) == 0);
    CHECK(edge_ask(corpus, "query", scan, NULL, NULL, &text, NULL) == EDGE_OK);
    edge_text_free(&text);
    CHECK(edge_find(corpus, "{}", NULL, NULL, &games, NULL) == EDGE_OK);
    REFUSED(EDGE_NOT_FOUND, edge_bitmap_load(corpus, "@gone", &games, &error));
    CHECK(edge_bitmap_save(corpus, games, "@gone", false, NULL) == EDGE_OK);
    edge_bitmap* saved = NULL;
    CHECK(edge_bitmap_load(corpus, "@gone", &saved, NULL) == EDGE_OK);
    CHECK(edge_bitmap_count(saved) == edge_bitmap_count(games));
    edge_bitmap_free(saved);
    CHECK(truncate(moves, 0) == 0);
    REFUSED(EDGE_IO, edge_ask(corpus, "query", scan, NULL, NULL, &text, &error));
    edge_bitmap_free(games);
    edge_close(corpus);
    corpus = NULL;
    REFUSED(EDGE_CORRUPT, edge_open(moved, &corpus, &error));
    REFUSED(EDGE_NOT_FOUND, edge_open(path, &corpus, &error));
}

int main(int argc, char** argv) {
    if (argc != 4) return 2;
    CHECK(edge_abi_version() == EDGE_ABI_VERSION);
    edge_survive_lost_files();
    edge_corpus* corpus = NULL;
    edge_corpus* other = NULL;
    REFUSED(EDGE_NOT_FOUND, edge_open("no such corpus", &corpus, &error));
    REFUSED(EDGE_NOT_FOUND, edge_open("", &corpus, &error));
    CHECK(corpus == NULL);
    CHECK(edge_open(argv[1], &corpus, NULL) == EDGE_OK);
    CHECK(edge_open(argv[2], &other, NULL) == EDGE_OK);
    edge_bitmap* games = NULL;
    CHECK(edge_bitmap_of(corpus, NULL, 0, &games, NULL) == EDGE_OK);
    CHECK(edge_bitmap_count(games) == 0);
    pass_null(corpus, games);
    write_wrong_requests(corpus);
    mix_corpora(corpus, other);
    cancel(corpus);
    close_early(argv[1]);
    lose_files(argv[3]);
    edge_bitmap_free(games);
    edge_close(corpus);
    edge_close(other);
    printf("%d calls answered as they should be\n", checks);
    return 0;
}
