// Writes the files that are made from the tables of requests: `make generated`.
#include <cstdio>
#include <fstream>

#include "support/generated_files.h"
#include "support/source_dir.h"

int main() {
    for (const auto& file : edge::test::generated_files()) {
        std::ofstream out(edge::test::source_dir() / file.path);
        out << file.text;
        out.close();
        if (!out) {
            std::fprintf(stderr, "cannot write %s\n", file.path.c_str());
            return 1;
        }
    }
    return 0;
}
