// What a corpus answers: the JSON that the program prints with --json, field by field. docs/cli.md says what each
// field means. Fields may be added.

export type GroupKey = "pawn-structure" | "eco" | "year" | "result" | "white" | "black" | "player" | "tc" | "speed"
    | "final-material" | "plies" | "opening" | "month" | "termination" | "pieces" | "elo" | `elo:${number}` | `tag:${string}`;
/** Of a piece: White's are upper case. */
export type Piece = "P" | "N" | "B" | "R" | "Q" | "K" | "p" | "n" | "b" | "r" | "q" | "k";
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";

export interface CountAnswer {
    games_matched: number;
    /** Games decided, also by their headers alone. */
    games_scanned: number;
    /** The query with all defaults written out. */
    query: string;
    corpus: string;
    files?: string[];
    warnings?: string[];
    aliases?: Aliases;
}

/** Names of the query, and their other spellings in players.tsv, which count as well. */
export type Aliases = Record<string, string[]>;

export interface Match {
    game_id: number;
    shard: number;
    game: number;
    pgn_offset: number;
    /** Of the match that ends first. */
    plies: number[];
    /** Played from the last of the plies. */
    move: string | null;
}

export interface MatchesAnswer extends CountAnswer {
    matches: Match[];
}

/** What the answers about positions have in common. */
export interface PositionsCounted extends CountAnswer {
    /** Games that match without a position where the whole query holds; missing with `ignore_windows`. */
    games_without_position?: number;
}

export interface HeatmapAnswer extends PositionsCounted {
    positions_matched: number;
    heatmap: {
        total_positions: number;
        total_games: number;
        /** For each piece 64 counts, a1 first, b1 second. */
        planes: Partial<Record<Piece, number[]>>;
    };
}

export interface Group {
    key: number | string | null;
    positions: number;
    games: number;
    draws: number;
    white?: number;
    black?: number;
    /** By player, in place of white and black. */
    wins?: number;
    losses?: number;
}

export interface GroupsAnswer extends PositionsCounted {
    positions_matched: number;
    groups: {
        group_by: GroupKey;
        total_positions: number;
        distinct_groups: number;
        sorted_by: "positions" | "games";
        rows: Group[];
    };
}

export interface MatchedPosition {
    game_id: number;
    shard: number;
    game: number;
    ply: number;
    fen?: string;
    epd?: string;
}

export interface PositionsAnswer extends PositionsCounted {
    positions_matched: number;
    positions_listed: number;
    /** Missing when they went to a file. */
    positions?: MatchedPosition[];
}

/** Only a partition by pawn structure is about positions. */
export interface PartitionAnswer extends PositionsCounted {
    partition: GroupKey;
    parts: {value: number | string | null; name: string; path: string; games: number}[];
}

export interface Explanation {
    query: string;
    text: string;
    query_json: object;
    corpus: string;
    header_only: boolean;
    explain: string[];
}

/** What query() answers, by the option `answer`. */
export interface QueryAnswers {
    count: CountAnswer;
    matches: MatchesAnswer;
    heatmap: HeatmapAnswer;
    groups: GroupsAnswer;
    positions: PositionsAnswer;
    partition: PartitionAnswer;
    explain: Explanation;
}

/** The columns that are given when none are asked for; others have the names of docs/cli.md. */
export interface GameRow {
    game_id: number;
    lichess_id: string | null;
    tags: Record<string, string>;
    result: Result;
    plies: number;
    pgn_offset: number;
    /** The main line in SAN. */
    moves: string[];
    /** Where the game matched, when the query has a condition about positions. */
    match_plies?: number[];
}

export interface ExploredMove {
    san: string;
    uci: string;
    total: number;
    white: number;
    draws: number;
    black: number;
    continued?: number | null;
    average_rating?: number | null;
    average_opponent_rating?: number | null;
    performance?: number | null;
    average_year?: number | null;
    last_year?: number | null;
}

