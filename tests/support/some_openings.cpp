#include "support/some_openings.h"

#include <gtest/gtest.h>

namespace edge::test {

std::shared_ptr<const Openings> some_openings() {
    struct Row {
        const char* moves;
        const char* eco;
        const char* name;
    };
    static const auto openings = [] {
        auto made = std::make_shared<Openings>();
        for (const Row& row : {
                 Row{"e4", "B00", "King's Pawn Game"},
                 Row{"d4", "A40", "Queen's Pawn Game"},
                 Row{"d4 Nf6", "A45", "Indian Defense"},
                 Row{"d4 Nf6 c4 e6", "E00", "Indian Defense: East Indian"},
                 Row{"d4 d5 c4", "D06", "Queen's Gambit"},
                 Row{"e4 e5", "C20", "King's Pawn Game"},
                 Row{"e4 e5 f4", "C30", "King\u2019s Gambit"},
                 Row{"e4 e5 Nf3", "C40", "King's Knight Opening"},
                 Row{"e4 e5 Nf3 Nc6", "C44", "King's Knight Opening: Normal Variation"},
                 Row{"e4 e5 Nf3 Nc6 Bb5", "C60", "Ruy L\u00f3pez"},
                 Row{"e4 c5", "B20", "Sicilian Defense"},
                 Row{"e4 c5 Nf3", "B27", "Sicilian Defense: Open"},
                 Row{"e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6", "B90",
                     "Sicilian Defense: Najdorf Variation"},
             }) {
            EXPECT_TRUE(made->add(row.moves, {row.eco, row.name}));
        }
        return std::shared_ptr<const Openings>(made);
    }();
    return openings;
}

}  // namespace edge::test
