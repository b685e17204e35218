// The whole daemon except for sockets: judges a request, finds its route, runs it. Tests use it
// without a network.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <variant>

#include "connections.h"
#include "corpora.h"
#include "guard.h"
#include "jobs.h"
#include "metrics.h"
#include "options.h"
#include "root.h"
#include "router.h"
#include "sets.h"
#include "uploads.h"
#include "worker_pool.h"

namespace edge::server {

class Service {
public:
    // `port` is the one that the daemon listens on; the process works in the root folder.
    Service(Options options, Root root, uint16_t port);
    Service(const Service&) = delete;
    Service& operator=(const Service&) = delete;

    // Finds the route of a request whose head has been read. All that follows relies on what it
    // found.
    void find_route(Request& head) const { head.match = router_.match(head.method, head.segments); }

    // The refusal of a request by its head, before its body is read; or nothing.
    std::optional<Response> refuse(const Request& head) const;

    // The answer to a request that refuse() let pass. Short work is done here.
    Reply answer(const Request& request);

    // The answer of the work. Call this and the next on a worker thread.
    Response run(const Work& work, const Cancellation& cancellation) const;
    // The work, or the answer when it cannot be done.
    std::variant<Work, Response> run(const Preparation& preparation,
                                     const Cancellation& cancellation) const;

    // Adds what every answer needs before it is sent.
    void complete(const Request& request, Response& response) const;

    // Counts and logs an answer that has been sent, or that nobody was left to receive (status
    // 499).
    void note(const Request& request, unsigned status, double seconds, uint64_t bytes_sent);

    std::shared_ptr<Cancellation> make_cancellation() const;

    // The refusal of a request that writes, for routes that write only on request.
    std::optional<Response> refuse_writing(const Request& request) const;

    // A set that a request names, for a corpus it names as well. Its own corpus may be an earlier
    // state of that one, to which games have been added since.
    struct FoundSet {
        std::shared_ptr<const KeptSet> set;  // null: see the refusal
        Response refusal = {};
    };
    FoundSet find_set(std::string_view id, const OpenCorpus& corpus);

    // Drops what was deleted or replaced below the root, and uploads that do not go on. To be
    // called now and then.
    void forget_gone();

    // Scans and jobs give up from here on.
    void begin_shutdown();
    bool is_shutting_down() const { return shutdown_; }

    const Options& options() const { return options_; }
    const Root& root() const { return root_; }
    Corpora& corpora() { return corpora_; }
    Sets& sets() { return sets_; }
    Jobs& jobs() { return jobs_; }
    Uploads& uploads() { return uploads_; }
    WorkerPool& workers(Work::Length length) {
        return length == Work::Length::Scan ? scans_ : lookups_;
    }
    void stop_workers();
    Connections& connections() { return connections_; }
    unsigned scan_threads() const;
    std::string metrics_text() const;

private:
    Response problem_of(const Error& error) const;  // in terms that clients know

    const Options options_;
    const Root root_;
    const Guard guard_;
    Router router_;
    Connections connections_;
    Corpora corpora_;
    Sets sets_;
    Uploads uploads_;
    Metrics metrics_;
    std::atomic<bool> shutdown_ = false;
    // Last: their threads use all of the above.
    Jobs jobs_;
    WorkerPool scans_;
    WorkerPool lookups_;
};

}  // namespace edge::server
