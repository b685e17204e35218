// A table as an Arrow stream, which Python reads batch by batch or hands to another library whole.
#pragma once

#include <memory>
#include <vector>

#include "control.h"
#include "edge/arrow_abi.h"
#include "edge/edge.h"
#include "handles.h"

namespace edge::python {

// Released on destruction, unless its contents were taken.
template <class Exported>
struct Release {
    void operator()(Exported* exported) const {
        if (exported->release != nullptr) exported->release(exported);
        delete exported;
    }
};
template <class Exported>
using Owned = std::unique_ptr<Exported, Release<Exported>>;

// Rows with their columns.
struct Batch {
    Owned<ArrowSchema> schema;
    Owned<ArrowArray> rows;
};
using Batches = std::vector<Batch>;

// What is left of the table; copies are the same stream.
class Stream {
public:
    // Takes over `stream`. The control and the set that it was made with live as long as it does.
    Stream(ArrowArrayStream stream, std::shared_ptr<Control> control, Bitmap games);

    // The next few; none at the end. Throws Failed. Several threads may ask, and get different
    // batches.
    Batches next() const;

    // For another library, which reads and releases it; next() must not be asked meanwhile.
    Owned<ArrowArrayStream> give() const;

    const std::shared_ptr<Control>& control() const;

private:
    struct Source;

    std::shared_ptr<Source> source_;
};

}  // namespace edge::python
