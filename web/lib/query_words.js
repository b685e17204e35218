// The words of the query language that the builder offers, and what it calls them. The builder shows
// everything else as text and leaves it alone. docs/query_language.md says what each means.
import {kPredicates} from "./predicates.js";

const kChoice = [["=", "is"], ["!=", "is not"]];
const kNumber = [[">=", "is at least"], ["<=", "is at most"], ["between", "is between"], ["=", "is"],
    ["!=", "is not"], [">", "is more than"], ["<", "is less than"]];
const kDate = [[">=", "is from"], ["<=", "is until"], ["between", "is between"], ["=", "is in"],
    ["!=", "is not in"], [">", "is after"], ["<", "is before"]];
const kName = [["~", "contains"], ["=", "is exactly"]];

/** How the value of a test can be compared, by the type of its field. */
export const kRelations = {
    choice: kChoice, list: kChoice, number: kNumber, date: kDate, name: kName, tag: kName,
};

const same = (words) => words.map((word) => [word, word]);

/** Tests of the game as a whole: type, what it is called, what can be chosen, an example. */
export const kFields = {
    result: {label: "Result", type: "choice",
        options: [["W", "White won"], ["D", "draw"], ["B", "Black won"], ["decisive", "decisive"],
            ["unknown", "unknown"]]},
    player: {label: "Player", type: "name", example: "carlsen"},
    white: {label: "White", type: "name", example: "carlsen"},
    black: {label: "Black", type: "name", example: "carlsen"},
    elo: {label: "Rating of both", type: "number", example: "2400"},
    white_elo: {label: "White's rating", type: "number", example: "2400"},
    black_elo: {label: "Black's rating", type: "number", example: "2400"},
    elo_diff: {label: "Rating difference", type: "number", example: "-100"},
    year: {label: "Year", type: "number", example: "2010"},
    date: {label: "Date", type: "date", example: "2015-06"},
    eco: {label: "ECO code", type: "list", example: "B20..B99, C42"},
    speed: {label: "Speed (as on Lichess)", type: "choice",
        options: same(["ultrabullet", "bullet", "blitz", "rapid", "classical", "correspondence", "unknown"])},
    tc: {label: "Speed (over the board)", type: "choice",
        options: same(["bullet", "blitz", "rapid", "classical", "correspondence", "unknown"])},
    tc_base: {label: "Base time in seconds", type: "number", example: "180"},
    tc_inc: {label: "Increment in seconds", type: "number", example: "2"},
    termination: {label: "Ended by", type: "choice",
        options: [["normal", "the moves"], ["time", "time"], ["abandoned", "abandonment"], ["rules", "rules"],
            ["other", "something else"]]},
    plies: {label: "Length in half-moves", type: "number", example: "80"},
    tag: {label: "Tag", type: "tag", example: "candidates"},
};

/** When a condition must hold. "default" is the language's own choice for the condition. */
export const kWindows = [
    ["default", "at some point"],
    ["ever", "for one half-move at least"],
    ["streak", "for half-moves in a row"],
    ["at", "after half-move"],
    ["always", "all the time"],
    ["never", "never"],
];

export const kSides = [["", "for any side"], ["white", "for White"], ["black", "for Black"],
    ["either", "for one and the same side"], ["both", "for both sides"], ["neither", "for neither side"],
    ["winner", "for the winner"], ["loser", "for the loser"], ["mover", "for the side to move"]];

const inGroup = (group) =>
    Object.fromEntries(Object.entries(kPredicates).filter(([, predicate]) => predicate.group === group));

/** What can be asked of a position, in the groups of the menu. */
export const kAtoms = {
    count: {group: "Pieces", label: "Count of pieces", type: "count", start: "P<p"},
    count_text: {group: "Pieces", label: "Sums and chains of counts", type: "none"},
    material: {group: "Pieces", label: "Exactly these pieces", type: "text", example: "KRPKR", width: 12},
    ...inGroup("Pieces"),
    subfen: {group: "Pieces", label: "Pieces on squares", type: "pattern", start: "8/8/8/8/8/8/8/8"},
    position: {group: "Pieces", label: "This position", type: "text", example: "FEN", width: 30},
    ...inGroup("Pawns and rooks"),
    ...inGroup("Kings"),
    to_move: {group: "The move played", label: "To move", type: "color", start: "white"},
    move: {group: "The move played", label: "Move played", type: "moves", example: "Bxh7, e2e4"},
    loose_move: {group: "The move played", label: "Move played, loosely", type: "moves", example: "exd5"},
    moved: {group: "The move played", label: "Moved", type: "kinds", start: "Q"},
    captured: {group: "The move played", label: "Captured", type: "kinds", start: "Q"},
    captured_none: {group: "The move played", label: "Captured nothing", type: "none"},
    promoted: {group: "The move played", label: "Promoted to", type: "kinds", start: "Q"},
    ...inGroup("The move played"),
};

/** What a pattern may also be tried with. */
export const kPatternOptions = {
    mirror: "also with colours exchanged",
    mirror_files: "also with left and right exchanged",
    shift: "also moved elsewhere",
};

export const kKinds = [["K", "king"], ["Q", "queen"], ["R", "rook"], ["B", "bishop"], ["N", "knight"],
    ["P", "pawn"]];

/** What can be counted: capitals are White's. */
export const kCounted = [["P", "pawns"], ["N", "knights"], ["B", "bishops"], ["R", "rooks"], ["Q", "queens"],
    ["MEN", "pieces"], ["MAT", "material"]]
    .flatMap(([letter, word]) => [[letter, `White's ${word}`], [letter.toLowerCase(), `Black's ${word}`]]);

export const kComparisons = [["=", "="], ["!=", "≠"], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"]];

/** Questions that a trainer asks, one click each. */
export const kExamples = [
    ["Rook endings won with fewer pawns",
        "result = W and streak(5, R>=1 r>=1 B+b+N+n+Q+q=0 P<p) "
        + "or result = B and streak(5, R>=1 r>=1 B+b+N+n+Q+q=0 p<P)"],
    ["Isolated queen's pawn, queens on", "streak(16, 20.., isolated_pawn(d) Q>=1 q>=1)"],
    // The side that takes is well ahead: no exchange of queens.
    ["Queen given up, mate next move",
        "run(to_move(b) captured(Q), MAT+4<=mat, black: checkmate) "
        + "or run(to_move(w) captured(Q), mat+4<=MAT, white: checkmate)"],
    ["Castled on opposite sides",
        "ever(to_move(w) move(\"O-O-O\")) and ever(to_move(b) move(\"O-O\")) "
        + "or ever(to_move(w) move(\"O-O\")) and ever(to_move(b) move(\"O-O-O\"))"],
    ["Knight against bishop", "streak(6, N=b=1 B+n+R+r+Q+q=0) or streak(6, n=B=1 b+N+R+r+Q+q=0)"],
    ["Mate before move 20", "plies < 39 and checkmate"],
    ["Bxh7+ or Bxh2+ that won",
        "result = W and ever(to_move(w) move(\"Bxh7+\")) "
        + "or result = B and ever(to_move(b) move(\"Bxh2+\"))"],
];
