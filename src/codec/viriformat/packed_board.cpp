// Byte  0  occupied squares, 64 bits, a1 = bit 0
//       8  a nibble for each of them in that order, the low one of a byte first: type, plus 8 for
//          Black; a rook that may castle has a separate type
//      24  en-passant square, 64 = none; bit 7: Black is to move
//      25  halfmove clock
//      26  move number, 16 bits
//      28  score, 16 bits
//      30  result
//      31  unused

#include "codec/viriformat/packed_board.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>

#include "chess/fen.h"
#include "core/byte_order.h"

namespace edge::viriformat {
namespace {

constexpr size_t kMenAt = 8, kSideAt = 24, kHalfmoveAt = 25, kFullmoveAt = 26, kScoreAt = 28,
                 kResultAt = 30, kExtraAt = 31;
constexpr int kMaxPieces = 32;
constexpr std::string_view kKinds = "pnbrqkr";  // the last is an unmoved rook
constexpr unsigned kUnmovedRook = 6, kBlackPiece = 8;
constexpr unsigned kNoSquare = 64, kBlackToMove = 0x80;
constexpr unsigned kMaxHalfmove = 255, kMaxFullmove = 65535;
constexpr std::array kResults = {GameResult::BlackWins, GameResult::Draw, GameResult::WhiteWins};

constexpr char upper(char letter) { return static_cast<char>(letter - 'a' + 'A'); }

// The bytes as FEN: one place decides what a legal position is. Uses the lenient mode, which drops
// rights and en-passant squares that mean nothing.
struct FenFields {
    std::array<char, 64> pieces = {};  // letters; 0 where there is none
    std::string castling;              // files of the unmoved rooks
    int unmoved_rooks = 0;
};

std::optional<FenFields> read_pieces(BoardBytes bytes) {
    FenFields fields;
    auto occupied = load<uint64_t>(bytes.data());
    if (std::popcount(occupied) > kMaxPieces) return std::nullopt;
    for (unsigned i = 0; occupied != 0; ++i) {
        const Square square = pop_first(occupied);
        const unsigned nibble =
            unsigned{load<uint8_t>(bytes.data() + kMenAt + i / 2)} >> (4 * (i % 2));
        const unsigned kind = nibble & 7U;
        if (kind >= kKinds.size()) return std::nullopt;
        const bool is_black = (nibble & kBlackPiece) != 0;
        fields.pieces[index(square)] = is_black ? kKinds[kind] : upper(kKinds[kind]);
        if (kind != kUnmovedRook) continue;
        ++fields.unmoved_rooks;
        const char file = static_cast<char>('a' + file_of(square));
        if (rank_of(square) == (is_black ? 7U : 0U)) {
            fields.castling += is_black ? file : upper(file);
        }
    }
    return fields;
}

std::string fen_of(const FenFields& fields, BoardBytes bytes) {
    const unsigned side = load<uint8_t>(bytes.data() + kSideAt);
    std::string fen;
    fen.reserve(100);
    for (unsigned rank = 8; rank-- > 0;) {
        for (unsigned file = 0; file < 8; ++file) {
            const char piece = fields.pieces[index(make_square(file, rank))];
            fen += piece == 0 ? '1' : piece;
        }
        if (rank != 0) fen += '/';
    }
    fen += (side & kBlackToMove) != 0 ? " b " : " w ";
    fen += fields.castling.empty() ? "-" : fields.castling;
    const unsigned passed = side & ~kBlackToMove;
    if (passed < kNoSquare) {
        fen += {' ', static_cast<char>('a' + passed % 8), static_cast<char>('1' + passed / 8)};
    } else {
        fen += " -";
    }
    fen += ' ' + std::to_string(load<uint8_t>(bytes.data() + kHalfmoveAt));
    fen += ' ' + std::to_string(load<uint16_t>(bytes.data() + kFullmoveAt));
    return fen;
}

// Whether the piece is a rook that its side may castle with.
bool may_castle_with(const Position& position, Square square) {
    const Color color = color_of(position.piece_on(square));
    return std::ranges::any_of(std::array{kKingSide, kQueenSide}, [&](unsigned wing) {
        return position.can_castle(color, wing) && position.castling_rook(color, wing) == square;
    });
}

unsigned nibble_of(const Position& position, Square square) {
    const Piece piece = position.piece_on(square);
    const bool is_unmoved = type_of(piece) == PieceType::Rook && may_castle_with(position, square);
    const unsigned kind = is_unmoved ? kUnmovedRook : index(type_of(piece)) - 1;
    return kind | (color_of(piece) == Color::Black ? kBlackPiece : 0);
}

}  // namespace

tl::expected<Board, std::string> unpack_board(BoardBytes bytes) {
    const auto fields = read_pieces(bytes);
    if (!fields) return tl::unexpected(std::string("the board has unknown pieces"));
    const std::string fen = fen_of(*fields, bytes);
    const auto position = parse_fen(fen, FenMode::Lenient);
    if (!position) return tl::unexpected(describe(position.error(), fen));

    Board board{.position = *position, .passed = position->en_passant()};
    const unsigned passed = load<uint8_t>(bytes.data() + kSideAt) & ~kBlackToMove;
    if (passed < kNoSquare && board.passed == Square::None) board.passed = passed_square(fen);
    const uint8_t result = load<uint8_t>(bytes.data() + kResultAt);
    if (result < kResults.size()) board.result = kResults[result];
    board.score = load<Score>(bytes.data() + kScoreAt);
    board.extra = load<uint8_t>(bytes.data() + kExtraAt);
    board.drops_castling = fields->unmoved_rooks != std::popcount(position->castling_rights());
    board.drops_clocks = std::max<unsigned>(load<uint16_t>(bytes.data() + kFullmoveAt), 1) !=
                         position->fullmove_number();
    return board;
}

bool has_packable_clocks(const Position& position) {
    return position.halfmove_clock() <= kMaxHalfmove && position.fullmove_number() <= kMaxFullmove;
}

PackedBoard pack_board(const Position& position, GameResult result) {
    return pack_board(position, position.en_passant(), result);
}

PackedBoard pack_board(const Position& position, Square passed, GameResult result) {
    PackedBoard bytes{};
    store<uint64_t>(bytes.data(), position.occupied());
    Bitboard occupied = position.occupied();
    for (unsigned i = 0; occupied != 0; ++i) {
        const unsigned nibble = nibble_of(position, pop_first(occupied));
        bytes[kMenAt + i / 2] |= static_cast<std::byte>(nibble << (4 * (i % 2)));
    }
    const unsigned side = position.side_to_move() == Color::Black ? kBlackToMove : 0;
    store(bytes.data() + kSideAt, static_cast<uint8_t>(side | index(passed)));
    store(bytes.data() + kHalfmoveAt,
          static_cast<uint8_t>(std::min(position.halfmove_clock(), kMaxHalfmove)));
    store(bytes.data() + kFullmoveAt,
          static_cast<uint16_t>(std::min(position.fullmove_number(), kMaxFullmove)));
    const auto code = std::ranges::find(kResults, result) - kResults.begin();
    store(bytes.data() + kResultAt, static_cast<uint8_t>(code));
    return bytes;
}

}  // namespace edge::viriformat
