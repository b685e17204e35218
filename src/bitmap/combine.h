// The set operations by name, over any number of bitmap files.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "bitmap/bitmap.h"
#include "bitmap/bitmap_file.h"
#include "edge/result.h"

namespace edge {

// Sub is the first set without all the others; Not is the complement of its only set.
enum class BitmapOperation : uint8_t { And, Or, Xor, Sub, Not };

inline constexpr BitmapOperation kBitmapOperations[] = {BitmapOperation::And, BitmapOperation::Or,
                                                        BitmapOperation::Xor, BitmapOperation::Sub,
                                                        BitmapOperation::Not};

std::string_view name_of(BitmapOperation operation);  // "and"
std::optional<BitmapOperation> parse_bitmap_operation(std::string_view name);

// InvalidArgument unless the operation takes that many sets: one for Not, otherwise two or more.
Status check_input_count(BitmapOperation operation, size_t count);

// Files of both versions, in any mix. Every file must be one of the corpus; when `corpus` is null,
// of any one corpus: no two name different ones, and the layouts are equal but that some may be of
// the corpus before it grew. At most two bitmaps are in memory at a time. Cancelled when
// `is_cancelled`, asked before each, is true.
Result<Bitmap> combine_bitmaps(BitmapOperation operation, std::span<const std::string> paths,
                               const BitmapCorpus* corpus,
                               const std::function<bool()>& is_cancelled = {});

// The same for sets of one layout that `read` gives, for each of the names.
using ReadSet = std::function<Result<Bitmap>(const std::string& name)>;
Result<Bitmap> combine_sets(BitmapOperation operation, std::span<const std::string> names,
                            const ReadSet& read, const std::function<bool()>& is_cancelled = {});

}  // namespace edge
