/**
 * Recognises an image: Tesseract finds the lines and our own recogniser (lstm/) runs Tesseract's networks on them, in
 * less than half of Tesseract's time. Tesseract alone reads a language whose network our kernel cannot run. Its
 * WebAssembly module is discarded after a crash, or when its heap exceeds a limit.
 */
import type { RasterImage } from './raster-image.ts';
import { discardEngines, enginesOf, getEngine, layoutLanguage, scriptOf } from './engine-cache.ts';
import { dropLineRecognisers, getLineRecognisers } from './lines/line-recognisers.ts';
import { crop } from './lstm/line-image.ts';
import { findLineSegments, unite, type LineSegment } from './layout/page-layout.ts';
import { rotateImage, unrotateBox } from './layout/rotate-image.ts';
import { findKnownLines } from './lines/known-lines.ts';
import { lengthOf, readCells, readLines, widthOf, type LineReading, type LineRecognisers } from './lines/read-lines.ts';
import { binarise, type BinaryImage } from './binarisation/binarise.ts';
import { meanConfidence, moveWord, readWords, wordBox, type RecognisedWord } from './read-words.ts';
import type { LineEngine } from './languages/tesseract-languages.ts';
import { SEGMENTATION, processorTime, type TesseractApi, type TesseractModule } from './tesseract-module.ts';

/** Heap size in bytes above which the module is discarded after a page. An ordinary page needs 40 to 80 MB. */
const HEAP_LIMIT = 400 * 2 ** 20;
/**
 * Size of Tesseract's ETEXT_DESC and the offset of its `end_time`, in bytes on wasm32 (include/tesseract/ocrclass.h of
 * 5.x).
 */
const MONITOR_BYTES = 48;
const MONITOR_END_TIME = 24;
/** Milliseconds that Tesseract itself takes for a part of a line as long as its height. */
const MS_PER_LENGTH = 0.5;

export interface RecogniseOptions {
  /** Pixels per inch of the image. */
  readonly dpi: number;
  /**
   * `page`: full layout analysis; `block`: one column of text; `line`: a single line; `sparse`: lines anywhere, in no
   * particular order.
   */
  readonly segmentation: keyof typeof SEGMENTATION;
  /**
   * Whether alternatives per character are collected, for `entropy`: about 10 % more time if Tesseract itself reads.
   */
  readonly alternatives: boolean;
  /**
   * Limit on the work: total length of the lines that are read, in multiples of their height. A full page of small
   * print has 4,000. If Tesseract itself reads, a time limit that corresponds to it.
   */
  readonly maxLength?: number;
  /**
   * Lines that need not be read again where the layout analysis finds the same ones, with boxes in pixels of the image.
   */
  readonly known?: readonly LineReading[];
  /** Whether the layout analysis leaves out its search for tables. Default: no. */
  readonly withoutTables?: boolean;
  /** An image of the same size in which the lines are found, if it is another than that in which they are read. */
  readonly layoutImage?: RasterImage;
}

export interface Recognition {
  readonly lines: readonly LineReading[];
  readonly words: RecognisedWord[];
  /** Mean of the words' confidences, weighted by their length: 0 to 100; 0 without words. */
  readonly confidence: number;
}

/**
 * Recognises the words of a grey image.
 * @param languages the first is preferred; each further one costs time
 * @returns the words in reading order, with boxes in pixels of the image
 * @throws Error if Tesseract cannot be initialised or crashes; the next call loads a new module
 */
export function recognise(
  image: RasterImage,
  languages: readonly LineEngine[],
  options: RecogniseOptions,
): Promise<Recognition> {
  return withEngine(languages, (module, api, recognisers) =>
    recognisers === null
      ? linesOf(recogniseWithTesseract(module, api, image, options))
      : recogniseWithOwnKernel(module, api, image, recognisers, options),
  );
}

/**
 * Recognises lines that were found before.
 * @param segments the lines, with boxes in pixels of this image
 * @param options the limit on the work counts as for `recognise`
 * @returns the lines in the same order; those past the limit have no words
 * @throws Error as `recognise`
 */
export function recogniseSegments(
  image: RasterImage,
  languages: readonly LineEngine[],
  segments: readonly LineSegment[],
  { dpi, maxLength = Infinity }: Pick<RecogniseOptions, 'dpi' | 'maxLength'>,
): Promise<Recognition> {
  return withEngine(languages, (module, api, recognisers) => {
    if (recognisers !== null) return readLines(image, segments, recognisers, maxLength);
    const within = widestWithin(segments, maxLength);
    return segments.map((segment) =>
      within.has(segment) ? recogniseSegment(module, api, image, segment, dpi) : { segment, words: [] },
    );
  });
}

/** The widest lines, until they are so long together, in multiples of their height. */
function widestWithin(segments: readonly LineSegment[], maxLength: number): ReadonlySet<LineSegment> {
  const within = new Set<LineSegment>();
  let left = maxLength;
  for (const segment of segments.toSorted((a, b) => widthOf(b) - widthOf(a))) {
    if (left <= 0) break;
    within.add(segment);
    left -= lengthOf(segment);
  }
  return within;
}

/** Releases all engines and their memory; the next recognition loads them again. */
export function dropEngines(): void {
  discardEngines();
  dropLineRecognisers();
}

