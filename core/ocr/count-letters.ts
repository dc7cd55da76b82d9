/** Counts the letters and digits of a text. */

const ASCII = /[A-Za-z0-9]+/g;
const ANY = /[\p{L}\p{N}]/gu;

/** Letters and digits of any script. ASCII first: a class without Unicode tables is several times as fast. */
export const countLettersAndDigits = (text: string): number => {
  const others = text.replace(ASCII, '');
  return text.length - others.length + (others.match(ANY)?.length ?? 0);
};

/** Different letters and digits of any script; small letters and capitals are the same. */
export const countDifferentLetters = (text: string): number => new Set(text.toLowerCase().match(ANY)).size;
