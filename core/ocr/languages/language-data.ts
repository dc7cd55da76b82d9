/**
 * Where Tesseract's language data comes from, never from a network: a configured folder, else the machine's
 * own fast data, else the packages from npm that come with Tearline. docs: bench/ocr.ts says what each costs.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LANGUAGES, type Language } from '../../parser-jobs.ts';
import { tesseractName } from './tesseract-languages.ts';

export interface LanguageDataSettings {
  /** Folder of `eng.traineddata`, …: taken before all others for the languages that it holds. */
  readonly folder?: string;
  /** `npm`: never the machine's own data, so that two machines read alike. */
  readonly prefer?: 'system' | 'npm';
}

/** `folder`: configured; `system`: the machine's packages (Debian's and Homebrew's are `fast`); `npm`: 4.0.0_best_int, slower. */
export type LanguageDataOrigin = 'folder' | 'system' | 'npm';

export interface LanguageDataSource {
  readonly language: Language;
  readonly origin: LanguageDataOrigin;
  /** What `tearline doctor` shows of it. */
  readonly source: string;
  readonly file: string;
}

/** Best first. Homebrew's main formula holds English and OSD only, so each language is looked for on its own. */
const SYSTEM_FOLDERS = [
  '/usr/share/tesseract-ocr/5/tessdata',
  '/usr/share/tesseract-ocr/4.00/tessdata',
  '/usr/share/tessdata',
  '/usr/share/tesseract/tessdata',
  '/usr/local/share/tessdata',
  '/opt/homebrew/share/tessdata',
];
const NPM_VARIANT = '4.0.0_best_int';

let settings: LanguageDataSettings = {};

/** Called once by the host's process before anything is read. Engines that are loaded already keep their data. */
export function configureLanguageData(chosen: LanguageDataSettings): void {
  settings = chosen;
}

/** Every language with where its data would be taken from, in the order of LANGUAGES; languages without data are left out. */
export function describeLanguageData(): LanguageDataSource[] {
  return LANGUAGES.map(findLanguageData).filter((source) => source !== null);
}

/** The bytes of a language's `.traineddata`. @throws Error where this machine has none */
export async function readLanguageData(language: Language): Promise<Uint8Array> {
  const source = findLanguageData(language);
  if (source === null)
    throw new Error(
      `There is no Tesseract language data for "${language}": install @tesseract.js-data/${tesseractName(language)} or name a folder that has ${tesseractName(language)}.traineddata`,
    );
  const bytes = await readFile(source.file);
  return source.file.endsWith('.gz') ? promisify(gunzip)(bytes) : bytes;
}

function findLanguageData(language: Language): LanguageDataSource | null {
  const fileName = `${tesseractName(language)}.traineddata`;
  if (settings.folder !== undefined) {
    const file = join(settings.folder, fileName);
    if (existsSync(file)) return { language, origin: 'folder', source: `configured folder ${settings.folder}`, file };
  }
  if (settings.prefer !== 'npm') {
    const file = SYSTEM_FOLDERS.map((folder) => join(folder, fileName)).find((candidate) => existsSync(candidate));
    if (file !== undefined) return { language, origin: 'system', source: 'fast data of this system', file };
  }
  return findNpmData(language, fileName);
}

function findNpmData(language: Language, fileName: string): LanguageDataSource | null {
  const name = `@tesseract.js-data/${tesseractName(language)}`;
  const resolve = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = resolve
    .map((modules) => join(modules, name, NPM_VARIANT, `${fileName}.gz`))
    .find((candidate) => existsSync(candidate));
  return file === undefined ? null : { language, origin: 'npm', source: `npm ${name} ${NPM_VARIANT}`, file };
}
