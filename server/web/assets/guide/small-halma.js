/** What the rules pages of the small Halmas tell, but for their numbers. */
import { FAMILY_DIAGRAMS, FAMILY_MOVES, FAMILY_SETTLED, LAST_HOLE } from './family.js';

/** @import { Square } from '../protocol.js' */
/** @import { Guide } from './index.js' */

/**
 * @typedef {object} Numbers
 * @property {number} side files, and ranks
 * @property {number} men
 * @property {string} rows the rows of a camp, from the corner
 * @property {number} limit after how many own moves the own camp must be empty
 * @property {string} corner the square farthest from a1
 * @property {Square[]} home all squares of the first side's goal but the last hole
 * @property {Square} before where the last man stands
 * @property {Square} hole
 * @property {Square[]} others the second side's men
 */

/**
 * @param {Numbers} numbers
 * @returns {Guide}
 */
export function smallHalma({ side, men, rows, limit, corner, home, before, hole, others }) {
  return {
    diagrams: {
      ...FAMILY_DIAGRAMS,
      last: { first: [...home, before], second: others, turn: 'first', both: true, wanted: `${before}-${hole}` },
      game: { start: true, first: [], second: [], turn: 'first', both: true },
    },
    texts: {
      en: [
        {
          id: 'aim',
          heading: 'The aim',
          blocks: [
            `This is Halma on ${side} × ${side} squares: quick to learn, and soon played. Each side has ${men} men in its corner and wants to fill the corner opposite. Whoever is done first has won. White, at the lower right, begins.`,
          ],
        },
        { id: 'moves', heading: 'How men move', blocks: FAMILY_MOVES.en },
        {
          id: 'camp',
          heading: `Out of the camp by move ${limit}`,
          blocks: [
            `After your ${limit}th move none of your men may stand in your own camp, or you lose at once. From then on no move may end there any more; a chain of hops may still pass through. The table shows how many moves you have left. Being passed over does not count as a move.`,
            'The far camp you may leave again, if it helps to make room.',
          ],
        },
        {
          id: 'end',
          heading: 'The end of the game',
          blocks: [
            'You win as soon as every square of the camp opposite holds one of your men after your move.',
            LAST_HOLE.en,
            'The players may agree on a draw, and either may resign.',
          ],
        },
        {
          id: 'settled',
          heading: 'Settled here',
          blocks: [
            'The small Halmas are played in more ways than one. On this site they are read like this:',
            {
              list: [
                `A camp has ${men} squares, row by row from the corner: ${rows}.`,
                `The camp must be empty after move ${limit}, as Nerma has it. Elsewhere a game is lost only for more than ${limit} moves, and for coming back late; here coming back is simply not possible.`,
                FAMILY_SETTLED.en,
                'A position that repeats does not end the game.',
              ],
            },
          ],
        },
        {
          id: 'advice',
          heading: 'Advice',
          blocks: [
            'On a small board the armies meet at once. Keep your men together, so that all of them find something to hop over, and do not forget those at the very back: they need the longest, and the camp must be empty in time.',
            'Fill the far corner from its end. A man that settles at the entrance too early shuts out the others.',
          ],
        },
        {
          id: 'history',
          heading: 'Where it comes from',
          blocks: [
            'Halma was made by George Howard Monks, an American surgeon, in 1883, on 256 squares. People soon laid it out on the boards that they had at home, those of chess and of draughts.',
          ],
        },
        {
          id: 'notation',
          heading: 'How moves are written',
          blocks: [
            `Files have letters and ranks have numbers, from white’s lower left: \`a1\` to \`${corner}\`. A move is written by its two ends, also where a chain lies between them.`,
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
            `C’est le Halma sur ${side} × ${side} cases : vite appris, vite joué. Chacun a ${men} pions dans son coin et veut remplir le coin d’en face. Le premier qui y parvient a gagné. Les blancs, en bas à droite, commencent.`,
          ],
        },
        { id: 'moves', heading: 'La marche des pions', blocks: FAMILY_MOVES.fr },
        {
          id: 'camp',
          heading: `Quitter son camp avant le ${limit}e coup`,
          blocks: [
            `Après votre ${limit}e coup, aucun de vos pions ne doit plus se trouver dans votre propre camp, sinon vous perdez aussitôt. Ensuite, plus aucun coup ne peut s’y terminer ; une suite de sauts peut encore le traverser. La table indique combien de coups il vous reste. Passer son tour ne compte pas comme un coup.`,
            'Du camp d’en face, vous pouvez ressortir si cela aide à faire de la place.',
          ],
        },
        {
          id: 'end',
          heading: 'La fin de la partie',
          blocks: [
            'Vous gagnez dès que, après votre coup, chaque case du camp d’en face porte un de vos pions.',
            LAST_HOLE.fr,
            'On peut convenir de la nulle, et chacun peut abandonner.',
          ],
        },
        {
          id: 'settled',
          heading: 'Fixé ici',
          blocks: [
            'Les petits Halmas se jouent de plus d’une façon. Voici comment ce site les lit :',
            {
              list: [
                `Un camp compte ${men} cases, rangée par rangée depuis le coin : ${rows}.`,
                `Le camp doit être vide après le ${limit}e coup, comme au Nerma. Ailleurs, on ne perd qu’au-delà de ${limit} coups, et aussi pour un retour tardif ; ici, on ne peut tout simplement plus revenir.`,
                FAMILY_SETTLED.fr,
                'Une position qui se répète ne termine pas la partie.',
              ],
            },
          ],
        },
        {
          id: 'advice',
          heading: 'Conseils',
          blocks: [
            'Sur un petit plateau, les armées se rencontrent aussitôt. Gardez vos pions groupés, pour que chacun trouve de quoi sauter, et n’oubliez pas ceux du fond : ce sont les plus lents, et le camp doit être vide à temps.',
            'Remplissez le coin d’en face en commençant par le fond. Un pion installé trop tôt à l’entrée ferme la porte aux autres.',
          ],
        },
        {
          id: 'history',
          heading: 'D’où vient ce jeu',
          blocks: [
            'Le Halma a été créé en 1883 par George Howard Monks, un chirurgien américain, sur 256 cases. On l’a bientôt joué sur les plateaux qu’on avait chez soi, ceux des échecs et des dames.',
          ],
        },
        {
          id: 'notation',
          heading: 'La notation',
          blocks: [
            `Les colonnes ont des lettres et les rangées des numéros, depuis le coin en bas à gauche des blancs : de \`a1\` à \`${corner}\`. Un coup s’écrit par ses deux bouts, même si plusieurs sauts les séparent.`,
          ],
        },
        {
          id: 'try',
          heading: 'Essayer une partie entière',
          blocks: [
            { diagram: 'game', caption: 'Jouez les deux camps aussi longtemps que vous voulez. Rien n’est enregistré.' },
          ],
        },
      ],
    },
  };
}
