/**
 * `npm run bench:crops [-- --set development --pictures 192 --documents FOLDER --ordinary 1500 --worst FOLDER]`: finds the
 * documents in composed pictures, and crops of ordinary pages, which should stay whole. The pages of FOLDER are laid on
 * backgrounds beside drawn receipts and the samples; `--ordinary` is how many of them are looked at as they are. `--worst`
 * keeps the pictures that are wrong. Thresholds were chosen on the development set. The last line is one JSON object.
 *
 * `npm run bench:crops -- --photographs FOLDER [--set development --worst FOLDER]`: finds the documents on photographs of
 * public repositories instead, whose corners are listed in docs/sources/crop-photographs.tsv. FOLDER holds their files, at
 * OWNER+NAME/PATH; `node bench/crops/photographs/collect-photographs.ts FOLDER` writes them. It exits with 1 where a file is
 * absent or another one. Misses of the evaluation set are not to be looked at.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { findCrops } from '../../core/documents/crops/find-crops.ts';
import { seededRandom } from '../../model-container/random.ts';
import { intervalOfMean, mean, quantile } from '../statistics.ts';
import { BACKGROUNDS, type Background } from './backgrounds.ts';
import { compose, type Composite } from './compose.ts';
import { drawReceipts, paperFiles, renderPages, SEEDS } from './papers.ts';
import { ARRANGEMENTS, type Arrangement } from './place.ts';
import { FOUND, inPixels, matchDocuments, type Matched } from './score.ts';
import { drawCrops } from './draw-crops.ts';
import { filesIn, findFalseCrops } from './ordinary-pages.ts';
import { measurePhotographs } from './photographs/measure-photographs.ts';

/** Rendered pages that pictures are composed of, beside the receipts. */
const PAGES = 60;

const { values } = parseArgs({
  options: {
    set: { type: 'string', default: 'evaluation' },
    pictures: { type: 'string', default: '192' },
    documents: { type: 'string' },
    ordinary: { type: 'string', default: '0' },
    worst: { type: 'string' },
    photographs: { type: 'string' },
  },
});

interface Outcome extends Matched {
  readonly background: Background;
  readonly arrangement: Arrangement;
  readonly count: number;
  readonly milliseconds: number;
}

const set = values.set === 'development' ? 'development' : 'evaluation';
if (values.photographs === undefined) await measureComposites();
else {
  const photographs = await measurePhotographs(values.photographs, set, values.worst);
  console.log(JSON.stringify({ set, photographs }));
  if (photographs.wrongFiles > 0) process.exitCode = 1;
}

async function measureComposites(): Promise<void> {
  const outcomes = await onComposites();
  const tables = report(outcomes);
  const ordinary =
    values.documents === undefined || Number(values.ordinary) === 0
      ? undefined
      : await findFalseCrops(values.documents, Number(values.ordinary), values.worst);
  console.log(JSON.stringify({ set, pictures: outcomes.length, found: tables, ordinary }));
}

async function onComposites(): Promise<Outcome[]> {
  const random = seededRandom(SEEDS[set]);
  const files = paperFiles(values.documents === undefined ? [] : await filesIn(values.documents));
  const papers = [...drawReceipts(random), ...(await renderPages(files, PAGES, random))];
  const all: Outcome[] = [];
  for (let at = 0; at < Number(values.pictures); at += 1) {
    const background = BACKGROUNDS[at % BACKGROUNDS.length] ?? 'desk';
    const arrangement = ARRANGEMENTS[Math.floor(at / BACKGROUNDS.length) % ARRANGEMENTS.length] ?? 'turned';
    const round = Math.floor(at / (BACKGROUNDS.length * ARRANGEMENTS.length));
    const count = 1 + ((5 * at + 7 * round) % 12);
    const seed = random.below(2 ** 31);
    const composite = await compose(
      papers,
      Math.max(count, arrangement === 'touching' ? 2 : 1),
      background,
      arrangement,
      seededRandom(seed),
    );
    all.push(await measure(composite, at));
  }
  return all;
}

async function measure(composite: Composite, at: number): Promise<Outcome> {
  const { picture, background, arrangement, documents } = composite;
  const begun = process.cpuUsage();
  const crops = findCrops(picture).map((crop) => inPixels(crop, picture.width, picture.height));
  const { user, system } = process.cpuUsage(begun);
  const milliseconds = (user + system) / 1000;
  const matched = matchDocuments(documents, crops);
  const isWrong = matched.extra > 0 || matched.overlaps.some((overlap) => overlap < FOUND);
  if (values.worst !== undefined && isWrong) {
    await mkdir(values.worst, { recursive: true });
    const name = `${at}-${background}-${arrangement}-${documents.length}.png`.replaceAll(' ', '_');
    await writeFile(join(values.worst, name), await drawCrops(picture, documents, crops));
  }
  return { ...matched, background, arrangement, count: documents.length, milliseconds };
}

interface Line {
  readonly name: string;
  readonly documents: number;
  /** Share of the documents found, with its 95 % interval over pictures, and extra crops for each document. */
  readonly found: number;
  readonly interval: readonly [number, number];
  readonly extra: number;
}

function report(all: readonly Outcome[]): Line[] {
  const numbers = [
    [1, 1],
    [2, 3],
    [4, 6],
    [7, 12],
  ] as const;
  const lines = [
    lineOf('all', all),
    lineOf(
      'apart',
      all.filter(({ arrangement }) => arrangement !== 'touching'),
    ),
    ...BACKGROUNDS.map((name) =>
      lineOf(
        name,
        all.filter(({ background }) => background === name),
      ),
    ),
    ...ARRANGEMENTS.map((name) =>
      lineOf(
        name,
        all.filter(({ arrangement }) => arrangement === name),
      ),
    ),
    ...numbers.map(([from, to]) =>
      lineOf(
        `${from} to ${to}`,
        all.filter(({ count }) => count >= from && count <= to),
      ),
    ),
  ];
  const percent = (share: number) => (100 * share).toFixed(1);
  for (const { name, documents, found, interval, extra } of lines)
    console.log(
      `${name.padEnd(14)} ${String(documents).padStart(5)} documents, found ${percent(found)} % (${interval.map(percent).join(' to ')}), extra ${percent(extra)} %`,
    );
  const times = all.map(({ milliseconds }) => milliseconds);
  console.log(
    `processor time a picture: median ${quantile(times, 0.5).toFixed(0)} ms, 95 % ${quantile(times, 0.95).toFixed(0)} ms`,
  );
  return lines;
}

function lineOf(name: string, outcomes: readonly Outcome[]): Line {
  const found = outcomes.map(({ overlaps }) => overlaps.map((overlap) => (overlap >= FOUND ? 1 : 0)));
  const documents = found.flat().length;
  const extra = outcomes.reduce((sum, outcome) => sum + outcome.extra, 0) / Math.max(1, documents);
  return { name, documents, found: mean(found.flat()), interval: intervalOfMean(found, seededRandom(1)), extra };
}
