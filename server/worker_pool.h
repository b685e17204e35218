// Threads for what takes longer than a moment, apart from those that read and write sockets. A few
// tasks run at a time, a few more may wait.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace edge::server {

class WorkerPool {
public:
    // Linux keeps the niceness per thread, and threads that a task starts inherit it: where scans
    // are nicer, short requests get a core at once, even while scans use all of them.
    WorkerPool(size_t threads, size_t waiting_limit, int niceness);
    ~WorkerPool() { stop(); }
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    // False when too many wait already, or the pool has stopped; the task is then not run.
    bool submit(std::function<void()> task);

    // Returns when every accepted task has run.
    void stop();

private:
    void work(int niceness);

    const size_t waiting_limit_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;  // guarded by mutex_, like the next
    bool stopped_ = false;
    size_t idle_ = 0;
    std::vector<std::thread> threads_;
};

}  // namespace edge::server
