/** Details of a page that are compared line by line: repeated lines and their numbers, dates, the title, sections. */
import type { PageLine } from './page-lines.ts';
import { dateIn } from './page-signs.ts';
import { characterShingles } from './shingles.ts';
import type { SparseCountVector } from './shingles.ts';

export interface PageDetails {
  /** Lines at the top and bottom of the page: the numbers in each by its text with numbers masked. */
  readonly edgeLines: ReadonlyMap<string, readonly number[]>;
  /** Dates in the upper 40 % of the page. */
  readonly dates: ReadonlySet<string>;
  /** The largest line of the upper half, if it is larger than the body text; else empty. */
  readonly title: SparseCountVector;
  /** Size of the largest line of the upper half relative to the body text; NaN without text. */
  readonly titleSize: number;
  readonly firstSection: readonly number[];
  readonly lastSection: readonly number[];
}

/** Shares of the page's height: bottom of the top lines, top of the bottom lines, of dates and of titles. */
const [UPPER, LOWER, DATED, TITLED] = [0.3, 0.86, 0.4, 0.5];
/** Size relative to the body text above which a line is a title. */
const TITLE_SIZE = 1.2;
const SECTION_WORD =
  '(?:section|chapter|part|article|art\\.|kapitel|artikel|teil|abschnitt|chapitre|partie|capítulo|parte|článok|článek|rozdział|capitolo|articolo|hoofdstuk|deel|secção|seção|secció|capítol|secțiunea|capitolul|articolul|afsnit|avsnitt|luku|osa|fejezet|cikk|odjeljak|čl\\.|članak|član|člen|poglavlje|poglavje|раздел|розділ|глава|статья|стаття|пункт|чл\\.|член|άρθρο|κεφάλαιο|madde|bölüm)';
const SECTION = new RegExp(
  `^\\s*(?:§\\s*|${SECTION_WORD}\\s+)?([0-9]{1,2}(?:\\.[0-9]{1,2}){0,3})[.):]?\\s+\\p{L}`,
  'u',
);
/** For example 第12条, 第3章 and 제5조. */
const EAST_ASIAN_SECTION = /^\s*[第제]\s*([0-9]{1,3})\s*[条條章節节款조장절]/u;

/** Numbers of the section that begins with the line: 2 and 3 for "2.3". */
const sectionIn = (folded: string): number[] | undefined =>
  (SECTION.exec(folded) ?? EAST_ASIAN_SECTION.exec(folded))?.[1]?.split('.').map(Number);

/** @param downwards  the page's lines from top to bottom */
export function readDetails(downwards: readonly PageLine[], bodySize: number): PageDetails {
  const edgeLines = new Map<string, number[]>();
  const dates = new Set<string>();
  let title: PageLine | undefined;
  let firstSection: number[] = [];
  let lastSection: number[] = [];
  for (const line of downwards) {
    if (line.bottom < UPPER || line.top > LOWER) {
      const masked = line.folded.replace(/[0-9]+/gu, '0');
      if (masked.length > 1 && !edgeLines.has(masked))
        edgeLines.set(masked, (line.folded.match(/[0-9]+/gu) ?? []).map(Number));
    }
    const date = line.top < DATED ? dateIn(line.folded) : undefined;
    if (date !== undefined) dates.add(date);
    if (line.top < TITLED && line.folded.length > 2 && line.size > (title?.size ?? 0)) title = line;
    const section = sectionIn(line.folded);
    if (section === undefined) continue;
    if (firstSection.length === 0) firstSection = section;
    lastSection = section;
  }
  const titleSize = title === undefined ? Number.NaN : title.size / bodySize;
  return {
    edgeLines,
    dates,
    title: characterShingles(title !== undefined && titleSize > TITLE_SIZE ? title.folded : '', 'mask'),
    titleSize,
    firstSection,
    lastSection,
  };
}
