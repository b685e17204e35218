// A request as a table of fields. Each row says what a field is called, what it takes, what it
// means and where its value goes; reading JSON, the parameters of a URL and the program's options,
// the schemas and the types of the bindings all follow from it.
//
//     const Fields<GamesRequest>& games_fields() {
//         using R = GamesRequest;
//         using Row = FieldRow<R>;
//         static const Fields<R> fields = {
//             Row::flag<&R::original>("original", "The text of the source file"),
//             Row::count<&R::limit>("limit", {0, kMaxCount}, "At most N games"),
//         };
//         return fields;
//     }
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "edge/result.h"

namespace edge::wire {

class JsonNode;

enum class FieldKind : uint8_t {
    Text,       // also a text in a small notation: a date, a size, a query
    Switch,     // true or false
    Count,      // a whole number within bounds, or a word instead of one
    Share,      // a number above 0 and up to 1
    Choice,     // one of some words; its value is its index among them
    List,       // texts
    OneOrMore,  // a text, or a list of them
    // In JSON only:
    Object,   // of other fields, or with a form of its own
    Objects,  // a list of texts or such objects
};

// The value that a surface found for a field, once it is known to be of the field's kind.
using FieldValue = std::variant<bool, uint64_t, double, std::string, std::vector<std::string>>;

inline constexpr uint64_t kMaxCount = INT64_MAX;

struct Bounds {
    uint64_t min = 0;
    uint64_t max = kMaxCount;
};

using Words = std::span<const std::string_view>;

struct Field {
    std::string_view name;
    FieldKind kind = FieldKind::Text;
    std::string_view help;           // one line
    std::string_view off_help = {};  // of a switch that is on by default: its help when off

    Bounds bounds = {};                         // of a count, or of the length of a list
    Words words = {};                           // of a choice
    std::string_view word = {};                 // accepted instead of a count; may be empty
    uint64_t word_value = 0;                    // what it stands for
    std::string_view placeholder = {};          // for the value, in the program's help
    const std::vector<Field>* inner = nullptr;  // of an object; null when it has another form
    std::string_view schema_file = {};          // that defines this form, if there is one

    std::optional<FieldValue> fallback = {};  // the value when it is missing
    std::string_view alias = {};              // another name that is accepted
    bool is_needed = false;
    std::string_view needs = {};  // another field that must be given too
    Words excludes = {};          // fields that must not be given too

    Status (*store)(const FieldValue& value, void* request) = nullptr;
    Status (*read)(const JsonNode& node, void* request) = nullptr;  // of what only JSON can say
};

// Whether it can be written as text, in a URL or on the command line.
inline bool has_text_form(const Field& field) { return field.store != nullptr; }

// "a whole number from 1 to 9 or 'all'"
std::string expected_count(const Field& field);

// The row with that name, or null.
const Field* find_field(std::span<const Field> fields, std::string_view name);

// The value that a text stands for. InvalidArgument says what was found and expected; a list has
// commas between its items.
Result<FieldValue> value_of_text(const Field& field, std::string_view text);

// The same, stored.
Status store_text(const Field& field, std::string_view text, void* request);

// What follows is how tables are made.

// What a path of members leads to: member<&R::options, &Options::force>(request).
template <auto first, auto... rest>
auto& member(auto& object) {
    if constexpr (sizeof...(rest) == 0) {
        return object.*first;
    } else {
        return member<rest...>(object.*first);
    }
}

template <class T>
inline constexpr bool kIsOptional = false;
template <class T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <class R>
struct FieldRow : Field {
    template <auto... path>
    using Member = std::remove_cvref_t<decltype(member<path...>(std::declval<R&>()))>;

    // ---- kinds of fields whose value is stored in a member

    template <auto... path>
    static FieldRow text(std::string_view name, std::string_view help) {
        return of<std::string>(FieldKind::Text, name, help,
                               [](const std::string& text, R& request) {
                                   member<path...>(request) = text;
                                   return Status();
                               });
    }

    template <auto... path>
    static FieldRow flag(std::string_view name, std::string_view help) {
        R empty{};
        return of<bool>(FieldKind::Switch, name, help,
                        [](bool is_on, R& request) {
                            member<path...>(request) = is_on;
                            return Status();
                        })
            .by_default(member<path...>(empty));
    }

    template <auto... path>
    static FieldRow count(std::string_view name, Bounds bounds, std::string_view help) {
        using T = Member<path...>;
        FieldRow row = of<uint64_t>(FieldKind::Count, name, help, [](uint64_t number, R& request) {
            auto& place = member<path...>(request);
            if constexpr (kIsOptional<T>) {
                place = static_cast<typename T::value_type>(number);
            } else {
                place = static_cast<T>(number);
            }
            return Status();
        });
        row.bounds = bounds;
        row.placeholder = "N";
        if constexpr (!kIsOptional<T>) {
            R empty{};
            // A number outside the bounds stands for "not given".
            const uint64_t number = member<path...>(empty);
            if (number >= bounds.min && number <= bounds.max) row.fallback = number;
        }
        return row;
    }

    // The words are in the order of the enum.
    template <auto... path>
    static FieldRow choice(std::string_view name, Words words, std::string_view help) {
        using T = Member<path...>;
        FieldRow row = chosen(name, words, help, [](size_t word, R& request) {
            auto& place = member<path...>(request);
            if constexpr (kIsOptional<T>) {
                place = static_cast<typename T::value_type>(word);
            } else {
                place = static_cast<T>(word);
            }
            return Status();
        });
        if constexpr (!kIsOptional<T>) {
            R empty{};
            row.fallback = static_cast<uint64_t>(member<path...>(empty));
        }
        return row;
    }

