/**
 * Tells the handwritten pieces of a page's lines from the printed ones. The words of a line are decided together, or as
 * pieces where a line changes between print and handwriting, as a filled-in form does.
 */
import { unite } from '../layout/page-layout.ts';
import type { Box } from '../lstm/line-image.ts';
import type { PageImage } from '../pages/page-image.ts';
import { lineConfidence, type LineReading } from '../lines/read-lines.ts';
import { meanConfidence, type RecognisedWord } from '../read-words.ts';
import { shapesOfLines, wordsWithin, type LineShapes } from './line-pieces.ts';
import { hasMuch, isReadPoorly, sumOfScores, withSupport } from './neighbour-support.ts';
import { PieceScorer, type Scorer } from './network/piece-scorer.ts';
import { textHeightOf } from './piece-features.ts';
import { asPrintOfItsHeight, type PieceWithHeight } from './print-height.ts';

/** A piece of a line that is written by hand. */
export interface HandwrittenPiece {
  /** The line that it is a part of. */
  readonly line: LineReading;
  /** Boxes of its words as the layout analysis found them, from left to right. */
  readonly boxes: readonly Box[];
  /** What the recogniser of print made of it, which is a guess. */
  readonly guessed: readonly RecognisedWord[];
}

/**
 * Log-odds from which a piece is handwritten on a page that has handwriting, and that one piece must reach for the page to
 * have any: print that is called handwriting loses its text.
 */
const MIN_SCORE = 2;
const MIN_SCORE_ON_PAGE = 2.5;
/** Log-odds below which a line is printed and its parts are not looked at; of a line that was read with confidence. */
const SURELY_PRINTED = -5;
const PRINTED_IF_READ = -2;
/** Log-odds by the shapes of the ink from which a piece may be handwriting: print has few such pieces. */
const DOUBTFUL = -1;
/** Sum of the log-odds by the shapes of the ink from which a page has much handwriting whatever the network says. */
const SURELY_MUCH = 120;
/** The part of a smaller sum that must be left of the pieces that are handwritten by their picture, too. */
const MIN_CONFIRMED = 0.45;
/** Confidence (0 to 100) of a word, and of a line, below which it may be handwriting. */
const UNSURE_BELOW = 75;
const UNSURE_LINE_BELOW = 90;
/** Lines that were read with confidence with which the letters of the others are compared. */
const COMPARED_LINES = 6;
/** Log-odds that a change of kind within a line must gain. */
const CHANGE = 2.5;
/** The gaps between words at which the kind may change: the widest ones, this many at most. */
const MAX_CHANGES = 6;

/**
 * Looks at the lines that were read with confidence only where another line of the page is handwritten.
 * @param page the image that the lines were read on, to which their boxes refer
 * @param lines all lines of the page, those without words too
 */
export function findHandwriting(
  page: PageImage,
  lines: readonly LineReading[],
  scorer: Scorer = new PieceScorer(page),
): HandwrittenPiece[] {
  const unsure = lines.filter(isUnsure);
  if (unsure.length === 0) return [];
  const sure = lines.filter((line) => !isUnsure(line)).slice(0, COMPARED_LINES);
  const compared = piecesOf(shapesOfLines(page, [...unsure, ...sure]), scorer);
  const isMuch = isMuchForSure(
    compared.filter(({ score }) => score >= MIN_SCORE),
    scorer,
  );
  if (!isMuch && !hasAny(compared, scorer)) return [];
  const pieces = piecesOf(shapesOfLines(page, lines), scorer);
  const seen = isMuch ? foundMore(pieces, scorer) : decideDoubts(pieces, scorer);
  return withSupport(asPrintOfItsHeight(seen, MIN_SCORE), MIN_SCORE).map(
    ({ run: { from, to }, shapes: { line, boxes } }) => ({
      line,
      boxes: boxes.slice(from, to),
      guessed: wordsWithin(line, boxes, from, to),
    }),
  );
}

/**
 * Whether a page has much handwriting, by the shapes of the ink and, where these alone are no proof, also by the network: of
 * broken print, the shapes of some lines add up to as much as those of a note.
 * @param written pieces that are handwritten by the shapes of the ink
 */
function isMuchForSure(written: readonly Piece[], scorer: Scorer): boolean {
  if (!hasMuch(written)) return false;
  const byShapes = sumOfScores(written);
  if (byShapes >= SURELY_MUCH) return true;
  const confirmed = written.map((piece) => seenPiece(piece, scorer)).filter(({ score }) => score >= MIN_SCORE);
  return sumOfScores(confirmed) >= MIN_CONFIRMED * byShapes;
}

