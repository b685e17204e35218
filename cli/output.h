// Where a subcommand's data goes: standard output or a file, with every failed write reported.
// Messages go to standard error through warn().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edge/result.h"

namespace edge::cli {

class Output {
public:
    Output(Output&& other) noexcept;
    Output& operator=(Output&& other) noexcept;
    ~Output();

    static Output standard() { return Output(); }
    // Standard output when `path` is empty or "-". A file is written under another name and put
    // into place by close(), so that a run that fails leaves the old one.
    static Result<Output> open(const std::string& path);

    Status write(std::string_view text);
    Status close();  // call it last: buffered writes fail here

private:
    class FileAside;

    Output();
    std::unique_ptr<FileAside> file_;
};

// An error when writing to `path` would overwrite one of the files or folders in use, or something
// inside such a folder.
Status check_not_in_use(const std::string& path, const std::vector<std::string>& in_use);

// An error when `path` names a file that exists and `force` was not given. Check this before the
// work, so that nobody waits for an answer that cannot be kept.
Status check_free(const std::string& path, bool force);

// Writes all of it to standard output.
Status print(std::string_view text);

void warn(std::string_view message);

bool stdout_is_terminal();

// The characters of a line of the terminal that standard output is; nothing when it is not one.
std::optional<uint32_t> terminal_width();

// "12,345,678"
std::string grouped(uint64_t number);

}  // namespace edge::cli
