#include <algorithm>
#include <array>
#include <numeric>

#include "chess/fen.h"
#include "core/ascii.h"
#include "query/lang/did_you_mean.h"
#include "query/lang/notation.h"
#include "query/openings.h"

namespace edge::query {

namespace {

constexpr std::string_view kKindLetters = " PNBRQK";           // by PieceType
constexpr std::string_view kPieceLetters = " PNBRQK  pnbrqk";  // by Piece
constexpr std::string_view kStrongestFirst = "QRBNP";
constexpr unsigned kMaxPieces = 15;  // of a side, besides the king
constexpr size_t kLongestFen = 200;

constexpr uint16_t kEmpty = 1;
constexpr uint16_t kAnyWhite = 0x007E;
constexpr uint16_t kAnyBlack = 0x7E00;
constexpr uint16_t kAnyPiece = kAnyWhite | kAnyBlack;

PieceType kind_of(char letter) {
    const size_t at = letter == ' ' ? std::string_view::npos : kKindLetters.find(letter);
    return at == std::string_view::npos ? PieceType::None : static_cast<PieceType>(at);
}

tl::unexpected<Error> bad_material(std::string_view text, std::string_view why) {
    return misread("material " + in_quotes(text) + ": " + std::string(why));
}

std::string pieces_text(const std::array<uint8_t, 7>& pieces) {
    std::string out = "K";
    for (const char letter : kStrongestFirst) out.append(pieces[index(kind_of(letter))], letter);
    return out;
}

// What a square may hold, by the sign for it; 0 for any other character.
uint16_t allowed_by(char sign) {
    switch (sign) {
        case '_':
            return kEmpty;
        case 'A':
            return kAnyWhite;
        case 'a':
            return kAnyBlack;
        case '?':
            return kAnyPiece;
        default:
            break;
    }
    const size_t at = sign == ' ' ? std::string_view::npos : kPieceLetters.find(sign);
    return at == std::string_view::npos ? uint16_t{0} : static_cast<uint16_t>(1U << at);
}

char sign_of(uint16_t allowed) {
    for (const char sign : std::string_view("_Aa?PNBRQKpnbrqk")) {
        if (allowed_by(sign) == allowed) return sign;
    }
    return '?';
}

tl::unexpected<Error> bad_subfen(std::string_view text, std::string_view why) {
    return misread("sub-FEN " + in_quotes(text) + ": " + std::string(why));
}

std::vector<std::string_view> fields_of(std::string_view text) {
    std::vector<std::string_view> fields;
    while (true) {
        const auto begin = std::ranges::find_if_not(text, is_space);
        const auto end = std::find_if(begin, text.end(), is_space);
        if (begin == end) return fields;
        fields.emplace_back(begin, end);
        text = {end, text.end()};
    }
}

// The only field of a text, or the first of a FEN with or without clocks.
Result<std::string_view> board_field(std::string_view text) {
    const std::vector<std::string_view> fields = fields_of(text);
    if (fields.empty()) return text;
    if (fields.size() == 1) return fields.front();
    const bool is_fen = fields.size() == 4 || fields.size() == 6;
    if (!is_fen || (fields[1] != "w" && fields[1] != "b")) {
        return bad_subfen(text,
                          "expected the board field of a FEN, or a FEN of four or six fields");
    }
    return fields.front();
}

}  // namespace

Result<MaterialTest> parse_material(std::string_view text) {
    MaterialTest test;
    unsigned kings = 0;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == ':' && kings == 1 && i + 1 < text.size() && text[i + 1] == 'K') {
            test.any_colors = false;
            continue;
        }
        const PieceType kind = kind_of(c);
        if (kind == PieceType::None) {
            return bad_material(text,
                                "expected capital letters of pieces as in KRPKR, or KRP:KR with "
                                "White first, found " +
                                    in_quotes(text.substr(i, 1)));
        }
        if (kind == PieceType::King) {
            if (++kings > 2) return bad_material(text, "expected two kings, found a third");
            continue;
        }
        if (kings == 0) return bad_material(text, "each side begins with its K, as in KRPKR");
        auto& pieces = test.pieces[kings - 1];
        if (std::accumulate(pieces.begin(), pieces.end(), 0U) == kMaxPieces) {
            return bad_material(text, "a side has at most 15 pieces besides its king");
        }
        ++pieces[index(kind)];
    }
    if (kings != 2) return bad_material(text, "expected the pieces of both sides, as in KRPKR");
    return test;
}

