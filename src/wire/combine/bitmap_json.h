// The JSON of bitmaps: what was combined, what one holds, which ones a corpus has.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "bitmap/bitmap.h"
#include "bitmap/bitmap_file.h"
#include "bitmap/combine.h"
#include "corpus/corpus_inspection.h"

namespace edge::wire {

std::string bitmap_combine_json(BitmapOperation operation, std::span<const std::string> inputs,
                                std::string_view output, const Bitmap& result);
std::string bitmap_info_json(std::string_view path, const BitmapSummary& bitmap);

// A bitmap that is damaged, or does not belong to the corpus, has a key "error".
std::string bitmap_list_json(std::string_view corpus,
                             std::span<const corpus::BitmapInspection> bitmaps);

}  // namespace edge::wire
