//! What someone at the terminal types.

use std::path::PathBuf;

/// What can be typed, as `help` prints it.
pub(super) const HELP: &str = "\
a move's number or notation     plays it
roll, or nothing                throws
throw N … or (N …)              enters a throw that was made with real dice
why MOVE                        tells which rules refuse a move
undo [N]                        takes back N throws and moves, and those of bots before them
moves, board, state             show what is legal, the board, the state as text
save FILE                       writes the game so far as a log
help, quit
";

/// The words that begin a command.
pub(super) const WORDS: [&str; 10] =
    ["roll", "throw", "why", "undo", "moves", "board", "state", "save", "help", "quit"];

/// What someone wants.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Command {
    /// Nothing typed: a throw where one is due.
    Nothing,
    Roll,
    Throw(Vec<i32>),
    Why(String),
    Undo(usize),
    Moves,
    Board,
    State,
    Save(PathBuf),
    Help,
    Quit,
    /// Anything else: a move's number or notation.
    Move(String),
    /// A command with arguments that it cannot have, and what it expects.
    Wrong(&'static str),
}

impl Command {
    /// Reads a line without its line break.
    pub(super) fn read(line: &str) -> Self {
        let (word, rest) = match line.split_once(char::is_whitespace) {
            Some((word, rest)) => (word, rest.trim()),
            None => (line, ""),
        };
        let alone = |command: Self, expected| {
            if rest.is_empty() { command } else { Self::Wrong(expected) }
        };
        match word {
            "" => Self::Nothing,
            "roll" => alone(Self::Roll, "`roll` alone"),
            "throw" => Self::throw(rest),
            "why" if rest.is_empty() => Self::Wrong("`why` and a move"),
            "why" => Self::Why(rest.to_owned()),
            "undo" if rest.is_empty() => Self::Undo(1),
            "undo" => match rest.parse() {
                Ok(n) if n > 0 => Self::Undo(n),
                _ => Self::Wrong("`undo`, or `undo` and a positive number"),
            },
            "moves" => alone(Self::Moves, "`moves` alone"),
            "board" => alone(Self::Board, "`board` alone"),
            "state" => alone(Self::State, "`state` alone"),
            "save" if rest.is_empty() => Self::Wrong("`save` and a file"),
            "save" => Self::Save(rest.into()),
            "help" => alone(Self::Help, "`help` alone"),
            "quit" => alone(Self::Quit, "`quit` alone"),
            _ => match line.strip_prefix('(').and_then(|line| line.strip_suffix(')')) {
                // As logs write a throw.
                Some(faces) => Self::throw(faces),
                None => Self::Move(line.to_owned()),
            },
        }
    }

    fn throw(faces: &str) -> Self {
        match faces.split_whitespace().map(str::parse).collect::<Result<Vec<i32>, _>>() {
            Ok(faces) if !faces.is_empty() => Self::Throw(faces),
            _ => Self::Wrong("`throw` and what the dice show"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_or_a_move() {
        assert_eq!(Command::read(""), Command::Nothing);
        assert_eq!(Command::read("throw 3 6"), Command::Throw(vec![3, 6]));
        assert_eq!(Command::read("(3 6)"), Command::Throw(vec![3, 6]));
        assert_eq!(Command::read("undo"), Command::Undo(1));
        assert_eq!(Command::read("undo  12"), Command::Undo(12));
        assert_eq!(Command::read("why a1-b1"), Command::Why("a1-b1".to_owned()));
        assert_eq!(Command::read("a1-b1"), Command::Move("a1-b1".to_owned()));
        assert_eq!(Command::read("save my game.gamelog"), Command::Save("my game.gamelog".into()));
    }

    #[test]
    fn a_command_with_wrong_arguments_is_no_move() {
        for line in [
            "throw",
            "throw six",
            "undo 0",
            "undo -1",
            "why",
            "save",
            "board a1",
            "roll 3",
            "(x)",
            "()",
        ] {
            assert!(matches!(Command::read(line), Command::Wrong(_)), "{line}");
        }
    }
}