std::string to_text(const MaterialTest& test) {
    return pieces_text(test.pieces[0]) + (test.any_colors ? "" : ":") + pieces_text(test.pieces[1]);
}

Result<SubFen> parse_subfen(std::string_view text) {
    SubFen pattern;
    pattern.allowed.fill(SubFen::kAnything);
    unsigned rank = 7;
    unsigned file = 0;
    const std::string_view board = EDGE_TRY(board_field(text));
    for (const char c : board) {
        if (c == '/') {
            if (file != 8) return bad_subfen(text, "a rank must have eight squares");
            if (rank == 0) return bad_subfen(text, "the board has eight ranks, found a ninth");
            --rank;
            file = 0;
            continue;
        }
        const bool is_free = is_digit(c) && c >= '1' && c <= '8';
        const uint16_t allowed = allowed_by(c);
        if (!is_free && allowed == 0) {
            return bad_subfen(text,
                              "expected the letter of a piece, a digit from 1 to 8, _ (empty), "
                              "A or a (any white or black piece), ? (any piece) or /, found " +
                                  in_quotes({&c, 1}));
        }
        const unsigned squares = is_free ? static_cast<unsigned>(c - '0') : 1U;
        if (file + squares > 8) return bad_subfen(text, "a rank must have eight squares");
        if (!is_free) pattern.allowed[index(make_square(file, rank))] = allowed;
        file += squares;
    }
    if (rank != 0 || file != 8) return bad_subfen(text, "the board must have eight full ranks");
    return pattern;
}

std::string to_text(const SubFen& pattern) {
    std::string out;
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned free = 0;
        const auto end_free = [&] {
            if (free != 0) out += static_cast<char>('0' + free);
            free = 0;
        };
        for (unsigned file = 0; file < 8; ++file) {
            const uint16_t allowed = pattern.allowed[index(make_square(file, rank))];
            if (allowed == SubFen::kAnything) {
                ++free;
                continue;
            }
            end_free();
            out += sign_of(allowed);
        }
        end_free();
        if (rank != 0) out += '/';
    }
    return out;
}

Result<OpeningTest> parse_opening(std::string_view text) {
    if (!words_of_name(text).empty()) return OpeningTest{std::string(text)};
    return misread("expected words of an opening's name or an ECO code, found " + in_quotes(text));
}

Result<Position> parse_position(std::string_view fen) {
    if (fen.size() > kLongestFen) return misread("FEN " + in_quotes(fen) + " is too long");
    const auto position = parse_fen(fen, FenMode::Lenient);
    if (!position) return misread(describe(position.error(), fen));
    return *position;
}

Result<Turn> parse_turn(std::string_view text) {
    if (text == "w" || text == "white") return Turn::White;
    if (text == "b" || text == "black") return Turn::Black;
    if (text == "us") return Turn::Us;
    if (text == "them") return Turn::Them;
    return misread("expected w, b, us or them, found " + in_quotes(text));
}

std::string_view to_text(Turn turn) {
    static constexpr std::array<std::string_view, 4> kNames = {"w", "b", "us", "them"};
    return kNames[static_cast<size_t>(turn)];
}

Result<KindSet> parse_kinds(std::string_view text) {
    KindSet kinds = 0;
    for (const char c : text) {
        const PieceType kind = kind_of(to_upper(c));
        if (kind == PieceType::None) {
            return misread("expected kinds of pieces among KQRBNP, found " + in_quotes(text));
        }
        kinds = static_cast<KindSet>(kinds | 1U << index(kind));
    }
    if (kinds == 0) return misread("expected kinds of pieces among KQRBNP, found nothing");
    return kinds;
}

std::string kinds_text(KindSet kinds) {
    std::string out;
    for (const char letter : std::string_view("KQRBNP")) {
        if ((kinds >> index(kind_of(letter)) & 1) != 0) out += letter;
    }
    return out;
}

Result<uint8_t> parse_file(std::string_view text) {
    const char letter = text.size() == 1 ? to_upper(text.front()) : '\0';
    if (letter < 'A' || letter > 'H') {
        return misread("expected a file from a to h, found " + in_quotes(text));
    }
    return static_cast<uint8_t>(letter - 'A');
}

std::string file_text(uint8_t file) { return std::string(1, static_cast<char>('a' + file)); }

}  // namespace edge::query
