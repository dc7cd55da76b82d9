/** Log-odds that a piece of a line is handwritten: by the shapes of its ink (trees), or also by its picture (a network). */
import type { Box } from '../../lstm/line-image.ts';
import type { PageImage } from '../../pages/page-image.ts';
import { featuresOfPiece, type LineShapes } from '../line-pieces.ts';
import { countLetters, textHeightOf } from '../piece-features.ts';
import { handwritingScore } from '../text-kind-model.ts';
import { columnScores, type KindLayers } from './convolutions.ts';
import { inkPictureOf } from './ink-picture.ts';
import { readKindWeights } from './kind-weights.ts';
import weights from './kind-weights.json' with { type: 'json' };

/** Letters that a piece has at least for a score of its own. */
const MIN_LETTERS = 3;
/** What counts of the trees' log-odds beside the network's. */
const TREES = 0.7;
/** Columns of the network from which its log-odds count as a whole: of a short piece they are a guess. */
const WHOLE = 8;

/** Scores the words `from` to `to` (exclusive) of a line; 0 for too few letters. */
export interface Scorer {
  byShapes(line: LineShapes, from: number, to: number): number;
  /** With the network, too, which takes more time. @param byShapes what `byShapes` returned */
  byPicture(line: LineShapes, from: number, to: number, byShapes: number): number;
}

/** Scores the pieces of one page. */
export class PieceScorer implements Scorer {
  readonly #page: PageImage;
  /** What the network said, by the first and the last word of a piece. */
  readonly #said = new Map<Box, Map<Box, number>>();

  /** @param page the image to which the boxes of its lines refer */
  constructor(page: PageImage) {
    this.#page = page;
  }

  byShapes(line: LineShapes, from: number, to: number): number {
    if (countLetters(line.words.slice(from, to)) < MIN_LETTERS) return 0;
    return handwritingScore(featuresOfPiece(line, from, to, this.#page.dpi));
  }

  /** @throws Error if the weights of the network are damaged */
  byPicture(line: LineShapes, from: number, to: number, byShapes: number): number {
    const [first, last] = [line.boxes[from], line.boxes[to - 1]];
    if (byShapes === 0 || first === undefined || last === undefined) return byShapes;
    const said = this.#said.get(first)?.get(last) ?? this.#ask(line, line.boxes.slice(from, to));
    this.#said.set(first, (this.#said.get(first) ?? new Map<Box, number>()).set(last, said));
    return Number.isNaN(said) ? byShapes : TREES * byShapes + said;
  }

  /** What the network adds to the log-odds of some words of a line; NaN for a line without letters. */
  #ask({ words }: LineShapes, boxes: readonly Box[]): number {
    const shapes = words.flatMap((word) => word.shapes);
    const picture = inkPictureOf(this.#page.image, boxes, shapes, textHeightOf(words));
    if (picture === null) return Number.NaN;
    const scores = columnScores(theLayers(), picture.data);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    return Math.min(1, scores.length / WHOLE) * mean;
  }
}

let layers: KindLayers | undefined;

/** The layers of the network, which are read once. @throws Error if they are damaged */
const theLayers = (): KindLayers => (layers ??= readKindWeights(weights));
