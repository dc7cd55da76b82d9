/** The file of ink pictures that collect.ts and collect-real.ts write and train-network.ts reads. */
import { readFile } from 'node:fs/promises';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { PICTURE_HEIGHT } from '../../core/ocr/handwriting/network/ink-picture.ts';
import type { Kind } from './pieces-file.ts';

/** Consecutive words of a line that have one kind. */
export interface PicturedRun {
  readonly page: string;
  readonly source: string;
  readonly kind: Kind;
  /** Mean confidence with which the run was read as print: 0 to 100. */
  readonly confidence: number;
  readonly letters: number;
  /** The columns of each word in the picture, from left to right; the last one is exclusive. */
  readonly words: readonly (readonly [number, number])[];
  /** Ink from 0 to 255, row by row: PICTURE_HEIGHT rows. */
  readonly picture: Uint8Array;
}

/** The run as a line of the file. */
export const writtenRun = ({ picture, ...run }: PicturedRun): string =>
  `${JSON.stringify({ ...run, picture: deflateRawSync(picture).toString('base64') })}\n`;

/** Reads runs that an earlier program has written, one a line. */
export const readRuns = async (path: string): Promise<PicturedRun[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      // Written by `writtenRun`.
      const { picture, ...run } = JSON.parse(line) as Omit<PicturedRun, 'picture'> & { readonly picture: string };
      return { ...run, picture: new Uint8Array(inflateRawSync(Buffer.from(picture, 'base64'))) };
    });

/** Number of columns of a picture. */
export const widthOf = (picture: Uint8Array): number => picture.length / PICTURE_HEIGHT;

/** The columns `from` to `to` (exclusive) of a picture. */
export function cutColumns(picture: Uint8Array, from: number, to: number): Uint8Array {
  const width = widthOf(picture);
  const cut = new Uint8Array(PICTURE_HEIGHT * (to - from));
  for (let row = 0; row < PICTURE_HEIGHT; row += 1)
    cut.set(picture.subarray(row * width + from, row * width + to), row * (to - from));
  return cut;
}
