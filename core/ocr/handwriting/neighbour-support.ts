/**
 * Pieces that are too short to decide by themselves are decided with the handwriting around them; on a page with much
 * handwriting also those that were read poorly, whose letters may look printed.
 */
import { BoxIndex } from '../box-index.ts';
import type { Box } from '../lstm/line-image.ts';

export interface ScoredPiece {
  readonly box: Box;
  /** Log-odds that it is handwritten; 0 where it has too few letters for a score. */
  readonly score: number;
  /** Confidence with which it was read as print: 0 to 100. */
  readonly confidence: number;
}

/** Limits of the score of a neighbour. */
const MOST = 5;
/** What a piece gains for each point of its neighbours' mean score. Printed neighbours take nothing away. */
const SUPPORT = 0.8;
/** Sum of the log-odds of its handwriting from which a page has much of it. */
const MUCH = 40;
/** Confidence below which a piece is read poorly, and what it gains for each point on a page with much handwriting. */
const POOR_BELOW = 75;
const SUPPORT_OF_POOR = 3;
/** Lower limit of the score of a neighbour there: a line that is wrongly taken for print reaches −8. */
const LEAST = -2;
/** How often pieces that were found with support support others there. */
const ROUNDS = 3;
/** Gaps in multiples of the height of the higher one: to neighbours in the same row, and above and below. */
const MAX_GAP = 3;
const MAX_LINE_GAP = 1.3;
/** Vertical overlap of neighbours in a row, as a part of the lower one's height. */
const SAME_ROW = 0.4;

/**
 * Returns the pieces that are handwritten: those whose score is at least `least`, and those that reach it with the support
 * of their neighbours.
 */
export function withSupport<Piece extends ScoredPiece>(pieces: readonly Piece[], least: number): Piece[] {
  const sure = pieces.filter(({ score }) => score >= least);
  if (sure.length === 0) return [];
  const neighboursOf = neighboursAmong(pieces);
  if (hasMuch(sure)) return amongMuch(pieces, sure, least, neighboursOf);
  return pieces.filter((piece) => {
    if (piece.score >= least) return true;
    return piece.score + SUPPORT * MOST >= least && piece.score + SUPPORT * meanScore(neighboursOf(piece)) >= least;
  });
}

/** Whether a page with these handwritten pieces has much handwriting. */
export const hasMuch = (handwritten: readonly ScoredPiece[]): boolean => sumOfScores(handwritten) >= MUCH;

export const sumOfScores = (pieces: readonly ScoredPiece[]): number =>
  pieces.reduce((sum, { score }) => sum + score, 0);

/** Whether a piece was read too poorly to be print for sure. */
export const isReadPoorly = ({ confidence }: ScoredPiece): boolean => confidence < POOR_BELOW;

const meanScore = (pieces: readonly ScoredPiece[]): number =>
  meanOf(pieces.map(({ score }) => Math.max(-MOST, Math.min(MOST, score))));

/** The handwritten pieces of a page with much handwriting. @param sure those that are handwritten by themselves */
function amongMuch<Piece extends ScoredPiece>(
  pieces: readonly Piece[],
  sure: readonly Piece[],
  least: number,
  neighboursOf: (piece: Piece) => readonly ScoredPiece[],
): Piece[] {
  let found: ReadonlySet<ScoredPiece> = new Set(sure);
  const around = pieces
    .filter((piece) => !found.has(piece))
    .map((piece) => ({ piece, neighbours: neighboursOf(piece) }));
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = found;
    const supported = around.filter(({ piece, neighbours }) => {
      const support = isReadPoorly(piece) ? SUPPORT_OF_POOR : SUPPORT;
      return piece.score + support * meanOf(scoresAmongMuch(neighbours, before, least)) >= least;
    });
    found = new Set([...before, ...supported.map(({ piece }) => piece)]);
  }
  return pieces.filter((piece) => found.has(piece));
}

/** The scores of pieces, with those that were found as handwriting at `least` at least, and without those that have none. */
const scoresAmongMuch = (
  pieces: readonly ScoredPiece[],
  found: ReadonlySet<ScoredPiece>,
  least: number,
): readonly number[] =>
  pieces
    .filter((piece) => piece.score !== 0 || found.has(piece))
    .map((piece) => Math.min(MOST, Math.max(found.has(piece) ? least : LEAST, piece.score)));

/** Returns a function that finds the neighbours of one of the pieces, in the order of the pieces. */
function neighboursAmong(pieces: readonly ScoredPiece[]): (piece: ScoredPiece) => readonly ScoredPiece[] {
  const index = new BoxIndex(pieces.map(({ box }) => reachOf(box)));
  return (piece) =>
    index
      .meeting(reachOf(piece.box))
      .flatMap((place) => pieces[place] ?? [])
      .filter((other) => other !== piece && areNeighbours(piece.box, other.box));
}

/** The box within which a piece has neighbours of its own height or less; a higher one reaches as far as its own. */
function reachOf({ left, top, right, bottom }: Box): Box {
  const [beside, above] = [MAX_GAP * (bottom - top), MAX_LINE_GAP * (bottom - top)];
  return { left: left - beside, top: top - above, right: right + beside, bottom: bottom + above };
}

const meanOf = (scores: readonly number[]): number =>
  scores.length === 0 ? 0 : scores.reduce((sum, score) => sum + score, 0) / scores.length;

function areNeighbours(a: Box, b: Box): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top);
  const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
  const sharesRow = -down >= SAME_ROW * Math.min(a.bottom - a.top, b.bottom - b.top);
  return sharesRow ? across <= MAX_GAP * height : down <= MAX_LINE_GAP * height && across < 0;
}
