// Corpora and bitmaps as JavaScript holds them. Calls under way keep what they use, so that a
// handle can be closed, or collected, at any time.
#pragma once

#include <cstdint>
#include <memory>

#include <napi.h>

#include "edge/edge.h"

namespace edge::node {

using CorpusPointer = std::shared_ptr<const edge_corpus>;
using BitmapPointer = std::shared_ptr<const edge_bitmap>;

CorpusPointer own(edge_corpus* corpus);
BitmapPointer own(edge_bitmap* games);

// A value that only this addon can read. Null when the environment is ending.
napi_value to_js(napi_env env, CorpusPointer corpus);
napi_value to_js(napi_env env, BitmapPointer games);

// Throws when the value is something else, or closed.
CorpusPointer corpus_of(const Napi::Value& value);
BitmapPointer bitmap_of(const Napi::Value& value);
// Null for undefined.
BitmapPointer optional_bitmap_of(const Napi::Value& value);

// Releases a corpus; calls under way finish with it.
void close(const Napi::Value& value);

// The words of a shard in an ArrayBuffer that keeps the bitmap: the bitmap's own memory where the
// runtime allows that, a copy where it does not.
Napi::Value words_of(Napi::Env env, const BitmapPointer& games, uint32_t shard);

}  // namespace edge::node