export interface Board {
    turn: "white" | "black";
    check: boolean;
    end: "checkmate" | "stalemate" | null;
    start_fen: string;
    line: {san: string; uci: string; fen: string}[];
    legal: {san: string; uci: string}[];
    opening: {eco: string; name: string} | null;
}

export interface PositionAnswer {
    fen: string;
    total: number;
    white: number;
    draws: number;
    black: number;
    source: "tree" | "scan";
    tree_plies: number | null;
    moves: ExploredMove[];
    board?: Board;
}

interface Selection {
    query?: string;
    games_selected?: number;
    warnings?: string[];
    aliases?: Aliases;
}

export interface ExploreAnswer extends PositionAnswer, Selection {
    games_matched?: number;
    next_cursor?: string | null;
    games?: GameRow[];
}

export interface ExploreBatchAnswer extends Selection {
    answers: PositionAnswer[];
}

export interface CombineAnswer {
    op: "and" | "or" | "xor" | "sub" | "not";
    inputs: string[];
    output: string;
    games_total: number;
    games_set: number;
}

export interface Inspection {
    path: string;
    total_bytes: number;
    meta: {
        version: number;
        num_shards: number;
        total_games: number;
        total_moves: number;
        source_pgn_stem: string | null;
        source_pgn_size: number | null;
        indexed_at: string | null;
        tree_plies: number | null;
        tree_min_games: number | null;
        tree_hash: string | null;
        tree_sorted: boolean;
        corpus_id: string | null;
        checksums: string | null;
        sources: {path: string; size: number | null; games?: number}[];
        other: Record<string, string>;
    };
    shards: {
        games: number;
        plies: number;
        names: number;
        moves_bytes: number;
        gameidx_bytes: number;
        dict_bytes: number;
        cols_bytes: number | null;
        extra_bytes: number | null;
    }[];
    tree: {
        edges: number;
        buckets: number;
        empty_buckets: number;
        largest_bucket: number;
        bytes: number;
        start_games: number;
        games: {lists: number; bytes: number} | null;
        segments: {file: string; first_game: number; edges: number; bytes: number}[];
    } | null;
    bitmaps: {name: string; version: number | null; bytes: number; games_set: number | null; error?: string}[];
    warnings: string[];
    verify?: {
        ok: boolean;
        games: number;
        plies: number;
        edges: number;
        counts: Record<string, number>;
        findings: {kind: string; message: string}[];
    };
}

interface Leaving {
    fen: string;
    san: string | null;
    uci: string | null;
    by: "white" | "black";
    by_you: boolean | null;
    repertoire: string[];
}

export interface NewsGame extends Leaving {
    game_id: number;
    white: string;
    black: string;
    white_elo: number | null;
    black_elo: number | null;
    date: string;
    result: Result;
    ply: number;
}

export interface NewsLine {
    game: number;
    start_fen: string | null;
    moves: string;
    plies: number;
    entered: number;
    went_on: number;
    left_by_white: number;
    left_by_black: number;
    past_the_end: number;
    ended: number;
    departure_count: number;
    departures: (Leaving & {
        games: number;
        white: number;
        draws: number;
        black: number;
        novelty_game_id: number | null;
    })[];
    novelty_count: number;
    novelties: NewsGame[];
    latest_games: NewsGame[];
}

export interface NewsAnswer {
    repertoire: string | null;
    corpus: string;
    color: "white" | "black" | null;
    since: string | null;
    min_elo: number | null;
    positions: number;
    games: number;
    chosen: number;
    without_date: number;
    entered: number;
    lines_entered: number;
    left_by_you: number | null;
    novelty_count: number;
    lines: NewsLine[];
    warnings: string[];
}

/** Who may be meant by a text; null is unknown. */
export interface Player {
    name: string;
    games: number | null;
    first_year: number | null;
    last_year: number | null;
    min_elo: number | null;
    max_elo: number | null;
    /** Other spellings of the player, by players.tsv. */
    other_names?: string[];
}

