// Codes, by key: pawn structures are the two bitboards; numbers are in `first`; names are the shard
// (high half) and the index in its dictionary, or kUnknownNumber; final material is White's pieces
// in `first` and Black's in `second`, four bits for each kind.
#include "query/answers/group_key.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "corpus/tag_text.h"
#include "query/headers/time_class.h"
#include "query/scan/piece_board.h"

namespace edge::query {
namespace {

struct KeyName {
    GroupKey key;
    std::string_view name;
};
constexpr std::array<KeyName, kGroupKeys> kKeyNames = {{
    {GroupKey::PawnStructure, "pawn-structure"},
    {GroupKey::Eco, "eco"},
    {GroupKey::Year, "year"},
    {GroupKey::Result, "result"},
    {GroupKey::White, "white"},
    {GroupKey::Black, "black"},
    {GroupKey::Player, "player"},
    {GroupKey::TimeClass, "tc"},
    {GroupKey::FinalMaterial, "final-material"},
    {GroupKey::Plies, "plies"},
    {GroupKey::Speed, "speed"},
}};

constexpr std::array<std::string_view, 5> kTimeClassNames = {"bullet", "blitz", "rapid",
                                                             "classical", "correspondence"};
constexpr std::array<std::string_view, 6> kSpeedNames = {
    "ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence"};

constexpr Piece kWhitePawn = make_piece(Color::White, PieceType::Pawn);
constexpr Piece kBlackPawn = make_piece(Color::Black, PieceType::Pawn);

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

uint64_t header_number(GroupKey key, const corpus::GameHeader& header) {
    switch (key) {
        case GroupKey::Eco:
            return header.eco == corpus::kUnknownEco ? kUnknownNumber : header.eco;
        case GroupKey::Year:
            return header.date.year == 0 ? kUnknownNumber : header.date.year;
        case GroupKey::Result:
            return static_cast<uint64_t>(header.result);
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

std::string structure_text(PawnStructure pawns) {
    std::string text;
    for (unsigned rank = 8; rank-- > 0;) {
        unsigned empty = 0;
        const auto end_gap = [&] {
            if (empty != 0) text += static_cast<char>('0' + empty);
            empty = 0;
        };
        for (unsigned file = 0; file < 8; ++file) {
            const Bitboard square = bit(make_square(file, rank));
            if (((pawns.white | pawns.black) & square) == 0) {
                ++empty;
                continue;
            }
            end_gap();
            text += (pawns.white & square) != 0 ? 'P' : 'p';
        }
        end_gap();
        if (rank != 0) text += '/';
    }
    return text;
}

std::string number_text(GroupKey key, uint64_t number) {
    if (number == kUnknownNumber) return "?";
    switch (key) {
        case GroupKey::Eco:
            return corpus::eco_text(static_cast<uint16_t>(std::min<uint64_t>(number, 1023)));
        case GroupKey::Result:
            if (number > 3) return "?";
            return std::string(corpus::result_text(static_cast<corpus::GameResult>(number)));
        case GroupKey::TimeClass:
            return std::string(number < kTimeClassNames.size() ? kTimeClassNames[number] : "?");
        case GroupKey::Speed:
            return std::string(number < kSpeedNames.size() ? kSpeedNames[number] : "?");
        default:
            return std::to_string(number);
    }
}

}  // namespace

std::string_view name_of(GroupKey key) {
    const auto found = std::ranges::find(kKeyNames, key, &KeyName::key);
    return found == kKeyNames.end() ? "?" : found->name;
}

Result<GroupKey> parse_group_key(std::string_view name) {
    const auto found = std::ranges::find(kKeyNames, name, &KeyName::name);
    if (found != kKeyNames.end()) return found->key;
    std::string all;
    for (const KeyName& key : kKeyNames)
        all += fmt::format("{}{}", all.empty() ? "" : ", ", key.name);
    return fail(ErrorCode::InvalidArgument,
                fmt::format("found \"{}\" as a key to group by, expected one of {}", name, all));
}

bool is_unknown(const GroupValue& value) {
    if (const auto* number = std::get_if<uint64_t>(&value)) return *number == kUnknownNumber;
    const auto* text = std::get_if<std::string>(&value);
    return text != nullptr && text->empty();
}

std::string value_text(GroupKey key, const GroupValue& value) {
    if (const auto* pawns = std::get_if<PawnStructure>(&value)) return structure_text(*pawns);
    if (const auto* number = std::get_if<uint64_t>(&value)) return number_text(key, *number);
    const auto& text = std::get<std::string>(value);
    return text.empty() ? "?" : text;
}

Result<GroupValue> decode_group(GroupKey key, GroupCode code, const corpus::Corpus& corpus) {
    switch (key) {
        case GroupKey::PawnStructure:
            return PawnStructure{code.first, code.second};
        case GroupKey::FinalMaterial:
            return material_text(code);
        case GroupKey::White:
        case GroupKey::Black:
        case GroupKey::Player: {
            if (code.first == kUnknownNumber) return std::string();
            const auto shard = static_cast<uint32_t>(code.first >> 32);
            return std::string(
                EDGE_TRY(corpus.shard(shard).name(static_cast<uint32_t>(code.first))));
        }
        default:
            return code.first;
    }
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
    switch (key_) {
        case GroupKey::PawnStructure:
            split_by_structure(game, spans, share);
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
        default:
            share.code.first = header_number(key_, header);
    }
    shares_.push_back(share);
    return shares_;
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

void GroupSplitter::split_by_structure(const corpus::GameView& game, std::span<const PlySpan> spans,
                                       GroupShare share) {
    PieceBoard board;
    share.code = {rank_bits(1), rank_bits(6)};
    share.positions = 0;
    const auto end_structure = [&] {
        if (share.positions != 0) shares_.push_back(share);
        share.positions = 0;
    };
    uint32_t ply = 0;  // of the board
    const auto play_one = [&] {
        GroupCode next = share.code;
        board.play(game.move(ply), [&next](Square square, Piece before, Piece after) {
            const bool white = (before == kWhitePawn) != (after == kWhitePawn);
            const bool black = (before == kBlackPawn) != (after == kBlackPawn);
            next.first ^= Bitboard{white} << index(square);
            next.second ^= Bitboard{black} << index(square);
        });
        ++ply;
        if (next == share.code) return;
        end_structure();
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
    end_structure();
}

}  // namespace edge::query
