//! Games as the viriformat crate reads and writes them, for tests/judges/test_viriformat.py.
//!
//!     viriformat_crate list GAMES.vf     prints a line for each game, which the crate has checked
//!     viriformat_crate make GAMES.vf     writes the games whose lines are on standard input
//!
//! A line is the FEN with the files of castling rooks, the result as a number, and moves in UCI
//! with the king taking its rook, each with its score: `FEN;2;e2e4 10;e7e5 20`.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::types::Square;
use viriformat::dataformat::{Game, WDL};

type Outcome = Result<(), Box<dyn Error>>;

// The crate's own text names castling rights by wing, which is not enough in Chess960.
fn shredder_fen(board: &Board) -> String {
    let rights = board.castling_rights();
    let white = [rights.wk, rights.wq].into_iter().flatten();
    let black = [rights.bk, rights.bq].into_iter().flatten();
    let file = |square: Square| square.to_string().remove(0);
    let mut castling: String = white.map(|rook| file(rook).to_ascii_uppercase()).collect();
    castling.extend(black.map(file));
    if castling.is_empty() {
        castling.push('-');
    }
    let text = board.to_string();
    let mut fields: Vec<&str> = text.split(' ').collect();
    fields[2] = &castling;
    fields.join(" ")
}

fn list(path: &str) -> Outcome {
    let mut file = BufReader::new(File::open(path)?);
    let mut out = BufWriter::new(io::stdout().lock());
    while !file.fill_buf()?.is_empty() {
        let game = Game::deserialise_from(&mut file, Vec::new())?;
        let result = match game.outcome() {
            WDL::Win => 2,
            WDL::Draw => 1,
            WDL::Loss => 0,
        };
        write!(out, "{};{result}", shredder_fen(&game.initial_position()))?;
        for (mv, score) in &game.moves {
            write!(out, ";{} {}", mv.display(true), score.get())?;
        }
        writeln!(out)?;
    }
    Ok(out.flush()?)
}

fn parse_game(line: &str) -> Result<Game, Box<dyn Error>> {
    let mut fields = line.split(';');
    let mut board = Board::new();
    board.set_from_fen(fields.next().ok_or("no FEN")?, true)?;
    let mut game = Game::new(&board);
    game.set_outcome(match fields.next() {
        Some("2") => GameOutcome::WhiteWin(WinType::Adjudication),
        Some("1") => GameOutcome::Draw(DrawType::Adjudication),
        Some("0") => GameOutcome::BlackWin(WinType::Adjudication),
        other => return Err(format!("result {other:?}").into()),
    });
    for field in fields {
        let (text, score) = field.split_once(' ').ok_or("no score")?;
        let mv = board.parse_uci(text)?;
        game.add_move(mv, score.parse()?);
        if !board.make_move_simple(mv) {
            return Err(format!("illegal move {text}").into());
        }
    }
    Ok(game)
}

fn make(path: &str) -> Outcome {
    let mut out = BufWriter::new(File::create(path)?);
    for line in io::stdin().lines() {
        parse_game(&line?)?.serialise_into(&mut out)?;
    }
    Ok(out.flush()?)
}

fn main() -> Outcome {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["list", path] => list(path),
        ["make", path] => make(path),
        _ => Err("usage: viriformat_crate list|make GAMES.vf".into()),
    }
}
