/**
 * Tesseract returns every few Japanese characters as a separate word, because Japanese has no spaces; this file joins
 * them again.
 */
import type { RecognisedWord } from '../read-words.ts';

const ENDS_JAPANESE =
  /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々〇、。，．・：；！？「」『』（）【】〜～￥％０-９Ａ-Ｚａ-ｚ]$/u;
const BEGINS_JAPANESE =
  /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー々〇、。，．・：；！？「」『』（）【】〜～￥％０-９Ａ-Ｚａ-ｚ]/u;
/** Maximum gap between two parts of one word, as a multiple of the character height. A full-width space is 1 wide. */
const MAX_GAP = 0.6;

/**
 * Joins adjacent words of one line where a Japanese character follows a Japanese character.
 * The entropy and the confidence of a joined word are means over its characters.
 */
export function joinJapanese(words: readonly RecognisedWord[]): RecognisedWord[] {
  const joined: RecognisedWord[] = [];
  for (const word of words) {
    const before = joined.at(-1);
    if (before !== undefined && isContinuation(before, word)) joined[joined.length - 1] = join(before, word);
    else joined.push(word);
  }
  return joined;
}

function isContinuation(a: RecognisedWord, b: RecognisedWord): boolean {
  if (a.line !== b.line || !ENDS_JAPANESE.test(a.text) || !BEGINS_JAPANESE.test(b.text)) return false;
  // In a column, words stand one below the other.
  if (b.y1 >= a.y2 - (a.x2 - a.x1) / 2 && b.x1 < a.x2 && a.x1 < b.x2)
    return b.y1 - a.y2 <= MAX_GAP * Math.max(a.x2 - a.x1, b.x2 - b.x1);
  const height = Math.max(a.y2 - a.y1, b.y2 - b.y1);
  return b.x1 >= a.x1 && b.x1 - a.x2 <= MAX_GAP * height;
}

function join(a: RecognisedWord, b: RecognisedWord): RecognisedWord {
  const [lengthA, lengthB] = [a.text.length, b.text.length];
  const mean = (valueA: number, valueB: number) => (valueA * lengthA + valueB * lengthB) / (lengthA + lengthB);
  return {
    ...a,
    x1: Math.min(a.x1, b.x1),
    y1: Math.min(a.y1, b.y1),
    x2: Math.max(a.x2, b.x2),
    y2: Math.max(a.y2, b.y2),
    text: a.text + b.text,
    confidence: mean(a.confidence, b.confidence),
    entropy: mean(a.entropy, b.entropy),
  };
}
