// Plain conditions in the text language: [SIDE ":"] atom {atom}.
#include <algorithm>
#include <array>
#include <optional>

#include "core/ascii.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"
#include "query/lang/notation_counts.h"
#include "query/lang/text_parts.h"
#include "query/lang/text_words.h"

namespace edge::query {

namespace {

// Counts begin with a number or the name of what is counted.
bool at_count(const Lexer& lexer) {
    const Token& next = lexer.peek();
    return next.kind == TokenKind::Word &&
           (is_digit(next.text.front()) || is_counted_word(next.text));
}

bool at_side(const Lexer& lexer) {
    return lexer.peek().kind == TokenKind::Word && lexer.sign_after_next() == ':';
}

bool at_atom(const Lexer& lexer) {
    return at_count(lexer) ||
           (lexer.peek().kind == TokenKind::Word &&
            std::ranges::find(kAtomWords, lexer.peek().text) != kAtomWords.end());
}

class AtomParser {
public:
    explicit AtomParser(Lexer& lexer) : lexer_(lexer) {}

    Result<AtomList> list() {
        AtomList atoms;
        if (!at_atom(lexer_)) return no_atom();
        do atoms.push_back(EDGE_TRY(atom()));
        while (at_atom(lexer_));
        return atoms;
    }

private:
    tl::unexpected<Error> no_atom() const {
        if (at_side(lexer_)) return lexer_.error("a side is given once, before the first atom");
        const std::string_view found =
            lexer_.peek().kind == TokenKind::Word ? lexer_.peek().text : std::string_view();
        return lexer_.error("expected a predicate such as queens_off or P<p, found " +
                            lexer_.found() + did_you_mean(found, kAtomWords));
    }

    Result<Atom> atom() {
        if (at_count(lexer_)) return count();
        word_ = lexer_.take().text;
        const PredicateInfo& info = *find_predicate(word_);
        if (info.plain) return Atom{*info.plain};
        if (info.file) return file_test(*info.file);
        if (word_ == "to_move") return to_move();
        if (word_ == "material") return material();
        if (word_ == "subfen") return subfen();
        if (word_ == "position") return position();
        if (word_ == "opening") return opening();
        if (word_ == "move") return moves(false);
        if (word_ == "loose_move") return moves(true);
        if (word_ == "moved") return Atom{Moved{EDGE_TRY(kinds())}};
        if (word_ == "captured") return captured();
        if (word_ == "promoted") return Atom{Promoted{EDGE_TRY(kinds())}};
        return any_of(word_ == "none");
    }

    Result<Atom> count() {
        auto chain = read_count_chain(lexer_.rest());
        if (!chain) {
            return lexer_.error_at(lexer_.peek().offset + chain.error().offset,
                                   chain.error().message);
        }
        lexer_.skip(chain->length);
        return Atom{std::move(chain->chain)};
    }

    Status open() { return lexer_.expect_sign("(", "after " + std::string(word_)); }
    Status close() { return lexer_.expect_sign(")", "to end " + std::string(word_)); }

    // The word in parentheses after the atom's name.
    Result<Token> word_argument(std::string_view what) {
        EDGE_CHECK(open());
        if (lexer_.peek().kind != TokenKind::Word) return lexer_.expected(what);
        const Token argument = lexer_.take();
        return argument;
    }

    // What a notation read at the offset, or its error with that place.
    template <class T>
    Result<T> placed(size_t offset, Result<T> value) const {
        if (!value) return lexer_.error_at(offset, value.error().message);
        return value;
    }

    Result<Atom> file_test(FilePredicate predicate) {
        FileTest test{predicate, std::nullopt};
        if (lexer_.at_sign("(")) {
            const Token file = EDGE_TRY(word_argument("a file from a to h"));
            test.file = EDGE_TRY(placed(file.offset, parse_file(file.text)));
            EDGE_CHECK(close());
        }
        return Atom{test};
    }

    Result<Atom> to_move() {
        const Token turn = EDGE_TRY(word_argument("w, b, us or them"));
        const ToMove test{EDGE_TRY(placed(turn.offset, parse_turn(turn.text)))};
        EDGE_CHECK(close());
        return Atom{test};
    }

