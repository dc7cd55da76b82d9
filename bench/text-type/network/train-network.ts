/**
 * `node bench/text-type/network/train-network.ts PICTURES… --real PICTURES [--without SOURCE]… [--steps N] [--out FILE]`: trains
 * the text-kind network on ink pictures that collect.ts and collect-real.ts have written, and writes its weights. The same
 * files and steps give the same network.
 */
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { weightsFileOf } from '../../../core/ocr/handwriting/network/kind-weights.ts';
import { seededRandom } from '../../../model-container/random.ts';
import type { Kind } from '../pieces-file.ts';
import { cutColumns, readRuns, widthOf, type PicturedRun } from '../pictures-file.ts';
import { addGradient, emptyGradient } from './gradient.ts';
import { adam, newLayers, valuesOf } from './steps.ts';
import { varyPicture } from './vary-picture.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    real: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    steps: { type: 'string', default: '2000' },
    out: {
      type: 'string',
      default: join(import.meta.dirname, '../../../core/ocr/handwriting/network/kind-weights.json'),
    },
  },
});

/** Pictures of a step: every other one is handwritten. */
const BATCH = 32;
/** Words of a picture, one of these numbers. */
const WORDS = [1, 1, 2, 3, 5] as const;
/** Columns that are added at either side of the words, and columns of a picture at most. */
const MARGIN = 2;
const MAX_WIDTH = 240;
/** Probability that a handwritten picture should have, and a printed one. */
const TARGETS: Record<Kind, number> = { handwritten: 0.99, printed: 0.01 };
/** Learning rate at most; it rises over the first steps, and falls as a cosine. */
const RATE = 8e-3;
const WARM_UP = 30;
const MIN_LETTERS = 2;
/** Confidence from which something on a real page, whose lines all count as handwriting, is print, such as the head of a form. */
const PRINTED_FROM = 93;

const random = seededRandom(1);
const groups = await readGroups();
/** An augmented picture of some words of this kind. */
const pictureOf = (kind: Kind): Uint8Array => varyPicture(someWords(pickRun(kind)), random);
const kindAt = (at: number): Kind => (at % 2 === 0 ? 'printed' : 'handwritten');

const layers = newLayers(
  Array.from({ length: BATCH }, (_, at) => pictureOf(kindAt(at))),
  random,
);
const update = adam(valuesOf(layers));
let mean = Math.LN2;
const steps = Number(values.steps);
for (let step = 0; step < steps; step += 1) {
  const gradient = emptyGradient(layers);
  let loss = 0;
  for (let at = 0; at < BATCH; at += 1) {
    const kind = kindAt(at);
    loss += addGradient(layers, pictureOf(kind), TARGETS[kind], gradient) / BATCH;
  }
  const rate = RATE * Math.min(1, (step + 1) / WARM_UP) * (0.5 * (1 + Math.cos((Math.PI * step) / steps)) + 0.01);
  update(gradient, rate, BATCH);
  mean = 0.98 * mean + 0.02 * loss;
  if (step % 50 === 49) console.log(`${step + 1} ${mean.toFixed(4)}`);
}
await writeFile(values.out, `${JSON.stringify(weightsFileOf(layers))}\n`);

/** Pages of one kind, of a real source or all of a file, and how often they are picked. */
interface Group {
  readonly kind: Kind;
  /** The runs of each page: most hands have one or two. */
  readonly pages: readonly (readonly PicturedRun[])[];
  readonly weight: number;
}

async function readGroups(): Promise<readonly Group[]> {
  const named = async (paths: readonly string[], nameOf: (run: PicturedRun, path: string) => string) =>
    (
      await Promise.all(
        paths.map(async (path) => (await readRuns(path)).map((run) => [nameOf(run, path), run] as const)),
      )
    ).flat();
  const real = await named(values.real, ({ source }) => source);
  const made = await named(positionals, (_, path) => basename(path));
  const all = [
    ...real.filter(([, { kind, confidence }]) => kind === 'printed' || confidence <= PRINTED_FROM),
    ...made,
  ].filter(([, { letters, source }]) => letters >= MIN_LETTERS && !values.without.includes(source));
  return [...Map.groupBy(all, ([name, { kind }]) => `${name} ${kind}`)].map(([name, some]) => {
    const runs = some.map(([, run]) => run);
    const pages = [...Map.groupBy(runs, ({ page }) => page).values()];
    console.log(`${name}: ${runs.length} runs of ${pages.length} pages`);
    return { kind: runs[0]?.kind ?? 'printed', pages, weight: Math.sqrt(pages.length) };
  });
}

/** A run of a page of a group of this kind. */
function pickRun(kind: Kind): PicturedRun {
  const some = groups.filter((group) => group.kind === kind);
  let left = random.next() * some.reduce((sum, { weight }) => sum + weight, 0);
  const group = some.find(({ weight }) => (left -= weight) < 0) ?? some.at(-1);
  return random.pick(random.pick(group?.pages ?? []));
}

/** The ink of some neighbouring words of a run. */
function someWords(run: PicturedRun): Uint8Array {
  const count = Math.min(run.words.length, random.pick(WORDS));
  const first = random.below(run.words.length - count + 1);
  const words = run.words.slice(first, first + count);
  const width = widthOf(run.picture);
  const left = Math.max(0, Math.min(...words.map(([start]) => start)) - MARGIN);
  const right = Math.min(width, Math.max(...words.map(([, end]) => end)) + MARGIN);
  const excess = right - left - MAX_WIDTH;
  const from = excess > 0 ? left + random.below(excess + 1) : left;
  const columns = Math.max(1, Math.min(right - from, MAX_WIDTH));
  return cutColumns(run.picture, from, from + columns);
}
