#include "codec/synth/game.h"

#include <algorithm>

#include "chess/movegen.h"
#include "chess/san.h"
#include "codec/synth/move_choice.h"

namespace edge::synth {
namespace {

// Chances per cent to leave the book, at each of the first moves and later.
constexpr size_t kFirstPlies = 6;
constexpr uint32_t kLeaveEarlyChance = 1;
constexpr uint32_t kLeaveLaterChance = 5;
constexpr uint32_t kShortDraw = 44;  // up to this ply draws are agreed, but no game is adjudicated

class Play {
public:
    Play(const OpeningLines& book, std::array<int, 2> ratings, Random& random, PlayedGame& game)
        : random_(random), game_(game), ratings_(ratings), node_(&book.root()) {
        game_.moves.clear();
        game_.by_time = false;
        last_ply_ = draw_length();
        for (const Color c : {Color::White, Color::Black}) {
            // Strong players give up a lost game early, weak ones play on.
            const int rating = ratings_[index(c)];
            patience_[index(c)] = rating > 2200 ? static_cast<int>(random_.between(50, 90))
                                                : static_cast<int>(random_.between(70, 260));
        }
    }

    void run(uint32_t by_time_chance) {
        while (true) {
            const Move move = next_move();
            if (move.is_none()) return finish(Outcome::Draw);  // stalemate
            if (play(move)) return finish(last_mover_wins());  // mate
            if (is_dead_draw()) return finish(Outcome::Draw);
            const Color us = position_.side_to_move();
            const bool gives_up = lead(!us) > patience_[index(us)] && random_.percent(22);
            if (gives_up || game_.moves.size() >= last_ply_) {
                finish(gives_up ? last_mover_wins() : judge());
                game_.by_time = game_.outcome != Outcome::Draw && random_.percent(by_time_chance);
                return;
            }
        }
    }

private:
    // In plies; a few short draws, most games near the mean, some very long.
    uint32_t draw_length() {
        if (random_.percent(4)) return random_.between(20, kShortDraw);
        if (random_.percent(6)) return random_.between(150, 240);
        return static_cast<uint32_t>(std::max(50, 104 + random_.bell(24)));
    }

    Move next_move() {
        if (node_ != nullptr) {
            const bool leaves = random_.percent(
                game_.moves.size() < kFirstPlies ? kLeaveEarlyChance : kLeaveLaterChance);
            const OpeningLines::Node* next = leaves ? nullptr : OpeningLines::draw(*node_, random_);
            if (next == nullptr) game_.eco = node_->eco;
            node_ = next;
            if (node_ != nullptr) return node_->move;
        }
        const Color us = position_.side_to_move();
        ChoiceContext context;
        context.last_to = last_to_;
        // White scores a little more than half in real collections.
        const unsigned first_move_bonus = us == Color::White ? 1 : 0;
        context.candidates =
            static_cast<unsigned>(std::max(1, (ratings_[index(us)] - 1100) / 140)) +
            first_move_bonus;
        context.hunt_mate = lead(us) > 80 && random_.percent(40);
        return choose_move(position_, context, random_);
    }

    // True when the move mates.
    bool play(Move move) {
        SanText san;
        san.length =
            static_cast<uint8_t>(write_san(position_, move, san.text.data()) - san.text.data());
        game_.moves.push_back(san);
        const Color us = position_.side_to_move();
        int& own = material_[index(us)];
        int& other = material_[index(!us)];
        other -= value_of(type_of(position_.piece_on(move.to())));
        if (move.is_en_passant()) other -= value_of(PieceType::Pawn);
        if (move.promotion() != PieceType::None) {
            own += value_of(move.promotion()) - value_of(PieceType::Pawn);
        }
        position_.make_move<Maintain::Board>(move);
        last_to_ = move.to();
        return san.text[san.length - 1] == '#';
    }

    bool is_dead_draw() const {
        if (position_.halfmove_clock() >= 100) return true;
        return material_[0] <= 31 && material_[1] <= 31 && position_.pieces(PieceType::Pawn) == 0 &&
               material_[0] + material_[1] <= 31;
    }

    int lead(Color c) const { return material_[index(c)] - material_[index(!c)]; }

    Outcome last_mover_wins() const {
        return position_.side_to_move() == Color::White ? Outcome::BlackWins : Outcome::WhiteWins;
    }

    // The result of a game that has lasted long enough: by material, then by rating and luck.
    Outcome judge() {
        const int white_lead = lead(Color::White);
        if (game_.moves.size() <= kShortDraw) return Outcome::Draw;
        if (std::abs(white_lead) >= 20 && !random_.percent(12)) {
            return white_lead > 0 ? Outcome::WhiteWins : Outcome::BlackWins;
        }
        if (random_.percent(70)) return Outcome::Draw;
        const int rating_lead = ratings_[0] - ratings_[1] + 35;  // White moves first
        const int chance = std::clamp(50 + rating_lead / 8 + white_lead, 4, 96);
        return random_.percent(static_cast<uint32_t>(chance)) ? Outcome::WhiteWins
                                                              : Outcome::BlackWins;
    }

    void finish(Outcome outcome) {
        game_.outcome = outcome;
        if (node_ != nullptr) game_.eco = node_->eco;
    }

    static constexpr int kStartMaterial = 8 * 10 + 2 * (30 + 31 + 50) + 90;

    Random& random_;
    PlayedGame& game_;
    std::array<int, 2> ratings_;
    const OpeningLines::Node* node_;  // null once the game has left the book
    Position position_ = Position::start();
    std::array<int, 2> material_ = {kStartMaterial, kStartMaterial};  // without kings
    std::array<int, 2> patience_{};  // the deficit beyond which a player gives up
    Square last_to_ = Square::None;
    uint32_t last_ply_ = 0;
};

}  // namespace

void play_game(const OpeningLines& book, int white_rating, int black_rating,
               uint32_t by_time_chance, Random& random, PlayedGame& game) {
    Play(book, {white_rating, black_rating}, random, game).run(by_time_chance);
}

}  // namespace edge::synth
