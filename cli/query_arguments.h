// How a subcommand takes a query: as flags in any order, as --query, --query-json or --scoutfish.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"
#include "query/lang/flags.h"
#include "wire/json/asked_query.h"

namespace CLI {  // NOLINT(readability-identifier-naming): another library's
class App;
class Option;
}  // namespace CLI

namespace edge::cli {

using wire::AskedQuery;

// "--top-n" for "top_n": the options are named like the fields of wire/'s requests, with a few
// exceptions.
std::string flag_name(std::string_view field);

// The result; an error names the option whose value was wrong: "--columns: ...".
template <class T>
Result<T> at_option(std::string_view option, Result<T> result) {
    if (result) return result;
    return fail(result.error().code, std::string(option) + ": " + result.error().message);
}

class QueryArguments {
public:
    // Declares all options that a query is made of, and passes other words on to read(), which
    // explains them better.
    void add_to(CLI::App& sub);

    // InvalidArgument when the query has a mistake, or is given in two forms.
    Result<AskedQuery> read() const;

private:
    Status check_words() const;
    std::vector<query::Flag> flags_in_order() const;
    // The option that gives the query in another form than flags; null when none does.
    const CLI::Option* other_form() const;

    CLI::App* sub_ = nullptr;
    CLI::Option* text_ = nullptr;
    CLI::Option* json_ = nullptr;
    CLI::Option* scoutfish_ = nullptr;
};

}  // namespace edge::cli
