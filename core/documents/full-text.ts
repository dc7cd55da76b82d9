/** Joins the words of a page to its full text. */
import type { Word } from './page-record.ts';

/** Scripts without spaces between words. */
const endsWithoutSpace = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」（）・]$/u;
const beginsWithoutSpace = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」（）・]/u;

const separator = (before: Word, after: Word): string => {
  if (before.block !== after.block) return '\n\n';
  if (before.line !== after.line) return '\n';
  return endsWithoutSpace.test(before.text) && beginsWithoutSpace.test(after.text) ? '' : ' ';
};

/**
 * Joins words in their order, without those that were not read: lines are separated by \n, blocks by an empty line; Japanese words have no space between
 * them.
 */
export const fullTextOf = (words: readonly Word[]): string =>
  words
    .filter(({ text }) => text !== '')
    .map((word, index, read) => {
      const before = read[index - 1];
      return before === undefined ? word.text : separator(before, word) + word.text;
    })
    .join('');
