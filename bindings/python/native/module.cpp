// edge_chess._native: the C interface of libedge for the package around it, and no more than that.
// _native.pyi describes it.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <memory>
#include <string>
#include <utility>

#include "call.h"
#include "control.h"
#include "errors.h"
#include "handles.h"
#include "stream.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace edge::python {
namespace {

using Words = nb::ndarray<nb::numpy, const uint64_t, nb::ndim<1>>;
using Ids = nb::ndarray<const uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// By reference: which argument is evaluated first, the call that sets the error or the error, is
// the compiler's to choose.
void check(edge_status status, edge_error*& error) {
    if (status != EDGE_OK) throw failed(status, error);
}

std::string text_of(const nb::bytes& text) { return {text.c_str(), text.size()}; }

std::string take(edge_text& text) {
    const std::unique_ptr<edge_text, decltype(&edge_text_free)> owned(&text, edge_text_free);
    return {text.data, text.size};
}

Call open(const nb::bytes& path) {
    return {std::make_shared<Control>(0), [path = text_of(path)](const auto&) -> Outcome {
                edge_corpus* corpus = nullptr;
                edge_error* error = nullptr;
                check(edge_open(path.c_str(), &corpus, &error), error);
                return own(corpus);
            }};
}

Call ask(const Corpus& corpus, std::string what, std::string request, const Bitmap* games,
         unsigned threads) {
    return {std::make_shared<Control>(threads),
            [corpus, what = std::move(what), request = std::move(request),
             games = games != nullptr ? *games : Bitmap{}](const auto& control) -> Outcome {
                edge_text answer = {};
                edge_error* error = nullptr;
                check(edge_ask(corpus.handle.get(), what.c_str(), request.c_str(),
                               games.handle.get(), control->get(), &answer, &error),
                      error);
                return take(answer);
            }};
}

Call run(std::string what, std::string request, unsigned threads) {
    return {std::make_shared<Control>(threads),
            [what = std::move(what), request = std::move(request)](const auto& control) -> Outcome {
                edge_text answer = {};
                edge_error* error = nullptr;
                check(edge_run(what.c_str(), request.c_str(), control->get(), &answer, &error),
                      error);
                return take(answer);
            }};
}

Call find(const Corpus& corpus, std::string request, const Bitmap* games, unsigned threads) {
    return {std::make_shared<Control>(threads),
            [corpus, request = std::move(request),
             games = games != nullptr ? *games : Bitmap{}](const auto& control) -> Outcome {
                edge_bitmap* found = nullptr;
                edge_error* error = nullptr;
                check(edge_find(corpus.handle.get(), request.c_str(), games.handle.get(),
                                control->get(), &found, &error),
                      error);
                return own(found);
            }};
}

Call load(const Corpus& corpus, const nb::bytes& name) {
    return {std::make_shared<Control>(0), [corpus, name = text_of(name)](const auto&) -> Outcome {
                edge_bitmap* games = nullptr;
                edge_error* error = nullptr;
                check(edge_bitmap_load(corpus.handle.get(), name.c_str(), &games, &error), error);
                return own(games);
            }};
}

Call save(const Corpus& corpus, const Bitmap& games, const nb::bytes& name, bool force) {
    return {std::make_shared<Control>(0),
            [corpus, games, name = text_of(name), force](const auto&) -> Outcome {
                edge_error* error = nullptr;
                check(edge_bitmap_save(corpus.handle.get(), games.handle.get(), name.c_str(), force,
                                       &error),
                      error);
                return {};
            }};
}

Call arrow_stream(const Corpus& corpus, std::string request, const Bitmap* games,
                  unsigned threads) {
    return {std::make_shared<Control>(threads),
            [corpus, request = std::move(request),
             games = games != nullptr ? *games : Bitmap{}](const auto& control) -> Outcome {
                ArrowArrayStream stream = {};
                edge_error* error = nullptr;
                check(edge_arrow_stream(corpus.handle.get(), request.c_str(), games.handle.get(),
                                        control->get(), &stream, &error),
                      error);
                return Stream(stream, control, games);
            }};
}

Call next_batches(const Stream& stream) {
    return {stream.control(), [stream](const auto&) -> Outcome { return stream.next(); }};
}

Bitmap bitmap_of(const Corpus& corpus, const Ids& ids) {
    edge_bitmap* games = nullptr;
    edge_error* error = nullptr;
    check(edge_bitmap_of(corpus.handle.get(), ids.data(), ids.size(), &games, &error), error);
    return own(games);
}

Bitmap combine(const std::string& operation, const Bitmap& left, const Bitmap* right) {
    edge_bitmap* games = nullptr;
    edge_error* error = nullptr;
    check(edge_bitmap_combine(operation.c_str(), left.handle.get(),
                              right != nullptr ? right->handle.get() : nullptr, &games, &error),
          error);
    return own(games);
}

const uint64_t* words_of(const Bitmap& games, uint32_t shard, uint64_t& shard_games) {
    const uint64_t* words = edge_bitmap_words(games.handle.get(), shard, &shard_games);
    if (words == nullptr && shard >= edge_bitmap_shards(games.handle.get())) {
        throw nb::index_error("no such shard");
    }
    return words;
}

uint64_t shard_games(const Bitmap& games, uint32_t shard) {
    uint64_t count = 0;
    words_of(games, shard, count);
    return count;
}

// The array refers to the bits where they lie, and keeps them alive.
Words words(const Bitmap& games, uint32_t shard) {
    uint64_t count = 0;
    const uint64_t* first = words_of(games, shard, count);
    const nb::capsule owner(new Bitmap(games),
                            [](void* held) noexcept { delete static_cast<Bitmap*>(held); });
    return Words(first, {static_cast<size_t>((count + 63) / 64)}, owner);
}

// PyCapsules as the Arrow specification names them. Who takes the contents marks them as released.
template <class Exported>
nb::object capsule_of(Owned<Exported> exported, const char* name) {
    nb::capsule capsule(exported.get(), name, [](void* held) noexcept {
        Release<Exported>()(static_cast<Exported*>(held));
    });
    exported.release();
    return capsule;
}

nb::object capsules_of(Batches& batches) {
    nb::list capsules;
    for (Batch& batch : batches) {
        nb::object schema = capsule_of(std::move(batch.schema), "arrow_schema");
        nb::object rows = capsule_of(std::move(batch.rows), "arrow_array");
        capsules.append(nb::make_tuple(schema, rows));
    }
    return capsules;
}

nb::object result(Call& call) {
    Outcome outcome = call.take();
    if (auto* text = std::get_if<std::string>(&outcome))
        return nb::bytes(text->data(), text->size());
    if (auto* corpus = std::get_if<Corpus>(&outcome)) return nb::cast(std::move(*corpus));
    if (auto* games = std::get_if<Bitmap>(&outcome)) return nb::cast(std::move(*games));
    if (auto* stream = std::get_if<Stream>(&outcome)) return nb::cast(std::move(*stream));
    if (auto* batches = std::get_if<Batches>(&outcome)) return capsules_of(*batches);
    return nb::none();
}

}  // namespace
}  // namespace edge::python

