/** The rules page of Nerma. */
import { FAMILY_DIAGRAMS, FAMILY_MOVES, FAMILY_SETTLED, LAST_HOLE } from './family.js';

/** @import { Guide } from './index.js' */

/** @type {Guide} */
export const GUIDE = {
  diagrams: {
    ...FAMILY_DIAGRAMS,
    ladder: {
      first: ['n1', 'n2', 'm4', 'k6', 'i8'],
      second: ['g10', 'e12', 'f8', 'l9'],
      turn: 'first',
      wanted: 'n1-d13',
    },
    melee: {
      first: ['g7', 'g11', 'j7', 'i11', 'k6', 'l8', 'k10'],
      second: ['h10', 'g8', 'k9', 'i9', 'l11', 'l6', 'j9', 'j8'],
      turn: 'first',
      wanted: 'j7-f11',
    },
    last: {
      first: 'a12 b12 a13 b13 c13 a14 b14 c14 d14 a15 b15 c15 d15 e15 a16 b16 c16 d16 e14'.split(' '),
      second: ['n2', 'o2', 'o3', 'p1', 'm4', 'k5'],
      turn: 'first',
      both: true,
      wanted: 'e14-e16',
    },
    count: {
      first: 'b12 a13 b13 a14 b14 c14 d14 a15 c15 d15 e15 a16 b16 c16 d16 e16 d11 c12 c11'.split(' '),
      second: [],
      turn: 'first',
      wanted: 'c12-a12',
    },
    game: { start: true, first: [], second: [], turn: 'first', both: true },
  },
  texts: {
    en: [
      {
        id: 'aim',
        heading: 'The aim',
        blocks: [
          'Nineteen red and nineteen green men stand in opposite corners of a chequered board. Each side wants to fill the corner of the other; whoever is done first has won. Red, at the lower right, begins.',
        ],
      },
      {
        id: 'moves',
        heading: 'How men move',
        blocks: [
          ...FAMILY_MOVES.en,
          'The two colours of the squares are there to help the eye: a hop always lands on the colour it left, and so does a whole chain.',
        ],
      },
      {
        id: 'camp',
        heading: 'Out of the camp by move 60',
        blocks: [
          'After your 60th move none of your men may stand in your own camp, or you lose at once. From your 61st move on no move may end there any more; a chain of hops may still pass through. The table shows how many moves you have left. Being passed over does not count as a move.',
          'The far camp, on the other hand, you may leave again, if it helps to make room.',
        ],
      },
      {
        id: 'end',
        heading: 'The end of the game',
        blocks: [
          'You win as soon as every square of the camp opposite holds one of your men after your move.',
          LAST_HOLE.en,
          'No rule makes a game of Nerma a draw by itself; the players may agree on one, and either may resign.',
        ],
      },
      {
        id: 'settled',
        heading: 'Settled here',
        blocks: [
          'What has come down to us leaves some points open. On this site they are read like this:',
          {
            list: [
              'The board has 16 × 16 squares, and the camps are those of Halma: 5, 5, 4, 3 and 2 squares, row by row from the corner.',
              FAMILY_SETTLED.en,
              'A position that repeats does not end the game.',
              'The rule of the 60th move comes from the digital version of the game.',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Advice, after an old leaflet',
        blocks: [
          'A game has three parts, and each is played differently.',
          'First the march. Build ladders that carry men a long way in one turn, at best from one end of the board to the other. Watch the other side’s ladders as well: one man set into a gap is enough to spoil them.',
          {
            diagram: 'ladder',
            caption: 'This ladder leads through both armies. How far can the man on n1 go?',
            done: 'Right to the gate of the far camp. The last rung was green.',
          },
          'Then the mêlée. Sooner or later all meet in the middle and block each other. Now the straight way is closed, and often only a long way round leads on: sideways, even backwards, and over the others’ men.',
          {
            diagram: 'melee',
            caption: 'Red among green. The man on j7 can come out at f11, but not by the straight way.',
            done: 'Back first, then round everybody: six hops.',
          },
          'Last, arranging the men in the far camp. That is the hardest part, and all depends on how one enters. Do not let the approaches clog up. Leave men standing in steps, over which the others reach the furthest ends. One step, well counted, can save a whole series of moves.',
          {
            diagram: 'count',
            caption:
              'Three men are outside, and three holes inside: b15, c13 and a12. Three moves are enough, in the right order only.',
            done: 'Well counted: each man made room for the next one’s way.',
          },
        ],
      },
      {
        id: 'history',
        heading: 'Where it comes from',
        blocks: [
          'Around 1900 French makers brought out dozens of abstract games, and Nerma was their answer to Halma. Simonin-Cuny sold it in Paris under this name, Villard et Weill sold the same game as Torno. After the First World War it was forgotten.',
        ],
      },
      {
        id: 'notation',
        heading: 'How moves are written',
        blocks: [
          'Files have letters and ranks have numbers, from red’s lower left: `a1` to `p16`. A move is written by its two ends, as `l2-l4`, also where a chain lies between them.',
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
          'Dix-neuf pions rouges et dix-neuf verts occupent deux coins opposés d’un damier. Chacun veut remplir le coin de l’autre ; le premier qui y parvient a gagné. Les rouges, en bas à droite, commencent.',
        ],
      },
      {
        id: 'moves',
        heading: 'La marche des pions',
        blocks: [
          ...FAMILY_MOVES.fr,
          'Les deux teintes du damier guident l’œil : un saut retombe toujours sur la couleur qu’il a quittée, et toute une suite de sauts aussi.',
        ],
      },
      {
        id: 'camp',
        heading: 'Quitter son camp avant le 60e coup',
        blocks: [
          'Après votre 60e coup, aucun de vos pions ne doit plus se trouver dans votre propre camp, sinon vous perdez aussitôt. À partir du 61e, plus aucun coup ne peut s’y terminer ; une suite de sauts peut encore le traverser. La table indique combien de coups il vous reste. Passer son tour ne compte pas comme un coup.',
          'Du camp d’en face, en revanche, vous pouvez ressortir si cela aide à faire de la place.',
        ],
      },
      {
        id: 'end',
        heading: 'La fin de la partie',
        blocks: [
          'Vous gagnez dès que, après votre coup, chaque case du camp d’en face porte un de vos pions.',
          LAST_HOLE.fr,
          'Aucune règle ne rend une partie de Nerma nulle d’elle-même ; les joueurs peuvent en convenir, et chacun peut abandonner.',
        ],
      },
      {
        id: 'settled',
        heading: 'Fixé ici',
        blocks: [
          'Ce qui nous est parvenu laisse quelques points ouverts. Voici comment ce site les lit :',
          {
            list: [
              'Le plateau a 16 × 16 cases, et les camps sont ceux du Halma : 5, 5, 4, 3 et 2 cases, rangée par rangée depuis le coin.',
              FAMILY_SETTLED.fr,
              'Une position qui se répète ne termine pas la partie.',
              'La règle du 60e coup vient de la version numérique du jeu.',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Conseils, d’après un vieux livret',
        blocks: [
          'Une partie a trois temps, et chacun se joue autrement.',
          'D’abord la marche. Construisez des échelles qui portent un pion très loin en un coup, au mieux d’un bout à l’autre du plateau. Surveillez aussi celles d’en face : un seul pion glissé dans un intervalle suffit à les gâter.',
          {
            diagram: 'ladder',
            caption: 'Cette échelle traverse les deux armées. Jusqu’où peut aller le pion n1 ?',
            done: 'Jusqu’à la porte du camp d’en face. Le dernier échelon était vert.',
          },
          'Puis la mêlée. Tôt ou tard, tous se retrouvent au milieu et se bloquent. Le droit chemin est fermé, et souvent seul un long détour mène plus loin : de côté, même en arrière, et par-dessus les pions de l’autre.',
          {
            diagram: 'melee',
            caption: 'Les rouges parmi les verts. Le pion j7 peut ressortir en f11, mais pas tout droit.',
            done: 'En arrière d’abord, puis tout autour : six sauts.',
          },
          'Enfin, le rangement dans le camp d’en face. C’est le plus difficile, et tout dépend de la façon d’y entrer. N’encombrez pas les abords. Laissez des pions en escalier, par-dessus lesquels les autres gagnent les extrémités. Un seul pas bien compté peut épargner toute une série de coups.',
          {
            diagram: 'count',
            caption:
              'Trois pions sont dehors, et il reste trois trous : b15, c13 et a12. Trois coups suffisent, mais dans un seul ordre.',
            done: 'Bien compté : chaque pion a laissé le chemin au suivant.',
          },
        ],
      },
      {
        id: 'history',
        heading: 'D’où vient ce jeu',
        blocks: [
          'Vers 1900, les fabricants français lancent des dizaines de jeux abstraits, et le Nerma est leur réponse au Halma. À Paris, Simonin-Cuny le vend sous ce nom ; chez Villard et Weill, le même jeu s’appelle Torno. Après la Première Guerre mondiale, on l’oublie.',
        ],
      },
      {
        id: 'notation',
        heading: 'La notation',
        blocks: [
          'Les colonnes ont des lettres et les rangées des numéros, depuis le coin en bas à gauche des rouges : de `a1` à `p16`. Un coup s’écrit par ses deux bouts, comme `l2-l4`, même si plusieurs sauts les séparent.',
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