export interface PlayersAnswer {
    corpus: string;
    text: string;
    /** Best first. */
    players: Player[];
    warnings?: string[];
}

/** A game of an answer about duplicates. */
export interface ComparedGame {
    game_id: number;
    /** "?" is unknown. */
    white: string;
    black: string;
    date: string;
    result: string;
    white_elo: number | null;
    black_elo: number | null;
    plies: number;
    eco: string | null;
    event: string | null;
    site: string | null;
    round: string | null;
}

/** How two games agree. */
export interface GameAgreement {
    moves: "same" | "prefix";
    players: "same" | "spelling" | "alias" | "initials" | "unknown";
}

export interface DedupAnswer {
    corpus: string;
    games: number;
    groups: number;
    /** Games to drop. */
    duplicates: number;
    output: string | null;
    listed: {kept: ComparedGame; dropped: (ComparedGame & GameAgreement)[]}[];
    /** With contradictions. */
    contradicted?: number;
    contradictions?: (GameAgreement & {
        game: ComparedGame;
        other: ComparedGame;
        contradicts: ("date" | "result")[];
    })[];
}

export interface CollectionAnswer {
    corpus: string;
    action: "list" | "refresh" | "delete";
    /** Of deleted ones only the name. */
    collections: CollectionState[];
}

export interface CollectionState {
    name: string;
    query: string;
    /** Whether names mean their other spellings in players.tsv, too. */
    aliases: boolean;
    /** null when it cannot be read; `error` says why. */
    games: number | null;
    /** YYYYMMDD-HHMMSS, UTC: when all games were last asked. */
    made_at: string;
    /** The sets that the query names. */
    refers_to: string[];
    /** Why the answer may be another one by now. */
    stale: string[];
    error: string | null;
}

export interface IndexReport {
    corpus: string;
    games_read: number;
    games: number;
    skipped: Record<string, number>;
    left_out: Record<string, number>;
    truncated: number;
    truncated_by: Record<string, number>;
    lost: Record<string, number>;
    plies: number;
    shards: number;
    input_bytes: number;
    corpus_bytes: number;
    tree: {
        plies: number;
        edges: number;
        tuples: number;
        spilled_bytes: number;
        games: {lists: number; bytes: number} | null;
    } | null;
    /** Of games that were added to a corpus. */
    added?: {
        first_game: number;
        total_games: number;
        total_shards: number;
        has_many_shards: boolean;
        tree_segments: number;
        known_sources: string[];
    };
    seconds: number;
}

export interface CompactTreeReport {
    corpus: string;
    games: number;
    segments_before: number;
    segments: number;
    edges: number;
}

export interface CompactShardsReport {
    corpus: string;
    games: number;
    shards_before: number;
    shards: number;
    corpus_bytes: number;
    warnings: string[];
}

/** Of a corpus made of others, or without some of their games. */
export interface MergeReport {
    corpus: string;
    games: number;
    plies: number;
    left_out: number;
    shards: number;
    edges: number | null;
    corpus_bytes: number;
    sets: {corpus: string; name: string; new_name: string}[];
    warnings: string[];
}

export interface ConvertReport {
    from: string | string[];
    to: string;
    games_read: number;
    games_written: number;
    skipped: Record<string, {count: number; examples: string[]}>;
    lost: Record<string, {count: number; examples: string[]}>;
    book: {positions: number; entries: number; plies: number} | null;
    positions: {
        considered: number;
        written: number;
        left_out: Partial<
            Record<"plies" | "no_score" | "condition" | "sample" | "repeated", number>
        >;
        results: {white: number; draw: number; black: number; unknown: number};
        scores: {from: number; to: number | null; positions: number}[];
        mates: number;
        unscored: number;
        pieces: Record<string, number>;
        spilled_bytes: number;
    } | null;
    warnings: string[];
    output: string;
    seconds: number;
}
