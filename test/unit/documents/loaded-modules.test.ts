import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PDFPage } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drawPdf } from '../drawing/draw-upload.ts';

const root = new URL('../../../', import.meta.url).href;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loaded-modules-'));
});

afterAll(() => rm(folder, { recursive: true }));

/** Reads the document in a process of its own. @returns the modules of core/ocr/ that it loaded */
const modulesOfOcr = async (path: string): Promise<string[]> => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { jobTable } = await import('${root}core/processing/reading/parser-job-table.ts');
    const runJob = async (name, input) => (await jobTable[name]()).run(input, { page: () => undefined, crop: () => undefined });
    await runJob('loadEngines', null);
    const path = ${JSON.stringify(path)};
    const { kind, pages } = await runJob('inspect', { path, maxPages: null });
    const range = { from: 1, to: pages.length };
    await runJob('readPageRange', { path, kind, range, pages, languages: [], folder: ${JSON.stringify(folder)} });
    console.log(JSON.stringify(loaded.filter((url) => url.includes('/core/ocr/'))));
    process.exit();
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  return JSON.parse(stdout) as string[]; // Written above.
};

const TEXT = 'The contract begins on the first day of May and ends with the year.';

it('A process loads its engines and reads a good text layer without loading the modules of OCR', async () => {
  const path = join(folder, 'digital.pdf');
  const draw = (page: PDFPage): Promise<void> => {
    page.drawText(TEXT, { x: 50, y: 700, size: 12 });
    return Promise.resolve();
  };
  await writeFile(path, await drawPdf(draw));
  const modules = await modulesOfOcr(path);
  expect(modules.filter((url) => /\/ocr\/(?:pages|lstm|handwriting|tesseract-engine)/.test(url))).toEqual([]);
  expect(
    modules.some((url) => url.endsWith('/detect-language.ts')),
    'modules are observed',
  ).toBe(true);
});
