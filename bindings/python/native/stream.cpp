#include "stream.h"

#include <cerrno>
#include <mutex>
#include <utility>

namespace edge::python {
namespace {

// The library makes several at once; a call for each would take as long as a small one.
constexpr size_t kBatchesOfACall = 8;

}  // namespace

struct Stream::Source {
    ArrowArrayStream stream;
    std::shared_ptr<Control> control;
    Bitmap games;
    std::mutex mutex = {};

    ~Source() { stream.release(&stream); }

    void check(int code) {
        if (code == 0) return;
        const char* message = stream.get_last_error(&stream);
        throw Failed{status_of(code), message != nullptr ? message : "the table cannot be read"};
    }

    static edge_status status_of(int code) {
        switch (code) {
            case EINVAL:
                return EDGE_INVALID_ARGUMENT;
            case ENOENT:
                return EDGE_NOT_FOUND;
            case EBADMSG:
                return EDGE_CORRUPT;
            case ENOSYS:
                return EDGE_UNSUPPORTED;
            case ECANCELED:
                return EDGE_CANCELLED;
            case ENOMEM:
                return EDGE_OUT_OF_MEMORY;
            default:
                return EDGE_IO;
        }
    }

    // The callbacks of a stream that was given away.

    using Held = std::shared_ptr<Source>;

    static ArrowArrayStream& inner(ArrowArrayStream* given) {
        return (*static_cast<Held*>(given->private_data))->stream;
    }
    static int get_schema(ArrowArrayStream* given, ArrowSchema* schema) {
        return inner(given).get_schema(&inner(given), schema);
    }
    static int get_next(ArrowArrayStream* given, ArrowArray* rows) {
        return inner(given).get_next(&inner(given), rows);
    }
    static const char* get_last_error(ArrowArrayStream* given) {
        return inner(given).get_last_error(&inner(given));
    }
    static void release(ArrowArrayStream* given) {
        delete static_cast<Held*>(given->private_data);
        given->release = nullptr;
    }
};

Stream::Stream(ArrowArrayStream stream, std::shared_ptr<Control> control, Bitmap games)
    : source_(new Source{stream, std::move(control), std::move(games)}) {}

Batches Stream::next() const {
    const std::lock_guard lock(source_->mutex);
    ArrowArrayStream& stream = source_->stream;
    Batches batches;
    while (batches.size() < kBatchesOfACall) {
        Batch batch{Owned<ArrowSchema>(new ArrowSchema{}), Owned<ArrowArray>(new ArrowArray{})};
        const int code = stream.get_next(&stream, batch.rows.get());
        if (code != 0 && !batches.empty()) break;  // those before it count; the next call fails
        source_->check(code);
        if (batch.rows->release == nullptr) break;
        source_->check(stream.get_schema(&stream, batch.schema.get()));
        batches.push_back(std::move(batch));
    }
    return batches;
}

Owned<ArrowArrayStream> Stream::give() const {
    return Owned<ArrowArrayStream>(new ArrowArrayStream{.get_schema = Source::get_schema,
                                                        .get_next = Source::get_next,
                                                        .get_last_error = Source::get_last_error,
                                                        .release = Source::release,
                                                        .private_data = new Source::Held(source_)});
}

const std::shared_ptr<Control>& Stream::control() const { return source_->control; }

}  // namespace edge::python
