/**
 * Determines the resources that a page uses. Many programs give every page one dictionary with the fonts and images of
 * the whole file; a cut that kept it would contain the images of other documents.
 */
import { decodeStream } from '../../../documents/pdf/syntax/decode-stream.ts';
import { latin1, PdfSyntaxError } from '../../../documents/pdf/syntax/pdf-lexer.ts';
import type { PdfFile } from '../../../documents/pdf/syntax/pdf-file.ts';
import type { PdfDict, PdfObject, PdfValue } from '../../../documents/pdf/syntax/pdf-objects.ts';
import { isArray, isDict, nameOf, PdfRef, PdfStream } from '../../../documents/pdf/syntax/pdf-objects.ts';

/** The categories of a resource dictionary whose members a content stream refers to by name (ISO 32000-2, 7.8.3). */
const CATEGORIES = ['Font', 'XObject', 'ExtGState', 'ColorSpace', 'Pattern', 'Shading', 'Properties'] as const;

/**
 * The colour spaces that stand for DeviceGray, DeviceRGB and DeviceCMYK wherever contents or images use these (ISO
 * 32000-2, 8.6.5.6).
 */
const DEFAULT_COLOUR_SPACES = ['DefaultGray', 'DefaultRGB', 'DefaultCMYK'] as const;

/**
 * @param contents the value of /Contents, or the stream of a form
 * @returns the dictionary with only the resources that the contents use; the whole dictionary if the contents cannot be
 * decoded
 */
export function usedResources(file: PdfFile, contents: PdfObject | undefined, resources: PdfDict): PdfDict {
  const names = usedNames(file, contents, resources);
  if (names === undefined) return resources;
  const colourSpaces = new Set([...names, ...DEFAULT_COLOUR_SPACES]);
  return new Map(
    Array.from(resources, ([key, value]) => [
      key,
      isCategory(key) ? onlyNamed(file, value, key === 'ColorSpace' ? colourSpaces : names) : value,
    ]),
  );
}

const isCategory = (key: string): boolean => (CATEGORIES as readonly string[]).includes(key);

function onlyNamed(file: PdfFile, value: PdfValue, names: ReadonlySet<string>): PdfValue {
  const members = file.dict(value);
  return members === undefined ? value : new Map(Array.from(members).filter(([key]) => names.has(key)));
}

/**
 * All names in the contents and in the forms that they draw with the same resources; undefined if a stream cannot be
 * decoded.
 */
function usedNames(
  file: PdfFile,
  contents: PdfObject | undefined,
  resources: PdfDict,
): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const seen = new Set<PdfObject>();
  const pending: PdfStream[] = streamsOf(file, contents);
  try {
    for (let stream = pending.pop(); stream !== undefined; stream = pending.pop()) {
      if (seen.has(stream)) continue;
      seen.add(stream);
      for (const found of namesInContents(latin1(decodeStream(stream, (value) => file.resolve(value)))))
        names.add(found);
      if (pending.length === 0)
        pending.push(...withoutOwnResources(file, resources, names).filter((form) => !seen.has(form)));
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

// PDF's white space and delimiters (ISO 32000-2, 7.2.3); \s includes further characters, which a name may contain.
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/g;

/**
 * All names in a content stream, with escapes resolved. Names in strings and inline images are found too, so that the
 * result may have more names than necessary, but never fewer.
 */
export const namesInContents = (text: string): string[] =>
  Array.from(text.matchAll(NAME), ([, raw = '']) =>
    raw.includes('#')
      ? raw.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      : raw,
  );

/** The forms, soft masks and glyphs that have no resources and therefore use those of the page. */
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
