/* What was played from a position: explore CORPUS [REQUEST]
 *
 *     explore games.scoredb '{"moves": "e4 c5", "query": "year >= 2000"}' | jq .moves[].san
 */
#include <edge/edge.h>

#include <stdio.h>

static int fail(edge_error* error) {
    fprintf(stderr, "explore: %s\n", edge_error_message(error));
    edge_error_free(error);
    return 1;
}

int main(int argc, char** argv) {
    if (argc != 2 && argc != 3) {
        fputs("usage: explore CORPUS [REQUEST]\n", stderr);
        return 2;
    }
    edge_error* error = NULL;
    edge_corpus* corpus = NULL;
    if (edge_open(argv[1], &corpus, &error) != EDGE_OK) return fail(error);

    const char* request = argc == 3 ? argv[2] : "{}"; /* the starting position */
    edge_text answer;
    const edge_status status = edge_ask(corpus, "explore", request, NULL, NULL, &answer, &error);
    edge_close(corpus);
    if (status != EDGE_OK) return fail(error);
    puts(answer.data);
    edge_text_free(&answer);
    return 0;
}
