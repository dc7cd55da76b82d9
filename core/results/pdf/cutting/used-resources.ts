/**
 * Which resources a page's contents name. Many programs give every page one dictionary with the fonts and pictures of
 * the whole file: a cut that kept it would hold the pictures of other documents.
 */
import { decodeStream } from '../../../documents/pdf/syntax/decode-stream.ts';
import { latin1, PdfSyntaxError } from '../../../documents/pdf/syntax/pdf-lexer.ts';
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfDict, PdfObject, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { isArray, isDict, nameOf, PdfRef, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';

/** The parts of a resource dictionary whose members contents call by name. */
const CATEGORIES = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'] as const;

/**
 * @param contents the value of /Contents, or a form's own stream
 * @returns the dictionary with only what the contents name; the whole of it where they cannot be read
 */
export function usedResources(file: PdfFile, contents: PdfObject | undefined, resources: PdfDict): PdfDict {
  const names = namesIn(file, contents, resources);
  if (names === undefined) return resources;
  return new Map(
    Array.from(resources, ([key, value]) => [key, isCategory(key) ? onlyNamed(file, value, names) : value]),
  );
}

const isCategory = (key: string): boolean => (CATEGORIES as readonly string[]).includes(key);

function onlyNamed(file: PdfFile, value: PdfValue, names: ReadonlySet<string>): PdfValue {
  const members = file.dict(value);
  return members === undefined ? value : new Map(Array.from(members).filter(([key]) => names.has(key)));
}

/** Every name in the contents and in what they draw with the same resources; undefined where that cannot be told. */
function namesIn(file: PdfFile, contents: PdfObject | undefined, resources: PdfDict): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const seen = new Set<PdfObject>();
  const waiting: PdfStream[] = streamsOf(file, contents);
  try {
    for (let stream = waiting.pop(); stream !== undefined; stream = waiting.pop()) {
      if (seen.has(stream)) continue;
      seen.add(stream);
      for (const found of namesInContents(latin1(decodeStream(stream, (value) => file.resolve(value)))))
        names.add(found);
      if (waiting.length === 0)
        waiting.push(...withoutOwnResources(file, resources, names).filter((form) => !seen.has(form)));
    }
  } catch (error) {
    if (error instanceof PdfSyntaxError) return undefined;
    throw error;
  }
  return names;
}

function streamsOf(file: PdfFile, contents: PdfObject | undefined): PdfStream[] {
  if (contents instanceof PdfStream) return [contents];
  const resolved = contents instanceof PdfRef ? file.resolve(contents) : contents;
  if (resolved instanceof PdfStream) return [resolved];
  return isArray(resolved) ? resolved.map((one) => file.resolve(one)).filter((one) => one instanceof PdfStream) : [];
}

// PDF's white space and delimiters (ISO 32000-2, 7.2.3); \s has others besides, which a name may hold.
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g;

/** Every name in contents, escapes resolved. Those in strings and inline pictures are found too: that keeps more than needed, never less. */
export const namesInContents = (text: string): string[] =>
  Array.from(text.matchAll(NAME), ([, raw = '']) =>
    raw.includes('#')
      ? raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : raw,
  );

/** Forms, soft masks and glyphs without resources of their own use those of the page that draws them. */
function withoutOwnResources(file: PdfFile, resources: PdfDict, names: ReadonlySet<string>): PdfStream[] {
  const masks = namedMembers(file, resources.get('ExtGState'), names).map((state) =>
    isDict(state) ? file.resolve(file.dict(state.get('SMask'))?.get('G')) : undefined,
  );
  const forms = [...namedMembers(file, resources.get('XObject'), names), ...masks].filter(
    (object): object is PdfStream =>
      object instanceof PdfStream &&
      nameOf(file.resolve(object.dict.get('Subtype'))) === 'Form' &&
      !object.dict.has('Resources'),
  );
  const glyphs = namedMembers(file, resources.get('Font'), names).flatMap((font) =>
    isDict(font) && !font.has('Resources') ? charProcs(file, font) : [],
  );
  return [...forms, ...glyphs];
}

function namedMembers(
  file: PdfFile,
  category: PdfValue | undefined,
  names: ReadonlySet<string>,
): (PdfObject | undefined)[] {
  return Array.from(file.dict(category) ?? [])
    .filter(([key]) => names.has(key))
    .map(([, value]) => file.resolve(value));
}

const charProcs = (file: PdfFile, font: PdfDict): PdfStream[] =>
  Array.from(file.dict(font.get('CharProcs'))?.values() ?? [])
    .map((value) => file.resolve(value))
    .filter((value) => value instanceof PdfStream);
