/** Compares the words of a page as two programs read them, and attributes the differences to causes. */

/** Causes of a difference, in the order in which they are tried. */
export const CAUSES = [
  'page is read by OCR',
  'unknown letters',
  'outside the crop box',
  'drawn several times',
  'direction marks',
  'compatibility forms',
  'dot leaders',
  'dashes',
  'accents',
  'divided by Tearline',
  'divided by poppler',
  'letters',
] as const;
export type Cause = (typeof CAUSES)[number];

/** Number of differing words by cause. */
export type Differences = Readonly<Partial<Record<Cause, number>>>;

export interface PageWords {
  readonly ours: readonly string[];
  readonly theirs: readonly string[];
  /** Words of our layer that are outside the page as viewers display it. */
  readonly outside: readonly string[];
  /** Whether the text layer is used, and not refused as garbage. */
  readonly isUsed: boolean;
}

const SPACES = /[\s\u00a0\u2000-\u200b\u2028\u2029\u3000\ufeff]+/u;
/** Ligatures of Latin letters. */
const LIGATURES = /[\ufb00-\ufb06]/gu;
/** Soft hyphen, hyphen, no-break hyphen, minus. */
const HYPHENS = /[\u00ad\u2010\u2011\u2212]/gu;
/** Control characters, private use and U+FFFD: glyphs whose characters a font does not tell. */
const UNKNOWN = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ue000-\uf8ff\ufffd]+/gu;
const PRIVATE_USE = /[\ue000-\uf8ff]/u;
const LETTER = /\p{L}/u;
/** A letter whose character a font does not tell. */
const UNKNOWN_LETTER = '\ufffd';

/** Glyphs of unknown meaning are letters beside one; bullets and spaces of symbol fonts, in private use, stand on one side. */
const unknownLetter = (glyphs: string, at: number, text: string): string => {
  const sides = [text.charAt(at - 1), text.charAt(at + glyphs.length)].filter((side) => LETTER.test(side));
  return sides.length >= (PRIVATE_USE.test(glyphs) ? 2 : 1) ? UNKNOWN_LETTER : '';
};

/** The words of a text, normalised: NFC, ligatures as letters, one hyphen; of the glyphs of unknown meaning only letters. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .replace(LIGATURES, (ligature) => ligature.normalize('NFKC'))
    .replace(HYPHENS, '-')
    .replace(UNKNOWN, unknownLetter)
    .split(SPACES)
    .filter((word) => word !== '');

/** Reductions of a word that show a cause: words that are equal only after it differ by that cause. */
const REDUCTIONS: readonly (readonly [Cause, (word: string) => string])[] = [
  ['direction marks', (word) => word.replace(/[\u200c-\u200f\u202a-\u202e\u2066-\u2069]/gu, '')],
  ['compatibility forms', (word) => word.normalize('NFKC').replaceAll('\ufe32', '-')],
  ['dot leaders', (word) => word.replace(/[._…·=*]{2,}|^[._…·|]$/gu, '')],
  ['dashes', (word) => word.replace(/[-–—]/gu, '')],
  ['accents', (word) => word.normalize('NFD').replace(/\p{M}/gu, '')],
];

const lacksLetters = (word: string): boolean => word.includes(UNKNOWN_LETTER);

/** Returns the number of differing words of a page, on both sides together, by cause. */
export function differencesOf({ ours, theirs, outside, isUsed }: PageWords): Differences {
  let [extra, missing] = [without(ours, theirs), without(theirs, ours)];
  if (!isUsed) return extra.length + missing.length > 0 ? { 'page is read by OCR': extra.length + missing.length } : {};
  const unknown = ours.filter(lacksLetters).length;
  const found: Partial<Record<Cause, number>> = unknown > 0 ? { 'unknown letters': unknown } : {};
  extra = extra.filter((word) => !lacksLetters(word));
  let open = extra.length + missing.length;
  const attribute = (cause: Cause): void => {
    const left = extra.length + missing.length;
    if (left < open) found[cause] = (found[cause] ?? 0) + open - left;
    open = left;
  };
  missing = without(missing, outside);
  attribute('outside the crop box');
  for (const [cause, reduce] of REDUCTIONS) {
    const [a, b] = [extra, missing].map((words) => words.map(reduce).filter((word) => word !== '')) as [
      string[],
      string[],
    ];
    [extra, missing] = [without(a, b), without(b, a)];
    attribute(cause);
  }
  const read = new Set(ours);
  const notRead = missing.filter((word) => !read.has(word));
  if (unequalCharacters(extra, notRead) < unequalCharacters(extra, missing)) missing = notRead;
  attribute('drawn several times');
  return { ...found, ...spacingOf(extra, missing) };
}

/** The rest: characters that only one side has are wrong letters, the others are divided into words differently. */
function spacingOf(extra: readonly string[], missing: readonly string[]): Differences {
  const characters = [...extra, ...missing].join('').length;
  if (characters === 0) return {};
  const words = extra.length + missing.length;
  const letters = (words * unequalCharacters(extra, missing)) / characters;
  const spacing: Cause = extra.length > missing.length ? 'divided by Tearline' : 'divided by poppler';
  return { letters, [spacing]: words - letters };
}

/** Number of UTF-16 units of words that only one side has, in any order. */
function unequalCharacters(ours: readonly string[], theirs: readonly string[]): number {
  const [a, b] = [ours.join('').split(''), theirs.join('').split('')];
  return without(a, b).length + without(b, a).length;
}

/** The members of a multiset that are left when those of another are taken away. */
function without(all: readonly string[], taken: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const one of taken) counts.set(one, (counts.get(one) ?? 0) + 1);
  return all.filter((one) => {
    const count = counts.get(one) ?? 0;
    counts.set(one, count - 1);
    return count <= 0;
  });
}
