/**
 * Leaves out the text of layers (optional content; ISO 32000-2, 8.11) that a PDF hides until its reader shows them. Nobody draws
 * it, but PDFium's text layer includes it.
 */
import { firstObjects, withObjectsOfForms } from './pdfium/page-objects.ts';
import type { PdfiumFunctions } from './pdfium/pdfium-functions.ts';
import type { Scratch } from './pdfium/pdfium-scratch.ts';
import { PdfFile } from './syntax/pdf-file.ts';
import { PdfSyntaxError } from './syntax/pdf-lexer.ts';
import type { PdfDict, PdfValue } from './syntax/pdf-objects.ts';
import { isArray, nameOf, PdfRef, PdfString, stringBytes } from './syntax/pdf-objects.ts';

/** Most page objects that are examined, those of forms included, and most marks of an object. */
const MAX_OBJECTS = 20_000;
const MAX_MARKS = 32;
/** Most bytes of the name of a mark or of a layer. */
const MAX_NAME_BYTES = 512;
/** The name of the mark of content that belongs to a layer (ISO 32000-2, 8.11.3.2), as PDFium tells it. */
const LAYER_MARK = Buffer.from('OC\0', 'utf16le').toString('latin1');
const NAME_KEY = Buffer.from('Name\0', 'latin1');

interface Engine {
  readonly pdfium: PdfiumFunctions;
  readonly scratch: Scratch;
}

/**
 * Names of the layers that a file hides, as bytes in Latin-1: PDFium tells of a layer its name only. One that a shown layer has
 * too is left out. None for an encrypted and for a damaged file.
 */
export const hiddenLayers = (bytes: Uint8Array): ReadonlySet<string> => {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  // The catalog of a file without object streams is uncompressed.
  if (!raw.includes('/OCProperties') && !raw.includes('/ObjStm')) return new Set();
  try {
    return namesOfHidden(new PdfFile(bytes));
  } catch (error) {
    if (error instanceof PdfSyntaxError) return new Set();
    throw error;
  }
};

/** @throws PdfSyntaxError */
const namesOfHidden = (file: PdfFile): ReadonlySet<string> => {
  const properties = file.dict(file.catalog().get('OCProperties'));
  const settings = file.dict(properties?.get('D'));
  const isOffAtFirst = nameOf(file.resolve(settings?.get('BaseState'))) === 'OFF';
  const exceptions = new Set(referencesIn(file, settings?.get(isOffAtFirst ? 'ON' : 'OFF')));
  const [hidden, shown]: [string[], Set<string>] = [[], new Set()];
  for (const number of referencesIn(file, properties?.get('OCGs'))) {
    const layer = file.dict(new PdfRef(number));
    const name = file.resolve(layer?.get('Name'));
    if (!(name instanceof PdfString)) continue;
    const isOff = exceptions.has(number) !== isOffAtFirst && !isOnForViewing(file, layer);
    if (isOff) hidden.push(stringBytes(name));
    else shown.add(stringBytes(name));
  }
  return new Set(hidden.filter((name) => !shown.has(name)));
};

/** The object numbers of the references in an array. */
const referencesIn = (file: PdfFile, value: PdfValue | undefined): number[] => {
  const list = file.resolve(value);
  return isArray(list) ? list.flatMap((one) => (one instanceof PdfRef ? [one.number] : [])) : [];
};

/** PDFium draws such a layer whatever the settings of the file are. */
const isOnForViewing = (file: PdfFile, layer: PdfDict | undefined): boolean => {
  const viewing = file.dict(file.dict(layer?.get('Usage'))?.get('View'));
  return nameOf(file.resolve(viewing?.get('ViewState'))) === 'ON';
};

/**
 * Makes the page objects of the layers inactive: PDFium leaves them out of the text layer.
 * @param page handle of the loaded page
 */
export const leaveOutLayers = (engine: Engine, page: number, layers: ReadonlySet<string>): void => {
  const { pdfium } = engine;
  const objects = withObjectsOfForms(pdfium, firstObjects(pdfium, page, MAX_OBJECTS), MAX_OBJECTS);
  for (const object of objects) if (isOfLayer(engine, object, layers)) pdfium.FPDFPageObj_SetIsActive(object, 0);
};

const isOfLayer = (engine: Engine, object: number, layers: ReadonlySet<string>): boolean => {
  const count = Math.min(engine.pdfium.FPDFPageObj_CountMarks(object), MAX_MARKS);
  return Array.from({ length: count }, (_, index) => engine.pdfium.FPDFPageObj_GetMark(object, index)).some(
    (mark) => markName(engine, mark) === LAYER_MARK && layers.has(layerName(engine, mark)),
  );
};

const markName = (engine: Engine, mark: number): string =>
  readBytes(engine, (buffer, length) => engine.pdfium.FPDFPageObjMark_GetName(mark, buffer, MAX_NAME_BYTES, length));

const layerName = (engine: Engine, mark: number): string =>
  readBytes(engine, (buffer, length) => {
    Buffer.from(engine.pdfium.memory.buffer, buffer >>> 0, NAME_KEY.length).set(NAME_KEY);
    return engine.pdfium.FPDFPageObjMark_GetParamBlobValue(mark, buffer, buffer, MAX_NAME_BYTES, length);
  });

/** The bytes, in Latin-1, that a function of PDFium writes with their number; empty where it fails or they are too many. */
const readBytes = ({ pdfium, scratch }: Engine, write: (buffer: number, length: number) => number): string => {
  const buffer = pdfium.malloc(MAX_NAME_BYTES);
  if (buffer === 0) return '';
  try {
    const isWritten = write(buffer, scratch.pointer) !== 0;
    const length = isWritten ? (scratch.integers[0] ?? 0) : 0;
    return length > MAX_NAME_BYTES ? '' : Buffer.from(pdfium.memory.buffer, buffer >>> 0, length).toString('latin1');
  } finally {
    pdfium.free(buffer);
  }
};
