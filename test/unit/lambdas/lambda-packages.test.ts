import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadedCode } from '../../../bench/cold-start/loaded-code.ts';
import { bundleCode } from '../../../lib/packages/bundle-code.ts';
import { checkBinaries } from '../../../lib/packages/check-binaries.ts';
import { checkedModels } from '../../../bin/models/models-folder.ts';
import { findModule } from '../../../lib/packages/module-source.ts';
import {
  LIGHT_ENTRIES,
  PARSER_ENTRIES,
  PARSER_MODULES,
  PARSER_PROGRAMS,
  parserModuleFiles,
  partOfFile,
} from '../../../lib/packages/package-contents.ts';
import { measurePackage, totalOf } from '../../../lib/packages/package-sizes.ts';
import { tasksOf } from '../../lambda/emulated-state-machine.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const sources = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `lambdas/entry/${name}.ts`]));
const entryOf = (state: string): string => state.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();

/** Bundles the light package into a folder of this name. */
const bundleLight = (name: string) =>
  bundleCode(ROOT, {
    entries: sources(LIGHT_ENTRIES),
    outDir: join(folder, name),
    external: [],
    forbidden: PARSER_MODULES,
  });

let folder: string;
let metafile: Awaited<ReturnType<typeof bundleLight>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tearline-bundle-'));
  metafile = await bundleLight('light');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const hashesOf = async (path: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(path)).sort().map(
        async (file) =>
          [
            file,
            createHash('sha256')
              .update(await readFile(join(path, file)))
              .digest('hex'),
          ] as const,
      ),
    ),
  );

