/* The C interface of libedge: open a corpus, ask it anything that the program and the daemon can
 * answer, in the same JSON, and get sets of games and tables without copies.
 *
 * Text is UTF-8 and ends with a zero byte. A function that can fail returns an edge_status; EDGE_OK
 * is 0. When it fails and `error` is not NULL, *error is a message to be freed with
 * edge_error_free, and no other output is touched. NULL may be passed to every function that frees.
 *
 * Threads: a corpus and a bitmap never change and may be used by many threads at once, until one of
 * them frees it. A control belongs to one call at a time; edge_control_cancel may be called from
 * any thread meanwhile. Callbacks come from threads of the library, one at a time for each call.
 */
#ifndef EDGE_EDGE_H
#define EDGE_EDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define EDGE_API
#else
#define EDGE_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function changes its meaning or is removed; additions do not change it. */
#define EDGE_ABI_VERSION 1
EDGE_API uint32_t edge_abi_version(void);
/* The version of the loaded library, such as "0.1.0". */
EDGE_API const char* edge_version(void);

/* A file that another program cuts short while a corpus has it mapped raises SIGBUS, which ends the
 * process. This installs a handler, for the whole process, that turns it into the error EDGE_IO;
 * the library never does so by itself. */
EDGE_API void edge_survive_lost_files(void);

/* ---- errors */

typedef enum edge_status {
    EDGE_OK = 0,
    EDGE_INVALID_ARGUMENT = 1, /* the request has a mistake */
    EDGE_NOT_FOUND = 2,
    EDGE_CORRUPT = 3,     /* a file is damaged */
    EDGE_UNSUPPORTED = 4, /* a file is sound, but of a kind that this version does not read */
    EDGE_IO = 5,
    EDGE_CANCELLED = 6,
    EDGE_OUT_OF_MEMORY = 7,
    EDGE_INTERNAL = 8, /* a mistake of the library */
    EDGE_EXISTS = 9,   /* the output exists already, and "force" is not true */
    EDGE_BUSY = 10     /* another process is writing there; the same call may succeed later */
} edge_status;

typedef struct edge_error edge_error;
EDGE_API const char* edge_error_message(const edge_error* error);
EDGE_API void edge_error_free(edge_error* error);

/* Where the error is, as far as that is known. The texts live as long as the error. */
typedef struct edge_place {
    const char* file;    /* a path, or "" */
    const char* pointer; /* RFC 6901: the field of the request, or "" */
    uint32_t line;       /* in the file or in the text of the field, from 1; 0 when not known */
    uint32_t column;     /* in characters, from 1; 0 when not known */
    int64_t offset;      /* in the file, in bytes from its beginning; -1 when not known */
} edge_place;
/* False, and every field of *place unknown, when no place is known. */
EDGE_API bool edge_error_place(const edge_error* error, edge_place* place);

/* "NOT_FOUND" for EDGE_NOT_FOUND, and so on; "INTERNAL" for a number that is not an edge_status. */
EDGE_API const char* edge_status_name(edge_status status);

/* ---- progress and cancelling */

/* The progress of a call: games decided or read, bytes read and their total, 0 where not known. It
 * is called at most twenty times a second. Returning false cancels the call. */
typedef bool (*edge_progress)(void* user, uint64_t games, uint64_t bytes, uint64_t total_bytes);

typedef struct edge_control edge_control;
/* `threads`: 0 is one for each core; at most 1024 are used. `progress` may be NULL. Returns NULL
 * when out of memory. */
EDGE_API edge_control* edge_control_new(unsigned threads, edge_progress progress, void* user);
/* Makes the call with this control end soon with EDGE_CANCELLED. The control stays cancelled. */
EDGE_API void edge_control_cancel(edge_control* control);
EDGE_API void edge_control_free(edge_control* control);

/* ---- asking */

/* An answer: `size` bytes followed by a zero byte. */
typedef struct edge_text {
    char* data;
    size_t size;
} edge_text;
EDGE_API void edge_text_free(edge_text* text);

typedef struct edge_corpus edge_corpus;
typedef struct edge_bitmap edge_bitmap;

EDGE_API edge_status edge_open(const char* path, edge_corpus** corpus, edge_error** error);
/* Bitmaps and streams of the corpus stay valid. */
EDGE_API void edge_close(edge_corpus* corpus);

/* Asks an open corpus. `what` is "query", "explore", "games", "players", "combine", "inspect" or
 * "news"; the request and the answer are the JSON that docs/library.md defines, and the request
 * need not name a corpus. `games` narrows the first three to a set; NULL is all. `control` may be
 * NULL, as everywhere. */
EDGE_API edge_status edge_ask(const edge_corpus* corpus, const char* what, const char* request,
                              const edge_bitmap* games, edge_control* control, edge_text* answer,
                              edge_error** error);

/* Makes files from files: `what` is "index" or "convert"; the answer is the closing report. */
EDGE_API edge_status edge_run(const char* what, const char* request, edge_control* control,
                              edge_text* answer, edge_error** error);

/* ---- sets of games */

/* The games that match a "query" request, of which only the query is used; NULL for `games` is
 * every game. */
EDGE_API edge_status edge_find(const edge_corpus* corpus, const char* request,
                               const edge_bitmap* games, edge_control* control, edge_bitmap** found,
                               edge_error** error);
/* Load a stored set, by "@name" or path, and store one. */
EDGE_API edge_status edge_bitmap_load(const edge_corpus* corpus, const char* name,
                                      edge_bitmap** games, edge_error** error);
EDGE_API edge_status edge_bitmap_save(const edge_corpus* corpus, const edge_bitmap* games,
                                      const char* name, bool force, edge_error** error);
/* The set of these ids, in any order. */
EDGE_API edge_status edge_bitmap_of(const edge_corpus* corpus, const uint64_t* ids, size_t count,
                                    edge_bitmap** games, edge_error** error);
/* "and", "or", "xor" and "sub" of two sets of the same corpus, "not" of the first alone. */
EDGE_API edge_status edge_bitmap_combine(const char* operation, const edge_bitmap* left,
                                         const edge_bitmap* right, edge_bitmap** games,
                                         edge_error** error);
EDGE_API uint64_t edge_bitmap_count(const edge_bitmap* games);
EDGE_API uint32_t edge_bitmap_shards(const edge_bitmap* games);
/* The bits of a shard in place: game g of `*shard_games` is bit g % 64 of word g / 64. They are
 * valid as long as the bitmap. NULL when there is no such shard. */
EDGE_API const uint64_t* edge_bitmap_words(const edge_bitmap* games, uint32_t shard,
                                           uint64_t* shard_games);
EDGE_API void edge_bitmap_free(edge_bitmap* games);

/* ---- tables */

/* The Arrow C stream interface, defined by Apache Arrow. */
struct ArrowArrayStream;
/* A table as a stream of record batches, made while it is read. `request` is JSON: {"table":
 * "games", "edges", "positions" or "moves", "columns": [...], "query": ..., "batch_rows": N}, as
 * docs/arrow.md describes. The stream keeps the corpus, the set and the control; what `user` of the
 * control points at must live until the stream is released. */
EDGE_API edge_status edge_arrow_stream(const edge_corpus* corpus, const char* request,
                                       const edge_bitmap* games, edge_control* control,
                                       struct ArrowArrayStream* stream, edge_error** error);

#ifdef __cplusplus
}
#endif

#endif
