#include "wire/schema/requests.h"

#include "wire/collections/collection_request.h"
#include "wire/combine/combine_request.h"
#include "wire/compact/compact_request.h"
#include "wire/convert/convert_request.h"
#include "wire/dedup/dedup_request.h"
#include "wire/explore/explore_request.h"
#include "wire/games/games_request.h"
#include "wire/index/index_request.h"
#include "wire/inspect/inspect_request.h"
#include "wire/merge/merge_request.h"
#include "wire/news/news_request.h"
#include "wire/players/players_request.h"
#include "wire/query/query_request.h"
#include "wire/table/table_request.h"

namespace edge::wire {
namespace {

constexpr std::string_view kCorpora[] = {"out", "append"};
constexpr std::string_view kCompactions[] = {"tree", "shards", "drop"};
constexpr std::string_view kRepertoires[] = {"repertoire", "pgn"};

}  // namespace

std::vector<RequestInfo> all_requests() {
    return {
        {"index",
         "Indexes games into a corpus. The answer is the object that `edge index --json` prints.",
         index_fields().rows(), kCorpora},
        {"convert",
         "Converts games from one kind of file to another. The answer is the object that `edge "
         "convert "
         "--json` prints.",
         convert_fields().rows()},
        {"compact",
         "Joins what adding games to a corpus has split, or writes a corpus without some games. "
         "The answer is the object that `edge compact --json` prints; docs/cli.md describes its "
         "fields.",
         compact_fields().rows(), kCompactions},
        {"merge",
         "Makes one corpus of several. The answer is the object that `edge merge --json` prints; "
         "docs/cli.md describes its fields.",
         merge_fields().rows()},
        {"query",
         "A question about the games of a corpus that match a query. The answer is the object "
         "that `edge query --json` prints; docs/cli.md describes its fields.",
         query_fields().rows()},
        {"explore",
         "A question to the explorer: one position or many, over all games or some. The answer "
         "is the object that `edge explore --json` prints; docs/cli.md describes its fields.",
         explore_fields().rows()},
        {"games",
         "Which games of a corpus to list, in which order and form. In the form json the answer "
         "is the object that `edge games --json` prints; docs/cli.md describes its fields and the "
         "columns.",
         games_fields().rows()},
        {"news",
         "A question about a repertoire. The answer is the object that `edge news --json` "
         "prints; docs/cli.md describes its fields.",
         news_fields().rows(), kRepertoires},
        {"players",
         "Who may be meant by a text. The answer is the object that `edge players --json` prints; "
         "docs/cli.md describes its fields.",
         players_fields().rows()},
        {"collections",
         "Which collections of a corpus to list, to ask again or to delete. The answer is the "
         "object that `edge collection --json` prints; docs/cli.md describes its fields.",
         collection_fields().rows()},
        {"dedup",
         "Which games of a corpus to find that it has twice. The answer is the object that `edge "
         "dedup --json` prints; docs/cli.md describes its fields.",
         dedup_fields().rows()},
        {"inspect",
         "A question about a corpus as a whole. The answer is the object that `edge inspect "
         "--json` prints; docs/cli.md describes its fields.",
         inspect_fields().rows()},
        {"combine",
         "Combines stored bitmaps of a corpus into another. The answer is the object that `edge "
         "bitmap --json` prints.",
         combine_fields().rows()},
        {"table",
         "Which table of a corpus to read, and which of its rows and columns. The answer is a "
         "stream of Arrow record batches; docs/arrow.md describes the tables.",
         table_fields().rows()},
    };
}

}  // namespace edge::wire
