/** The checks of `tearline doctor`. */
import { existsSync } from 'node:fs';
import { access, constants, readFile, stat, statfs } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { availableParallelism, totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findCjkFont } from '../core/documents/pdf/pdfium/fonts/cjk-font.ts';
import {
  configureLanguageData,
  describeLanguageData,
  type LanguageDataSource,
} from '../core/ocr/languages/language-data.ts';
import { reasonForTesseract } from '../core/ocr/lines/line-recognisers.ts';
import { LANGUAGES, type Language } from '../core/ocr/languages/languages.ts';
import { openLineReader } from '../core/ocr/ppocr/line-reader.ts';
import { FINDER_MODEL, LINE_MODEL, ModelFilesError } from '../core/ocr/ppocr/model-files.ts';
import { openLineFinder } from '../core/ocr/ppocr/page-reader.ts';
import type { DoctorOptions } from './commands/options.ts';
import { readWeights } from '../model-container/classifiers/weights-file.ts';
import { EXIT } from './exit-codes.ts';
import type { ExitCode } from './exit-codes.ts';
import { languageDataFolder } from './language-data-folder.ts';
import { hasModels, missingFinder, modelsFolder } from './models/models-folder.ts';
import { callerFolder } from './settings.ts';

interface Finding {
  readonly what: string;
  /** `missing`: required but absent; `note`: usable with the restriction in `text`. */
  readonly status: 'ok' | 'note' | 'missing';
  readonly text: string;
}

const GIGABYTE = 1024 ** 3;
/** Enough for the server and two parser processes at their memory limits. */
const COMFORTABLE_MEMORY = 4 * GIGABYTE;
const COMFORTABLE_DISK = 2 * GIGABYTE;
const LEAST_NODE = 24;

/** Packages that are required for reading, splitting and writing documents. */
const ENGINES = [
  '@hyzyla/pdfium',
  'tesseract.js-core',
  'sharp',
  '@neslinesli93/qpdf-wasm',
  '@cantoo/pdf-lib',
  'aws-local-stepfunctions',
  'fastify',
];

const inGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

const examineNode = (): Finding => {
  const major = Number(process.versions.node.split('.')[0]);
  return major >= LEAST_NODE
    ? { what: 'Node.js', status: 'ok', text: process.versions.node }
    : {
        what: 'Node.js',
        status: 'missing',
        text:
          `${process.versions.node} is too old: ${LEAST_NODE} or newer is needed, and comes with the package ` +
          '(npm ci, then npm start).',
      };
};

/** Searches node_modules folders upwards, because not every package exports its package.json. */
const versionOf = async (name: string): Promise<string | undefined> => {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const file = folders.map((folder) => join(folder, name, 'package.json')).find((path) => existsSync(path));
  if (file === undefined) return undefined;
  const { version } = JSON.parse(await readFile(file, 'utf8')) as { version?: string };
  return version;
};

const examineEngine = async (name: string): Promise<Finding> => {
  const version = await versionOf(name);
  return version === undefined
    ? { what: name, status: 'missing', text: 'not installed: run npm ci' }
    : { what: name, status: 'ok', text: version };
};

const examineLanguages = async (): Promise<Finding[]> => {
  const sources = describeLanguageData();
  return Promise.all(
    LANGUAGES.map((language) =>
      examineLanguage(
        language,
        sources.find((source) => source.language === language),
      ),
    ),
  );
};

const examineLanguage = async (language: Language, found: LanguageDataSource | undefined): Promise<Finding> => {
  const what = `language ${language}`;
  if (found === undefined) return { what, status: 'missing', text: 'no Tesseract data: run npm ci' };
  const reason = await reasonForTesseract(language).catch((error: unknown) => String(error));
  const text = `${found.origin}: ${found.source} (${found.file})`;
  return reason === null ? { what, status: 'ok', text } : { what, status: 'note', text: `${text}. ${reason}` };
};

