/**
 * `npm run bench:cold-start [-- --runs 5] [--against FOLDER]`: builds the functions' packages as `cdk synth` does and
 * starts each function of documents and trainings with the Lambda runtime protocol, moto in place of AWS. Prints for
 * each one the time until it asks for its first event, the time of its first event (one document of eight, from POST to
 * the first PDF), and what it loads.
 * `--against` names packages that another version built (`npm run package -- --arch x64 --out FOLDER`): both are
 * started alternately, and the ratios of the pairs are printed. Needs Linux and Python. The last line of the output is
 * one JSON object.
 */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Metafile } from 'esbuild';
import { z } from 'zod';
import { buildPackages } from '../../lib/packages/build-packages.ts';
import type { Packages } from '../../lib/packages/build-packages.ts';
import { measurePackage, totalOf } from '../../lib/packages/package-sizes.ts';
import { startMoto } from '../../test/wire/moto/moto-server.ts';
import { median, megabytes, rounded } from '../statistics.ts';
import { shapeOf } from '../cost/document-shape.ts';
import { firstDocumentMs } from './first-document.ts';
import { loadedCode } from './loaded-code.ts';
import type { ColdStart } from './observe-starts.ts';
import { startEmptyFunction, startFunctions } from './start-functions.ts';

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, against: { type: 'string' } },
});
const runs = z.coerce.number().int().min(1).max(100).parse(values.runs);

type Run = ReadonlyMap<string, ColdStart>;
const byName = (starts: readonly ColdStart[]): Run => new Map(starts.map((start) => [start.name, start]));

/** `ReadPages` → `read-pages`. */
const entryOf = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();

const folder = await mkdtemp(join(tmpdir(), 'tearline-cold-start-'));
await chmod(folder, 0o755);
await writeFile(join(folder, 'empty.mjs'), 'export const handler = async () => ({});\n');
const bundles: Metafile[] = [];
const packages = await buildPackages({
  arch: process.arch === 'arm64' ? 'arm64' : 'x64',
  outDir: join(folder, 'packages'),
  onBundle: (metafile) => bundles.push(metafile),
});
const against: Packages | undefined =
  values.against === undefined
    ? undefined
    : { light: resolve(values.against, 'light'), parsers: resolve(values.against, 'parsers') };
const moto = await startMoto();
const measured: Run[] = [];
const compared: Run[] = [];
const empty: ColdStart[] = [];
for (let run = 0; run < runs; run += 1) {
  empty.push(await startEmptyFunction(folder));
  // Each version is first as often as second.
  if (against !== undefined && run % 2 === 0) compared.push(byName(await startFunctions(moto.url, against)));
  measured.push(byName(await startFunctions(moto.url, packages)));
  if (against !== undefined && run % 2 === 1) compared.push(byName(await startFunctions(moto.url, against)));
}
await moto.close();

const of = (all: readonly Run[], name: string, pick: (start: ColdStart) => number | undefined): number | null => {
  const found = all.flatMap((run) => {
    const start = run.get(name);
    const value = start === undefined ? undefined : pick(start);
    return value === undefined ? [] : [value];
  });
  return found.length === 0 ? null : Math.round(median(found));
};

/** The median of the ratios of pairs, this version to the other. */
const ratio = (name: string, pick: (start: ColdStart) => number | undefined): number | null => {
  const ratios = measured.flatMap((run, index) => {
    const [mine, other] = [run.get(name), compared[index]?.get(name)];
    const [a, b] = [mine && pick(mine), other && pick(other)];
    return a === undefined || b === undefined || b === 0 ? [] : [a / b];
  });
  return ratios.length === 0 ? null : rounded(median(ratios));
};

const loadedBy = (name: string) => {
  const entry = entryOf(name);
  const bundle = bundles.find(({ outputs }) => Object.keys(outputs).some((path) => path.endsWith(`/${entry}.mjs`)));
  if (bundle === undefined) throw new Error(`No bundle has ${entry}.mjs.`);
  return loadedCode(bundle, entry);
};

const initElapsed = ({ init }: ColdStart): number => init.elapsed;
const initProcessor = ({ init }: ColdStart): number => init.processor;
const firstElapsed = ({ first }: ColdStart): number | undefined => first?.elapsed;
const firstProcessor = ({ first }: ColdStart): number | undefined => first?.processor;

const rows = [...(measured[0]?.keys() ?? [])].map((name) => {
  const { bytes, files, largest } = loadedBy(name);
  return {
    name,
    loaded_kb: Math.round(bytes / 1024),
    files,
    init_ms: of(measured, name, initElapsed),
    init_cpu_ms: of(measured, name, initProcessor),
    first_ms: of(measured, name, firstElapsed),
    first_cpu_ms: of(measured, name, firstProcessor),
    ...(against === undefined
      ? {}
      : {
          before_init_ms: of(compared, name, initElapsed),
          before_init_cpu_ms: of(compared, name, initProcessor),
          before_first_cpu_ms: of(compared, name, firstProcessor),
          init_ratio: ratio(name, initElapsed),
          init_cpu_ratio: ratio(name, initProcessor),
          first_cpu_ratio: ratio(name, firstProcessor),
        }),
    largest: largest.slice(0, 6).map(({ name: part, bytes: size }) => `${part} ${Math.round(size / 1024)} kB`),
  };
});

const sizeOf = async (path: string) => {
  const { unzipped, zipped } = totalOf(await measurePackage(path, () => 'all'));
  return { unzipped_mb: megabytes(unzipped), zipped_mb: rounded(zipped / 2 ** 20, 1) };
};
const sizes = { light: await sizeOf(packages.light), parsers: await sizeOf(packages.parsers) };
const sizesAgainst =
  against === undefined ? undefined : { light: await sizeOf(against.light), parsers: await sizeOf(against.parsers) };
await rm(folder, { recursive: true, force: true });

const seconds = (pages: number, scanned: boolean): number =>
  rounded(firstDocumentMs(shapeOf(pages, scanned)) / 1000, 1);
/** With the times of bench/cost/measured-times.ts, from the gateway to the result. */
const firstDocuments = [1, 11, 20, 60].map((pages) => ({
  pages,
  scanned: seconds(pages, true),
  text_layer: seconds(pages, false),
}));

const figures = rows.map((row) => Object.fromEntries(Object.entries(row).filter(([member]) => member !== 'largest')));
console.table(figures);
console.table(firstDocuments);
for (const { name, largest } of rows) console.log(`${name}: ${largest.join(', ')}`);
console.log(
  JSON.stringify({
    runs,
    packages: sizes,
    ...(sizesAgainst === undefined ? {} : { packages_against: sizesAgainst }),
    empty: {
      init_ms: Math.round(median(empty.map(initElapsed))),
      init_cpu_ms: Math.round(median(empty.map(initProcessor))),
    },
    functions: rows,
    first_document_s: firstDocuments,
  }),
);
