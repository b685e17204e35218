/* The scenario through edge.h. A line of standard input is
 *
 *     VERB TAB CORPUS TAB NAME TAB ARGUMENT TAB SET
 *
 *     run      NAME is a job, ARGUMENT its request
 *     ask      NAME is what is asked, ARGUMENT the request, SET the games, or empty
 *     find     makes the set NAME; ARGUMENT is the request
 *     combine  makes the set NAME; ARGUMENT is an operation and one or two sets, separated by
 * spaces save     stores SET as NAME load     makes the set SET of the stored one NAME
 *
 * and is answered by a line "KIND SIZE", the kind OK or that of the error, and as many bytes: the
 * answer, a set as {"count", "ids"}, or the message; a newline follows. */
#include <edge/edge.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxThings = 64, kFields = 5 };

typedef struct Named {
    char name[64];
    void* thing;
} Named;

static Named corpora[kMaxThings];
static Named sets[kMaxThings];

/* The place with this name, made when there is none. */
static Named* place_of(Named* table, const char* name) {
    for (Named* entry = table; entry < table + kMaxThings; ++entry) {
        if (entry->name[0] == '\0') snprintf(entry->name, sizeof entry->name, "%s", name);
        if (strcmp(entry->name, name) == 0) return entry;
    }
    fprintf(stderr, "no place for %s\n", name);
    exit(2);
}

static void reply(edge_status status, const char* data, size_t size) {
    printf("%s %zu\n", edge_status_name(status), size);
    fwrite(data, 1, size, stdout);
    putchar('\n');
    fflush(stdout);
}

static void reply_set(const edge_bitmap* games) {
    char* text = NULL;
    size_t size = 0;
    FILE* out = open_memstream(&text, &size);
    fprintf(out, "{\"count\":%" PRIu64 ",\"ids\":[", edge_bitmap_count(games));
    uint64_t first = 0;
    const char* separator = "";
    for (uint32_t shard = 0; shard < edge_bitmap_shards(games); ++shard) {
        uint64_t shard_games = 0;
        const uint64_t* words = edge_bitmap_words(games, shard, &shard_games);
        for (uint64_t game = 0; game < shard_games; ++game) {
            if ((words[game / 64] >> game % 64 & 1) == 0) continue;
            fprintf(out, "%s%" PRIu64, separator, first + game);
            separator = ",";
        }
        first += shard_games;
    }
    fputs("]}", out);
    fclose(out);
    reply(EDGE_OK, text, size);
    free(text);
}

static edge_status combine(char* argument, edge_bitmap** made, edge_error** error) {
    const char* operation = strtok(argument, " ");
    const char* left = strtok(NULL, " ");
    const char* right = strtok(NULL, " ");
    return edge_bitmap_combine(operation, place_of(sets, left)->thing,
                               right != NULL ? place_of(sets, right)->thing : NULL, made, error);
}

static edge_status open_once(const char* path, edge_corpus** corpus, edge_error** error) {
    Named* place = place_of(corpora, path);
    edge_status status = EDGE_OK;
    if (place->thing == NULL) status = edge_open(path, corpus, error);
    if (status == EDGE_OK && place->thing == NULL) place->thing = *corpus;
    *corpus = place->thing;
    return status;
}

static void answer_line(char* const* fields) {
    const char* verb = fields[0];
    const char* name = fields[2];
    const edge_bitmap* games = *fields[4] != '\0' ? place_of(sets, fields[4])->thing : NULL;
    edge_corpus* corpus = NULL;
    edge_text text = {NULL, 0};
    edge_bitmap* made = NULL;
    edge_error* error = NULL;
    edge_status status = EDGE_OK;
    if (strcmp(verb, "run") == 0) {
        status = edge_run(name, fields[3], NULL, &text, &error);
    } else if ((status = open_once(fields[1], &corpus, &error)) != EDGE_OK) {
    } else if (strcmp(verb, "ask") == 0) {
        status = edge_ask(corpus, name, fields[3], games, NULL, &text, &error);
    } else if (strcmp(verb, "find") == 0) {
        status = edge_find(corpus, fields[3], games, NULL, &made, &error);
    } else if (strcmp(verb, "combine") == 0) {
        status = combine(fields[3], &made, &error);
    } else if (strcmp(verb, "save") == 0) {
        status = edge_bitmap_save(corpus, games, name, false, &error);
    } else {
        status = edge_bitmap_load(corpus, name, &made, &error);
        name = fields[4];
    }
    if (status != EDGE_OK) {
        reply(status, edge_error_message(error), strlen(edge_error_message(error)));
    } else if (made != NULL) {
        reply_set(made);
        place_of(sets, name)->thing = made;
    } else if (text.data != NULL) {
        reply(status, text.data, text.size);
    } else {
        reply(status, "{}", 2);
    }
    edge_error_free(error);
    edge_text_free(&text);
}

int main(void) {
    char* line = NULL;
    size_t room = 0;
    for (ssize_t length; (length = getline(&line, &room, stdin)) > 0;) {
        line[strcspn(line, "\n")] = '\0';
        char* fields[kFields];
        char* rest = line;
        for (int i = 0; i < kFields; ++i) fields[i] = strsep(&rest, "\t");
        if (fields[kFields - 1] == NULL) return 2;
        answer_line(fields);
    }
    for (int i = 0; i < kMaxThings; ++i) {
        edge_bitmap_free(sets[i].thing);
        edge_close(corpora[i].thing);
    }
    free(line);
    return 0;
}
