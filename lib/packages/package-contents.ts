/**
 * What lies in the two packages: which entries, and which files of node_modules that are loaded by path and cannot be
 * bundled. Everything else is bundled code.
 */
import type { Architecture } from './architecture.ts';

/** Functions that open no untrusted bytes: file names of lambdas/entry, and `<name>.handler`. */
export const LIGHT_ENTRIES = [
  'api',
  'authorizer',
  'find-boundaries',
  'complete',
  'record-failure',
  'prepare-training',
  'start-training',
  'check-training',
  'evaluate-model',
  'gate-model',
  'deploy-model',
  'complete-training',
  'record-training-failure',
  'mail-feedback',
  'create-key',
  'resume-unfinished',
] as const;

/** Functions that parse, in child processes of their own. */
export const PARSER_ENTRIES = ['render-api', 'inspect', 'read-pages', 'build-results'] as const;

/** What the children run, beside the entries: by the name that lambdas/entry/lambda-parsers.ts gives it. */
export const PARSER_PROGRAMS = {
  'parser-process': 'lambdas/entry/parser-process.ts',
  'parser-job-table': 'core/processing/parser-job-table.ts',
} as const;

/** Modules that the light package must not hold: whoever imports one from there has crossed a line. */
export const PARSER_MODULES = [
  'sharp',
  '@hyzyla/pdfium',
  '@neslinesli93/qpdf-wasm',
  'tesseract.js-core',
  '@cantoo/pdf-lib',
] as const;

export interface ModuleFiles {
  /** Name of the npm package. */
  readonly name: string;
  /** Which of its files, relative to it; a folder stands for everything below it. */
  readonly files: readonly string[];
  /** Under which heading `--sizes` counts it. */
  readonly part: string;
}

const LANGUAGES = ['ces', 'deu', 'eng', 'fra', 'ita', 'jpn', 'nld', 'pol', 'slk', 'spa'] as const;

/** Files that lie in the parsers package as they are, found at run time as on any machine: in node_modules beside the code. */
export const parserModuleFiles = (arch: Architecture): readonly ModuleFiles[] => [
  { name: '@hyzyla/pdfium', files: ['package.json', 'LICENSE.md', 'dist/pdfium.wasm'], part: 'PDFium' },
  { name: '@neslinesli93/qpdf-wasm', files: ['package.json', 'dist/qpdf.wasm'], part: 'qpdf' },
  // Every processor that Lambda has runs WebAssembly's SIMD: the other builds would never be loaded.
  {
    name: 'tesseract.js-core',
    files: ['package.json', 'LICENSE', 'tesseract-core-simd-lstm.js', 'tesseract-core-simd-lstm.wasm'],
    part: 'Tesseract',
  },
  ...LANGUAGES.map((language) => ({
    name: `@tesseract.js-data/${language}`,
    files: ['package.json', `4.0.0_best_int/${language}.traineddata.gz`],
    part: 'language data',
  })),
  { name: 'sharp', files: ['package.json', 'LICENSE', 'dist'], part: 'sharp' },
  { name: '@img/colour', files: ['package.json', 'LICENSE.md', 'color.cjs', 'index.cjs'], part: 'sharp' },
  { name: 'detect-libc', files: ['package.json', 'LICENSE', 'lib'], part: 'sharp' },
  {
    name: 'semver',
    files: ['package.json', 'LICENSE', 'index.js', 'preload.js', 'classes', 'functions', 'internal', 'ranges'],
    part: 'sharp',
  },
  { name: `@img/sharp-linux-${arch}`, files: ['package.json', 'LICENSE', 'index.cjs', 'lib'], part: 'sharp' },
  {
    name: `@img/sharp-libvips-linux-${arch}`,
    files: ['package.json', 'README.md', 'versions.json', 'lib'],
    part: 'libvips',
  },
];

/** The heading of a file of a package: what it was copied for, or `code`. */
export const partOfFile = (arch: Architecture, path: string): string => {
  if (path.endsWith('.wasm') && !path.includes('/')) return 'line kernel';
  return parserModuleFiles(arch).find(({ name }) => path.startsWith(`node_modules/${name}/`))?.part ?? 'code';
};
