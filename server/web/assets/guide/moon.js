/** The rules page of the Man in the Moon. */

/** @import { Guide } from './index.js' */

/** @type {Guide} */
export const GUIDE = {
  diagrams: {
    placing: { start: true, first: [], second: [], turn: 'first', both: true },
    moving: { first: ['b2', 'c4'], second: ['d3', 'b4', 'e1'], turn: 'first', quiet: 0 },
    framing: { first: ['b2', 'e3'], second: ['c3', 'd3', 'a5'], turn: 'first', quiet: 0, wanted: 'b2-b3' },
    crossing: {
      first: ['c2', 'a3', 'e3', 'c5'],
      second: ['b3', 'd3', 'c4', 'e1'],
      turn: 'first',
      quiet: 0,
      wanted: 'c2-c3',
    },
    safe: { first: ['b3', 'd3', 'e1'], second: ['c2', 'a5'], turn: 'second', quiet: 0, wanted: 'c2-c3' },
    corner: { first: ['b1', 'a3', 'c2'], second: ['a1', 'e5', 'd4'], turn: 'first', quiet: 0 },
    game: { start: true, first: [], second: [], turn: 'first', both: true },
  },
  texts: {
    en: [
      {
        id: 'aim',
        heading: 'The aim',
        blocks: [
          'Twelve white and twelve black men are at home on a sky of 25 moons. Capture the others until one of them, or none, is left: whoever ends with a single man is the Man in the Moon, and has lost.',
        ],
      },
      {
        id: 'placing',
        heading: 'First all men are placed',
        blocks: [
          'The board is empty at the beginning. In turn each side places one man on any empty moon except the one in the centre, until all twenty-four stand. Nothing is captured meanwhile, and a man that was framed while placing is not captured later for that.',
          { diagram: 'placing', caption: 'Place men for both sides, white first.' },
        ],
      },
      {
        id: 'moves',
        heading: 'Then they move',
        blocks: [
          'A man moves by one square, up, down, left or right, to an empty one; never diagonally. At first only the centre is empty, so the first move leads there. If you have no move you are passed over and the other side moves again.',
          { diagram: 'moving', caption: 'Move the white men about.' },
        ],
      },
      {
        id: 'capture',
        heading: 'Capturing by framing',
        blocks: [
          'When your man has moved, look from it in the four directions. Where one enemy or several stand in a row right beside it, and right behind them another man of yours, they are framed and leave the board.',
          {
            diagram: 'framing',
            caption: 'Frame both black men on c3 and d3 by one move.',
            done: 'Both at once: between the man that moved and the one on e3.',
          },
          'This counts in all directions at the same time.',
          {
            diagram: 'crossing',
            caption: 'One move to the centre frames to the left, to the right and ahead.',
            done: 'Three men in three directions.',
          },
          'You need not capture, and a capture does not give another turn. Whoever moves between two enemies by himself is safe:',
          {
            diagram: 'safe',
            caption: 'Black may move from c2 to c3, right between two white men.',
            done: 'Nothing happens. Only the one who moves can frame.',
          },
          'It takes a man on either side: the wall does not help. So nobody can be captured in a corner. The centre gives no shelter.',
          { diagram: 'corner', caption: 'The black man in the corner is surrounded, and safe. Try to capture it.' },
        ],
      },
      {
        id: 'end',
        heading: 'The end of the game',
        blocks: [
          'You win when the other side has one man left, or none. After twenty moves in a row without a capture the game ends as well: then more men win, and equal numbers are a draw. The table shows the count. The players may also agree on a draw, and either may resign.',
        ],
      },
      {
        id: 'settled',
        heading: 'Settled here',
        blocks: [
          'The old rules leave some points open. On this site they are read like this:',
          {
            list: [
              'White and black are the colours, and white is first. Lots are drawn for who that is, unless the room’s maker has chosen.',
              'A man moves exactly one square.',
              'A move captures in all four directions at once.',
              'The twenty quiet moves are those of both sides counted together, from the first move after the placing.',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Advice',
        blocks: [
          'Think of the first move while you place. Whoever stands next to the centre can move first; a side that has nobody there is passed over.',
          'Men along the edge can be framed along the edge only, men in the corners not at all, so that they make good partners for a frame.',
          'Before you move, look for what your leaving opens: the square behind you is where the enemy comes in.',
        ],
      },
      {
        id: 'history',
        heading: 'Where it comes from',
        blocks: [
          'McLoughlin Brothers of New York brought the game out in 1890, on a board with 25 pictures of moons. The clause of the twenty moves was added later, against games without an end.',
        ],
      },
      {
        id: 'notation',
        heading: 'How moves are written',
        blocks: [
          'Files have letters and ranks have numbers, `a1` at white’s lower left. `c4` places a man on c4, and `b2-b3` moves one.',
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
          'Douze pions blancs et douze noirs peuplent un ciel de 25 lunes. Prenez ceux d’en face jusqu’à ce qu’il n’en reste qu’un, ou aucun : qui finit avec un seul pion est l’Homme dans la Lune, et il a perdu.',
        ],
      },
      {
        id: 'placing',
        heading: 'On pose d’abord tous les pions',
        blocks: [
          'Au début, le plateau est vide. À tour de rôle, chacun pose un pion sur n’importe quelle lune vide, sauf celle du centre, jusqu’à ce que les vingt-quatre soient posés. On ne prend rien pendant ce temps, et un pion encadré à la pose n’est pas pris plus tard pour cette raison.',
          { diagram: 'placing', caption: 'Posez les pions des deux couleurs, les blancs d’abord.' },
        ],
      },
      {
        id: 'moves',
        heading: 'Ensuite on les déplace',
        blocks: [
          'Un pion avance d’une case, vers le haut, le bas, la gauche ou la droite, sur une case vide ; jamais en diagonale. Au début, seul le centre est vide, et c’est là que mène le premier coup. Qui n’a aucun coup passe son tour, et l’autre rejoue.',
          { diagram: 'moving', caption: 'Promenez les pions blancs.' },
        ],
      },
      {
        id: 'capture',
        heading: 'La prise par encadrement',
        blocks: [
          'Quand votre pion a bougé, regardez à partir de lui dans les quatre directions. Là où un ennemi, ou plusieurs à la file, le touchent et ont juste derrière eux un autre de vos pions, ils sont encadrés et quittent le plateau.',
          {
            diagram: 'framing',
            caption: 'Encadrez d’un seul coup les deux noirs de c3 et d3.',
            done: 'Les deux à la fois, entre le pion qui a bougé et celui de e3.',
          },
          'Cela vaut dans toutes les directions en même temps.',
          {
            diagram: 'crossing',
            caption: 'Un seul coup au centre encadre à gauche, à droite et devant.',
            done: 'Trois pions dans trois directions.',
          },
          'Rien n’oblige à prendre, et une prise ne donne pas un second coup. Qui se place lui-même entre deux ennemis ne risque rien :',
          {
            diagram: 'safe',
            caption: 'Les noirs peuvent jouer de c2 en c3, juste entre deux blancs.',
            done: 'Il ne se passe rien. Seul celui qui joue peut encadrer.',
          },
          'Il faut un pion de chaque côté : le bord n’aide pas. Dans un coin, on ne peut donc jamais être pris. Le centre, lui, ne protège pas.',
          { diagram: 'corner', caption: 'Le noir dans le coin est cerné, mais à l’abri. Essayez de le prendre.' },
        ],
      },
      {
        id: 'end',
        heading: 'La fin de la partie',
        blocks: [
          'Vous gagnez quand il ne reste à l’autre qu’un pion, ou aucun. Après vingt coups de suite sans prise, la partie finit aussi : alors le plus grand nombre de pions gagne, et l’égalité donne une partie nulle. La table tient le compte. On peut aussi convenir de la nulle, et chacun peut abandonner.',
        ],
      },
      {
        id: 'settled',
        heading: 'Fixé ici',
        blocks: [
          'Les anciennes règles laissent quelques points ouverts. Voici comment ce site les lit :',
          {
            list: [
              'Les couleurs sont le blanc et le noir, et les blancs commencent. On tire au sort qui les joue, à moins que l’hôte du salon n’ait choisi.',
              'Un pion se déplace d’une case exactement.',
              'Un coup prend dans les quatre directions à la fois.',
              'Les vingt coups sans prise sont ceux des deux joueurs comptés ensemble, depuis le premier coup après la pose.',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Conseils',
        blocks: [
          'Pensez au premier coup dès la pose. Qui touche le centre peut jouer ; qui n’y a personne passe son tour.',
          'Les pions du bord ne peuvent être encadrés que le long du bord, ceux des coins jamais : ce sont de bons partenaires pour encadrer.',
          'Avant de jouer, voyez ce que votre départ ouvre : c’est par la case quittée que l’ennemi arrive.',
        ],
      },
      {
        id: 'history',
        heading: 'D’où vient ce jeu',
        blocks: [
          'McLoughlin Brothers, à New York, publie ce jeu en 1890 sur un plateau orné de 25 images de lunes. La clause des vingt coups a été ajoutée plus tard, contre les parties sans fin.',
        ],
      },
      {
        id: 'notation',
        heading: 'La notation',
        blocks: [
          'Les colonnes ont des lettres et les rangées des numéros, `a1` étant en bas à gauche des blancs. `c4` pose un pion en c4, et `b2-b3` en déplace un.',
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
