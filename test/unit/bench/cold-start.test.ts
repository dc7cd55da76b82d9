/** The bench of cold starts: what a bundle loads, and when the first document of the day is answered. */
import type { Metafile } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { firstDocumentMs } from '../../../bench/cold-start/first-document.ts';
import { loadedCode } from '../../../bench/cold-start/loaded-code.ts';
import { shapeOf } from '../../../bench/cost/document-shape.ts';
import { readStageSettings } from '../../../lib/stages.ts';

type Output = Metafile['outputs'][string];
const output = (bytes: number, inputs: Readonly<Record<string, number>>, imports: Output['imports'] = []): Output => ({
  bytes,
  inputs: Object.fromEntries(Object.entries(inputs).map(([name, bytesInOutput]) => [name, { bytesInOutput }])),
  imports,
  exports: [],
});

describe('What a function loads', () => {
  const metafile: Metafile = {
    inputs: {},
    outputs: {
      'out/api.mjs': output(10, { 'lambdas/entry/api.ts': 8 }, [
        { path: 'out/shared-1.mjs', kind: 'import-statement' },
        { path: 'out/rare.mjs', kind: 'dynamic-import' },
        { path: 'node:fs', kind: 'import-statement', external: true },
      ]),
      'out/shared-1.mjs': output(100, { 'node_modules/@aws-sdk/core/a.js': 60, 'node_modules/zod/v4/b.js': 30 }),
      'out/rare.mjs': output(1000, { 'node_modules/nodemailer/c.js': 990 }),
    },
  };

  it('is what its entry imports statically, by package', () => {
    expect(loadedCode(metafile, 'api')).toEqual({
      bytes: 110,
      files: 2,
      largest: [
        { name: '@aws-sdk/core', bytes: 60 },
        { name: 'zod', bytes: 30 },
        { name: 'lambdas/entry', bytes: 8 },
      ],
    });
  });

  it('is asked of an entry of the bundle', () => {
    expect(() => loadedCode(metafile, 'unknown')).toThrow('unknown.mjs');
  });
});

describe('The first document of the day', () => {
  it.each([
    ['11 scanned pages', shapeOf(11, true)],
    ['11 pages with a text layer', shapeOf(11, false)],
  ])('is answered within the wait of every stage: %s', (_, shape) => {
    for (const stage of ['dev', 'prod'])
      expect(firstDocumentMs(shape), stage).toBeLessThan(readStageSettings(stage).limits.maxWaitSeconds * 1000);
  });

  it('takes longer the more of it is read at a time, whose environments all start', () => {
    expect(firstDocumentMs(shapeOf(60, true))).toBeGreaterThan(firstDocumentMs(shapeOf(2, true)));
  });
});
