/**
 * Contents of the two packages: the entries, and those files of node_modules that are loaded by path and cannot be
 * bundled. All other code is bundled.
 */
import type { Architecture } from './architecture.ts';

/** Functions that parse no untrusted bytes: file names in lambdas/entry; the handler is `<name>.handler`. */
export const LIGHT_ENTRIES = [
  'api',
  'render-api',
  'public-api',
  'authorizer',
  'inspect',
  'read-pages',
  'find-boundaries',
  'build-results',
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
  'list-migrations',
  'migrate-workflow',
  'mail-feedback',
  'create-key',
  'manage-accounts',
  'resume-unfinished',
  'deliver-webhooks',
] as const;

/** The function that parses documents in child processes. */
export const PARSER_ENTRIES = ['parse'] as const;

/** Programs of the child processes, by the names in lambdas/entry/composition/lambda-parsers.ts. */
export const PARSER_PROGRAMS = {
  'parser-process': 'lambdas/entry/parser-process.ts',
  'parser-job-table': 'core/processing/reading/parser-job-table.ts',
} as const;

/** npm packages that the code of the light package must not import. */
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
  /** Its files, relative to it; a folder includes everything below it. */
  readonly files: readonly string[];
  /** The part as which `--sizes` counts it. */
  readonly part: string;
}

const LANGUAGES = ['ces', 'deu', 'eng', 'fra', 'ita', 'jpn', 'jpn_vert', 'nld', 'pol', 'slk', 'spa'] as const;

/** npm packages with binaries for a processor. */
export const binaryModules = (arch: Architecture) =>
  [`@img/sharp-linux-${arch}`, `@img/sharp-libvips-linux-${arch}`] as const;

/** Files that are copied to node_modules of the parsers package. */
export const parserModuleFiles = (arch: Architecture): readonly ModuleFiles[] => [
  { name: '@hyzyla/pdfium', files: ['package.json', 'LICENSE.md', 'dist/pdfium.wasm'], part: 'PDFium' },
  { name: '@neslinesli93/qpdf-wasm', files: ['package.json', 'dist/qpdf.wasm'], part: 'qpdf' },
  // All processors of Lambda support WebAssembly SIMD, so that the other builds are not needed.
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

/** The part to which a file of a package belongs; bundled files are `code`. */
export const partOfFile = (arch: Architecture, path: string): string => {
  if (path.endsWith('.wasm') && !path.includes('/')) return 'kernels';
  if (path.startsWith('models/')) return 'models';
  return parserModuleFiles(arch).find(({ name }) => path.startsWith(`node_modules/${name}/`))?.part ?? 'code';
};
