/** The file of pieces that collect.ts writes and train.ts and evaluate.ts read. */
import { readFile } from 'node:fs/promises';

export type Kind = 'printed' | 'handwritten';

/** A row of the training or evaluation data. */
export interface Piece {
  /** Page and font or document that the piece comes from. */
  readonly page: string;
  readonly source: string;
  readonly language: string;
  readonly kind: Kind;
  /** True for all words of a line that have one kind; false for a part of them. */
  readonly whole: boolean;
  readonly words: number;
  readonly features: readonly number[];
}

/** Reads pieces that an earlier run has written, one a line. */
export const readPieces = async (path: string): Promise<Piece[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      // Written by collect.ts; JSON has null for NaN.
      const piece = JSON.parse(line) as Omit<Piece, 'features'> & { readonly features: readonly (number | null)[] };
      return { ...piece, features: piece.features.map((value) => value ?? Number.NaN) };
    });
