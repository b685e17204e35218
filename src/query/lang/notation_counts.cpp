#include "query/lang/notation_counts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "core/ascii.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"

namespace edge::query {

namespace {

constexpr std::array<std::string_view, 32> kCountedWords = {  // by Counted
    "P",      "N",      "B",      "R",      "Q",      "K",      "MEN",      "MAT",
    "p",      "n",      "b",      "r",      "q",      "k",      "men",      "mat",
    "us.P",   "us.N",   "us.B",   "us.R",   "us.Q",   "us.K",   "us.MEN",   "us.MAT",
    "them.P", "them.N", "them.B", "them.R", "them.Q", "them.K", "them.MEN", "them.MAT"};

// Every sum fits into 32 bits: 10,000 times 103 (all material of a side) times 100.
constexpr int32_t kMaxNumber = 10'000;
constexpr size_t kMaxTerms = 100;

struct RelationSign {
    std::string_view sign;
    Relation relation;
};
constexpr std::array kRelationSigns = {
    // the longer sign before the one it begins with
    RelationSign{"!=", Relation::NotEqual},     RelationSign{"<=", Relation::LessEqual},
    RelationSign{">=", Relation::GreaterEqual}, RelationSign{"=", Relation::Equal},
    RelationSign{"<", Relation::Less},          RelationSign{">", Relation::Greater},
};

struct WrongSign {
    std::string_view sign, meant;
};
constexpr std::array kWrongSigns = {WrongSign{"==", "="}, WrongSign{"=>", ">="},
                                    WrongSign{"=<", "<="}, WrongSign{"<>", "!="}};

bool is_word(char c) { return is_digit(c) || is_letter(c) || c == '_'; }

template <class T>
using Read = tl::expected<T, CountError>;

class Reader {
public:
    explicit Reader(std::string_view text) : text_(text) {}

    Read<CountPrefix> chain() {
        CountPrefix out;
        out.chain.sums.push_back(EDGE_TRY(sum()));
        while (true) {
            const std::optional<Relation> relation = EDGE_TRY(next_relation());
            if (!relation) break;
            out.chain.relations.push_back(*relation);
            out.chain.sums.push_back(EDGE_TRY(sum()));
        }
        if (out.chain.relations.empty()) {
            skip_spaces();
            return error("expected a comparison such as P<p or Q=0, found " + found());
        }
        out.length = end_;
        return out;
    }

private:
    tl::unexpected<CountError> error(std::string message) const {
        return error_at(at_, std::move(message));
    }
    static tl::unexpected<CountError> error_at(size_t offset, std::string message) {
        return tl::unexpected(CountError{std::move(message), offset});
    }

    void skip_spaces() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }

    // us.P is one word, while the dots in P=1..2 are none.
    std::string_view word() const {
        size_t end = at_;
        while (end < text_.size() &&
               (is_word(text_[end]) ||
                (text_[end] == '.' && end + 1 < text_.size() && is_letter(text_[end + 1])))) {
            ++end;
        }
        return text_.substr(at_, end - at_);
    }

    std::string found() const {
        if (at_ == text_.size()) return "the end";
        const std::string_view whole = word();
        return in_quotes(whole.empty() ? text_.substr(at_, 1) : whole);
    }

    // Moves on only past a relation, so that what follows a chain is left to the caller.
    Read<std::optional<Relation>> next_relation() {
        skip_spaces();
        const std::string_view rest = text_.substr(at_);
        auto relation = read_relation(rest);
        if (!relation) return error(relation.error());
        if (*relation) {
            at_ += (*relation)->length;
            return (*relation)->relation;
        }
        if (rest.starts_with('-')) {
            return error(
                "counts cannot be subtracted; move the term to the other side: MAT>=mat+3");
        }
        return std::nullopt;
    }

    Read<CountSum> sum() {
        CountSum terms;
        do {
            if (terms.size() == kMaxTerms) return error("a sum has at most 100 terms");
            terms.push_back(EDGE_TRY(term()));
        } while (take('+'));
        return terms;
    }

