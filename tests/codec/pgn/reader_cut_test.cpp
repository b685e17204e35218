// Reading in blocks must give exactly what reading from the top gives, wherever the blocks end.

#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "codec/pgn/recording_visitor.h"
#include "support/source_dir.h"
#include "support/temp_dir.h"

namespace edge::pgn {
namespace {

using test::Cut;

void expect_same(std::string_view text, const std::vector<Cut>& cuts, const std::string& whole) {
    for (const bool mapped : {false, true}) {
        if (test::read_cut(text, cuts, mapped) == whole) continue;
        std::string marked(text);
        for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
            marked.insert(cut->at, cut->kind == TextEnd::Anywhere ? "<any>" : "<tag>");
        }
        FAIL() << marked.substr(0, 4000) << "\n---- whole\n"
               << whole.substr(0, 4000) << "---- cut\n"
               << test::read_cut(text, cuts, mapped).substr(0, 4000);
    }
}

void expect_same_at_every_cut(std::string_view text) {
    const std::string whole = test::read_whole(text);
    for (size_t at = 1; at < text.size(); ++at) {
        if (test::may_cut_anywhere(text, at)) {
            ASSERT_NO_FATAL_FAILURE(expect_same(text, {{at, TextEnd::Anywhere}}, whole));
        }
        if (test::may_cut_before_tag(text, at)) {
            ASSERT_NO_FATAL_FAILURE(expect_same(text, {{at, TextEnd::BeforeTag}}, whole));
        }
    }
}

constexpr std::string_view kPieces[] = {
    "[Event \"x\"]\n",
    "[Event \"y\"]\n[White \"Anna\"]\n",
    "[White \"quo\"te\"]\r\n",
    "[White \"C:\\\"]\n",
    "[White \"a \\\"b\\\" c\"]",
    "[  Black  \"\xE9\"  ]\n",
    "[Black \"not closed\n",
    "[Round \"\"] ",
    "[%clk 0:01:00]",
    "[ no tag\n",
    "[",
    "]",
    "\"",
    "\n",
    "\n",
    "\n\n",
    "\r\n \t\r\n",
    " ",
    "1. e4 e5 ",
    "2. Nf3\nNc6 ",
    "1.d4 d5 2.c4 ",
    "3... Bb5 ",
    "12",
    "12.\n",
    "e8=Q+ ",
    "e8(Q) ",
    "exd6 e.p. ",
    "exf6e.p. ",
    "O-O ",
    "0-0-0 ",
    "0-0 ",
    "-- ",
    "Z0 ",
    "stop ",
    "Ng1-f3 ",
    "Qd61-0 ",
    "Qd61/2-1/2\n",
    "1-0\n",
    "0-1 ",
    "1/2-1/2\n\n",
    "1/2 ",
    "*\n",
    "1-0",
    "-1",
    "{ a comment } ",
    "{ with\n\n[Event \"game\"]\n\n1. e4 1-0 inside } ",
    "{ ( ; ",
    "{",
    "}",
    "(1. e4 (1. d4 {)} d5) e5) ",
    "( Nf3 ",
    ")",
    "; line } with e4 [Event \"x\"]\n",
    ";",
    "% escaped e4 {\n",
    "%",
    "$12 ",
    "! ",
    "noise ",
    "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh4 ",
    "\xEF\xBB\xBF",
    "\xC3\xA9",
    "/",
    ".",
};

std::string random_text(std::mt19937_64& random, size_t pieces) {
    std::string text;
    for (size_t i = 0; i < pieces; ++i) text += kPieces[random() % std::size(kPieces)];
    return text;
}

std::vector<Cut> random_cuts(std::mt19937_64& random, std::string_view text) {
    std::vector<Cut> cuts;
    const size_t step = 2 + random() % (text.size() + 1);
    for (size_t at = random() % step; at < text.size(); at += 1 + random() % step) {
        const bool before_tag = test::may_cut_before_tag(text, at);
        if (before_tag && random() % 4 != 0) {
            cuts.push_back({at, TextEnd::BeforeTag});
        } else if (test::may_cut_anywhere(text, at)) {
            cuts.push_back({at, TextEnd::Anywhere});
        }
    }
    return cuts;
}

TEST(PgnReaderCut, OneCutAnywhereChangesNothing) {
    for (uint64_t seed = 0; seed < 3000; ++seed) {
        std::mt19937_64 random(seed);
        const std::string text = random_text(random, 1 + random() % 12);
        ASSERT_NO_FATAL_FAILURE(expect_same_at_every_cut(text)) << "seed " << seed;
    }
}

TEST(PgnReaderCut, ManyCutsChangeNothing) {
    for (uint64_t seed = 0; seed < 20'000; ++seed) {
        std::mt19937_64 random(seed);
        const std::string text = random_text(random, 1 + random() % 60);
        const auto cuts = random_cuts(random, text);
        ASSERT_NO_FATAL_FAILURE(expect_same(text, cuts, test::read_whole(text))) << "seed " << seed;
    }
}

// What the reader does on processors that have less.
TEST(PgnReaderCut, ThePortableReaderReadsTheSame) {
    for (uint64_t seed = 0; seed < 5000; ++seed) {
        std::mt19937_64 random(seed);
        const std::string text = random_text(random, 1 + random() % 60);
        ASSERT_EQ(test::read_whole(text, portable_byte_scanner()), test::read_whole(text))
            << "seed " << seed;
    }
}

TEST(PgnReaderCut, LongCommentsMayBeCut) {
    for (uint64_t seed = 0; seed < 20; ++seed) {
        std::mt19937_64 random(seed);
        std::string text = random_text(random, random() % 20);
        text += random() % 2 != 0 ? "[Event \"x\"]\n\n1. e4 {" : "(e4 {";
        const size_t size = kMaxCommentBytes - 4 + random() % 8;
        for (size_t goal = text.size() + size; text.size() < goal;) {
            text += random() % 100 == 0 ? "\n\n[Event \"x\"]\n" : "\n[Event \"x\"]\nabc def ghi ";
        }
        text += random() % 2 != 0 ? "} " : "";
        text += random_text(random, random() % 40);
        std::vector<Cut> cuts;
        for (const Cut& cut : random_cuts(random, text)) {
            if (random() % 1024 == 0 || cut.at + 200 > text.size()) cuts.push_back(cut);
        }
        if (cuts.size() > 12) cuts.resize(12);
        ASSERT_NO_FATAL_FAILURE(expect_same(text, cuts, test::read_whole(text))) << "seed " << seed;
    }
}

TEST(PgnReaderCut, TheSampleFilesMayBeCutAtEveryPlace) {
    size_t files = 0;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::source_dir() / "tests/data/pgn")) {
        ASSERT_NO_FATAL_FAILURE(expect_same_at_every_cut(test::read_file(entry.path())))
            << entry.path();
        ++files;
    }
    EXPECT_GT(files, 20U);
}

TEST(PgnReaderCut, WhatACutOnceHid) {
    for (const std::string_view text : {
             "; a line to skip e4 e5 1-0\n[Event \"x\"]\ne4",
             "x\n% a line to skip e4 e5 1-0\n[Event \"x\"]\ne4",
             "[Event   \"x\"]\n\n1. e4 1-0",
             "noise [Event \"x\"] noise",
             "noise 1. e4 e5",
             "1.\n\n e4 e5",
             "e4 1-0-0 e5",
             "e4 1/2-1/2 d4 1-00 d5",
             "[A \"C:\\\"]\n\ne4\n\n[A \"x\"]\n",
             "g3*word e4",
             "e4 [[Event \"x\"] e5",
         }) {
        ASSERT_NO_FATAL_FAILURE(expect_same_at_every_cut(text));
    }
}

}  // namespace
}  // namespace edge::pgn
