#include "server/page_files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/byte_stream.h"
#include "support/temp_dir.h"

namespace edge::server {
namespace {

std::string header_of(const Response& response, std::string_view name) {
    const auto found = std::ranges::find(response.headers, name, &Field::name);
    return found == response.headers.end() ? "" : found->value;
}

std::string unpacked(const std::string& packed) {
    const auto stream =
        open_by_content(open_memory_stream(std::as_bytes(std::span(packed))), "page").value();
    std::string text(1 << 20, '\0');
    text.resize(read_full(*stream, text).value());
    return text;
}

class PageFilesTest : public testing::Test {
protected:
    PageFilesTest() {
        std::filesystem::create_directories(dir_ / "a/b");
        std::filesystem::create_directories(dir_ / ".git");
        test::write_file(dir_ / "index.html", "<!doctype html>");
        test::write_file(dir_ / "a/b/long.mjs", kLong);
        test::write_file(dir_ / "a/king.svg", "<svg/>");
        test::write_file(dir_ / "a/odd.xyz", "");
        test::write_file(dir_ / ".git/config", "secret");
        test::write_file(dir_ / "a/.hidden.css", "secret");
        std::filesystem::create_symlink("/etc/passwd", dir_ / "link.txt");
        std::filesystem::create_directory_symlink("/etc", dir_ / "etc");
    }

    Response get(const std::string& path, std::vector<Field> headers = {}) const {
        const auto page = PageFiles::load(dir_.path().string()).value();
        Request request;
        request.headers = std::move(headers);
        return page_response(*page.find(path), request);
    }

    const std::string kLong = std::string(1000, 'x') + "\n";
    test::TempDir dir_;
};

TEST_F(PageFilesTest, HoldsFilesButNoHiddenOnesOrLinks) {
    const auto page = PageFiles::load(dir_.path().string()).value();
    EXPECT_NE(page.find("index.html"), nullptr);
    EXPECT_NE(page.find("a/b/long.mjs"), nullptr);
    for (const char* const path :
         {"", "a", "a/", "/index.html", "a/../index.html", "./index.html", "../index.html",
          ".git/config", "a/.hidden.css", "link.txt", "etc/passwd", "INDEX.HTML"}) {
        EXPECT_EQ(page.find(path), nullptr) << path;
    }
}

TEST_F(PageFilesTest, KnowsTypesByEndings) {
    EXPECT_EQ(get("index.html").content_type, "text/html; charset=utf-8");
    EXPECT_EQ(get("a/b/long.mjs").content_type, "text/javascript; charset=utf-8");
    EXPECT_EQ(get("a/king.svg").content_type, "image/svg+xml; charset=utf-8");
    EXPECT_EQ(get("a/odd.xyz").content_type, "application/octet-stream");
}

TEST_F(PageFilesTest, CompressesWhatGetsSmallerForClientsThatAcceptIt) {
    const Response packed = get("a/b/long.mjs", {{"Accept-Encoding", "br, gzip;q=0.8"}});
    EXPECT_EQ(header_of(packed, "Content-Encoding"), "gzip");
    EXPECT_LT(packed.body.size(), kLong.size());
    EXPECT_EQ(unpacked(packed.body), kLong);
    for (const char* const accepted : {"", "br", "gzip;q=0", "gzip; q=0.000", "xgzip"}) {
        const Response plain = get("a/b/long.mjs", {{"Accept-Encoding", accepted}});
        EXPECT_EQ(header_of(plain, "Content-Encoding"), "") << accepted;
        EXPECT_EQ(plain.body, kLong);
    }
    EXPECT_EQ(get("a/king.svg", {{"Accept-Encoding", "gzip"}}).body, "<svg/>");
}

TEST_F(PageFilesTest, SaysWhenTheClientHasItAlready) {
    const Response first = get("index.html");
    const std::string tag = header_of(first, "ETag");
    EXPECT_EQ(header_of(first, "Cache-Control"), "no-cache");
    for (const std::string& known : {tag, "\"other\", " + tag, tag.substr(2), std::string("*")}) {
        const Response second = get("index.html", {{"If-None-Match", known}});
        EXPECT_EQ(second.status, 304U) << known;
        EXPECT_EQ(second.body, "");
        EXPECT_EQ(header_of(second, "ETag"), tag);
    }
    EXPECT_EQ(get("index.html", {{"If-None-Match", "W/\"0\""}}).status, 200U);
    test::write_file(dir_ / "index.html", "<!doctype html><p>");
    EXPECT_EQ(get("index.html", {{"If-None-Match", tag}}).status, 200U);
}

TEST_F(PageFilesTest, IsRefusedWithoutAnIndexOrWithTooMuch) {
    test::write_file(dir_ / "a/large.bin", std::string(size_t{16} << 20, 'x'));
    EXPECT_EQ(PageFiles::load(dir_.path().string()).error().code, ErrorCode::InvalidArgument);
    EXPECT_EQ(PageFiles::load((dir_ / "a/b").string()).error().code, ErrorCode::NotFound);
    EXPECT_EQ(PageFiles::load((dir_ / "none").string()).error().code, ErrorCode::NotFound);
}

}  // namespace
}  // namespace edge::server
