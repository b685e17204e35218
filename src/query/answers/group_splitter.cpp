// Codes, by key: pawn structures are the two bitboards; numbers are in `first`; names are the shard
// (high half) and the index in its dictionary, or kUnknownNumber; texts of tags are their number in
// the splitter, and openings theirs in Openings::all(), or kUnknownNumber; final material is
// White's pieces in `first` and Black's in `second`, four bits for each kind.
#include "query/answers/group_splitter.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "chess/openings.h"
#include "corpus/replay.h"
#include "query/headers/time_class.h"
#include "query/openings.h"
#include "query/scan/piece_board.h"

namespace edge::query {
namespace {

constexpr Piece kWhitePawn = make_piece(Color::White, PieceType::Pawn);
constexpr Piece kBlackPawn = make_piece(Color::Black, PieceType::Pawn);
constexpr uint64_t kPiecesAtStart = 32;

uint64_t name_code(uint32_t shard, uint32_t name) {
    return name == corpus::kNoName ? kUnknownNumber : uint64_t{shard} << 32 | name;
}

// The kinds in the order in which a material key names them, without the king.
struct KindLetter {
    PieceType type;
    char letter;
};
constexpr std::array<KindLetter, 5> kKindLetters = {{{PieceType::Queen, 'Q'},
                                                     {PieceType::Rook, 'R'},
                                                     {PieceType::Bishop, 'B'},
                                                     {PieceType::Knight, 'N'},
                                                     {PieceType::Pawn, 'P'}}};

constexpr uint64_t kMostOfAKind = 15;  // what four bits hold; a legal game has ten at most

GroupCode final_material(const corpus::GameView& game) {
    PieceBoard board;
    for (uint32_t ply = 0; ply < game.plies(); ++ply) {
        board.play(game.move(ply), [](Square, Piece, Piece) {});
    }
    std::array<std::array<uint64_t, 8>, 2> counts{};
    for (unsigned i = 0; i < 64; ++i) {
        const Piece piece = board.piece_on(square_at(i));
        ++counts[index(color_of(piece))][index(type_of(piece))];
    }
    std::array<uint64_t, 2> codes{};
    for (size_t color = 0; color < 2; ++color) {
        for (const KindLetter& kind : kKindLetters) {
            codes[color] |= std::min(counts[color][index(kind.type)], kMostOfAKind)
                            << (4 * index(kind.type));
        }
    }
    return {codes[0], codes[1]};
}

std::string material_text(GroupCode code) {
    std::string text;
    for (const uint64_t pieces : {code.first, code.second}) {
        text += text.empty() ? "K" : ":K";
        for (const KindLetter& kind : kKindLetters) {
            text.append(pieces >> (4 * index(kind.type)) & kMostOfAKind, kind.letter);
        }
    }
    return text;
}

template <class Class>
uint64_t class_number(Class value) {
    return value == Class::Unknown ? kUnknownNumber : static_cast<uint64_t>(value);
}

// The last position with a name.
uint64_t opening_number(const Openings& openings, const corpus::GameView& game) {
    uint64_t last = kUnknownNumber;
    Position position = Position::start();
    for (uint32_t ply = 0;; ++ply) {
        const uint32_t number = openings.number_of(position);
        if (number != Openings::kNone) last = number;
        if (ply == game.plies() || !corpus::is_playable(position, game.move(ply))) return last;
        position.make_move<Maintain::BoardAndHash>(game.move(ply));
    }
}

// Both ratings must be known.
uint64_t elo_bin(const corpus::GameHeader& header, uint32_t width) {
    if (header.white_elo == 0 || header.black_elo == 0 || width == 0) return kUnknownNumber;
    const uint32_t mean = (uint32_t{header.white_elo} + header.black_elo) / 2;
    return mean / width * width;
}

uint64_t month_number(corpus::Date date) {
    const bool is_known = date.year != 0 && date.month >= 1 && date.month <= 12;
    return is_known ? uint64_t{date.year} * 100 + date.month : kUnknownNumber;
}

uint64_t header_number(const Grouping& by, const corpus::GameHeader& header) {
    switch (by.key) {
        case GroupKey::Eco:
            return header.eco == corpus::kUnknownEco ? kUnknownNumber : header.eco;
        case GroupKey::Year:
            return header.date.year == 0 ? kUnknownNumber : header.date.year;
        case GroupKey::Month:
            return month_number(header.date);
        case GroupKey::Elo:
            return elo_bin(header, by.elo_width);
        case GroupKey::Result:
            return static_cast<uint64_t>(header.result);
        case GroupKey::Termination:
            return static_cast<uint64_t>(header.termination);
        case GroupKey::TimeClass:
            return class_number(time_class_of(header.time_control));
        case GroupKey::Speed:
            return class_number(speed_of(header.time_control));
        case GroupKey::Plies:
            return header.plies;
        default:
            return kUnknownNumber;
    }
}

}  // namespace

Status check_grouping(const corpus::Corpus& corpus, const Grouping& by) {
    if (by.key == GroupKey::Opening && by.openings == nullptr)
        return no_openings("the key opening");
    return by.key == GroupKey::Tag ? check_tag_is_kept(corpus, by.tag) : Status();
}

GroupSplitter::GroupSplitter(const corpus::Corpus& corpus, Grouping by)
    : corpus_(&corpus), by_(std::move(by)) {
    if (by_.key == GroupKey::Tag) tags_ = std::make_unique<TagReader>(corpus, by_.tag);
}

std::span<const GroupShare> GroupSplitter::split(corpus::GamePlace place,
                                                 const corpus::GameView& game,
                                                 std::span<const PlySpan> spans) {
    shares_.clear();
    const corpus::GameHeader header = game.header();
    GroupShare share;
    for (const PlySpan& span : spans) share.positions += uint64_t{span.last} - span.first + 1;
    if (share.positions == 0) return {};
    share.white = header.result == corpus::GameResult::WhiteWins ? 1 : 0;
    share.draws = header.result == corpus::GameResult::Draw ? 1 : 0;
    share.black = header.result == corpus::GameResult::BlackWins ? 1 : 0;
    switch (by_.key) {
        case GroupKey::PawnStructure:
            split_by_structure(game, spans, share);
            return shares_;
        case GroupKey::Pieces:
            split_by_pieces(game, spans, share);
            return shares_;
        case GroupKey::Player:
            split_by_player(place.shard, header, share);
            return shares_;
        case GroupKey::FinalMaterial:
            share.code = final_material(game);
            break;
        case GroupKey::White:
            share.code.first = name_code(place.shard, header.white_name);
            break;
        case GroupKey::Black:
            share.code.first = name_code(place.shard, header.black_name);
            break;
        case GroupKey::Tag:
            share.code.first = tag_code(place, header);
            break;
        case GroupKey::Opening:
            share.code.first = opening_number(*by_.openings, game);
            break;
        default:
            share.code.first = header_number(by_, header);
    }
    shares_.push_back(share);
    return shares_;
}

uint64_t GroupSplitter::tag_code(corpus::GamePlace place, const corpus::GameHeader& header) {
    if (!status_) return kUnknownNumber;
    const auto text = tags_->text_of(place, header);
    if (!text) {
        status_ = tl::unexpected(text.error());
        return kUnknownNumber;
    }
    // PGN writes "?" where a text is not known.
    return text->empty() || *text == "?" ? kUnknownNumber : number_of(*text);
}

uint64_t GroupSplitter::number_of(std::string_view text) {
    const auto found = numbers_.find(text);
    if (found != numbers_.end()) return found->second;
    const uint64_t number = texts_.size();
    numbers_.emplace(texts_.emplace_back(text), number);
    return number;
}

GroupCode GroupSplitter::code_of(GroupCode code, const GroupSplitter& other) {
    if (by_.key != GroupKey::Tag || code.first == kUnknownNumber) return code;
    return {number_of(other.texts_[code.first]), 0};
}

Result<GroupValue> GroupSplitter::decode(GroupCode code) const {
    switch (by_.key) {
        case GroupKey::PawnStructure:
            return PawnStructure{code.first, code.second};
        case GroupKey::FinalMaterial:
            return material_text(code);
        case GroupKey::Tag:
            return code.first == kUnknownNumber ? std::string() : texts_[code.first];
        case GroupKey::Opening:
            if (code.first == kUnknownNumber) return std::string();
            return by_.openings->all()[code.first].opening.name;
        case GroupKey::White:
        case GroupKey::Black:
        case GroupKey::Player: {
            if (code.first == kUnknownNumber) return std::string();
            const auto shard = static_cast<uint32_t>(code.first >> 32);
            return std::string(
                EDGE_TRY(corpus_->shard(shard).name(static_cast<uint32_t>(code.first))));
        }
        default:
            return code.first;
    }
}

void GroupSplitter::split_by_player(uint32_t shard, const corpus::GameHeader& header,
                                    GroupShare share) {
    GroupShare other = share;
    std::swap(other.white, other.black);
    share.code.first = name_code(shard, header.white_name);
    other.code.first = name_code(shard, header.black_name);
    if (share.code == other.code) {
        share.white = static_cast<uint8_t>(share.white + other.white);
        share.draws = static_cast<uint8_t>(share.draws + other.draws);
        share.black = static_cast<uint8_t>(share.black + other.black);
        shares_.push_back(share);
    } else {
        shares_.push_back(share);
        shares_.push_back(other);
    }
}

// `change` updates the code of a position by a square that a move changes.
template <class Change>
void GroupSplitter::split_by_position(const corpus::GameView& game, std::span<const PlySpan> spans,
                                      GroupShare share, Change change) {
    PieceBoard board;
    share.positions = 0;
    const auto end_group = [&] {
        if (share.positions != 0) shares_.push_back(share);
        share.positions = 0;
    };
    uint32_t ply = 0;  // of the board
    const auto play_one = [&] {
        GroupCode next = share.code;
        board.play(game.move(ply), [&](Square square, Piece before, Piece after) {
            change(next, square, before, after);
        });
        ++ply;
        if (next == share.code) return;
        end_group();
        share.code = next;
    };
    for (const PlySpan& span : spans) {
        while (ply < span.first) play_one();
        ++share.positions;
        while (ply < span.last) {
            play_one();
            ++share.positions;
        }
    }
    end_group();
}

void GroupSplitter::split_by_structure(const corpus::GameView& game, std::span<const PlySpan> spans,
                                       GroupShare share) {
    share.code = {rank_bits(1), rank_bits(6)};
    split_by_position(game, spans, share,
                      [](GroupCode& code, Square square, Piece before, Piece after) {
                          const bool white = (before == kWhitePawn) != (after == kWhitePawn);
                          const bool black = (before == kBlackPawn) != (after == kBlackPawn);
                          code.first ^= Bitboard{white} << index(square);
                          code.second ^= Bitboard{black} << index(square);
                      });
}

void GroupSplitter::split_by_pieces(const corpus::GameView& game, std::span<const PlySpan> spans,
                                    GroupShare share) {
    share.code = {kPiecesAtStart, 0};
    split_by_position(game, spans, share, [](GroupCode& code, Square, Piece before, Piece after) {
        code.first += after != Piece::None ? 1 : 0;
        code.first -= before != Piece::None ? 1 : 0;
    });
}

}  // namespace edge::query
