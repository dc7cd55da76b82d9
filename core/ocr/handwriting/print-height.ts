/**
 * Broken print, as that of tills, looks written; but its letters are as high as those of the print around it, which those of
 * a hand seldom are.
 */
import { hasMuch, type ScoredPiece } from './neighbour-support.ts';

export interface PieceWithHeight extends ScoredPiece {
  /** Text height in pixels; NaN for a piece without letters. */
  readonly height: number;
}

/** Log-odds below which a piece is print for sure, and from which it is handwriting for sure. */
const SURELY_PRINTED = -5;
const SURELY_WRITTEN = 5;
/** Difference of two text heights that are the same, as a part of them. */
const SAME_HEIGHT = 0.06;
/** Log-odds of a piece that is as high as print: handwriting around it can still support it. */
const AS_PRINT = -1;

/**
 * Lowers the scores of the pieces that may be print of the same height as other print. On a page with much handwriting
 * none is lowered: its lines are many enough to have all heights.
 * @param least log-odds from which a piece is handwritten
 */
export function asPrintOfItsHeight<Piece extends PieceWithHeight>(
  pieces: readonly Piece[],
  least: number,
): readonly Piece[] {
  if (hasMuch(pieces.filter(({ score }) => score >= least))) return pieces;
  const printed = pieces.filter(({ score }) => score < SURELY_PRINTED).map(({ height }) => height);
  return pieces.map((piece) => {
    const mayBePrint = piece.score >= 0 && piece.score < SURELY_WRITTEN;
    return mayBePrint && printed.some((height) => isSame(height, piece.height)) ? { ...piece, score: AS_PRINT } : piece;
  });
}

const isSame = (a: number, b: number): boolean => Math.abs(Math.log(a / b)) <= SAME_HEIGHT;
