/** Les textes français des parties contre l’ordinateur. */
export default {
  'home.computer': 'L’ordinateur',
  'home.computerHint': 'tout de suite, à votre niveau',
  'home.level': 'À quel niveau ?',
  'home.playComputer': 'Jouer contre l’ordinateur',
  'home.howComputer': 'La partie commence aussitôt. Vous pouvez reprendre vos coups autant qu’il vous plaît.',
  'home.computerBusy': 'L’ordinateur est pris par d’autres parties. On attend qu’une place se libère…',

  'level.1': 'Débutant',
  'level.2': 'Facile',
  'level.3': 'Moyen',
  'level.4': 'Fort',
  'level.5': 'Expert',
  'level.1.hint': 'Joue raisonnablement, et ne voit pas grand-chose.',
  'level.2.hint': 'Voit ce qui est proche, et oublie la suite.',
  'level.3.hint': 'Pense à la suite : à vous d’en faire autant.',
  'level.4.hint': 'Se trompe peu, et profite de vos erreurs.',
  'level.5.hint': 'De son mieux, avec deux secondes de réflexion.',
  'level.stronger': 'Plus dur : niveau {level}',
  'level.weaker': 'Plus facile : niveau {level}',

  'computer.called': 'Ordinateur, niveau {level}',
  'computer.inSentence': 'l’ordinateur',
  'computer.thinks': 'L’ordinateur réfléchit',
  'computer.thinking': 'réfléchit',
  'computer.off': 'L’ordinateur ne joue pas ici pour le moment.',

  'mine.computer': 'contre l’ordinateur, niveau {level}',
  'mine.turn.computer': 'À l’ordinateur',
  'replay.computer': '{Colour} : ordinateur, niveau {level}',

  'stats.opponents': 'Quelles parties',
  'stats.people': 'Entre personnes',
  'stats.computer': 'Contre l’ordinateur',
  'stats.levels': 'Niveau de l’ordinateur',
  'stats.allLevels': 'Tous les niveaux',
  'stats.level': 'Niveau {level}',

  'error.computer_busy': 'L’ordinateur est pris par trop de parties. Réessayez dans un moment.',
  'error.computer_off': 'L’ordinateur ne joue pas sur ce serveur. Invitez quelqu’un.',
};
