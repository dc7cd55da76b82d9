/** The text of a page from its words. */
import type { Word } from './page-record.ts';

/** Scripts that put no spaces between words. */
const endsWithoutSpace = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」（）・]$/u;
const beginsWithoutSpace = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。「」（）・]/u;

const separator = (before: Word, after: Word): string => {
  if (before.block !== after.block) return '\n\n';
  if (before.line !== after.line) return '\n';
  return endsWithoutSpace.test(before.text) && beginsWithoutSpace.test(after.text) ? '' : ' ';
};

/** The words in their order: lines end in \n, blocks are parted by an empty line, Japanese words stand without spaces. */
export const fullTextOf = (words: readonly Word[]): string =>
  words
    .map((word, index) => {
      const before = words[index - 1];
      return before === undefined ? word.text : separator(before, word) + word.text;
    })
    .join('');
