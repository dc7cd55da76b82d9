/** Reads image files with the tesseract program of the operating system, in one thread. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { configureLanguageData, readLanguageData } from '../../../core/ocr/languages/language-data.ts';
import type { Language } from '../../../core/ocr/languages/languages.ts';
import { tesseractName } from '../../../core/ocr/languages/tesseract-languages.ts';
import type { ScannedPage } from '../pages/scanned-page.ts';
import type { Reading } from './reading.ts';

/** `system`: the data of the operating system's packages; `npm`: that of the packages that Tearline depends on. */
export type DataKind = 'system' | 'npm';

export interface NativeTesseract {
  /** Version and data, to print. */
  readonly description: string;
  /** @throws Error if tesseract fails or lacks the language */
  read(page: ScannedPage, language: Language): Promise<Reading>;
  /** Removes temporary files. */
  close(): Promise<void>;
}

const SYSTEM_DATA = '/usr/share/tesseract-ocr/5/tessdata';

/** @param cache folder in which readings are kept by image, language and data; undefined: nothing is kept */
export async function findTesseract(data: DataKind, cache: string | undefined): Promise<NativeTesseract> {
  const version = spawnSync('tesseract', ['--version'], { encoding: 'utf8' });
  if (version.status !== 0)
    throw new Error('tesseract is not installed (Debian: tesseract-ocr, tesseract-ocr-deu and so on).');
  const name = version.stdout.split('\n')[0] ?? 'tesseract';
  const folder = data === 'npm' ? await mkdtemp(join(tmpdir(), 'tessdata-')) : SYSTEM_DATA;
  if (cache !== undefined) await mkdir(cache, { recursive: true });
  const remembered = new Map<string, Reading>();
  return {
    description: `${name}, ${data === 'npm' ? '4.0.0_best_int of npm @tesseract.js-data' : `fast data of ${folder}`}`,
    read: async (page, language) => {
      const key = `${page.hash}-${tesseractName(language)}-${data}-${name.split(' ').at(-1) ?? ''}.json`;
      const place = cache === undefined ? undefined : join(cache, key);
      const known = remembered.get(key) ?? (await readCached(place));
      if (known !== undefined) return known;
      if (data === 'npm') await unpack(language, folder);
      const reading = run(page, language, folder);
      remembered.set(key, reading);
      if (place !== undefined) await keep(reading, place);
      return reading;
    },
    close: () => (data === 'npm' ? rm(folder, { recursive: true }) : Promise.resolve()),
  };
}

const readCached = async (place: string | undefined): Promise<Reading | undefined> =>
  place !== undefined && existsSync(place) ? asReading(JSON.parse(await readFile(place, 'utf8'))) : undefined;

/** Writes the reading whole or not at all, so that a run can be stopped. */
async function keep(reading: Reading, place: string): Promise<void> {
  await writeFile(`${place}.part`, JSON.stringify(reading));
  await rename(`${place}.part`, place);
}

async function unpack(language: Language, folder: string): Promise<void> {
  const file = join(folder, `${tesseractName(language)}.traineddata`);
  if (existsSync(file)) return;
  configureLanguageData({ prefer: 'npm' });
  await writeFile(file, await readLanguageData(language));
}

/** Processor time comes from bash, because Node reports none of a child process. */
const TIMED = 'TIMEFORMAT="cpu %3U %3S"; time "$@"';

function run(page: ScannedPage, language: Language, folder: string): Reading {
  const dpi = page.dpi === null ? [] : ['--dpi', String(page.dpi)];
  const how = ['--tessdata-dir', folder, '--psm', '3', '--oem', '1', '-l', tesseractName(language)];
  const { status, stdout, stderr } = spawnSync(
    'bash',
    ['-c', TIMED, '_', 'tesseract', page.path, '-', ...how, ...dpi],
    {
      env: { ...process.env, OMP_THREAD_LIMIT: '1', LC_ALL: 'C.UTF-8' },
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    },
  );
  const [, user, system] = /cpu (\d+\.\d+) (\d+\.\d+)/u.exec(stderr) ?? [];
  if (status !== 0 || user === undefined) throw new Error(`tesseract failed on ${page.path}: ${stderr}`);
  return { text: stdout, milliseconds: Math.round(1000 * (Number(user) + Number(system))) };
}

function asReading(stored: unknown): Reading {
  if (typeof stored === 'object' && stored !== null && 'text' in stored && 'milliseconds' in stored)
    return { text: String(stored.text), milliseconds: Number(stored.milliseconds) };
  throw new TypeError('The cache of tesseract holds something else than a reading.');
}
