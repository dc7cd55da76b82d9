/**
 * Tesseract's engines, one per set of languages, and their WebAssembly modules. All engines share a module, but those with
 * Japanese have one of their own: the configuration in its data sets variables of the layout analysis for all engines of a
 * module.
 */
import { readLanguageData } from './languages/language-data.ts';
import { LANGUAGES } from './languages/languages.ts';
import { readsJapanese, tesseractName, type LineEngine } from './languages/tesseract-languages.ts';
import { LSTM_ONLY, loadTesseract, type TesseractApi, type TesseractModule } from './tesseract-module.ts';

/** Engines of a module, at most; the least recently used one is evicted. */
const MAX_ENGINES = 12;

/** A module with its engines. */
export interface Engines {
  readonly module: TesseractModule;
  /** By key of the languages; the insertion order is the order of last use. */
  readonly cache: Map<string, TesseractApi>;
}

export type Script = 'Japanese' | 'Latin';
const engines = new Map<Script, Promise<Engines>>();

export const scriptOf = (languages: readonly LineEngine[]): Script =>
  languages.some(readsJapanese) ? 'Japanese' : 'Latin';

/** @throws Error if the module cannot be loaded; the next call tries again */
export function enginesOf(script: Script): Promise<Engines> {
  const known = engines.get(script);
  if (known !== undefined) return known;
  const loading = loadTesseract().then((module): Engines => ({ module, cache: new Map() }));
  engines.set(script, loading);
  loading.catch(() => engines.delete(script));
  return loading;
}

/** Releases the module of a script, or all modules, with their engines and their memory. */
export function discardEngines(script?: Script): void {
  if (script === undefined) engines.clear();
  else engines.delete(script);
}

/**
 * The layout analysis does not depend on the language within Latin script: one engine is used for all Latin languages, and for
 * columns of Japanese on their side, which that of Japanese parts at their punctuation.
 */
export function layoutLanguage({ cache }: Engines, languages: readonly LineEngine[]): LineEngine {
  const loaded = LANGUAGES.find((language) => language !== 'ja' && cache.has(tesseractName(language)));
  return languages.includes('ja') ? 'ja' : (loaded ?? 'en');
}

/** @throws Error if there is no language data, or Tesseract cannot be initialised with it */
export async function getEngine({ module, cache }: Engines, languages: readonly LineEngine[]): Promise<TesseractApi> {
  const key = languages.map(tesseractName).join('+');
  const files = cache.has(key) ? [] : await readDataFiles(languages);
  // While the files were read, a concurrent call may have created the engine.
  const api = cache.get(key) ?? createEngine(module, files, key);
  cache.delete(key);
  cache.set(key, api);
  for (const [oldest, unused] of cache) {
    if (cache.size <= MAX_ENGINES) break;
    destroy(unused);
    cache.delete(oldest);
  }
  return api;
}

/** A file of language data, with its path in the module. */
interface DataFile {
  readonly path: string;
  readonly data: Uint8Array;
}

const readDataFiles = (languages: readonly LineEngine[]): Promise<DataFile[]> =>
  Promise.all(
    languages.map(async (language) => ({
      path: `/tessdata/${tesseractName(language)}.traineddata`,
      data: await readLanguageData(language),
    })),
  );

function createEngine(module: TesseractModule, files: readonly DataFile[], key: string): TesseractApi {
  for (const { path, data } of files) module.FS.writeFile(path, data);
  const api = new module.TessBaseAPI();
  const failed = api.Init('/tessdata', key, LSTM_ONLY);
  // Init has copied the data: the files would be a second copy.
  for (const { path } of files) module.FS.unlink(path);
  if (failed !== 0) {
    destroy(api);
    throw new Error(`Tesseract rejects the language data of ${key}`);
  }
  // Takes an eighth off the layout analysis, and only words of fixed pitch may differ.
  api.SetVariable('textord_fast_pitch_test', '1');
  return api;
}

function destroy(api: TesseractApi): void {
  api.End();
  api.__destroy__();
}
