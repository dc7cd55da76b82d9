/**
 * Recognises an image: Tesseract finds the lines, our own recogniser (lstm/) runs Tesseract's networks on them, in less than half the time.
 * A language whose network we cannot run is read by Tesseract alone. Tesseract's engines (one a set of languages) share one WebAssembly
 * module and are kept while they are used; the module is dropped whole once its heap has grown too far or it has crashed.
 */
import { LANGUAGES, type Language } from '../parser-jobs.ts';
import type { RasterImage } from './raster-image.ts';
import { readLanguageData } from './languages/language-data.ts';
import { dropLineRecognisers, takeLineRecognisers } from './line-recognisers.ts';
import type { LineRecogniser } from './lstm/line-recogniser.ts';
import { findLinePieces } from './layout/page-layout.ts';
import { readLines } from './read-lines.ts';
import { removeSpecks } from './layout/despeckle.ts';
import { meanConfidence, readWords, type RecognisedWord } from './read-words.ts';
import { tesseractName } from './languages/tesseract-languages.ts';
import {
  LSTM_ONLY,
  SEGMENTATION,
  loadTesseract,
  processorTime,
  type TesseractApi,
  type TesseractModule,
} from './tesseract-module.ts';

/** Bytes of heap at which a module is dropped after a page. A usual page needs 40 to 80 MB. */
const HEAP_LIMIT = 400 * 2 ** 20;
/** Engines kept at once; the one that was not used for longest goes first. */
const ENGINES_KEPT = 12;
/** Size of Tesseract's ETEXT_DESC and the place of its `end_time` in it on wasm32 (include/tesseract/ocrclass.h of 5.x). */
const MONITOR_BYTES = 48;
const MONITOR_END_TIME = 24;

