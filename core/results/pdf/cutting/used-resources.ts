/**
 * Determines the resources that a page uses. Many programs give every page one dictionary with the fonts and images of
 * the whole file; a cut that kept it would contain the images of other documents.
 */
import { decodeStream } from '../../../documents/pdf/syntax/decode-stream.ts';
import { latin1, unlessDamaged } from '../../../documents/pdf/syntax/pdf-lexer.ts';
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

/** Forms inside each other that are followed. */
const MAX_FORM_DEPTH = 32;

/**
 * @param contents the value of /Contents, or the stream of a form
 * @param appearances of the annotations of a page, which use its resources where they have none
 * @returns the dictionary with only the resources that the contents use; the whole dictionary if the contents cannot be
 * decoded
 */
export function usedResources(
  file: PdfFile,
  contents: PdfObject | undefined,
  resources: PdfDict,
  appearances: readonly PdfStream[] = [],
): PdfDict {
  const names = usedNames(file, resources, { contents: streamsOf(file, contents), drawn: appearances }, MAX_FORM_DEPTH);
  return names === undefined ? resources : namedResources(file, resources, names);
}

/** The dictionary with only the resources that have these names. */
export function namedResources(file: PdfFile, resources: PdfDict, names: ReadonlySet<string>): PdfDict {
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

interface Drawing {
  /** Streams that use the resources. */
  readonly contents: readonly PdfStream[];
  /** Forms that are drawn over them, with resources of their own or with these. */
  readonly drawn?: readonly PdfStream[];
}

/**
 * All names in the contents and in the forms that they draw with the same resources, and the names that a form with
 * resources of its own looks up there in vain: viewers then look further out. Undefined if a stream cannot be decoded.
 */
function usedNames(
  file: PdfFile,
  resources: PdfDict,
  { contents, drawn = [] }: Drawing,
  depth: number,
): ReadonlySet<string> | undefined {
  const names = new Set<string>();
  const direct = new Set(contents);
  const seen = new Set<PdfStream>();
  return unlessDamaged(() => {
    for (let streams = [...contents, ...drawn]; streams.length > 0;) {
      for (const stream of streams) {
        seen.add(stream);
        const own = direct.has(stream) ? undefined : file.dict(stream.dict.get('Resources'));
        const found = own === undefined ? namesIn(file, stream) : missingNames(file, stream, own, depth - 1);
        for (const name of found) names.add(name);
      }
      streams = formsOf(file, resources, names).filter((form) => !seen.has(form));
    }
    return names;
  });
}

/** By form: many pages of a file draw the same. A form that draws itself finds the empty set. */
const missingByForm = new WeakMap<PdfStream, ReadonlySet<string>>();

/** The names in a form that its resources do not have; none if it cannot be decoded. */
function missingNames(file: PdfFile, form: PdfStream, resources: PdfDict, depth: number): ReadonlySet<string> {
  const known = missingByForm.get(form);
  if (known !== undefined || depth === 0) return known ?? new Set();
  missingByForm.set(form, new Set());
  const present = new Set(CATEGORIES.flatMap((category) => [...(file.dict(resources.get(category))?.keys() ?? [])]));
  const names = usedNames(file, resources, { contents: [form] }, depth) ?? new Set<string>();
  const missing = new Set(Array.from(names).filter((name) => !present.has(name)));
  missingByForm.set(form, missing);
  return missing;
}

/** @throws PdfSyntaxError */
const namesIn = (file: PdfFile, stream: PdfStream): string[] =>
  namesInContents(latin1(decodeStream(stream, (value) => file.resolve(value))));

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

/** The forms, soft masks and patterns with these names, and the glyphs of fonts without resources. */
function formsOf(file: PdfFile, resources: PdfDict, names: ReadonlySet<string>): PdfStream[] {
  const masks = namedMembers(file, resources.get('ExtGState'), names).map((state) =>
    isDict(state) ? file.resolve(file.dict(state.get('SMask'))?.get('G')) : undefined,
  );
  const patterns = namedMembers(file, resources.get('Pattern'), names);
  const forms = [...namedMembers(file, resources.get('XObject'), names), ...masks].filter(
    (object) => object instanceof PdfStream && nameOf(file.resolve(object.dict.get('Subtype'))) === 'Form',
  );
  const glyphs = namedMembers(file, resources.get('Font'), names).flatMap((font) =>
    isDict(font) && !font.has('Resources') ? charProcs(file, font) : [],
  );
  return [...forms, ...patterns, ...glyphs].filter((object) => object instanceof PdfStream);
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