describe('The packages of the functions', () => {
  it('have an entry for every state of every state machine', async () => {
    const entries: readonly string[] = [...LIGHT_ENTRIES, ...PARSER_ENTRIES];
    const definitions = await Promise.all(
      ['process-document', 'train-workflow', 'migrate-workflows'].map((name) =>
        readFile(join(ROOT, `state-machines/${name}.asl.json`), 'utf8'),
      ),
    );
    const functions = definitions.flatMap((text) =>
      tasksOf(JSON.parse(text) as Parameters<typeof tasksOf>[0]).map(([, name]) => name),
    );
    expect(functions.map(entryOf).filter((entry) => !entries.includes(entry))).toEqual([]);
  });

  it('contain every file of lambdas/entry that exports a handler exactly once', async () => {
    const files = (await readdir(join(ROOT, 'lambdas/entry'))).filter((file) => file.endsWith('.ts'));
    const withHandler: string[] = [];
    for (const file of files)
      if (/^export const handler\b/m.test(await readFile(join(ROOT, 'lambdas/entry', file), 'utf8')))
        withHandler.push(file.replace('.ts', ''));
    expect([...LIGHT_ENTRIES, ...PARSER_ENTRIES].sort()).toEqual(withHandler.sort());
  });

  it('have the same bytes for the same input, and the light one imports no parser', { tags: 'slow' }, async () => {
    await bundleLight('again');
    expect(await hashesOf(join(folder, 'again'))).toEqual(await hashesOf(join(folder, 'light')));
    expect(Object.keys(await hashesOf(join(folder, 'light')))).toEqual(
      expect.arrayContaining(LIGHT_ENTRIES.map((name) => `${name}.mjs`)),
    );
  });

  it('load before the first event only what documents need', () => {
    const packagesOf = (entry: string) => loadedCode(metafile, entry).largest.map(({ name }) => name);
    for (const entry of LIGHT_ENTRIES) {
      const rare = ['nodemailer', '@aws-sdk/client-sesv2', '@aws-sdk/client-sagemaker', 'temporal-polyfill'];
      expect(
        packagesOf(entry).filter((name) => [...rare, 'zod-openapi'].includes(name)),
        entry,
      ).toEqual([]);
    }
    expect(packagesOf('authorizer').filter((name) => /client-(?!dynamodb)/.test(name))).toEqual([]);
    // A bundle of CommonJS has each package whole.
    const code = Object.keys(metafile.inputs).filter((path) => path.includes('/dist-cjs/'));
    expect(code).toEqual([]);
    expect(Object.keys(metafile.inputs).filter((path) => path.includes('zod/v4/locales/'))).toEqual([
      'node_modules/zod/v4/locales/en.js',
    ]);
  });

  it('cannot be built where a light function imports a parser', async () => {
    const entries = { 'image-reader': 'core/documents/images/image-reader.ts' };
    await expect(
      bundleCode(ROOT, { entries, outDir: join(folder, 'bad'), external: [], forbidden: PARSER_MODULES }),
    ).rejects.toThrow('imports sharp, which belongs into the parsers package only');
  });

  it('list existing programs and files of installed modules', async () => {
    const host = process.arch === 'arm64' ? 'arm64' : 'x64';
    const native = (name: string): boolean => name.startsWith('@img/sharp-');
    const missing: string[] = [];
    for (const { name, files } of parserModuleFiles(host).filter(
      (module) => process.platform === 'linux' || !native(module.name),
    )) {
      const source = await findModule(ROOT, name);
      missing.push(...files.map((file) => join(source, file)).filter((file) => !existsSync(file)));
    }
    expect([...missing, ...Object.values(PARSER_PROGRAMS).filter((file) => !existsSync(join(ROOT, file)))]).toEqual([]);
  });

  it('have binaries of the requested processor only', () => {
    const nativeNames = (arch: 'arm64' | 'x64') =>
      parserModuleFiles(arch)
        .map(({ name }) => name)
        .filter((name) => name.startsWith('@img/sharp-'));
    expect(nativeNames('arm64')).toEqual(['@img/sharp-linux-arm64', '@img/sharp-libvips-linux-arm64']);
    expect(nativeNames('x64')).toEqual(['@img/sharp-linux-x64', '@img/sharp-libvips-linux-x64']);
  });

  it('are not built with models that are missing or another version', async () => {
    const models = await mkdtemp(join(folder, 'models-'));
    await expect(checkedModels(models)).rejects.toThrow('PP-OCRv6_rec_small.onnx is not in');
    await writeFile(join(models, 'PP-OCRv6_rec_small.onnx'), 'another version');
    await expect(checkedModels(models)).rejects.toThrow('it is damaged, or another version');
    expect(await checkedModels(undefined)).toBeUndefined();
  });

  it('are rejected where a binary is for another processor, or is not a binary', async () => {
    const checked = await mkdtemp(join(folder, 'checked-'));
    const elf = (machine: number) =>
      Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(11), Buffer.from([machine, 0])]);
    await writeFile(join(checked, 'library.so.8.18.7'), elf(183));
    expect(await checkBinaries(checked, 'arm64')).toBe(1);
    await expect(checkBinaries(checked, 'x64')).rejects.toThrow('is not a Linux binary for x64: its machine is 183');
    await writeFile(join(checked, 'addon.node'), 'text');
    await expect(checkBinaries(checked, 'arm64')).rejects.toThrow('its machine is unknown');
  });

  it('are measured by part', async () => {
    const measured = await mkdtemp(join(folder, 'measured-'));
    await writeFile(join(measured, 'api.mjs'), 'x'.repeat(1000));
    const parts = await measurePackage(measured, (path) => partOfFile('x64', path));
    expect(parts).toEqual([{ part: 'code', files: 1, unzipped: 1000, zipped: expect.any(Number) as number }]);
    expect(totalOf(parts)).toMatchObject({ part: 'total', files: 1, unzipped: 1000 });
    expect(parts[0]?.zipped).toBeLessThan(200);
    expect(partOfFile('arm64', 'node_modules/@img/sharp-libvips-linux-arm64/lib/x.so')).toBe('libvips');
  });
});