export interface RecogniseOptions {
  /** Pixels per inch of the image. */
  readonly dpi: number;
  /** `page`: layout analysis; `block`: one column of text; `line`: a single line. */
  readonly segmentation: keyof typeof SEGMENTATION;
  /** Alternatives per character, for `entropy`: about a tenth more time where Tesseract itself reads. */
  readonly alternatives: boolean;
  /** Milliseconds of processor time after which no further line is begun: what is read by then is the result. */
  readonly timeLimitMs?: number;
  /** Part of the image in pixels; all of it if left out. */
  readonly part?: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

export interface Recognition {
  readonly words: RecognisedWord[];
  /** Mean of the words' confidences weighted by their length, 0 to 100; 0 without words. */
  readonly confidence: number;
}

interface Engines {
  readonly module: TesseractModule;
  /** By languages; insertion order is the order of last use. */
  readonly kept: Map<string, TesseractApi>;
}

let engines: Promise<Engines> | undefined;

/**
 * Words of a grey image, in reading order, boxes in its pixels.
 * @param languages the first is preferred; every one more costs time
 * @throws Error where Tesseract cannot be initialised or crashes; the next call starts afresh
 */
export async function recognise(
  image: RasterImage,
  languages: readonly Language[],
  options: RecogniseOptions,
): Promise<Recognition> {
  engines ??= loadTesseract().then((module) => ({ module, kept: new Map() }));
  const { module, kept } = await engines;
  const recognisers = await takeLineRecognisers(languages);
  const api = await takeEngine(module, kept, recognisers === null ? languages : [layoutLanguage(kept, languages)]);
  // Nothing below waits: one recognition at a time, whoever else calls meanwhile.
  try {
    const words =
      recognisers === null
        ? recogniseByTesseract(module, api, image, options)
        : recogniseByOurselves(module, api, image, recognisers, options);
    return { words, confidence: meanConfidence(words) };
  } catch (error) {
    engines = undefined;
    throw new Error(`Tesseract failed on a page: ${String(error)}`, { cause: error });
  } finally {
    if (module.memory.buffer.byteLength > HEAP_LIMIT) engines = undefined;
  }
}

/** Drops all engines and their memory; the next recognition loads them again. */
export function dropEngines(): void {
  engines = undefined;
  dropLineRecognisers();
}

/** The layout of a page does not depend on its language within Latin script: one engine does for all. */
function layoutLanguage(kept: Engines['kept'], languages: readonly Language[]): Language {
  const loaded = LANGUAGES.find((language) => language !== 'ja' && kept.has(tesseractName(language)));
  return languages.includes('ja') ? 'ja' : (loaded ?? languages[0] ?? 'en');
}

async function takeEngine(
  module: TesseractModule,
  kept: Engines['kept'],
  languages: readonly Language[],
): Promise<TesseractApi> {
  const key = languages.map(tesseractName).join('+');
  const known = kept.get(key);
  const api = known ?? (await createEngine(module, languages, key));
  kept.delete(key);
  kept.set(key, api);
  for (const [oldest, unused] of kept) {
    if (kept.size <= ENGINES_KEPT) break;
    unused.End();
    unused.__destroy__();
    kept.delete(oldest);
  }
  return api;
}

async function createEngine(
  module: TesseractModule,
  languages: readonly Language[],
  key: string,
): Promise<TesseractApi> {
  const files = await Promise.all(
    languages.map(async (language) => ({
      path: `/tessdata/${tesseractName(language)}.traineddata`,
      data: await readLanguageData(language),
    })),
  );
  for (const { path, data } of files) module.FS.writeFile(path, data);
  const api = new module.TessBaseAPI();
  const failed = api.Init('/tessdata', key, LSTM_ONLY);
  // Init has copied what it needs: the files would only be a second copy.
  for (const { path } of files) module.FS.unlink(path);
  if (failed !== 0) throw new Error(`Tesseract does not take the language data of ${key}`);
  return api;
}

function recogniseByOurselves(
  module: TesseractModule,
  api: TesseractApi,
  image: RasterImage,
  recognisers: readonly LineRecogniser[],
  options: RecogniseOptions,
): RecognisedWord[] {
  const end =
    options.timeLimitMs === undefined ? null : processorTime() + BigInt(Math.round(options.timeLimitMs * 1e6));
  prepare(module, api, options.segmentation === 'page' ? removeSpecks(image, options.dpi) : image, options);
  try {
    return readLines(
      image,
      findLinePieces(module, api, image),
      recognisers,
      () => end === null || processorTime() < end,
    );
  } finally {
    api.Clear();
  }
}

function recogniseByTesseract(
  module: TesseractModule,
  api: TesseractApi,
  image: RasterImage,
  options: RecogniseOptions,
): RecognisedWord[] {
  api.SetVariable('lstm_choice_mode', options.alternatives ? '2' : '0');
  prepare(module, api, image, options);
  const monitor = options.timeLimitMs === undefined ? null : createMonitor(module, options.timeLimitMs);
  try {
    const failed = api.Recognize(monitor) !== 0;
    // With a deadline "failed" also means that it came: what was read before it is there all the same.
    if (failed && monitor === null) return [];
    return readWords(module, api.GetIterator(), options.alternatives);
  } finally {
    if (monitor !== null) module._free(monitor);
    api.Clear();
  }
}

/** Tells the engine what to look at, and how. */
function prepare(module: TesseractModule, api: TesseractApi, image: RasterImage, options: RecogniseOptions): void {
  api.SetPageSegMode(SEGMENTATION[options.segmentation]);
  giveImage(module, api, image);
  api.SetSourceResolution(Math.round(options.dpi));
  const { part } = options;
  if (part !== undefined) api.SetRectangle(part.left, part.top, part.width, part.height);
}

function giveImage(module: TesseractModule, api: TesseractApi, image: RasterImage): void {
  if (image.channels !== 1) throw new TypeError('Tesseract is given grey images');
  const address = module._malloc(image.data.length);
  new Uint8Array(module.memory.buffer).set(image.data, address);
  api.SetImage(address, image.width, image.height, 1, image.width);
  module._free(address);
}

/** The binding cannot make the monitor that holds a deadline, so its bytes are written: all zero but the end, in nanoseconds of the steady clock. */
function createMonitor(module: TesseractModule, timeLimitMs: number): number {
  const address = module._malloc(MONITOR_BYTES);
  const view = new DataView(module.memory.buffer);
  for (let offset = 0; offset < MONITOR_BYTES; offset += 1) view.setUint8(address + offset, 0);
  view.setBigInt64(address + MONITOR_END_TIME, processorTime() + BigInt(Math.round(timeLimitMs * 1e6)), true);
  return address;
}
