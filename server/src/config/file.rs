//! Options out of a file: where the command line and the environment leave one out, the file's value is the default.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches};
use toml::{Table, Value};

use super::CommandLine;

/// The options that a file cannot give.
const NOT_IN_A_FILE: [&str; 3] = ["config", "help", "version"];

/// Why a file of options is not taken.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("cannot read the configuration {path}: {why}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why.
        why: std::io::Error,
    },
    /// It is not TOML.
    #[error("the configuration {path} is not TOML: {why}")]
    NotToml {
        /// The file.
        path: PathBuf,
        /// Why.
        why: Box<toml::de::Error>,
    },
    /// It names an option that there is not.
    #[error("the configuration {path} has an unknown key {key:?}; keys are the options' names, such as \"listen\"")]
    UnknownKey {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
    },
    /// An option cannot have this value.
    #[error("the configuration {path} has a wrong value for {key:?}: {why}")]
    WrongValue {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// What is wrong with it.
        why: String,
    },
}

impl CommandLine {
    /// What the arguments of the program say (its name first), then the environment, then the file that either names.
    ///
    /// # Errors
    /// If an option is unknown or has a wrong value; it can be printed, and knows whether it is one at all or only help
    /// that was asked for.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let arguments: Vec<_> = arguments.into_iter().collect();
        let line = Self::from_arg_matches(&Self::command().try_get_matches_from(&arguments)?)?;
        let Some(path) = &line.config_file else { return Ok(line) };
        let command = with_defaults_of(path).map_err(|why| Self::command().error(ErrorKind::InvalidValue, why))?;
        Self::from_arg_matches(&command.try_get_matches_from(&arguments)?)
    }
}

/// The command line with a file's values as its defaults.
fn with_defaults_of(path: &Path) -> Result<Command, FileError> {
    let text = std::fs::read_to_string(path);
    let text = text.map_err(|why| FileError::Unreadable { path: path.to_owned(), why })?;
    let table: Table = text.parse().map_err(|why| FileError::NotToml { path: path.to_owned(), why: Box::new(why) })?;
    let mut command = CommandLine::command();
    let names: HashMap<String, String> = command
        .get_arguments()
        .filter_map(|argument| Some((argument.get_long()?.to_owned(), argument.get_id().to_string())))
        .filter(|(name, _)| !NOT_IN_A_FILE.contains(&name.as_str()))
        .collect();
    for (key, value) in table {
        let Some(id) = names.get(&key) else { return Err(FileError::UnknownKey { path: path.to_owned(), key }) };
        let values = check(&key, &value).map_err(|why| FileError::WrongValue { path: path.to_owned(), key, why })?;
        command = command.mut_arg(id, |argument| argument.default_values(values));
    }
    Ok(command)
}

/// A file's value as the command line would have it, if that takes it.
fn check(key: &str, value: &Value) -> Result<Vec<String>, String> {
    let values = match value {
        Value::Array(values) => values.iter().map(text).collect::<Result<Vec<_>, _>>()?,
        value => vec![text(value)?],
    };
    let command = CommandLine::command();
    let takes_value = |argument: &Arg| argument.get_long() == Some(key) && argument.get_action().takes_values();
    let takes_many =
        |argument: &Arg| argument.get_long() == Some(key) && matches!(argument.get_action(), ArgAction::Append);
    if !command.get_arguments().any(takes_value) {
        return if value.is_bool() { Ok(values) } else { Err("it is true or false".to_owned()) };
    }
    if value.is_array() && !command.get_arguments().any(takes_many) {
        return Err("it is a single value".to_owned());
    }
    let arguments = values.iter().map(|value| format!("--{key}={value}"));
    // The others come from the environment, and are checked by themselves.
    match command.ignore_env().try_get_matches_from(std::iter::once("server".to_owned()).chain(arguments)) {
        Ok(_) => Ok(values),
        Err(why) => Err(why.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned()),
    }
}

/// A single value as it would stand on the command line.
fn text(value: &Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Boolean(truth) => Ok(truth.to_string()),
        other => Err(format!("it is a text, a whole number, or true or false, not a {}", other.type_str())),
    }
}

/// A command that does not look into the environment.
trait IgnoreEnv {
    fn ignore_env(self) -> Self;
}

impl IgnoreEnv for Command {
    fn ignore_env(self) -> Self {
        self.mut_args(|argument| argument.env(None::<&str>))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the program is set to by a file and further arguments.
    fn read(text: &str, arguments: &[&str]) -> Result<CommandLine, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sauterelle.toml");
        std::fs::write(&path, text).unwrap();
        let all = ["server", "--config", path.to_str().unwrap()].into_iter().chain(arguments.iter().copied());
        CommandLine::read(all.map(OsString::from)).map_err(|why| why.to_string())
    }

    #[test]
    fn a_file_gives_what_the_command_line_leaves_out() {
        let text = "listen = \"127.0.0.1:9000\"\nmessage-burst = 7\nno-chat = true\nno-lobby = false\n\
                    trusted-proxy = [\"10.0.0.0/8\", \"192.0.2.1\"]\n";
        let line = read(text, &[]).unwrap();
        assert_eq!(line.listen.port(), 9000);
        assert_eq!(line.config.message_burst.get(), 7);
        assert!(line.config.no_chat && !line.config.no_lobby);
        let proxies: Vec<_> = line.config.connections.trusted_proxies.iter().map(ToString::to_string).collect();
        assert_eq!(proxies, ["10.0.0.0/8", "192.0.2.1/32"]);

        let line = read(text, &["--message-burst", "8", "--trusted-proxy", "10.1.0.0/16,10.2.0.0/16"]).unwrap();
        assert_eq!((line.listen.port(), line.config.message_burst.get()), (9000, 8), "an argument goes first");
        assert_eq!(line.config.connections.trusted_proxies.len(), 2);
    }

    #[test]
    fn the_example_is_understood() {
        let line = read(include_str!("../../../deploy/sauterelle.toml"), &[]).unwrap();
        assert_eq!(line.database_url, "sqlite:/var/lib/sauterelle/sauterelle.db");
        assert_eq!(line.operator_listen.map(|address| address.ip().is_loopback()), Some(true));
        assert_eq!(line.config.connections.trusted_proxies.len(), 2);
        assert!(line.config.public_url.is_some_and(|url| url.is_secure()));
    }

    #[test]
    fn what_is_wrong_in_a_file_is_named() {
        for (text, words) in [
            ("mesage-burst = 7", "unknown key \"mesage-burst\""),
            ("message_burst = 7", "unknown key \"message_burst\""),
            ("config = \"other.toml\"", "unknown key \"config\""),
            ("[limits]\nmessage-burst = 7", "unknown key \"limits\""),
            ("message-burst = 0", "\"message-burst\""),
            ("message-burst = \"many\"", "\"message-burst\""),
            ("message-burst = 1.5", "not a float"),
            ("message-burst = [1, 2]", "a single value"),
            ("no-chat = \"yes\"", "true or false"),
            ("trusted-proxy = [\"10.0.0.0/8\", \"nowhere\"]", "\"trusted-proxy\""),
            ("listen = ", "not TOML"),
        ] {
            let why = read(text, &[]).unwrap_err();
            assert!(why.contains(words) && why.contains("sauterelle.toml"), "{text}: {why}");
        }
        let gone = CommandLine::read(["server", "--config", "/nowhere/at.toml"].map(OsString::from)).unwrap_err();
        assert!(gone.to_string().contains("cannot read"), "{gone}");
    }
}
