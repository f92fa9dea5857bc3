/** The rules page of Jarmo. */

/** @import { Guide } from './index.js' */

/** @type {Guide} */
export const GUIDE = {
  diagrams: {
    lines: { first: ['c2'], second: ['e4'], turn: 'first' },
    capture: { first: ['a1', 'd3'], second: ['b3', 'e5', 'd5'], turn: 'first', wanted: 'a1-b3' },
    goal: { first: ['b5', 'd3', 'e1'], second: ['d5', 'a2'], turn: 'first' },
    back: {
      first: ['a5', 'd3'],
      second: ['c4', 'e3', 'd1'],
      turn: 'first',
      marked: ['a5'],
      captured: { first: 2, second: 1 },
      wanted: 'a5*c1',
    },
    last: {
      first: ['a5', 'd5', 'c3'],
      second: ['c2', 'b1', 'd4'],
      turn: 'first',
      both: true,
      captured: { first: 2, second: 2 },
    },
    game: { start: true, first: [], second: [], turn: 'first', both: true },
  },
  texts: {
    en: [
      {
        id: 'aim',
        heading: 'The aim',
        blocks: [
          'Jarmo is race and battle at once. Five archers on each side set out from their own first rank for the enemy’s. At the end each archer that got there counts two points, and each other one that is still on the board counts one.',
          'White begins, from the lower edge.',
        ],
      },
      {
        id: 'moves',
        heading: 'How archers move',
        blocks: [
          'The board has 25 points, and lines between some of them. On your turn you move one archer along one line, in any direction, to the point at its other end. Most lines leap like a chess knight; only the eight around the middle lead to a neighbour.',
          {
            diagram: 'lines',
            caption: 'Walk about and get to know the lines. The board is lopsided: left and right are not alike.',
          },
        ],
      },
      {
        id: 'capture',
        heading: 'Capturing, and the mark',
        blocks: [
          'If an enemy stands at the other end of the line, your archer takes his place and the enemy leaves the board. You need not capture. An archer that has captured is marked, with a small line in the other colour. A second capture adds nothing to it.',
          {
            diagram: 'capture',
            caption: 'Capture the archer on b3 and see the mark.',
            done: 'The archer carries the mark wherever it goes, and will be glad of it on the far rank.',
          },
        ],
      },
      {
        id: 'goal',
        heading: 'The far rank',
        blocks: [
          'An archer that has reached the enemy’s first rank has arrived and never moves again. It is not safe there: the enemy may still capture it.',
          { diagram: 'goal', caption: 'The archer on b5 has arrived. The others are still on their way.' },
        ],
      },
      {
        id: 'back',
        heading: 'Bringing an archer back',
        blocks: [
          'A marked archer on the far rank can pay for the return of a captured one. Instead of moving, choose one of your captured archers beside the board and then an empty point of your own first rank. The archer comes back without a mark, and the one on the far rank loses its own.',
          {
            diagram: 'back',
            caption: 'Two white archers were captured, and the one on a5 is marked. Bring one back to c1.',
            done: 'An archer more on the board, and a mark less. You may keep this right for as long as you like.',
          },
        ],
      },
      {
        id: 'end',
        heading: 'The end and the score',
        blocks: [
          'The game ends as soon as all the archers that one side still has stand on its far rank, or it has none left. Then both count: two points for each archer on the far rank, one for each other. More points win, and equal points are a draw. The players may also agree on a draw, and either may resign.',
          {
            diagram: 'last',
            caption: 'White’s last archer on the way is two moves from home. Count before you hurry: who wins?',
          },
          'Nobody may go back and forth for ever: after A–B, B–A, A–B, B–A as your last four turns you may not play A–B again. Any other turn in between starts the count anew.',
        ],
      },
      {
        id: 'settled',
        heading: 'Settled here',
        blocks: [
          'What is told of the game leaves some points open. On this site they are read like this:',
          {
            list: [
              'White moves first, and begins at the lower edge as the board is drawn here.',
              'Bringing an archer back costs the turn.',
              'The game also ends when it is the other side’s capture that leaves you with archers on the far rank only; a right to bring one back that is still open does not put off the end.',
              'If you have no move you are passed over. If nobody can move the points decide.',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Advice',
        blocks: [
          'Five archers at home are worth ten points, but the end comes when one side is ready, not both. If you are behind on points keep one archer out; if you are ahead hurry.',
          'A mark is worth an archer as soon as it gets to the far rank while one of yours lies beside the board. Let those that have captured run home.',
          'As the board is not the same for both, play two games and change sides. On an old site white won 40.65 % of 8,643 games, black 48.87 %, and 10.47 % were drawn.',
        ],
      },
      {
        id: 'history',
        heading: 'Where it comes from',
        blocks: [
          'Jarmo is an old game of the Tatars. Legend has it that Batu Khan, a grandson of Genghis Khan, took a secret board with him to his wars, and played a game before he gave battle.',
        ],
      },
      {
        id: 'notation',
        heading: 'How moves are written',
        blocks: [
          'Points are named by a letter and a number, `a1` at white’s lower left. `a1-b3` moves the archer from a1 to b3, with or without a capture. `a5*c1` brings one back to c1, and the archer on a5 pays.',
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
          'Le Jarmo est à la fois course et bataille. Cinq archers de chaque côté partent de leur première rangée vers celle de l’ennemi. À la fin, chaque archer arrivé là-bas vaut deux points, et chaque autre encore sur le plateau en vaut un.',
          'Les blancs commencent, en bas.',
        ],
      },
      {
        id: 'moves',
        heading: 'La marche des archers',
        blocks: [
          'Le plateau compte 25 points, dont certains sont reliés par des lignes. À votre tour, vous déplacez un archer le long d’une ligne, dans n’importe quel sens, jusqu’au point qui est à l’autre bout. La plupart des lignes sautent comme un cavalier aux échecs ; seules les huit du milieu mènent à un point voisin.',
          {
            diagram: 'lines',
            caption: 'Promenez-vous pour apprendre les lignes. Le plateau est bancal : la gauche et la droite diffèrent.',
          },
        ],
      },
      {
        id: 'capture',
        heading: 'La prise et la marque',
        blocks: [
          'Si un ennemi se tient à l’autre bout de la ligne, votre archer prend sa place et l’ennemi quitte le plateau. Rien n’oblige à prendre. Un archer qui a pris est marqué d’un petit trait de l’autre couleur. Une seconde prise n’y ajoute rien.',
          {
            diagram: 'capture',
            caption: 'Prenez l’archer b3 et voyez la marque.',
            done: 'L’archer garde sa marque où qu’il aille ; elle lui servira sur la dernière rangée.',
          },
        ],
      },
      {
        id: 'goal',
        heading: 'La dernière rangée',
        blocks: [
          'Un archer qui atteint la première rangée de l’ennemi est arrivé et ne bouge plus. Il n’y est pas à l’abri : l’ennemi peut encore le prendre.',
          { diagram: 'goal', caption: 'L’archer b5 est arrivé. Les autres sont encore en route.' },
        ],
      },
      {
        id: 'back',
        heading: 'Replacer un archer',
        blocks: [
          'Un archer marqué, sur la dernière rangée, peut payer le retour d’un archer pris. Au lieu de jouer un coup, choisissez un de vos archers pris, à côté du plateau, puis un point vide de votre première rangée. L’archer revient sans marque, et celui de la dernière rangée perd la sienne. C’est la règle de la boucle.',
          {
            diagram: 'back',
            caption: 'Deux archers blancs ont été pris, et celui de a5 est marqué. Replacez-en un en c1.',
            done: 'Un archer de plus sur le plateau, une marque de moins. Ce droit se garde aussi longtemps que vous voulez.',
          },
        ],
      },
      {
        id: 'end',
        heading: 'La fin et les points',
        blocks: [
          'La partie finit dès que tous les archers qui restent à un joueur se trouvent sur sa dernière rangée, ou qu’il n’en a plus. On compte alors des deux côtés : deux points par archer arrivé, un par archer ailleurs. Le plus grand total gagne, l’égalité donne une partie nulle. On peut aussi convenir de la nulle, et chacun peut abandonner.',
          {
            diagram: 'last',
            caption: 'Le dernier archer blanc en route est à deux coups du but. Comptez avant de courir : qui gagne ?',
          },
          'Pas d’aller et retour sans fin : après A–B, B–A, A–B, B–A en quatre tours, vous ne pouvez pas rejouer A–B. Tout autre coup entre-temps remet le compte à zéro.',
        ],
      },
      {
        id: 'settled',
        heading: 'Fixé ici',
        blocks: [
          'Ce qu’on raconte du jeu laisse quelques points ouverts. Voici comment ce site les lit :',
          {
            list: [
              'Les blancs jouent en premier et partent du bord inférieur du plateau tel qu’il est dessiné ici.',
              'Replacer un archer coûte le tour.',
              'La partie finit aussi quand c’est la prise de l’autre qui ne vous laisse que des archers arrivés ; un droit de replacer encore ouvert ne retarde pas la fin.',
              'Qui n’a aucun coup passe son tour. Si personne ne peut jouer, les points décident.',
            ],
          },
        ],
      },
      {
        id: 'advice',
        heading: 'Conseils',
        blocks: [
          'Cinq archers arrivés valent dix points, mais la fin vient quand un joueur est prêt, pas les deux. Si vous êtes en retard aux points, gardez un archer dehors ; si vous êtes en avance, pressez-vous.',
          'Une marque vaut un archer dès qu’elle atteint la dernière rangée pendant qu’un des vôtres est à côté du plateau. Faites rentrer vite ceux qui ont pris.',
          'Comme le plateau n’est pas le même pour les deux, jouez deux parties en échangeant les couleurs. Sur un ancien site, les blancs ont gagné 40,65 % de 8 643 parties et les noirs 48,87 % ; 10,47 % étaient nulles.',
        ],
      },
      {
        id: 'history',
        heading: 'D’où vient ce jeu',
        blocks: [
          'Le Jarmo est un vieux jeu tatar. On raconte que Batou Khan, petit-fils de Gengis Khan, emportait à la guerre un plateau secret et faisait une partie avant de livrer bataille.',
        ],
      },
      {
        id: 'notation',
        heading: 'La notation',
        blocks: [
          'Chaque point porte une lettre et un numéro, `a1` étant en bas à gauche des blancs. `a1-b3` déplace l’archer de a1 en b3, avec ou sans prise. `a5*c1` en replace un en c1, payé par l’archer de a5.',
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
