/**
 * Locates Tesseract's language data, never on a network: in a configured folder, else in the fast data of the operating
 * system's packages, else in the npm packages that Tearline depends on. bench/ocr/ocr.ts measures speed and accuracy of
 * each.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { LANGUAGES } from './languages.ts';
import { tesseractName, type LineEngine } from './tesseract-languages.ts';

export interface LanguageDataSettings {
  /** Folder with `eng.traineddata`, …: takes precedence for the languages that it contains. */
  readonly folder?: string;
  /** `npm`: ignores the data of the operating system, so that all machines read the same text. */
  readonly prefer?: 'system' | 'npm';
}

/**
 * `folder`: configured; `system`: system packages (Debian's and Homebrew's are `fast`); `npm`: 4.0.0_best_int, slower.
 */
export type LanguageDataOrigin = 'folder' | 'system' | 'npm';

export interface LanguageDataSource {
  readonly language: LineEngine;
  readonly origin: LanguageDataOrigin;
  /** Description that `tearline doctor` prints. */
  readonly source: string;
  readonly file: string;
}

/**
 * In order of precedence. Homebrew's main formula contains English and OSD only, so each language is located
 * separately.
 */
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

/**
 * Sets the source of language data. The host's process calls it once, before any page is read; loaded engines keep
 * their data.
 */
export function configureLanguageData(newSettings: LanguageDataSettings): void {
  settings = newSettings;
}

/** The source of each language's data, in the order of LANGUAGES; languages without data are left out. */
export function describeLanguageData(): LanguageDataSource[] {
  return LANGUAGES.map(findLanguageData).filter((source) => source !== null);
}

/** This machine has no data for a language. */
export class NoLanguageDataError extends Error {
  override readonly name = 'NoLanguageDataError';
}

/**
 * Reads a language's `.traineddata`, uncompressed.
 * @throws NoLanguageDataError if this machine has none; Error if it cannot be read
 */
export async function readLanguageData(language: LineEngine): Promise<Uint8Array> {
  const source = findLanguageData(language);
  if (source === null)
    throw new NoLanguageDataError(
      `There is no Tesseract language data for "${language}": install @tesseract.js-data/${tesseractName(language)} ` +
        `or name a folder that has ${tesseractName(language)}.traineddata`,
    );
  const bytes = await readFile(source.file);
  return source.file.endsWith('.gz') ? promisify(gunzip)(bytes) : bytes;
}

function findLanguageData(language: LineEngine): LanguageDataSource | null {
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

function findNpmData(language: LineEngine, fileName: string): LanguageDataSource | null {
  const name = `@tesseract.js-data/${tesseractName(language)}`;
  const resolve = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = resolve
    .map((modules) => join(modules, name, NPM_VARIANT, `${fileName}.gz`))
    .find((candidate) => existsSync(candidate));
  return file === undefined ? null : { language, origin: 'npm', source: `npm ${name} ${NPM_VARIANT}`, file };
}
