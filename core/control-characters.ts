/** Characters that control a terminal, end a line or override the direction of text, rather than being shown. */

const CONTROL_CHARACTERS = /[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu;
const RUNS = new RegExp(`${CONTROL_CHARACTERS.source}+`, 'gu');

export const hasControlCharacters = (text: string): boolean => text.search(CONTROL_CHARACTERS) !== -1;

/** The text with a space for each run of them. */
export const spaceControlCharacters = (text: string): string => text.replaceAll(RUNS, ' ');

/** `\u001b` for each, as JSON may write it: what is printed is seen and has no other effect. */
export const escapeControlCharacters = (text: string): string =>
  text.replace(CONTROL_CHARACTERS, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
