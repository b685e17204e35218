/* Sets of games: find CORPUS REQUEST [OPERATION REQUEST]...
 *
 *     find games.scoredb '{"query": "result = W"}' and '{"query": "ever(checkmate)"}'
 *
 * Each request finds a set, and `and`, `or`, `xor` and `sub` combine it with what is on its left.
 * The numbers of the games go to standard error, read from the bits of the set, and the games to
 * standard output as PGN. */
#include <edge/edge.h>

#include <inttypes.h>
#include <stdio.h>

static edge_status find(const edge_corpus* corpus, int count, char** terms, edge_bitmap** games,
                        edge_error** error) {
    edge_status status = edge_find(corpus, terms[0], NULL, NULL, games, error);
    for (int i = 1; i < count && status == EDGE_OK; i += 2) {
        edge_bitmap* left = *games;
        edge_bitmap* right = NULL;
        *games = NULL;
        status = edge_find(corpus, terms[i + 1], NULL, NULL, &right, error);
        if (status == EDGE_OK) status = edge_bitmap_combine(terms[i], left, right, games, error);
        edge_bitmap_free(left);
        edge_bitmap_free(right);
    }
    return status;
}

/* The games of a shard are numbered after those of the shards before it. */
static void print_ids(const edge_bitmap* games) {
    fprintf(stderr, "%" PRIu64 " games:", edge_bitmap_count(games));
    uint64_t first = 0;
    for (uint32_t shard = 0; shard < edge_bitmap_shards(games); ++shard) {
        uint64_t shard_games = 0;
        const uint64_t* words = edge_bitmap_words(games, shard, &shard_games);
        for (uint64_t game = 0; game < shard_games; ++game) {
            if (words[game / 64] >> game % 64 & 1) fprintf(stderr, " %" PRIu64, first + game);
        }
        first += shard_games;
    }
    fputc('\n', stderr);
}

int main(int argc, char** argv) {
    if (argc < 3 || argc % 2 == 0) {
        fputs("usage: find CORPUS REQUEST [OPERATION REQUEST]...\n", stderr);
        return 2;
    }
    edge_corpus* corpus = NULL;
    edge_bitmap* games = NULL;
    edge_text pgn = {NULL, 0};
    edge_error* error = NULL;
    edge_status status = edge_open(argv[1], &corpus, &error);
    if (status == EDGE_OK) status = find(corpus, argc - 2, argv + 2, &games, &error);
    if (status == EDGE_OK) {
        print_ids(games);
        status = edge_ask(corpus, "games", "{\"format\": \"pgn\"}", games, NULL, &pgn, &error);
    }
    if (status == EDGE_OK) {
        fwrite(pgn.data, 1, pgn.size, stdout);
    } else {
        fprintf(stderr, "find: %s\n", edge_error_message(error));
    }
    edge_text_free(&pgn);
    edge_error_free(error);
    edge_bitmap_free(games);
    edge_close(corpus);
    return status == EDGE_OK ? 0 : 1;
}