async function withEngine(
  languages: readonly LineEngine[],
  read: (module: TesseractModule, api: TesseractApi, recognisers: LineRecognisers | null) => LineReading[],
): Promise<Recognition> {
  const script = scriptOf(languages);
  const engines = await enginesOf(script);
  const { module } = engines;
  const upright = await getLineRecognisers(languages);
  const columns = languages.includes('ja') ? await getLineRecognisers([...languages, 'ja-vertical']) : upright;
  const recognisers = upright === null || columns === null ? null : { upright, columns };
  const api = await getEngine(engines, recognisers === null ? languages : [layoutLanguage(engines, languages)]);
  // There is no await below: concurrent calls run one recognition at a time.
  try {
    const lines = read(module, api, recognisers);
    const words = lines.flatMap((line) => line.words);
    return { lines, words, confidence: meanConfidence(words) };
  } catch (error) {
    discardEngines(script);
    throw new Error(`Tesseract failed on a page: ${String(error)}`, { cause: error });
  } finally {
    if (module.memory.buffer.byteLength > HEAP_LIMIT) discardEngines(script);
  }
}

function recogniseWithOwnKernel(
  module: TesseractModule,
  api: TesseractApi,
  image: RasterImage,
  recognisers: LineRecognisers,
  { layoutImage = image, ...options }: RecogniseOptions,
): LineReading[] {
  const isPage = options.segmentation === 'page' || options.segmentation === 'sparse';
  configure(module, api, isPage ? binarise(layoutImage, options.dpi) : layoutImage, options);
  try {
    const segments = findLineSegments(module, api, image);
    const known = findKnownLines(segments, options.known ?? []);
    const unknown = segments.filter((segment) => !known.has(segment));
    const read = readLines(image, unknown, recognisers, options.maxLength ?? Infinity);
    const lines = new Map([...known, ...read.map((line) => [line.segment, line] as const)]);
    const inCells = readCells(image, read, recognisers);
    return segments.flatMap((segment) => inCells.get(segment) ?? lines.get(segment) ?? []);
  } finally {
    api.Clear();
  }
}

function recogniseWithTesseract(
  module: TesseractModule,
  api: TesseractApi,
  image: RasterImage,
  options: RecogniseOptions,
): RecognisedWord[] {
  api.SetVariable('lstm_choice_mode', options.alternatives ? '2' : '0');
  configure(module, api, options.layoutImage ?? image, options);
  const monitor = options.maxLength === undefined ? null : createMonitor(module, options.maxLength * MS_PER_LENGTH);
  try {
    const failed = api.Recognize(monitor) !== 0;
    // With a deadline, failure may also mean that it passed: the words read before it are available.
    if (failed && monitor === null) return [];
    return readWords(module, api.GetIterator(), options.alternatives);
  } finally {
    if (monitor !== null) module._free(monitor);
    api.Clear();
  }
}

/** Recognises a line that was found before, with Tesseract itself. */
function recogniseSegment(
  module: TesseractModule,
  api: TesseractApi,
  image: RasterImage,
  segment: LineSegment,
  dpi: number,
): LineReading {
  const part: RasterImage = { ...crop(rotateImage(image, segment.rotation), segment.box), channels: 1 };
  const words = recogniseWithTesseract(module, api, part, { dpi, segmentation: 'line', alternatives: true });
  return {
    segment,
    words: words.map((word) => {
      const { left, top, right, bottom } = wordBox(word);
      const { left: x, top: y } = segment.box;
      const onPage = { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
      const moved = moveWord(word, unrotateBox(onPage, image, segment.rotation));
      return { ...moved, line: segment.line, block: segment.block };
    }),
  };
}

/** Groups the words that Tesseract itself has read by their lines. */
function linesOf(words: readonly RecognisedWord[]): LineReading[] {
  return [...Map.groupBy(words, ({ line }) => line).values()].map((line) => {
    const boxes = line.map(wordBox);
    const segment = {
      rotation: 0 as const,
      box: unite(boxes),
      words: boxes,
      line: line[0]?.line ?? 0,
      block: line[0]?.block ?? 0,
    };
    return { segment, words: line };
  });
}

/** Sets the image, its resolution, the page segmentation mode and whether tables are searched for. */
function configure(
  module: TesseractModule,
  api: TesseractApi,
  image: RasterImage | BinaryImage,
  options: RecogniseOptions,
): void {
  api.SetPageSegMode(SEGMENTATION[options.segmentation]);
  api.SetVariable('textord_tabfind_find_tables', options.withoutTables === true ? '0' : '1');
  setImage(module, api, image);
  api.SetSourceResolution(Math.round(options.dpi));
}

function setImage(module: TesseractModule, api: TesseractApi, image: RasterImage | BinaryImage): void {
  const { width, height, data } = image;
  const isBinary = 'rowBytes' in image;
  if (!isBinary && image.channels !== 1) throw new TypeError('Tesseract expects grey images');
  const address = module._malloc(data.length);
  new Uint8Array(module.memory.buffer).set(data, address);
  // Tesseract takes zero bytes a pixel for one bit a pixel.
  api.SetImage(address, width, height, isBinary ? 0 : 1, isBinary ? image.rowBytes : width);
  module._free(address);
}

/**
 * Creates an ETEXT_DESC with a deadline. The JavaScript binding cannot construct one, so its bytes are written
 * directly: all zero except `end_time`, in nanoseconds of the steady clock.
 */
function createMonitor(module: TesseractModule, timeLimitMs: number): number {
  const address = module._malloc(MONITOR_BYTES);
  const view = new DataView(module.memory.buffer);
  for (let offset = 0; offset < MONITOR_BYTES; offset += 1) view.setUint8(address + offset, 0);
  view.setBigInt64(address + MONITOR_END_TIME, processorTime() + BigInt(Math.round(timeLimitMs * 1e6)), true);
  return address;
}