    bool take(char c) {
        skip_spaces();
        if (at_ == text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }

    Read<CountTerm> term() {
        skip_spaces();
        const std::string_view first = word();
        if (first.empty() || !is_digit(first.front())) return CountTerm{1, EDGE_TRY(counted())};
        const int32_t value = EDGE_TRY(number(first));
        if (!take('*')) return CountTerm{value, Counted::Const};
        skip_spaces();
        return CountTerm{value, EDGE_TRY(counted())};
    }

    Read<int32_t> number(std::string_view digits) {
        int32_t value = 0;
        for (const char c : digits) {
            if (!is_digit(c)) return error("expected a number, found " + found());
            value = value * 10 + (c - '0');
            if (value > kMaxNumber) return error("a number in a count is at most 10000");
        }
        at_ += digits.size();
        end_ = at_;
        return value;
    }

    Read<Counted> counted() {
        const std::string_view name = word();
        const auto place = std::ranges::find(kCountedWords, name);
        if (place == kCountedWords.end()) {
            return error(
                "expected a piece (KQRBNP or kqrbnp), MEN, men, MAT, mat, us.P, them.P or a "
                "number, found " +
                found());
        }
        at_ += name.size();
        end_ = at_;
        return static_cast<Counted>(place - kCountedWords.begin());
    }

    std::string_view text_;
    size_t at_ = 0;
    size_t end_ = 0;  // after the last term
};

// Skips the comma, spaces or "and" between two chains; a chain must follow.
std::string_view without_joiner(std::string_view text) {
    const auto skip_spaces = [&] {
        while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    };
    skip_spaces();
    if (text.starts_with(',')) {
        text.remove_prefix(1);
    } else if (text.starts_with("and") && (text.size() == 3 || !is_word(text[3]))) {
        text.remove_prefix(3);
    }
    skip_spaces();
    return text;
}

bool is_blank(std::string_view text) { return std::ranges::all_of(text, is_space); }

}  // namespace

bool is_counted_word(std::string_view word) {
    return std::ranges::find(kCountedWords, word) != kCountedWords.end();
}

tl::expected<std::optional<RelationPrefix>, std::string> read_relation(std::string_view text) {
    for (const WrongSign& wrong : kWrongSigns) {
        if (text.starts_with(wrong.sign)) {
            return tl::unexpected("found " + in_quotes(wrong.sign) + ", write " +
                                  std::string(wrong.meant));
        }
    }
    for (const RelationSign& right : kRelationSigns) {
        if (text.starts_with(right.sign)) {
            return RelationPrefix{right.relation, right.sign.size()};
        }
    }
    return std::nullopt;
}

tl::expected<CountPrefix, CountError> read_count_chain(std::string_view text) {
    return Reader(text).chain();
}

Result<std::vector<CountChain>> parse_counts(std::string_view text) {
    std::vector<CountChain> chains;
    std::string_view rest = text;
    do {
        auto chain = read_count_chain(rest);
        if (!chain) return misread("count " + in_quotes(text) + ": " + chain.error().message);
        chains.push_back(std::move(chain->chain));
        rest.remove_prefix(chain->length);
        if (is_blank(rest)) break;
        rest = without_joiner(rest);
    } while (true);
    return chains;
}

std::string_view to_text(Relation relation) {
    const auto sign = std::ranges::find(kRelationSigns, relation, &RelationSign::relation);
    return sign->sign;
}

std::string to_text(const CountChain& chain) {
    std::string out;
    for (size_t i = 0; i < chain.sums.size(); ++i) {
        if (i != 0) out += to_text(chain.relations[i - 1]);
        for (size_t j = 0; j < chain.sums[i].size(); ++j) {
            const CountTerm& term = chain.sums[i][j];
            if (j != 0) out += '+';
            if (term.counted == Counted::Const) {
                out += std::to_string(term.factor);
                continue;
            }
            if (term.factor != 1) out += std::to_string(term.factor) + '*';
            out += kCountedWords[static_cast<size_t>(term.counted)];
        }
    }
    return out;
}

}  // namespace edge::query
