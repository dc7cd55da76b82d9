/** Pieces that are too short to decide by themselves are decided with the handwriting around them. */
import type { Box } from '../lstm/line-image.ts';

export interface ScoredPiece {
  readonly box: Box;
  /** Log-odds that it is handwritten. */
  readonly score: number;
}

/** Limits of the score of a neighbour. */
const MOST = 5;
/** What a piece gains for each point of its neighbours' mean score. Printed neighbours take nothing away. */
const SUPPORT = 0.8;
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
  if (!pieces.some(({ score }) => score >= least)) return [];
  return pieces.filter((piece) => {
    if (piece.score >= least) return true;
    return piece.score + SUPPORT * MOST >= least && piece.score + SUPPORT * meanAround(piece, pieces) >= least;
  });
}

function meanAround(piece: ScoredPiece, pieces: readonly ScoredPiece[]): number {
  let [sum, count] = [0, 0];
  for (const other of pieces) {
    if (other === piece || !areNeighbours(piece.box, other.box)) continue;
    sum += Math.max(-MOST, Math.min(MOST, other.score));
    count += 1;
  }
  return count === 0 ? 0 : sum / count;
}

function areNeighbours(a: Box, b: Box): boolean {
  const height = Math.max(a.bottom - a.top, b.bottom - b.top);
  const across = Math.max(a.left, b.left) - Math.min(a.right, b.right);
  const down = Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom);
  const sharesRow = -down >= SAME_ROW * Math.min(a.bottom - a.top, b.bottom - b.top);
  return sharesRow ? across <= MAX_GAP * height : down <= MAX_LINE_GAP * height && across < 0;
}
