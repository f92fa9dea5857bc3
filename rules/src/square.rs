//! Squares (or points) of a board, named by a file letter and a rank number.

use std::fmt;
use std::str::FromStr;

/// The most files or ranks any board has.
pub(crate) const MAX_SIDE: u8 = 16;

/// A square of a board, or a point where the board is made of lines.
///
/// The number behind it is `rank * 16 + file` on every board, however small, so that the text of a
/// square can be read and written without knowing the board. Whether a square exists on a certain
/// board is for that board's [`Board`](crate::Board) to say.
///
/// The order is the one in which ties between chains of hops are broken: rank by rank from the
/// first player's side, `a1, b1, …, p1, a2, …`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square at a file and a rank, both counted from 0, or `None` beyond 15.
    #[must_use]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < MAX_SIDE && rank < MAX_SIDE { Some(Self(rank * MAX_SIDE + file)) } else { None }
    }

    /// The square with a given [`index`](Self::index); every index names one.
    #[must_use]
    pub const fn from_index(index: u8) -> Self {
        Self(index)
    }

    /// `rank * 16 + file`.
    #[must_use]
    pub const fn index(self) -> u8 {
        self.0
    }

    /// The file, counted from 0 (`a` is 0).
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 % MAX_SIDE
    }

    /// The rank, counted from 0 (rank `1` is 0).
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 / MAX_SIDE
    }

    /// The image of this square when a board of that size is turned by half a turn, or `None` if
    /// the square is not on such a board.
    #[must_use]
    pub const fn half_turned(self, files: u8, ranks: u8) -> Option<Self> {
        if self.file() < files && self.rank() < ranks {
            Self::new(files - 1 - self.file(), ranks - 1 - self.rank())
        } else {
            None
        }
    }

    /// The square's text: file letter and rank number.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// A number that orders squares as their texts are ordered bytewise: `a1, a10, …, a16, a2, …`.
    pub(crate) const fn text_order(self) -> u8 {
        let rank = match self.rank() {
            0 => 0,
            rank @ 1..=8 => rank + 7,
            rank => rank - 8,
        };
        self.file() * MAX_SIDE + rank
    }
}

/// The letters of all names, one after the other, each in three places.
const LETTERS: [u8; 3 * 256] = {
    let mut letters = [0; 3 * 256];
    let mut index = 0;
    while index < 256 {
        let square = Square(index as u8);
        let number = square.rank() + 1;
        letters[3 * index] = b'a' + square.file();
        letters[3 * index + 1] = if number < 10 { b'0' + number } else { b'1' };
        letters[3 * index + 2] = b'0' + number % 10;
        index += 1;
    }
    letters
};

/// The names of all squares by index. Lists of moves are made of them for every turn of every game, so they are not
/// put together each time.
static NAMES: [&str; 256] = {
    let mut names = [""; 256];
    let mut index = 0;
    while index < 256 {
        let length = if Square(index as u8).rank() < 9 { 2 } else { 3 };
        let (_, rest) = LETTERS.split_at(3 * index);
        let (name, _) = rest.split_at(length);
        names[index] = match std::str::from_utf8(name) {
            Ok(name) => name,
            Err(_) => "",
        };
        index += 1;
    }
    names
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not the name of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a letter from a to p and a number from 1 to 16, such as c4")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    /// Reads `c4` or `C4`; nothing may stand around it, and the number has no leading zero.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| byte - b'0');
        let (letter, number) = match *text.as_bytes() {
            [letter, ones] => (letter, digit(ones)),
            [letter, b'1', ones] => (letter, digit(ones).map(|ones| 10 + ones)),
            _ => return Err(ParseSquareError),
        };
        let file = letter.to_ascii_lowercase().checked_sub(b'a');
        let rank = number.and_then(|number| number.checked_sub(1));
        match (file, rank) {
            (Some(file), Some(rank)) => Self::new(file, rank).ok_or(ParseSquareError),
            _ => Err(ParseSquareError),
        }
    }
}

/// Reads a list of squares separated by single spaces while the crate is being compiled.
///
/// Boards and camps are written down with it. A slip in such a list stops the build, because it is
/// only used in constants.
pub(crate) const fn list<const N: usize>(text: &str) -> [Square; N] {
    let bytes = text.as_bytes();
    let mut squares = [Square(0); N];
    let mut at = 0;
    let mut count = 0;
    while count < N {
        let file = bytes[at] - b'a';
        at += 1;
        let mut number = 0;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            number = number * 10 + bytes[at] - b'0';
            at += 1;
        }
        assert!(file < MAX_SIDE && 1 <= number && number <= MAX_SIDE, "no such square");
        squares[count] = Square((number - 1) * MAX_SIDE + file);
        count += 1;
        assert!(at == bytes.len() || bytes[at] == b' ', "squares are separated by a space");
        at += 1;
    }
    assert!(at == bytes.len() + 1, "the list holds more squares than its type says");
    squares
}

/// All squares of a full board in square order, for constants; `N` is `files * ranks`.
pub(crate) const fn all<const N: usize>(files: u8, ranks: u8) -> [Square; N] {
    assert!(files as usize * ranks as usize == N, "N is files times ranks");
    let mut squares = [Square(0); N];
    let mut count = 0;
    while count < N {
        let (file, rank) = (count as u8 % files, count as u8 / files);
        squares[count] = Square(rank * MAX_SIDE + file);
        count += 1;
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_round_trips() {
        for index in 0..=255 {
            let square = Square::from_index(index);
            assert_eq!(square.to_string(), format!("{}{}", char::from(b'a' + square.file()), square.rank() + 1));
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.to_string().to_uppercase().parse(), Ok(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["", "a", "a0", "a01", "a17", "a20", "q1", "1a", "a1 ", " a1", "a+1", "a-1", "a111", "é1", "a１", "`1", "A"]
        {
            assert_eq!(text.parse::<Square>(), Err(ParseSquareError), "{text:?}");
        }
    }

    #[test]
    fn order_is_rank_by_rank() {
        let read = |text: &str| text.parse::<Square>().unwrap();
        assert!(read("p1") < read("a2"));
        assert!(read("a2") < read("b2"));
    }

    #[test]
    fn text_order_is_bytewise() {
        let mut squares: Vec<Square> = (0..=255).map(Square::from_index).collect();
        squares.sort_by_key(ToString::to_string);
        assert!(squares.is_sorted_by_key(|square| square.text_order()));
    }

    #[test]
    fn half_turn() {
        let read = |text: &str| text.parse::<Square>().unwrap();
        assert_eq!(read("a1").half_turned(16, 16), Some(read("p16")));
        assert_eq!(read("c2").half_turned(8, 8), Some(read("f7")));
        assert_eq!(read("i1").half_turned(8, 8), None);
    }
}
