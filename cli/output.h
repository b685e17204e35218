// Where a subcommand's data goes: standard output or a file, with every failed write reported.
// Messages go to standard error through warn().
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/output_file.h"
#include "edge/result.h"

namespace edge::cli {

class Output {
public:
    static Output standard() { return Output(); }
    // Standard output when `path` is empty or "-".
    static Result<Output> open(const std::string& path);

    Status write(std::string_view text);
    Status close();  // call it last: buffered writes fail here

private:
    Output() = default;
    std::optional<OutputFile> file_;
};

// Writes all of it to standard output.
Status print(std::string_view text);

void warn(std::string_view message);

bool stdout_is_terminal();

// "12,345,678"
std::string grouped(uint64_t number);

}  // namespace edge::cli
