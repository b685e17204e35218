// CRoaring as the judge of our reader and writer of its format.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include <roaring/roaring.h>

#include "bitmap/random_numbers.h"
#include "bitmap/roaring_reader.h"
#include "bitmap/roaring_writer.h"

namespace edge::roaring {
namespace {

using Judge = std::unique_ptr<roaring_bitmap_t, decltype(&roaring_bitmap_free)>;

Judge judge(roaring_bitmap_t* set) { return {set, roaring_bitmap_free}; }

std::string serialized(const Judge& set) {
    std::string text(roaring_bitmap_portable_size_in_bytes(set.get()), '\0');
    roaring_bitmap_portable_serialize(set.get(), text.data());
    return text;
}

std::vector<uint32_t> numbers_of(const Judge& set) {
    std::vector<uint32_t> numbers(roaring_bitmap_get_cardinality(set.get()));
    roaring_bitmap_to_uint32_array(set.get(), numbers.data());
    return numbers;
}

RC_GTEST_PROP(CRoaring, ReadsWhatTheWriterWrites, ()) {
    const test::RandomNumbers made = test::random_numbers();
    const std::string text = format_set(made.words);
    const Judge set = judge(roaring_bitmap_portable_deserialize_safe(text.data(), text.size()));
    RC_ASSERT(set != nullptr);
    RC_ASSERT(numbers_of(set) == test::numbers_of(made.words));
    // What it writes again, the containers being as they were read, is the same.
    RC_ASSERT(serialized(set) == text);
}

RC_GTEST_PROP(CRoaring, WritesWhatTheReaderReads, ()) {
    const test::RandomNumbers made = test::random_numbers();
    const Judge set = judge(roaring_bitmap_create());
    for (const uint32_t number : test::numbers_of(made.words)) {
        roaring_bitmap_add(set.get(), number);
    }
    const auto check = [&] {
        const std::string text = serialized(set);
        test::Words words = test::words_for(made.limit);
        const auto read = read_set({std::as_bytes(std::span(text)), "x"}, made.limit, words);
        RC_ASSERT(read.has_value());
        RC_ASSERT(words == made.words);
        return text.size();
    };
    check();
    roaring_bitmap_run_optimize(set.get());
    RC_ASSERT(check() >= set_bytes(made.words));
}

}  // namespace
}  // namespace edge::roaring
