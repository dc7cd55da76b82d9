/** The place before a date: "Leeds, 3 May 2024", "Dado en Bogotá, D.C., a 3 de mayo de 2024". */
import { LETTER } from '../../splitting/letter-class.ts';

const PREPOSITION = '(?:den|am|le|dnia|dne|dňa|l[iì]|il|el|op|a)';
const PLACE = new RegExp(`^[${LETTER} .'’-]{2,30},\\s*${PREPOSITION}?$`, 'iu');

/** Whether what a line has besides its date is a place. */
export const isPlace = (text: string): boolean => PLACE.test(text);

/** Begins with a capital, unlike most words of a sentence, or stands in brackets: "Frankfurt", "D.C.", "(Eure)". */
const NAME = `(?:\\p{Lu}[${LETTER}.'’-]{0,24}|\\(\\p{Lu}[${LETTER} -]{1,24}\\))`;
/** "am", "de", "la" in a name. */
const PARTICLE = `[${LETTER}]{1,3}\\.?`;
const GIVEN_IN =
  '(?:(?:Dad[ao]|Expedid[ao]|Firmad[ao]) en|(?:Fait|Établi|Etabli|Signé) à|(?:Given|Done|Signed) (?:at|in)|Ausgestellt in)';
const SIGNED_AT = new RegExp(
  `^(?:${GIVEN_IN} )?${NAME}(?:,? (?:${NAME}|${PARTICLE})){0,4},\\s*(?:${PREPOSITION}\\s*)?$`,
  'u',
);
const END = /^[\s.,;:]*$/u;

/** Whether a line is a place and a date, as above signatures. @param before, after  what the line has before and after its date */
export const isSignedAt = (before: string, after: string): boolean => SIGNED_AT.test(before) && END.test(after);
