#include "worker_pool.h"

#include <sys/resource.h>

#include <utility>

namespace edge::server {

WorkerPool::WorkerPool(size_t threads, size_t waiting_limit, int niceness)
    : waiting_limit_(waiting_limit) {
    threads_.reserve(threads);
    for (size_t i = 0; i < threads; ++i)
        threads_.emplace_back([this, niceness] { work(niceness); });
}

bool WorkerPool::submit(std::function<void()> task) {
    {
        const std::lock_guard lock(mutex_);
        if (stopped_ || waiting_.size() >= idle_ + waiting_limit_) return false;
        waiting_.push_back(std::move(task));
    }
    changed_.notify_one();
    return true;
}

void WorkerPool::work(int niceness) {
    ::setpriority(PRIO_PROCESS, 0, niceness);
    std::unique_lock lock(mutex_);
    while (true) {
        ++idle_;
        changed_.wait(lock, [this] { return stopped_ || !waiting_.empty(); });
        --idle_;
        if (waiting_.empty()) return;
        auto task = std::move(waiting_.front());
        waiting_.pop_front();
        lock.unlock();
        task();
        task = nullptr;  // whatever it holds goes before the next wait
        lock.lock();
    }
}

void WorkerPool::stop() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) {
        if (thread.joinable()) thread.join();
    }
}

}  // namespace edge::server
