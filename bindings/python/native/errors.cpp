#include "errors.h"

#include <nanobind/nanobind.h>

#include <exception>
#include <string>

#include "handles.h"

namespace nb = nanobind;

namespace edge::python {

void translate_failures() {
    // Kept for good: exceptions are also raised at the very end, when nothing can be imported.
    PyObject* of_status =
        nb::module_::import_("edge_chess.errors").attr("of_status").inc_ref().ptr();
    nb::register_exception_translator(
        [](const std::exception_ptr& thrown, void* payload) {
            try {
                std::rethrow_exception(thrown);
            } catch (const Failed& failed) {
                const nb::handle make(static_cast<PyObject*>(payload));
                // It may name a file whose name is no UTF-8; Python has those names so.
                const std::string& message = failed.message;
                const nb::object text = nb::steal(PyUnicode_DecodeUTF8(
                    message.data(), static_cast<Py_ssize_t>(message.size()), "surrogateescape"));
                const nb::object error = make(static_cast<int>(failed.status), text);
                PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
            }
        },
        of_status);
}

}  // namespace edge::python
