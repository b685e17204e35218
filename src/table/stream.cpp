// The C side of a stream: callbacks around a RecordBatchSource, which turn errors into errno values
// and let no exception out.
#include "table/stream.h"

#include <algorithm>
#include <cerrno>
#include <deque>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "core/error_codes.h"
#include "core/io_error.h"
#include "core/lost_pages.h"
#include "table/record_batches.h"
#include "table/tables.h"

namespace edge::table {
namespace {

class Stream {
public:
    Stream(std::shared_ptr<const corpus::Corpus> corpus, std::unique_ptr<RecordBatchSource> source)
        : corpus_(std::move(corpus)), source_(std::move(source)) {}

    void get_schema(ArrowSchema* out) const { export_schema(source_->fields(), out); }

    // A failed stream stays failed.
    int get_next(ArrowArray* out) {
        if (failure_ != 0) return failure_;
        if (ready_.empty() && !is_at_end_) {
            auto batches = source_->next();
            if (const Status whole = check_lost_pages(lost_pages_before_); !whole) {
                return fail_with(EIO, whole.error().message);
            }
            if (!batches) {
                return fail_with(row_of(batches.error().code).errno_value, batches.error().message);
            }
            is_at_end_ = batches->empty();
            std::ranges::move(*batches, std::back_inserter(ready_));
        }
        *out = {};  // a released array is the end
        if (ready_.empty()) return 0;
        *out = ready_.front().hand_out();
        ready_.pop_front();
        return 0;
    }

    int fail_with(int code, std::string_view message) noexcept {
        failure_ = code;
        try {
            message_ = message;
        } catch (const std::bad_alloc&) {
            message_.clear();  // the code must say it
        }
        return code;
    }
    const char* last_error() const { return failure_ == 0 ? nullptr : message_.c_str(); }

private:
    std::shared_ptr<const corpus::Corpus> corpus_;
    std::unique_ptr<RecordBatchSource> source_;  // refers to the corpus
    const uint64_t lost_pages_before_ = lost_page_count();
    std::deque<OwnedArray> ready_;
    bool is_at_end_ = false;
    int failure_ = 0;
    std::string message_;
};

Stream& stream_of(ArrowArrayStream* stream) { return *static_cast<Stream*>(stream->private_data); }

// The library can only throw what the standard library throws: mostly lack of memory.
template <class Body>
int guarded(Stream& stream, Body body) {
    try {
        return body();
    } catch (const std::bad_alloc&) {
        return stream.fail_with(ENOMEM, "out of memory");
    } catch (const std::exception& error) {
        return stream.fail_with(EIO, error.what());
    }
}

int get_schema(ArrowArrayStream* self, ArrowSchema* out) {
    Stream& stream = stream_of(self);
    return guarded(stream, [&] {
        stream.get_schema(out);
        return 0;
    });
}

int get_next(ArrowArrayStream* self, ArrowArray* out) {
    Stream& stream = stream_of(self);
    return guarded(stream, [&] { return stream.get_next(out); });
}

const char* get_last_error(ArrowArrayStream* self) { return stream_of(self).last_error(); }

void release(ArrowArrayStream* self) {
    delete &stream_of(self);
    self->private_data = nullptr;
    self->release = nullptr;
}

}  // namespace

Status open_stream(std::shared_ptr<const corpus::Corpus> corpus, TableOptions options,
                   query::RunOptions run, ArrowArrayStream* stream) {
    auto source = EDGE_TRY(open_table(*corpus, std::move(options), std::move(run)));
    *stream = {get_schema, get_next, get_last_error, release,
               new Stream(std::move(corpus), std::move(source))};
    return {};
}

}  // namespace edge::table
