/** The table of the documents that were found on labelled photographs. */
import { seededRandom } from '../../../model-container/random.ts';
import { intervalOfMean, mean } from '../../statistics.ts';
import { FOUND, type Matched } from '../score.ts';
import type { Photograph } from './read-photographs.ts';

/** What was found on one picture. */
export interface Outcome extends Matched {
  readonly photograph: Pick<Photograph, 'repository' | 'documents'>;
}

export interface PhotographLine {
  readonly name: string;
  readonly pictures: number;
  readonly documents: number;
  /** Share of the documents that is found, with its 95 % interval by bootstrap over repositories. */
  readonly found: number;
  readonly interval: readonly [number, number];
  /** Crops that match no document, on pictures with documents. */
  readonly extra: number;
  /** Pictures that a page fills, and those of them that were cropped. */
  readonly whole: number;
  readonly cropped: number;
}

/** A line for all pictures, and one for each repository, by name. */
export function linesOf(outcomes: readonly Outcome[]): PhotographLine[] {
  const byRepository = Object.entries(Object.groupBy(outcomes, ({ photograph }) => photograph.repository))
    .map(([name, of = []]) => lineOf(name, of))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [lineOf('all', outcomes), ...byRepository];
}

function lineOf(name: string, outcomes: readonly Outcome[]): PhotographLine {
  const laid = outcomes.filter(({ photograph }) => photograph.documents.length > 0);
  const whole = outcomes.filter(({ photograph }) => photograph.documents.length === 0);
  const found = laid.flatMap(foundOf);
  const repositories = Object.values(Object.groupBy(laid, ({ photograph }) => photograph.repository));
  return {
    name,
    pictures: outcomes.length,
    documents: found.length,
    found: mean(found),
    interval: intervalOfMean(
      repositories.map((of = []) => of.flatMap(foundOf)),
      seededRandom(1),
    ),
    extra: laid.reduce((sum, { extra }) => sum + extra, 0),
    whole: whole.length,
    cropped: whole.filter(({ extra }) => extra > 0).length,
  };
}

/** 1 for each document that is found, 0 for each other. */
const foundOf = ({ overlaps }: Outcome): number[] => overlaps.map((overlap) => (overlap >= FOUND ? 1 : 0));

/** As text, for a terminal. A repository has no interval: its pictures are too much alike. */
export function writeLine({ name, documents, found, interval, extra, whole, cropped }: PhotographLine): string {
  const percent = (share: number) => (100 * share).toFixed(1);
  const range = name === 'all' ? ` (${interval.map(percent).join(' to ')})` : '';
  const share = documents === 0 ? '' : `, found ${percent(found)} %${range}, extra crops ${extra}`;
  const kept = whole === 0 ? '' : `, cropped ${cropped} of ${whole} that stay whole`;
  return `${name.padEnd(52)} ${String(documents).padStart(3)} documents${share}${kept}`;
}
