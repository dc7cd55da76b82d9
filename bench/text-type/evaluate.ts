/**
 * `node bench/text-type/evaluate.ts PIECES…`: how many words of lines the text-kind model takes for the other kind, by
 * language and source, each piece by itself, with 95 % intervals over bootstrap samples of the pages. Print counts where the
 * recogniser read it with a confidence of 60 and more: below, there is no text to lose.
 */
import { handwritingScore } from '../../core/ocr/handwriting/text-kind-model.ts';
import { seededRandom } from '../../model-container/random.ts';
import { PIECE_FEATURES } from '../../core/ocr/handwriting/piece-features.ts';
import { readPieces, type Kind } from './pieces-file.ts';

/** Log-odds from which a piece is handwritten on a page that has handwriting: that of find-handwriting.ts. */
const LEAST = 2;
const LETTERS = PIECE_FEATURES.indexOf('letters');
const CONFIDENCE = PIECE_FEATURES.indexOf('confidence');
const MIN_LETTERS = 3;
const MIN_CONFIDENCE = 60;
const SAMPLES = 500;

interface Count {
  readonly page: string;
  readonly source: string;
  readonly language: string;
  readonly kind: Kind;
  readonly words: number;
  readonly wrong: boolean;
}

const pieces = (await Promise.all(process.argv.slice(2).map(readPieces))).flat();
const counts: Count[] = pieces
  .filter(({ whole, kind, features }) => {
    const letters = 2 ** (features[LETTERS] ?? 0);
    return whole && letters >= MIN_LETTERS && (kind === 'handwritten' || (features[CONFIDENCE] ?? 0) >= MIN_CONFIDENCE);
  })
  .map(({ features, ...piece }) => ({
    ...piece,
    wrong: handwritingScore(Float32Array.from(features)) >= LEAST !== (piece.kind === 'handwritten'),
  }));
for (const kind of ['printed', 'handwritten'] as const) {
  const of = counts.filter((count) => count.kind === kind);
  console.log(`${kind}: ${rate(of)}`);
  for (const key of ['language', 'source'] as const)
    for (const [name, some] of Map.groupBy(of, (count) => count[key])) console.log(`  ${key} ${name}: ${rate(some)}`);
}

function rate(of: readonly Count[]): string {
  const pages = [...Map.groupBy(of, ({ page }) => page).values()];
  const random = seededRandom(1);
  const samples = Array.from({ length: SAMPLES }, () => share(pages.map(() => random.pick(pages)).flat()));
  samples.sort((a, b) => a - b);
  const percent = (value: number | undefined) => ((value ?? 0) * 100).toFixed(2);
  const words = of.reduce((sum, count) => sum + count.words, 0);
  const [low, high] = [samples[Math.floor(0.025 * SAMPLES)], samples[Math.floor(0.975 * SAMPLES)]];
  return `${percent(share(of))} % (${percent(low)} to ${percent(high)}) of ${words} words on ${pages.length} pages wrong`;
}

function share(of: readonly Count[]): number {
  const words = of.reduce((sum, count) => sum + count.words, 0);
  const wrong = of.reduce((sum, count) => sum + (count.wrong ? count.words : 0), 0);
  return words === 0 ? 0 : wrong / words;
}
