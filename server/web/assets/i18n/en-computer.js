/** English texts of playing against the computer. See `en.js`. */
export default {
  'home.computer': 'The computer',
  'home.computerHint': 'at once, at your level',
  'home.level': 'How well shall it play?',
  'home.playComputer': 'Play the computer',
  'home.howComputer': 'The game begins at once. You may take moves back as often as you like.',
  'home.computerBusy': 'The computer is busy with other games. A place is being waited for …',

  'level.1': 'Beginner',
  'level.2': 'Easy',
  'level.3': 'Medium',
  'level.4': 'Strong',
  'level.5': 'Expert',
  'level.1.hint': 'Moves sensibly, and overlooks a lot.',
  'level.2.hint': 'Sees what is near, and forgets what comes after.',
  'level.3.hint': 'Thinks ahead: you will have to, too.',
  'level.4.hint': 'Makes few mistakes, and uses yours.',
  'level.5.hint': 'As well as it can, with two seconds to think.',
  'level.stronger': 'Harder: level {level}',
  'level.weaker': 'Easier: level {level}',

  'computer.called': 'Computer, level {level}',
  'computer.inSentence': 'the computer',
  'computer.thinks': 'The computer is thinking',
  'computer.thinking': 'thinking',
  'computer.off': 'The computer does not play here at the moment.',

  'mine.computer': 'against the computer, level {level}',
  'mine.turn.computer': 'Computer to move',
  'replay.computer': '{Colour}: computer, level {level}',

  'stats.opponents': 'Whose games',
  'stats.people': 'Between people',
  'stats.computer': 'Against the computer',
  'stats.levels': 'Level of the computer',
  'stats.allLevels': 'All levels',
  'stats.level': 'Level {level}',

  'error.computer_busy': 'The computer is busy with too many games. Please try again in a while.',
  'error.computer_off': 'The computer does not play on this server. Please invite somebody.',
};