    template <auto... path>
    static FieldRow share(std::string_view name, std::string_view help) {
        return of<double>(FieldKind::Share, name, help,
                          [](double share, R& request) {
                              member<path...>(request) = share;
                              return Status();
                          })
            .shown_as("P");
    }

    template <auto... path>
    static FieldRow list(std::string_view name, std::string_view help) {
        return of<Texts>(FieldKind::List, name, help,
                         [](const Texts& texts, R& request) {
                             member<path...>(request) = texts;
                             return Status();
                         })
            .at_least(1);
    }

    template <auto... path>
    static FieldRow one_or_more(std::string_view name, std::string_view help) {
        FieldRow row = list<path...>(name, help);
        row.kind = FieldKind::OneOrMore;
        return row;
    }

    // ---- the same with a function that takes the value: Status(const T&, R&). It returns
    // InvalidArgument for a value it refuses.

    template <class Store>
    static FieldRow parsed(std::string_view name, std::string_view help, Store store) {
        return of<std::string>(FieldKind::Text, name, help, store).shown_as("TEXT");
    }

    template <class Store>
    static FieldRow chosen(std::string_view name, Words words, std::string_view help, Store) {
        FieldRow row =
            of<uint64_t>(FieldKind::Choice, name, help, [](uint64_t word, R& request) -> Status {
                return Store{}(static_cast<size_t>(word), request);
            });
        row.words = words;
        return row;
    }

    template <class Store>
    static FieldRow switched(std::string_view name, std::string_view help, Store store) {
        return of<bool>(FieldKind::Switch, name, help, store).by_default(false);
    }

    // The texts of a list, or the only one.
    template <class Store>
    static FieldRow joined(std::string_view name, std::string_view help, Store store) {
        return of<Texts>(FieldKind::OneOrMore, name, help, store);
    }

    // ---- what only JSON has: Status(const JsonNode&, R&)

    template <class Read>
    static FieldRow object(std::string_view name, const std::vector<Field>* inner,
                           std::string_view help, Read /*read*/) {
        static_assert(std::is_empty_v<Read>, "a lambda without captures");
        FieldRow row;
        row.name = name;
        row.kind = FieldKind::Object;
        row.help = help;
        row.inner = inner;
        row.read = [](const JsonNode& node, void* request) -> Status {
            return Read{}(node, *static_cast<R*>(request));
        };
        return row;
    }

    template <class Read>
    static FieldRow objects(std::string_view name, const std::vector<Field>* inner,
                            std::string_view help, Read read) {
        FieldRow row = object(name, inner, help, read);
        row.kind = FieldKind::Objects;
        return row;
    }

    // ---- what else a row says

    FieldRow needed() const {
        return with([](FieldRow& row) { row.is_needed = true; });
    }
    FieldRow also_called(std::string_view other) const {
        return with([&](FieldRow& row) { row.alias = other; });
    }
    // What holds when it is missing then depends on the other field, so it has no default.
    FieldRow needing(std::string_view other) const {
        return with([&](FieldRow& row) {
            row.needs = other;
            row.fallback.reset();
        });
    }
    FieldRow when_off(std::string_view text) const {
        return with([&](FieldRow& row) { row.off_help = text; });
    }
    FieldRow instead_of(Words others) const {
        return with([&](FieldRow& row) { row.excludes = others; });
    }
    FieldRow or_word(std::string_view other, uint64_t value) const {
        return with([&](FieldRow& row) {
            row.word = other;
            row.word_value = value;
        });
    }
    FieldRow shown_as(std::string_view text) const {
        return with([&](FieldRow& row) { row.placeholder = text; });
    }
    FieldRow at_least(uint64_t length) const {
        return with([&](FieldRow& row) { row.bounds.min = length; });
    }
    FieldRow defined_by(std::string_view file) const {
        return with([&](FieldRow& row) { row.schema_file = file; });
    }
    FieldRow by_default(FieldValue value) const {
        return with([&](FieldRow& row) { row.fallback = std::move(value); });
    }

private:
    using Texts = std::vector<std::string>;

    template <class T, class Store>
    static FieldRow of(FieldKind kind, std::string_view name, std::string_view help, Store) {
        static_assert(std::is_empty_v<Store>, "a lambda without captures");
        FieldRow row;
        row.name = name;
        row.kind = kind;
        row.help = help;
        row.store = [](const FieldValue& value, void* request) -> Status {
            return Store{}(std::get<T>(value), *static_cast<R*>(request));
        };
        return row;
    }

    FieldRow with(auto change) const {
        FieldRow row = *this;
        change(row);
        return row;
    }
};

// One row of a table, or several that it shares with other tables.
template <class R>
class FieldRows {
public:
    FieldRows(FieldRow<R> row) : rows_{std::move(row)} {}  // NOLINT(google-explicit-constructor)
    FieldRows(std::vector<FieldRow<R>> rows)               // NOLINT(google-explicit-constructor)
        : rows_(std::move(rows)) {}

    auto begin() const { return rows_.begin(); }
    auto end() const { return rows_.end(); }

private:
    std::vector<FieldRow<R>> rows_;
};

// The table of a request. rows() leaves out the type of the request, for generic code.
template <class R>
class Fields {
public:
    Fields(std::initializer_list<FieldRows<R>> list) {
        for (const FieldRows<R>& rows : list) rows_.insert(rows_.end(), rows.begin(), rows.end());
    }

    const std::vector<Field>& rows() const { return rows_; }

private:
    std::vector<Field> rows_;
};

}  // namespace edge::wire