    Result<Atom> material() {
        EDGE_CHECK(open());
        const size_t offset = lexer_.peek().offset;
        const std::string text = EDGE_TRY(lexer_.expect_string(R"(material("KRPKR"))"));
        const MaterialTest test = EDGE_TRY(placed(offset, parse_material(text)));
        EDGE_CHECK(close());
        return Atom{test};
    }

    Result<Atom> subfen() {
        EDGE_CHECK(open());
        const size_t offset = lexer_.peek().offset;
        const std::string text = EDGE_TRY(lexer_.expect_string(R"(subfen("8/8/8/8/8/8/8/R6R"))"));
        SubFen pattern = EDGE_TRY(placed(offset, parse_subfen(text)));
        while (lexer_.take_sign(",")) {
            if (lexer_.take_word("mirror")) {
                pattern.mirror = true;
            } else if (lexer_.take_word("mirror_files")) {
                pattern.mirror_files = true;
            } else if (lexer_.take_word("shift")) {
                pattern.shift = true;
            } else {
                return lexer_.expected("mirror, mirror_files or shift");
            }
        }
        EDGE_CHECK(close());
        return Atom{pattern};
    }

    Result<Atom> position() {
        EDGE_CHECK(open());
        const size_t offset = lexer_.peek().offset;
        const std::string fen = EDGE_TRY(lexer_.expect_string("position(\"FEN\")"));
        PositionTest test{EDGE_TRY(placed(offset, parse_position(fen)))};
        EDGE_CHECK(close());
        return Atom{test};
    }

    Result<Atom> opening() {
        EDGE_CHECK(open());
        const size_t offset = lexer_.peek().offset;
        const std::string text = EDGE_TRY(lexer_.expect_string("opening(\"najdorf\")"));
        OpeningTest test = EDGE_TRY(placed(offset, parse_opening(text)));
        EDGE_CHECK(close());
        return Atom{std::move(test)};
    }

    Result<Atom> moves(bool loose) {
        EDGE_CHECK(open());
        MoveTest test;
        do {
            const size_t offset = lexer_.peek().offset;
            const std::string text = EDGE_TRY(lexer_.expect_string(R"(move("Nf3", "e2e4"))"));
            test.moves.push_back(EDGE_TRY(placed(offset, parse_move_pattern(text, loose))));
        } while (lexer_.take_sign(","));
        EDGE_CHECK(close());
        return Atom{std::move(test)};
    }

    Result<KindSet> kinds() {
        const Token letters = EDGE_TRY(word_argument("kinds of pieces such as NB"));
        const KindSet set = EDGE_TRY(placed(letters.offset, parse_kinds(letters.text)));
        EDGE_CHECK(close());
        return set;
    }

    Result<Atom> captured() {
        const Token letters = EDGE_TRY(word_argument("kinds of pieces such as NB, or none"));
        Captured test;
        if (letters.text != "none") {
            test.kinds = EDGE_TRY(placed(letters.offset, parse_kinds(letters.text)));
        }
        EDGE_CHECK(close());
        return Atom{test};
    }

    Result<Atom> any_of(bool negated) {
        const std::string_view name = word_;
        EDGE_CHECK(open());
        const Nesting nesting(lexer_);
        EDGE_CHECK(nesting.check());
        AnyOf any{{}, negated};
        do any.lists.push_back(EDGE_TRY(list()));
        while (lexer_.take_sign(","));
        word_ = name;
        EDGE_CHECK(close());
        return Atom{std::move(any)};
    }

    Lexer& lexer_;
    std::string_view word_;  // the name of the atom being read
};

}  // namespace

std::span<const std::string_view> atom_words() { return kAtomWords; }

bool at_plain_condition(const Lexer& lexer) { return at_side(lexer) || at_atom(lexer); }

Result<Condition> parse_plain_condition(Lexer& lexer) {
    Condition condition;
    if (at_side(lexer)) {
        const Token word = lexer.peek();
        const auto side = value_of(kSides, word.text);
        if (!side) return lexer.expected(std::string(kAllSides) + " before ':'");
        lexer.take();
        lexer.take();
        condition.side = *side;
    }
    condition.atoms = EDGE_TRY(AtomParser(lexer).list());
    return condition;
}

}  // namespace edge::query
