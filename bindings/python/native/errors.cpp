#include "errors.h"

#include <nanobind/nanobind.h>

#include <exception>
#include <optional>
#include <string>

#include "handles.h"

namespace nb = nanobind;

namespace edge::python {
namespace {

// It may name a file whose name is not UTF-8; this is how Python has such names.
nb::object text_of(const std::string& text) {
    return nb::steal(
        PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

nb::object place_of(const std::optional<Place>& place) {
    if (!place) return nb::none();
    return nb::make_tuple(text_of(place->file), text_of(place->pointer), place->line, place->column,
                          place->offset);
}

}  // namespace

void translate_failures() {
    // Kept for good: exceptions are also raised at the very end, when nothing can be imported.
    PyObject* of_code = nb::module_::import_("edge_chess.errors").attr("of_code").inc_ref().ptr();
    nb::register_exception_translator(
        [](const std::exception_ptr& thrown, void* payload) {
            try {
                std::rethrow_exception(thrown);
            } catch (const Failed& failed) {
                const nb::handle make(static_cast<PyObject*>(payload));
                const nb::object error = make(edge_status_name(failed.status),
                                              text_of(failed.message), place_of(failed.place));
                PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
            }
        },
        of_code);
}

}  // namespace edge::python
