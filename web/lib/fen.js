// Facts read from a FEN, and the names of squares, which are numbered from a1 (0) to h8 (63).

export const kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

export const squareName = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);

/** The pieces of a FEN's first field: [{square, piece: "wp"}]. */
export function piecesOf(fen) {
    const pieces = [];
    fen.split(" ")[0].split("/").forEach((row, index) => {
        let file = 0;
        for (const letter of row) {
            if (/\d/.test(letter)) {
                file += Number(letter);
                continue;
            }
            const color = letter === letter.toUpperCase() ? "w" : "b";
            pieces.push({square: (7 - index) * 8 + file, piece: color + letter.toLowerCase()});
            ++file;
        }
    });
    return pieces;
}

// The squares of a king and a rook that may castle.
const kCastling = [["K", "wk", "e1", "wr", "h1"], ["Q", "wk", "e1", "wr", "a1"],
    ["k", "bk", "e8", "br", "h8"], ["q", "bk", "e8", "br", "a8"]];

/**
 * A FEN of one field, as people copy diagrams, made whole: White is to move, and kings and rooks at
 * home may castle. Others stay unchanged.
 */
export function wholeFen(text) {
    if (text.includes(" ")) return text;
    const pieces = new Map(piecesOf(text).map(({square, piece}) => [squareName(square), piece]));
    const rights = kCastling.filter(([, king, from, rook, corner]) =>
        pieces.get(from) === king && pieces.get(corner) === rook);
    return `${text} w ${rights.map(([letter]) => letter).join("") || "-"} - 0 1`;
}

/** The ply of a FEN: 0 for White's first move. */
export function plyOf(fen) {
    const [, turn, , , , number] = fen.split(" ");
    return 2 * (Number(number ?? 1) - 1) + (turn === "b" ? 1 : 0);
}
