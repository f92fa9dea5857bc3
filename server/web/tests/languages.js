/** The texts of both languages. A test that imports this can speak either. */
import { LANGUAGES, learn } from '../assets/i18n/index.js';

const [en, fr] = await Promise.all(LANGUAGES.map(learn));

export const TEXTS = { en: en ?? {}, fr: fr ?? {} };
