// Counts the open connections, keeps them within the limit, and can ask each to end.
#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace edge::server {

// Safe to use from many threads. Must outlive its tickets.
class Connections {
public:
    explicit Connections(size_t limit) : limit_(limit) {}

    // The right to be open, given back when this is destroyed.
    class Ticket {
    public:
        Ticket(Ticket&& other) noexcept
            : connections_(std::exchange(other.connections_, nullptr)), number_(other.number_) {}
        Ticket& operator=(Ticket&&) = delete;
        ~Ticket();

        // Calls `stop` from any thread when all connections are asked to end.
        void on_stop(std::function<void()> stop) const;

    private:
        friend class Connections;
        Ticket(Connections* connections, uint64_t number)
            : connections_(connections), number_(number) {}

        Connections* connections_;
        uint64_t number_;
    };

    // None when the limit is reached, or when all were asked to end.
    std::optional<Ticket> admit();
    void stop_all();
    size_t open_count() const;

private:
    const size_t limit_;
    mutable std::mutex mutex_;
    std::unordered_map<uint64_t, std::function<void()>> open_;  // guarded by mutex_, like the next
    uint64_t next_number_ = 0;
    bool stopped_ = false;
};

}  // namespace edge::server
