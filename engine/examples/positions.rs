//! Looks for positions with one right move in games that the engine plays against itself, for the files in
//! `tests/positions`: `cargo run --release -p engine --example positions -- GAME FIRST_SEED GAMES`.
//!
//! A position is printed if trying everything proves that exactly one move wins within three or five plies, or that
//! exactly one move avoids a loss within four, and if a player who looks no further than his own move misses it. In the
//! Halma family the races are printed, too, that a side alone finishes in three or four moves at least.

#[path = "../tests/proof/mod.rs"]
mod proof;

use engine::{History, Limits, Lots, Player, Searcher};
use rules::{Move, Position, Side};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, first, games] = arguments.as_slice() else {
        return Err("usage: positions GAME FIRST_SEED GAMES".into());
    };
    let game = rules::game(id).ok_or("no such game")?;
    let first: u64 = first.parse()?;
    let games: u64 = games.parse()?;
    let mut searcher = Searcher::new();
    for seed in first..first.saturating_add(games) {
        let mut lots = Lots::new(seed);
        let mut position = game.start();
        let mut history = History::new(&position);
        for ply in 0..400 {
            if position.ending().is_some() {
                break;
            }
            if ply > 4 {
                look_at(&position, &mut searcher)?;
            }
            let player = if ply < 4 { Player::Random } else { Player::Nodes(300) };
            let mv = player.choose(&mut searcher, &position, &history, &Limits::default(), lots.draw())?;
            position.play_unchecked(mv);
            history.record(&position);
        }
    }
    Ok(())
}

fn look_at(position: &Position, searcher: &mut Searcher) -> Result<(), engine::NoChoice> {
    let moves = position.legal_moves();
    // Trying everything in a crowd takes for ever.
    let most = if moves.len() > 14 { 3 } else { 5 };
    if moves.len() > 60 {
        return Ok(());
    }
    look_at_race(position);
    let history = History::new(position);
    let greedy = Player::Greedy.choose(searcher, position, &history, &Limits::default(), 1)?;
    for plies in (3..=most).step_by(2) {
        if let [only] = proof::winning_moves(position, plies)[..] {
            tell(position, "wins", plies, only, greedy);
            return Ok(());
        }
    }
    if let [only] = proof::saving_moves(position, 4)[..] {
        tell(position, "saves", 4, only, greedy);
    }
    Ok(())
}

fn look_at_race(position: &Position) {
    let side = position.to_move();
    let facts = position.game().catalogue();
    let mut set_up = position.set_up();
    match side {
        Side::First => set_up.second.clear(),
        Side::Second => set_up.first.clear(),
    }
    let goal = facts.board.goals[side.index()];
    let outside = set_up.men(side).iter().filter(|square| !goal.contains(square)).count();
    if facts.placing || facts.bringing_back || outside > 3 {
        return;
    }
    if let Ok(alone) = position.game().position(&set_up)
        && let Some(moves @ 3..) = (1..=4).find(|&moves| proof::wins(&alone, side, moves))
    {
        println!("runs {moves} | - | {alone}");
    }
}

fn tell(position: &Position, what: &str, plies: u32, only: Move, greedy: Move) {
    if only != greedy && position.legal_moves().len() > 1 {
        println!("{what} {plies} | {only} | {position}");
    }
}
