// Checks a corpus against every rule of its formats, down to the legality of each move and the
// counts of the tree. Reads everything; `edge inspect --verify`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "corpus/corpus.h"
#include "edge/result.h"

namespace edge::corpus {

struct Finding {
    std::string kind;     // one word: "meta", "header", "illegal-move", ...
    std::string message;  // names the file and the offset, what was found and what was expected
};

// Findings in the order of the files; beyond kMaxFindings of a kind they are only counted.
struct VerifyReport {
    static constexpr uint64_t kMaxFindings = 20;

    uint64_t games = 0;
    uint64_t plies = 0;
    uint64_t edges = 0;
    std::vector<Finding> findings;
    std::map<std::string, uint64_t> counts;  // by kind, including those left out

    bool ok() const { return counts.empty(); }
    void add(const std::string& kind, std::string message);
    // `finding` reads "found X, expected Y".
    void add(const std::string& kind, const std::string& file, uint64_t offset,
             const std::string& finding);
    void merge(VerifyReport&& other);
};

struct VerifyOptions {
    unsigned threads = 1;
    std::function<bool()> is_cancelled = {};  // polled from any thread; none: never

    bool stops() const { return is_cancelled && is_cancelled(); }
};

// The report is the same for any number of threads. Fails only when a file cannot be read at all,
// with Cancelled, or with Busy when the corpus was changed since it was opened.
Result<VerifyReport> verify(const Corpus& corpus, const VerifyOptions& options = {});

// Of a corpus that cannot be opened: the error as a finding of kind "unreadable", and the files
// whose bytes are not those that were written.
VerifyReport verify_unreadable(const std::string& corpus, const Error& error,
                               const VerifyOptions& options = {});

}  // namespace edge::corpus