NB_MODULE(_native, module) {
    using namespace edge::python;

    // Threads that were left waiting at the end keep what they had.
    nb::set_leak_warnings(false);
    translate_failures();
    edge_survive_lost_files();
    module.attr("version") = edge_version();

    nb::class_<Corpus>(module, "Corpus");
    nb::class_<Bitmap>(module, "Bitmap")
        .def_prop_ro("count",
                     [](const Bitmap& games) { return edge_bitmap_count(games.handle.get()); })
        .def_prop_ro("shards",
                     [](const Bitmap& games) { return edge_bitmap_shards(games.handle.get()); })
        .def("shard_games", shard_games, "shard"_a)
        .def("words", words, "shard"_a);
    nb::class_<Stream>(module, "Stream")
        .def("next", next_batches)
        .def("give",
             [](const Stream& stream) { return capsule_of(stream.give(), "arrow_array_stream"); });
    nb::class_<Call>(module, "Call")
        .def("wait", &Call::wait, "seconds"_a)
        .def("progress", &Call::progress)
        .def("cancel", &Call::cancel)
        .def("result", result);

    module.def("open", open, "path"_a);
    module.def("ask", ask, "corpus"_a, "what"_a, "request"_a, "games"_a.none(), "threads"_a);
    module.def("run", run, "what"_a, "request"_a, "threads"_a);
    module.def("find", find, "corpus"_a, "request"_a, "games"_a.none(), "threads"_a);
    module.def("load", load, "corpus"_a, "name"_a);
    module.def("save", save, "corpus"_a, "games"_a, "name"_a, "force"_a);
    module.def("arrow_stream", arrow_stream, "corpus"_a, "request"_a, "games"_a.none(),
               "threads"_a);
    module.def("bitmap_of", bitmap_of, "corpus"_a, "ids"_a);
    module.def("combine", combine, "operation"_a, "left"_a, "right"_a.none());

    nb::module_::import_("atexit").attr("register")(nb::cpp_function(end_calls));
}
