// What the handles of edge.h hold, and the boundary that no exception crosses.
#pragma once

#include <exception>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "abi/control.h"
#include "bitmap/bitmap.h"
#include "core/io_error.h"
#include "core/lost_pages.h"
#include "corpus/corpus.h"
#include "edge/edge.h"
#include "edge/result.h"

// Streams keep the corpus that they read after edge_close, and queries keep the set that they ask.
struct edge_corpus {
    std::shared_ptr<const edge::corpus::Corpus> corpus;
};
struct edge_bitmap {
    std::shared_ptr<const edge::Bitmap> games;
};
struct edge_control {
    std::shared_ptr<edge::abi::Control> control;
};
struct edge_error {
    std::string message;
    std::optional<edge::Place> place = {};
};

namespace edge::abi {

edge_status status_of(ErrorCode code);
// Fills *out, unless `out` is null, and returns the status of the error.
edge_status report(const Error& error, edge_error** out);
// The same for an exception that was not expected. Throws nothing itself.
edge_status report_unforeseen(const std::exception& thrown, edge_error** out) noexcept;

// Runs work(), which may fail or throw, and then sets the outputs with give(value) of its Result.
// When a file was cut short meanwhile, that is reported, whatever work() returned.
template <class Work, class Give>
edge_status at_boundary(edge_error** error, Work work, Give give) {
    try {
        const uint64_t lost_pages = lost_page_count();
        auto made = work();
        const Status whole = check_lost_pages(lost_pages);
        if (!whole) return report(whole.error(), error);
        if (!made) return report(made.error(), error);
        give(*std::move(made));
        return EDGE_OK;
    } catch (const std::bad_alloc&) {
        // There is no memory for a message either.
        if (error != nullptr) *error = nullptr;
        return EDGE_OUT_OF_MEMORY;
    } catch (const std::exception& unforeseen) {
        return report_unforeseen(unforeseen, error);
    }
}

// InvalidArgument for a parameter that must not be null.
tl::unexpected<Error> not_given(std::string_view parameter);
template <class T>
Status check_given(const T* pointer, std::string_view parameter) {
    if (pointer != nullptr) return {};
    return not_given(parameter);
}

// The defaults of what a caller may leave out.
inline std::shared_ptr<Control> control_of(edge_control* control) {
    return control != nullptr ? control->control : std::make_shared<Control>();
}
inline std::shared_ptr<const Bitmap> games_of(const edge_bitmap* games) {
    return games != nullptr ? games->games : nullptr;
}

void give_text(std::string_view text, edge_text* out);
void give_games(Bitmap games, edge_bitmap** out);

}  // namespace edge::abi
