// Failures of the library as exceptions of edge_chess.errors.
#pragma once

namespace edge::python {

// To be called once, by the module.
void translate_failures();

}  // namespace edge::python
