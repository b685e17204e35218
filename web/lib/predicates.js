// The predicates that need nothing but their name, or a file: from src/query/predicates.h, by `make generated`.
export const kPredicates = {
    queens_off: {group: "Pieces", label: "Queens are off", type: "none"},
    bishop_pair: {group: "Pieces", label: "Bishop pair", type: "none"},
    doubled_pawn: {group: "Pawns and rooks", label: "Doubled pawns", type: "file"},
    isolated_pawn: {group: "Pawns and rooks", label: "Isolated pawn", type: "file"},
    passed_pawn: {group: "Pawns and rooks", label: "Passed pawn", type: "file"},
    rook_on_seventh: {group: "Pawns and rooks", label: "Rook on the seventh", type: "none"},
    rook_on_open_file: {group: "Pawns and rooks", label: "Rook on an open file", type: "file"},
    king_castled: {group: "Kings", label: "Has castled", type: "none"},
    in_check: {group: "Kings", label: "Is in check", type: "none"},
    checkmate: {group: "Kings", label: "Is mated", type: "none"},
    stalemate: {group: "Kings", label: "Is stalemated", type: "none"},
    gives_check: {group: "The move played", label: "Gives check", type: "none"},
    pass: {group: "The move played", label: "Anything", type: "none"},
};
