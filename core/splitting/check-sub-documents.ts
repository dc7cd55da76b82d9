/** The sub-documents that a request names (a correction, an annotation, feedback), checked against the document. */
import { z } from 'zod';
import { spaceControlCharacters } from '../control-characters.ts';
import { ValidationError } from '../errors.ts';
import type { ValidationIssue } from '../errors.ts';
import { streamPageKey } from '../requests/pages/stream-pages.ts';
import type { CropCounts } from '../requests/pages/stream-pages.ts';
import { wellFormedText, wholeNumber } from '../requests/request-sentences.ts';

/** Characters of a name, as many as no title of ours has. */
const MAX_NAME = 200;
/** More sub-documents, and more pages in all of them, than any document has: 2,000 pages with 12 crops each. */
const MAX_ENTRIES = 30_000;

export const requestedSubDocumentSchema = z
  .strictObject({
    name: wellFormedText()
      .overwrite(spaceControlCharacters)
      .trim()
      .min(1)
      .max(MAX_NAME)
      .optional()
      .describe(
        'Kept as one line, without control characters. Absent: the title that is read on its first page, or `Document n`',
      ),
    pages: z
      .array(wholeNumber(1, undefined, 'a page number'))
      .min(1)
      .max(MAX_ENTRIES),
    crops: z
      .array(wholeNumber(1, undefined, 'the number of a crop'))
      .max(MAX_ENTRIES)
      .optional()
      .describe("As long as `pages`: of each page the crop's number, from 1. Absent: pages are meant whole"),
  })
  .meta({ id: 'RequestedSubDocument' });
export type RequestedSubDocument = z.infer<typeof requestedSubDocumentSchema>;

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

/** The longer of a value's two lists. */
const entriesOf = (value: unknown): number => {
  // Cast: any value may have members of any kind.
  const { pages, crops } = Object(value) as { readonly pages?: unknown; readonly crops?: unknown };
  return Math.max(lengthOf(pages), lengthOf(crops));
};

/** Refuses more pages than any document has before the schema describes each of them that is wrong. */
const refuseTooManyPages = (value: unknown, context: z.core.$RefinementCtx): unknown => {
  const entries = Array.isArray(value) ? value.reduce((sum: number, one) => sum + entriesOf(one), 0) : 0;
  if (entries > MAX_ENTRIES)
    context.addIssue({ code: 'too_big', origin: 'array', maximum: MAX_ENTRIES, inclusive: true, input: value });
  return value;
};

export const requestedSubDocumentsSchema = z
  .preprocess(refuseTooManyPages, z.array(requestedSubDocumentSchema).min(1).max(MAX_ENTRIES))
  .describe('Every page once, in order');

/** A crop of a page, both from 1; a page that was not cropped has the crop 1 alone. */
interface PageCrop {
  readonly page: number;
  readonly crop: number;
}
/** One that a request names, and the place in the request that names it. */
interface NamedCrop extends PageCrop {
  readonly loc: ValidationIssue['loc'];
}

/**
 * Checks that the sub-documents name every crop of every page once, in order.
 * @param loc  place of the list in the request
 * @throws ValidationError with the first problem: `gap`, `overlap`, `out_of_order`, `past_the_end`, `crops_do_not_fit`
 */
export function checkSubDocuments(
  documents: readonly RequestedSubDocument[],
  crops: CropCounts,
  loc: ValidationIssue['loc'],
): void {
  const named = documents.flatMap((document, index) => namedCrops(document, crops, [...loc, index]));
  const expected = crops.flatMap((count, index) => cropsOf(index + 1, count));
  const positions = new Map(expected.map((crop, position) => [streamPageKey(crop), position]));
  for (const [position, crop] of named.entries()) {
    const actual = positions.get(streamPageKey(crop));
    if (actual === position) continue;
    throw problemAt(crop, actual, { position, expected, named, crops });
  }
  const missing = expected[named.length];
  if (missing !== undefined)
    throw refused(loc, 'gap', `must name every page: ${nameOf(missing, crops)} is in no sub-document`);
}

const cropsOf = (page: number, count: number): PageCrop[] =>
  Array.from({ length: count }, (_, index) => ({ page, crop: index + 1 }));

const nameOf = ({ page, crop }: PageCrop, crops: CropCounts): string =>
  (crops[page - 1] ?? 1) > 1 ? `crop ${crop} of page ${page}` : `page ${page}`;

function namedCrops(
  { pages, crops }: RequestedSubDocument,
  counts: CropCounts,
  loc: ValidationIssue['loc'],
): NamedCrop[] {
  if (crops !== undefined && crops.length !== pages.length)
    throw refused([...loc, 'crops'], 'crops_do_not_fit', 'must be as long as pages');
  return pages.flatMap((page, index) => {
    const crop = crops?.[index];
    if (crop !== undefined) return [{ page, crop, loc: [...loc, 'crops', index] }];
    return cropsOf(page, Math.max(1, counts[page - 1] ?? 1)).map((one) => ({ ...one, loc: [...loc, 'pages', index] }));
  });
}

interface Comparison {
  /** In the order of the document. */
  readonly position: number;
  readonly expected: readonly PageCrop[];
  readonly named: readonly NamedCrop[];
  readonly crops: CropCounts;
}

/** @param actual  position of the crop in the document; undefined where the document has no such crop */
function problemAt(crop: NamedCrop, actual: number | undefined, comparison: Comparison): ValidationError {
  const { position, expected, named, crops } = comparison;
  if (actual === undefined) {
    const has = crops.length === 1 ? 'one page' : `pages 1 to ${crops.length}`;
    return crop.page > crops.length
      ? refused(crop.loc, 'past_the_end', `must be a page of the document, which has ${has}`)
      : refused(crop.loc, 'past_the_end', `must be a crop of page ${crop.page}, which has fewer`);
  }
  const name = nameOf(crop, crops);
  // Everything before `position` was named in order, so that a crop from there is named twice.
  if (actual < position) return refused(crop.loc, 'overlap', `must not name ${name} a second time`);
  const next = expected[position] ?? crop;
  const nextName = nameOf(next, crops);
  const laterOn = named.slice(position).some((other) => streamPageKey(other) === streamPageKey(next));
  return laterOn
    ? refused(crop.loc, 'out_of_order', `must name the pages in order: ${nextName} comes before ${name}`)
    : refused(crop.loc, 'gap', `must name every page: ${nextName} is missing before ${name}`);
}

const refused = (loc: ValidationIssue['loc'], type: string, msg: string): ValidationError =>
  new ValidationError([{ loc, msg, type }]);