const examineFont = async (): Promise<Finding> => {
  const font = await findCjkFont();
  return font === undefined
    ? {
        what: 'CJK font',
        status: 'note',
        text: 'none: Japanese text whose font is not in the PDF comes out blank. Install a Noto CJK font.',
      }
    : { what: 'CJK font', status: 'ok', text: font };
};

const examineModel = async (): Promise<Finding> => {
  const file = join(import.meta.dirname, '../model-container/weights/base.json');
  try {
    const { version } = await readWeights(file);
    return { what: 'split model', status: 'ok', text: `${version} (${file})` };
  } catch (error) {
    return {
      what: 'split model',
      status: 'missing',
      text: `${error instanceof Error ? error.message : String(error)} The file comes with the repository.`,
    };
  }
};

/** The path itself or its nearest existing ancestor. */
const existingFolder = (folder: string): string =>
  existsSync(folder) || dirname(folder) === folder ? folder : existingFolder(dirname(folder));

const examineReader = async (folder: string): Promise<Finding> => {
  const what = 'handwriting';
  if (!hasModels(folder))
    return { what, status: 'note', text: 'not read: install the reader with npx tearline models install' };
  try {
    await openLineReader(folder);
    const missing = missingFinder(folder);
    if (missing !== undefined) return { what, status: 'note', text: `read with ${LINE_MODEL.name}. ${missing}` };
    await openLineFinder(folder);
    return { what, status: 'ok', text: `read with ${LINE_MODEL.name} and ${FINDER_MODEL.name} (${folder})` };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = error instanceof ModelFilesError ? ' Run npx tearline models install again.' : '';
    return { what, status: 'missing', text: `${reason}${advice}` };
  }
};

const examineDataFolder = async (dataDir: string): Promise<Finding> => {
  const folder = existingFolder(dataDir);
  if (!(await stat(folder)).isDirectory())
    return { what: 'data folder', status: 'missing', text: `${folder} is not a folder` };
  try {
    await access(folder, constants.W_OK);
  } catch {
    return { what: 'data folder', status: 'missing', text: `${dataDir} cannot be written` };
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const made = existsSync(dataDir) ? '' : ', made at the first start';
  return {
    what: 'data folder',
    status: free < COMFORTABLE_DISK ? 'note' : 'ok',
    text: `${dataDir}${made}; ${inGigabytes(free)} free`,
  };
};

const examineMemory = (): Finding => {
  const constrained = process.constrainedMemory();
  const memory = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  const text =
    `${inGigabytes(memory)} for this process and its children, ${availableParallelism()} cores: as many ` +
    'parser processes, each killed at 1.2 GB';
  return { what: 'memory', status: memory < COMFORTABLE_MEMORY ? 'note' : 'ok', text };
};

const STATUS_LABELS = { ok: 'ok     ', note: 'note   ', missing: 'MISSING' } as const;

/**
 * Prints all findings.
 * @returns 1 where something required is missing
 * @throws UsageError where the folder of language data does not exist
 */
export const examineMachine = async (options: DoctorOptions): Promise<ExitCode> => {
  const folder = languageDataFolder(options.languageData);
  if (folder !== undefined) configureLanguageData({ folder });
  const findings = [
    examineNode(),
    ...(await Promise.all(ENGINES.map(examineEngine))),
    ...(await examineLanguages()),
    await examineFont(),
    await examineModel(),
    await examineReader(modelsFolder(options.data)),
    await examineDataFolder(resolve(callerFolder(), options.data)),
    examineMemory(),
  ];
  const width = Math.max(...findings.map(({ what }) => what.length));
  console.log(
    options.json === true
      ? JSON.stringify(findings, undefined, 2)
      : findings.map(({ what, status, text }) => `${STATUS_LABELS[status]}  ${what.padEnd(width)}  ${text}`).join('\n'),
  );
  return findings.some(({ status }) => status === 'missing') ? EXIT.missing : EXIT.ok;
};
