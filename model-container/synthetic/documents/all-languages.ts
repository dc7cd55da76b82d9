import { CZECH } from './languages/czech.ts';
import { DUTCH } from './languages/dutch.ts';
import { ENGLISH } from './languages/english.ts';
import { FRENCH } from './languages/french.ts';
import { GERMAN } from './languages/german.ts';
import { ITALIAN } from './languages/italian.ts';
import { JAPANESE } from './languages/japanese.ts';
import { POLISH } from './languages/polish.ts';
import { SLOVAK } from './languages/slovak.ts';
import { SPANISH } from './languages/spanish.ts';
import type { Language } from './language.ts';

/** The languages of synthetic documents, sampled uniformly. */
export const LANGUAGES: readonly Language[] = [
  ENGLISH,
  GERMAN,
  FRENCH,
  SPANISH,
  SLOVAK,
  CZECH,
  POLISH,
  ITALIAN,
  DUTCH,
  JAPANESE,
];
