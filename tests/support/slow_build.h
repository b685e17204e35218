// Whether this build is some thirty times slower than a release, so that long tests do less: with
// sanitizers, which g++ and clang report in different ways, or without optimisation.
#pragma once

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define EDGE_TEST_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define EDGE_TEST_SANITIZED 1
#endif
#if defined(EDGE_TEST_SANITIZED) || !defined(__OPTIMIZE__)
#define EDGE_TEST_SLOW_BUILD 1
#endif

namespace edge::test {

// Only the first: for tests whose time is that of the library, which is optimised where they are
// not.
#ifdef EDGE_TEST_SANITIZED
inline constexpr bool kSanitized = true;
#undef EDGE_TEST_SANITIZED
#else
inline constexpr bool kSanitized = false;
#endif

#ifdef EDGE_TEST_SLOW_BUILD
inline constexpr bool kSlowBuild = true;
#undef EDGE_TEST_SLOW_BUILD
#else
inline constexpr bool kSlowBuild = false;
#endif

}  // namespace edge::test
