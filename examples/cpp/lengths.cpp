// How long games were in each half century: lengths CORPUS
//
// Two columns of all games come as Arrow batches and are read where the library put them. Any other
// Arrow library takes the same stream: arrow::ImportRecordBatchReader(stream) in Apache Arrow's
// own.
#include <cstdint>
#include <cstdio>
#include <exception>
#include <map>

#include "handles.h"

namespace {

constexpr int kYears = 50;

struct Lengths {
    uint64_t games = 0;
    uint64_t plies = 0;
};

bool is_null(const ArrowArray& column, int64_t row) {
    const auto* valid = static_cast<const uint8_t*>(column.buffers[0]);
    const int64_t bit = column.offset + row;
    return valid != nullptr && (valid[bit / 8] >> bit % 8 & 1) == 0;
}

template <class Value>
Value value_of(const ArrowArray& column, int64_t row) {
    return static_cast<const Value*>(column.buffers[1])[column.offset + row];
}

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 2) {
        std::fputs("usage: lengths CORPUS\n", stderr);
        return 2;
    }
    std::map<int, Lengths> lengths;
    {
        // The stream keeps what it needs of the corpus.
        Stream stream(open_corpus(argv[1]), R"({"table": "games", "columns": ["year", "plies"]})");
        for (ArrowArray batch{}; stream.next(batch); batch.release(&batch)) {
            const ArrowArray& years = *batch.children[0];
            const ArrowArray& plies = *batch.children[1];
            for (int64_t row = 0; row < batch.length; ++row) {
                if (is_null(years, row)) continue;
                Lengths& of_years = lengths[value_of<int16_t>(years, row) / kYears * kYears];
                of_years.games += 1;
                of_years.plies += static_cast<uint64_t>(value_of<int32_t>(plies, row));
            }
        }
    }
    std::printf("%-8s%8s%14s\n", "years", "games", "average plies");
    for (const auto& [first, of_years] : lengths) {
        std::printf("%4d-%-4d%7llu%14.1f\n", first, first + kYears - 1,
                    static_cast<unsigned long long>(of_years.games),
                    static_cast<double>(of_years.plies) / static_cast<double>(of_years.games));
    }
    return 0;
} catch (const std::exception& error) {
    std::fprintf(stderr, "lengths: %s\n", error.what());
    return 1;
}
