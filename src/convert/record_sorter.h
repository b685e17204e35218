// Records sorted by the bytes they begin with, within a bound on memory: what does not fit is
// sorted and spilled to files, which are merged at the end. The order does not depend on the bound.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/mapped_file.h"
#include "edge/result.h"

namespace edge::convert {

class RecordSorter {
public:
    // Keys have at least eight bytes and are all different. Spill files are made in `folder`, their
    // names begin with `name`. `memory` is in bytes; very little of it is taken as a mebibyte.
    struct Options {
        size_t key_bytes = 8;
        std::filesystem::path folder = {};
        std::string name = {};
        uint64_t memory = 0;
    };
    explicit RecordSorter(Options options);

    // The record begins with its key.
    Status add(std::string_view record);

    uint64_t spilled_bytes() const { return spilled_bytes_; }

    // Calls visit(record) in the order of the keys, until a call fails. Call it once, last; the
    // memory is free afterwards.
    using Visit = std::function<Status(std::string_view record)>;
    Status visit_sorted(const Visit& visit);

private:
    struct Entry {
        uint64_t key_begin;  // the first eight bytes, to compare as a number
        const char* record;
        uint32_t size;
    };

    bool is_full(size_t record_bytes) const;
    const char* keep(std::string_view record);
    void sort();
    Status spill();
    Status merge(const Visit& visit) const;
    void forget_records();  // frees their memory

    const Options options_;
    std::vector<std::unique_ptr<char[]>> blocks_;  // reused after a spill
    size_t block_ = 0;                             // where the next record goes
    size_t used_ = 0;                              // bytes of that block
    std::vector<Entry> entries_;
    std::vector<MappedFile> runs_;
    uint64_t spilled_bytes_ = 0;
};

}  // namespace edge::convert
