/** The rules page of Halma. */
import { FAMILY_DIAGRAMS, FAMILY_MOVES, FAMILY_SETTLED, LAST_HOLE } from './family.js';

/** @import { Guide } from './index.js' */

/** @type {Guide} */
export const GUIDE = {
  diagrams: {
    ...FAMILY_DIAGRAMS,
    home: {
      first: ['b12', 'd11', 'o2'],
      second: ['c12', 'c13', 'b15'],
      turn: 'first',
    },
    ladder: {
      first: ['m2', 'l3', 'j5', 'f9'],
      second: ['h7', 'd11'],
      turn: 'first',
      wanted: 'm2-c12',
    },
    last: {
      first: 'a12 b12 a13 b13 c13 a14 b14 c14 d14 a15 b15 c15 d15 e15 a16 b16 c16 d16 e14'.split(' '),
      second: ['n2', 'o2', 'o3', 'p1', 'm4', 'k5'],
      turn: 'first',
      both: true,
      wanted: 'e14-e16',
    },
    game: { start: true, first: [], second: [], turn: 'first', both: true },
  },
  texts: {
    en: [
      {
        id: 'aim',
        heading: 'The aim',
        blocks: [
          'Two sides, white and black, face each other across 16 × 16 squares, each with nineteen men in a corner: its camp. Whoever first stands with all nineteen in the camp opposite has won.',
          'White, from the corner at the lower right, moves first; then the sides take turns.',
        ],
      },
      { id: 'moves', heading: 'How men move', blocks: FAMILY_MOVES.en },
      {
        id: 'home',
        heading: 'No way out of the far camp',
        blocks: [
          'A man that has entered the camp opposite has arrived: it may still move within the camp, but never leaves it.',
          {
            diagram: 'home',
            caption:
              'The man on b12 has arrived. It finds a few places inside, and none outside; the man on d11 may still choose.',
          },
        ],
      },
      {
        id: 'end',
        heading: 'The end of the game',
        blocks: [
          'You win as soon as every square of the camp opposite holds one of your men after your move.',
          LAST_HOLE.en,
          'When the same position, with the same side to move, stands on the board for the third time, the game is drawn. The players may also agree on a draw, and either may resign.',
        ],
      },
      {
        id: 'settled',
        heading: 'Settled here',
        blocks: [
          'The old rules leave some points open. On this site they are read like this:',
          {
            list: [
              'White and black are the colours, and white is always first. Who plays white, the room’s maker decides, or lots do.',
              'Once a chain of hops has landed in the camp opposite, the rest of the chain stays inside it, too.',
              FAMILY_SETTLED.en,
              'For the threefold repetition the position at the start counts as its first time.',
              'Nothing obliges you to leave your own camp. (The other Halmas here do.)',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Advice',
        blocks: [
          'Steps are slow: from camp to camp a man needs a dozen and more. The game lives by ladders, rows of men with a gap behind each, over which a man travels far in one turn. A ladder serves both sides, so build it where it suits you and not the other.',
          {
            diagram: 'ladder',
            caption: 'Black and white have built this ladder together. Take the man on m2 across the board.',
            done: 'Five hops in one turn: on foot it would have taken ten.',
          },
          'In the middle all meet and get in each other’s way. Look for the long way round: a chain that first leads sideways or back often comes out far ahead. Do not leave stragglers behind; a man without neighbours can only walk.',
          'The far camp is the hardest part. As nobody leaves it again, a man that settles at its entrance may shut the others out. Fill the far corner first, and keep a few men standing in steps, so that those who follow can hop over them.',
        ],
      },
      {
        id: 'history',
        heading: 'Where it comes from',
        blocks: [
          'George Howard Monks, a surgeon in America, made Halma in 1883 after an older English game named Hoppity. Its name is Greek for a leap. Laid out anew on a star with six points it was sold as Stern-Halma, and in 1928 Jack Pressman’s American edition of that, under the name of Chinese Checkers, carried it round the world.',
        ],
      },
      {
        id: 'notation',
        heading: 'How moves are written',
        blocks: [
          'Files have letters and ranks have numbers, from white’s lower left: `a1` to `p16`. A move is written by its two ends, as `l2-l4`, also where a chain lies between them.',
        ],
      },
      {
        id: 'try',
        heading: 'Try a whole game',
        blocks: [{ diagram: 'game', caption: 'Play both sides as long as you like. Nothing of this is stored.' }],
      },
    ],
    fr: [
      {
        id: 'aim',
        heading: 'Le but',
        blocks: [
          'Deux camps, les blancs et les noirs, se font face sur 16 × 16 cases, chacun avec dix-neuf pions massés dans son coin. Le premier qui installe ses dix-neuf pions dans le camp d’en face a gagné.',
          'Les blancs, en bas à droite, commencent ; ensuite on joue à tour de rôle.',
        ],
      },
      { id: 'moves', heading: 'La marche des pions', blocks: FAMILY_MOVES.fr },
      {
        id: 'home',
        heading: 'On ne ressort pas du camp d’en face',
        blocks: [
          'Un pion entré dans le camp d’en face est arrivé : il peut encore s’y déplacer, mais il n’en sort plus.',
          {
            diagram: 'home',
            caption:
              'Le pion b12 est arrivé. Il trouve quelques places à l’intérieur, aucune dehors ; celui de d11 a encore le choix.',
          },
        ],
      },
      {
        id: 'end',
        heading: 'La fin de la partie',
        blocks: [
          'Vous gagnez dès que, après votre coup, chaque case du camp d’en face porte un de vos pions.',
          LAST_HOLE.fr,
          'Quand la même position, avec le même joueur au trait, se présente pour la troisième fois, la partie est nulle. On peut aussi convenir de la nulle, et chacun peut abandonner.',
        ],
      },
      {
        id: 'settled',
        heading: 'Fixé ici',
        blocks: [
          'Les anciennes règles laissent quelques points ouverts. Voici comment ce site les lit :',
          {
            list: [
              'Les couleurs sont le blanc et le noir, et les blancs commencent toujours. Qui les joue, c’est l’hôte du salon qui le décide, ou le sort.',
              'Dès qu’une suite de sauts est entrée dans le camp d’en face, elle se termine à l’intérieur.',
              FAMILY_SETTLED.fr,
              'Pour la triple répétition, la position de départ compte comme sa première fois.',
              'Rien ne vous oblige à quitter votre propre camp. (Les autres Halmas d’ici, si.)',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Conseils',
        blocks: [
          'Les pas sont lents : d’un camp à l’autre il en faut plus d’une douzaine. Le jeu vit de ses échelles, des files de pions espacés par-dessus lesquelles un pion va très loin en un coup. Une échelle sert aux deux joueurs : bâtissez-la là où elle vous arrange, et pas l’autre.',
          {
            diagram: 'ladder',
            caption: 'Blancs et noirs ont bâti cette échelle ensemble. Faites traverser le plateau au pion m2.',
            done: 'Cinq sauts en un seul coup : à pas comptés, il en aurait fallu dix.',
          },
          'Au milieu, tout le monde se rencontre et se gêne. Cherchez le détour : une suite de sauts qui part de côté ou en arrière mène souvent loin devant. Ne laissez pas de traînards ; un pion sans voisins ne fait que marcher.',
          'Le camp d’en face est le plus difficile. Comme personne n’en ressort, un pion installé à l’entrée peut fermer la porte aux autres. Remplissez d’abord le fond, et gardez quelques pions en escalier, pour que les suivants aient de quoi sauter.',
        ],
      },
      {
        id: 'history',
        heading: 'D’où vient ce jeu',
        blocks: [
          'George Howard Monks, chirurgien en Amérique, crée le Halma en 1883 d’après un jeu anglais plus ancien, Hoppity. Le nom veut dire « saut » en grec. Redessiné sur une étoile à six branches, il se vend sous le nom de Stern-Halma ; en 1928, l’édition américaine de Jack Pressman, baptisée Chinese Checkers, les dames chinoises, lui fait faire le tour du monde.',
        ],
      },
      {
        id: 'notation',
        heading: 'La notation',
        blocks: [
          'Les colonnes ont des lettres et les rangées des numéros, depuis le coin en bas à gauche des blancs : de `a1` à `p16`. Un coup s’écrit par ses deux bouts, comme `l2-l4`, même si plusieurs sauts les séparent.',
        ],
      },
      {
        id: 'try',
        heading: 'Essayer une partie entière',
        blocks: [{ diagram: 'game', caption: 'Jouez les deux camps aussi longtemps que vous voulez. Rien n’est enregistré.' }],
      },
    ],
  },
};
