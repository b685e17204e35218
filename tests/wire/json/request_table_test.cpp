#include "wire/json/request_table.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "wire/json/request_reader.h"
#include "wire/schema/request_schema.h"

namespace edge::wire {
namespace {

enum class Colour : uint8_t { Red, Green };
constexpr std::string_view kColours[] = {"red", "green"};

struct Paint {
    std::string name = {};
    bool is_matt = false;
    uint32_t coats = 2;
    std::optional<uint64_t> litres = {};
    Colour colour = Colour::Green;
    std::optional<double> share = {};
    std::vector<std::string> walls = {};
};

const Fields<Paint>& paint_fields() {
    using R = Paint;
    using Row = FieldRow<R>;
    static const Fields<R> kFields = {
        Row::text<&R::name>("name", "What it is called").needed().also_called("title"),
        Row::flag<&R::is_matt>("matt", "Without gloss"),
        Row::count<&R::coats>("coats", {1, 9}, "How often").or_word("many", 9),
        Row::count<&R::litres>("litres", {}, "How much").needing("coats"),
        Row::choice<&R::colour>("colour", kColours, "Which one"),
        Row::share<&R::share>("share", "How much of it is water"),
        Row::list<&R::walls>("walls", "Where it goes"),
    };
    return kFields;
}

std::string error_of(std::string_view json) {
    const auto paint = read_request(json, paint_fields());
    return paint ? "none" : paint.error().message;
}

// The value of a field as a URL or an option gives it, or what is wrong with it.
std::string stored(std::string_view field, std::string_view text, Paint& paint) {
    const Status status = store_text(*find_field(paint_fields().rows(), field), text, &paint);
    return status ? "stored" : status.error().message;
}

TEST(RequestTable, JsonIsStoredInItsMembers) {
    const auto paint =
        read_request(R"({"name": "x", "matt": true, "coats": "many", "litres": 3, "colour": "red",)"
                     R"( "share": 0.5, "walls": ["a", "b"]})",
                     paint_fields())
            .value();
    EXPECT_EQ(paint.name, "x");
    EXPECT_TRUE(paint.is_matt);
    EXPECT_EQ(paint.coats, 9U);
    EXPECT_EQ(paint.litres, 3U);
    EXPECT_EQ(paint.colour, Colour::Red);
    EXPECT_EQ(paint.share, 0.5);
    EXPECT_EQ(paint.walls, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(read_request(R"({"title": "y"})", paint_fields())->name, "y");
}

TEST(RequestTable, SaysWhatIsWrongAndWhere) {
    EXPECT_EQ(error_of("{}"), "the request: \"name\" is missing");
    EXPECT_EQ(error_of(R"({"name": "x", "colur": "red"})"),
              "/colur: unknown key 'colur', expected name, matt, coats, litres, colour, share or "
              "walls, did you mean colour?");
    EXPECT_EQ(error_of(R"({"name": "x", "coats": 10})"),
              "/coats: found 10, expected a whole number from 1 to 9 or 'many'");
    EXPECT_EQ(error_of(R"({"name": "x", "litres": 1})"), "/litres: expected \"coats\" as well");
    EXPECT_EQ(error_of(R"({"name": "x", "share": 0})"),
              "/share: found 0, expected a number above 0 and up to 1");
}

TEST(RequestTable, TextIsReadByKind) {
    Paint paint;
    EXPECT_EQ(stored("matt", "true", paint), "stored");
    EXPECT_EQ(stored("coats", "many", paint), "stored");
    EXPECT_EQ(stored("litres", "12", paint), "stored");
    EXPECT_EQ(stored("colour", "red", paint), "stored");
    EXPECT_EQ(stored("share", "1e-3", paint), "stored");
    EXPECT_EQ(stored("walls", "a,b", paint), "stored");
    EXPECT_TRUE(paint.is_matt);
    EXPECT_EQ(paint.coats, 9U);
    EXPECT_EQ(paint.litres, 12U);
    EXPECT_EQ(paint.colour, Colour::Red);
    EXPECT_EQ(paint.share, 1e-3);
    EXPECT_EQ(paint.walls, (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(stored("matt", "yes", paint), "found 'yes', expected true or false");
    EXPECT_EQ(stored("litres", "-1", paint),
              "found '-1', expected a whole number from 0 to 9223372036854775807");
    EXPECT_EQ(stored("colour", "gren", paint),
              "found 'gren', expected red or green, did you mean green?");
    EXPECT_EQ(stored("share", "nan", paint), "found 'nan', expected a number above 0 and up to 1");
}

TEST(RequestTable, SchemasHaveBoundsAndDefaults) {
    const Json schema = request_schema({"paint", "", paint_fields().rows()});
    EXPECT_EQ(schema["required"], Json::array({"name"}));
    const Json& fields = schema["properties"];
    EXPECT_EQ(fields["matt"]["default"], false);
    EXPECT_EQ(fields["coats"]["default"], 2);
    EXPECT_EQ(fields["coats"]["anyOf"][0]["maximum"], 9);
    EXPECT_EQ(fields["colour"]["default"], "green");
    EXPECT_FALSE(fields["litres"].contains("default"));
    EXPECT_FALSE(fields.contains("title"));
}

}  // namespace
}  // namespace edge::wire