/** Whether there is any handwriting on a page that has not much of it. */
const hasAny = (pieces: readonly Piece[], scorer: Scorer): boolean =>
  asPrintOfItsHeight(decideDoubts(pieces, scorer), MIN_SCORE).some(({ score }) => score >= MIN_SCORE_ON_PAGE);

/** The pieces of a page with little handwriting or none: the network is asked where the shapes of the ink leave a doubt. */
const decideDoubts = (pieces: readonly Piece[], scorer: Scorer): readonly Piece[] =>
  pieces.map((piece) => (piece.score < DOUBTFUL ? piece : seenPiece(piece, scorer)));

/**
 * The pieces of a page with much handwriting. The network finds more of it among what was read poorly, and takes none away:
 * there are hands that it takes for print throughout.
 */
const foundMore = (pieces: readonly Piece[], scorer: Scorer): readonly Piece[] =>
  pieces.map((piece) => {
    if (piece.score >= MIN_SCORE || !isReadPoorly(piece)) return piece;
    return { ...piece, score: Math.max(piece.score, seenPiece(piece, scorer).score) };
  });

const seenPiece = (piece: Piece, scorer: Scorer): Piece => ({
  ...piece,
  score: scorer.byPicture(piece.shapes, piece.run.from, piece.run.to, piece.score),
});

const isUnsure = (line: LineReading): boolean =>
  lineConfidence(line) < UNSURE_LINE_BELOW || line.words.some(({ confidence }) => confidence < UNSURE_BELOW);

/** A piece of a line of one kind: its words, the first inclusive and the last exclusive. */
interface Run {
  readonly from: number;
  readonly to: number;
  /** Log-odds that it is handwritten. */
  readonly score: number;
}

interface Piece extends PieceWithHeight {
  readonly run: Run;
  readonly shapes: LineShapes;
}

/** The pieces of lines with their scores by the shapes of the ink. */
const piecesOf = (lines: readonly LineShapes[], scorer: Scorer): readonly Piece[] =>
  lines.flatMap((shapes) =>
    runsOf(shapes, scorer).map((run) => ({
      run,
      shapes,
      score: run.score,
      box: unite(shapes.boxes.slice(run.from, run.to)),
      height: textHeightOf(shapes.words.slice(run.from, run.to)),
      confidence: meanConfidence(wordsWithin(shapes.line, shapes.boxes, run.from, run.to)),
    })),
  );

/** The pieces of a line: one for most lines. */
function runsOf(line: LineShapes, scorer: Pick<Scorer, 'byShapes'>): readonly Run[] {
  const count = line.words.length;
  const all = scorer.byShapes(line, 0, count);
  if (count === 1 || all < (isUnsure(line.line) ? SURELY_PRINTED : PRINTED_IF_READ))
    return [{ from: 0, to: count, score: all }];
  const cuts = [0, ...widestGaps(line.boxes), count];
  return bestRuns(cuts, (from, to) => scorer.byShapes(line, from, to));
}

/** Indices of the words after the widest gaps, ascending. */
const widestGaps = (boxes: readonly Box[]): number[] =>
  boxes
    .slice(1)
    .map(({ left }, at) => ({ at: at + 1, gap: left - (boxes[at]?.right ?? left) }))
    .sort((a, b) => b.gap - a.gap)
    .slice(0, MAX_CHANGES)
    .map(({ at }) => at)
    .sort((a, b) => a - b);

interface Path {
  readonly gain: number;
  readonly runs: readonly Run[];
}

/** The division into print and handwriting that has the highest sum of log-odds. */
function bestRuns(cuts: readonly number[], score: (from: number, to: number) => number): readonly Run[] {
  const start: Path = { gain: 0, runs: [] };
  const printed: Path[] = [start];
  const written: Path[] = [start];
  for (const [end, to] of cuts.entries()) {
    if (end === 0) continue;
    const [asPrinted, asWritten]: [Path[], Path[]] = [[], []];
    for (const [begin, from] of cuts.slice(0, end).entries()) {
      const run = { from, to, score: score(from, to) };
      const change = begin === 0 ? 0 : CHANGE;
      const [before, otherwise] = [written[begin] ?? start, printed[begin] ?? start];
      asPrinted.push({ gain: before.gain - run.score - change, runs: [...before.runs, run] });
      asWritten.push({ gain: otherwise.gain + run.score - change, runs: [...otherwise.runs, run] });
    }
    printed.push(highest(asPrinted));
    written.push(highest(asWritten));
  }
  return highest([printed.at(-1) ?? start, written.at(-1) ?? start]).runs;
}

const highest = (paths: readonly Path[]): Path => paths.reduce((best, path) => (path.gain > best.gain ? path : best));
