// How a subcommand takes a query: as flags in any order, as --query, --query-json or --scoutfish,
// and the stored set that the query is about.
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

    // Declares the argument that names a stored set. It comes after the positional arguments that
    // there are already.
    void add_set_to(CLI::App& sub);

    // The games of the query that are also in the set. InvalidArgument when the query has a
    // mistake, or is given in two forms.
    Result<AskedQuery> read() const;

private:
    Result<AskedQuery> read_as_written() const;
    Status check_words() const;
    std::vector<query::Flag> flags_in_order() const;
    // The option that gives the query in another form than flags; null when none does.
    const CLI::Option* other_form() const;

    // The query alone.
    Result<AskedQuery> read_query() const;

    CLI::App* sub_ = nullptr;
    CLI::Option* text_ = nullptr;
    CLI::Option* json_ = nullptr;
    CLI::Option* scoutfish_ = nullptr;
    std::string set_;
    CLI::Option* no_aliases_ = nullptr;
};

}  // namespace edge::cli
