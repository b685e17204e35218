//! Records as the bulletformat crate makes and reads them, for tests/judges/test_training.py.
//!
//!     bulletformat_crate make RECORDS    writes the records of the lines on standard input
//!     bulletformat_crate raw RECORDS     the same from the bitboards of each position
//!     bulletformat_crate list RECORDS    prints score, result, kings and pieces of each record
//!
//! A line is `FEN | score | result`.

use std::env;
use std::error::Error;
use std::fs::File;
use std::io::{self, BufWriter, Write};

use bulletformat::{BulletFormat, ChessBoard, DataLoader};

type Outcome = Result<(), Box<dyn Error>>;

fn from_bitboards(line: &str) -> Result<ChessBoard, Box<dyn Error>> {
    let fields: Vec<&str> = line.split('|').map(str::trim).collect();
    let [fen, score, result] = fields[..] else {
        return Err(format!("three fields, not {line}").into());
    };
    let mut words = fen.split_whitespace();
    let board = words.next().ok_or("no board")?;
    let black_moves = words.next() == Some("b");
    let mut bitboards = [0u64; 8];
    for (row, text) in board.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            if let Some(empty) = letter.to_digit(10) {
                file += empty;
                continue;
            }
            let kind = "pnbrqk".find(letter.to_ascii_lowercase()).ok_or("no piece")?;
            let square = 1 << (8 * (7 - row as u32) + file);
            bitboards[usize::from(letter.is_ascii_lowercase())] |= square;
            bitboards[2 + kind] |= square;
            file += 1;
        }
    }
    Ok(ChessBoard::from_raw(bitboards, usize::from(black_moves), score.parse()?, result.parse()?)?)
}

fn write_records<F>(path: &str, make: F) -> Outcome
where
    F: Fn(&str) -> Result<ChessBoard, Box<dyn Error>>,
{
    let mut out = BufWriter::new(File::create(path)?);
    for line in io::stdin().lines() {
        out.write_all(ChessBoard::as_bytes_slice(&[make(&line?)?]))?;
    }
    Ok(out.flush()?)
}

fn list(path: &str) -> Outcome {
    let mut out = BufWriter::new(io::stdout().lock());
    DataLoader::<ChessBoard>::new(path, 1)?.map_positions(|board| {
        let pieces: Vec<String> = board.into_iter().map(|(p, s)| format!("{p}@{s}")).collect();
        writeln!(
            out,
            "{} {} {} {} {}",
            board.score(),
            board.result(),
            board.our_ksq(),
            board.opp_ksq(),
            pieces.join(",")
        )
        .expect("standard output");
    });
    Ok(out.flush()?)
}

fn main() -> Outcome {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["make", path] => write_records(path, |line| Ok(line.parse::<ChessBoard>()?)),
        ["raw", path] => write_records(path, from_bitboards),
        ["list", path] => list(path),
        _ => Err("usage: bulletformat_crate make|raw|list RECORDS".into()),
    }
}
