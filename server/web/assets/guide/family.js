/**
 * What all games of the Halma family have in common on their rules pages: how a man moves, with diagrams on a cut of
 * the board, and what happens when nobody can.
 */

/** @import { Diagram } from './index.js' */

/** @type {Record<string, Diagram>} */
export const FAMILY_DIAGRAMS = {
  step: { cut: 5, first: ['c3'], second: ['d4'], turn: 'first' },
  chain: { cut: 8, first: ['b1', 'b2', 'c6'], second: ['b4', 'e7'], turn: 'first', wanted: 'b1-f7' },
};

/** How men move, as it is told on each of the pages. */
export const FAMILY_MOVES = {
  en: [
    'On each turn you move one of your men, by a step or by hops, never by both.',
    'A step leads to an empty square next to the man: straight or diagonally, forwards, sideways or back.',
    {
      diagram: 'step',
      caption: 'Choose the man and step about. The other man stands in the way: step beside it, and you may hop over it.',
    },
    'A hop leads in a straight line over one man, of either colour, to the empty square right behind it. After a hop the same man may hop on, over the next man and in any direction, as long as it finds something to hop over. It may also stop wherever it likes. The men it hops over stay where they are: nothing is ever captured.',
    {
      diagram: 'chain',
      caption: 'The man on b1 reaches f7 in one turn: up the file, then off to the right. Find the way.',
      done: 'That was one move: four hops, with two turns on the way.',
    },
    'A turn has to lead somewhere: a chain may pass over the square it began on, but not end there.',
  ],
  fr: [
    'À chaque tour, vous jouez un de vos pions, par un pas ou par des sauts, jamais par les deux à la fois.',
    'Un pas mène sur une case vide voisine : droit ou en diagonale, en avant, de côté ou en arrière.',
    {
      diagram: 'step',
      caption: 'Choisissez le pion et promenez-le. L’autre pion barre le chemin : placez-vous à côté, et vous pourrez sauter.',
    },
    'Un saut mène en ligne droite par-dessus un seul pion, de n’importe quelle couleur, sur la case vide juste derrière. Après un saut, le même pion peut continuer, par-dessus un autre pion et dans une autre direction, tant qu’il trouve de quoi sauter. Il peut aussi s’arrêter où il veut. Les pions sautés restent en place : on ne prend jamais rien.',
    {
      diagram: 'chain',
      caption: 'Le pion b1 atteint f7 en un seul coup : d’abord droit devant, puis vers la droite. Trouvez le chemin.',
      done: 'C’était un seul coup : quatre sauts et deux changements de direction.',
    },
    'Un coup doit mener quelque part : des sauts peuvent repasser par la case de départ, mais pas s’y arrêter.',
  ],
};

export const FAMILY_SETTLED = {
  en: 'If you have no move at all you are passed over, and the other side moves again. If nobody can move the game is drawn.',
  fr: 'Qui n’a aucun coup passe son tour, et l’autre rejoue. Si personne ne peut jouer, la partie est nulle.',
};

/** A man in front of the last hole of its goal camp. */
export const LAST_HOLE = {
  en: {
    diagram: 'last',
    caption: 'One hole is left, and the last man stands right before it. End the game.',
    done: 'The camp is full: the game is won.',
  },
  fr: {
    diagram: 'last',
    caption: 'Il reste un trou, et le dernier pion est juste devant. Finissez la partie.',
    done: 'Le camp est plein : la partie est gagnée.',
  },
};
