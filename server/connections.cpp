#include "connections.h"

namespace edge::server {

Connections::Ticket::~Ticket() {
    if (connections_ == nullptr) return;
    const std::lock_guard lock(connections_->mutex_);
    connections_->open_.erase(number_);
}

void Connections::Ticket::on_stop(std::function<void()> stop) const {
    const std::lock_guard lock(connections_->mutex_);
    connections_->open_[number_] = std::move(stop);
}

std::optional<Connections::Ticket> Connections::admit() {
    const std::lock_guard lock(mutex_);
    if (stopped_ || open_.size() >= limit_) return std::nullopt;
    const uint64_t number = next_number_++;
    open_.emplace(number, nullptr);
    return Ticket(this, number);
}

void Connections::stop_all() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    for (const auto& [number, stop] : open_) {
        if (stop) stop();
    }
}

size_t Connections::open_count() const {
    const std::lock_guard lock(mutex_);
    return open_.size();
}

}  // namespace edge::server
