// Work shared by many threads whose results are used in order. Items are taken one at a time from a
// source and numbered; any thread makes something of each; a sink gets what was made, one at a time
// and in the order of the numbers, so that one thread and many give the same.
//
//     source ── take() ──>  thread: make  ── put() ──┐
//                     └──>  thread: make  ── put() ──┴──> sink, in order
//
//     OrderedWork<Block, Batch> work(ahead, next_block, append_batch);
//     Status status = work.run(threads, [&](unsigned) {
//         while (auto taken = work.take()) work.put(taken->number, decode(taken->item));
//     });
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "core/in_order.h"
#include "core/parallel.h"
#include "core/running_total.h"
#include "edge/result.h"

namespace edge {

template <class Item, class Made, class Amount = uint64_t>
class OrderedWork {
public:
    // The next item, nothing at the end. A failure ends the items too.
    using Source = std::function<Result<std::optional<Item>>()>;
    // False: that was enough, and nothing more is wanted.
    using Sink = std::function<Result<bool>(Made)>;

    struct Taken {
        uint64_t number;  // 0, 1, 2, ...
        Item item;
    };

    // Each of `source` and `sink` is called by one thread at a time. What is put waits while it is
    // `ahead` or more numbers ahead of what the sink is to get next.
    OrderedWork(uint64_t ahead, Source source, Sink sink)
        : source_(std::move(source)), sink_(std::move(sink)), in_order_(ahead) {}

    // Runs body(thread) on `threads` threads until all have ended. Call it once; the other members
    // are for its body.
    //
    // Fails with the first failure, in order, of making and of the sink, or with what was given to
    // fail(). If there is none, with the failure of the source: which failure is reported must not
    // depend on how far ahead the threads read. An exception in a body stops the others and is
    // thrown again here.
    Status run(unsigned threads, const std::function<void(unsigned thread)>& body) {
        run_on_threads(threads, body, [this] { stop(); });
        if (error_) return tl::unexpected(std::move(*error_));
        if (source_error_ && !has_enough_) return tl::unexpected(std::move(*source_error_));
        return {};
    }

    // The next item; nothing when there is no more or the work was stopped. Each one that was taken
    // must be put.
    std::optional<Taken> take() {
        const std::lock_guard lock(source_mutex_);
        if (stopped_ || source_error_) return std::nullopt;
        Result<std::optional<Item>> next = source_();
        if (!next) {
            source_error_ = std::move(next).error();
            return std::nullopt;
        }
        if (!*next) return std::nullopt;
        return Taken{next_number_++, **std::move(next)};
    }

    // For items that depend on a sum over the items before them: waits for the amounts of those,
    // adds this one, and returns the sum before it. If this is used, every item must add its amount
    // before it is put. Fails when the work was stopped.
    Result<Amount> add_to_total(uint64_t number, const Amount& amount) {
        if (const auto before = total_.add(number, amount)) return *before;
        return edge::fail(ErrorCode::Cancelled, "the work was stopped");
    }

    // What was made of the item with this number, or why nothing could be.
    void put(uint64_t number, Result<Made> made) {
        in_order_.deliver(number, std::move(made), [this](Result<Made> turn) {
            const Result<bool> wants_more =
                turn ? sink_(*std::move(turn)) : tl::unexpected(std::move(turn).error());
            if (!wants_more) {
                fail(wants_more.error());
            } else if (!*wants_more) {
                has_enough_ = true;
                stop();
            }
            return wants_more && *wants_more;
        });
    }

    // Ends the work for a failure that belongs to no item.
    void fail(Error error) {
        {
            const std::lock_guard lock(error_mutex_);
            if (!error_) error_ = std::move(error);
        }
        stop();
    }

private:
    // What is put from now on is thrown away, and nobody waits any longer.
    void stop() {
        stopped_ = true;
        total_.stop();
        in_order_.stop();
    }

    const Source source_;
    const Sink sink_;

    std::mutex source_mutex_;
    uint64_t next_number_ = 0;  // guarded by source_mutex_, as the next
    std::optional<Error> source_error_;

    RunningTotal<Amount> total_;
    InOrder<Result<Made>> in_order_;
    bool has_enough_ = false;  // written where the sink is called, hence by one thread at a time

    std::mutex error_mutex_;
    std::optional<Error> error_;  // guarded by error_mutex_
    std::atomic<bool> stopped_ = false;
};

// A source of the numbers 0 .. count - 1.
inline auto numbers_below(uint64_t count) {
    return [count, next = uint64_t{0}]() mutable -> Result<std::optional<uint64_t>> {
        return next < count ? std::optional(next++) : std::nullopt;
    };
}

}  // namespace edge
