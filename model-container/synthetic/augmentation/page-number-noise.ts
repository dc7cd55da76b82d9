/** Page numbers that are not what they should be: a digit misread, or the number of one page missing. */
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';
import { dropPageNumbers, isPageNumber } from './page-noise.ts';
import type { Random } from '../../random.ts';

/** The document with the number of one of its pages gone or wrong; as it was where its pages have none. */
export function addPageNumberNoise(pages: readonly PageRecord[], random: Random): PageRecord[] {
  const affected = random.below(Math.max(1, pages.length));
  const missing = random.chance(0.5);
  return pages.map((page, at) =>
    at !== affected ? page : missing ? dropPageNumbers(page) : misreadPageNumbers(page, random),
  );
}

function misreadPageNumbers(page: PageRecord, random: Random): PageRecord {
  const step = 1 + random.below(9);
  return {
    ...page,
    words: page.words.map((word): Word =>
      isPageNumber(word, page) ? { ...word, text: misreadLastDigit(word.text, step) } : word,
    ),
  };
}

const misreadLastDigit = (text: string, step: number): string =>
  text.replace(/[0-9](?=\P{Nd}*$)/u, (digit) => String((Number(digit) + step) % 10));
