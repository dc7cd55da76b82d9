/** The table of labelled photographs. */
import { describe, expect, it } from 'vitest';
import { linesOf, writeLine, type Outcome } from '../../../../bench/crops/photographs/report-photographs.ts';
import type { Quadrilateral } from '../../../../core/documents/sheets/quadrilateral.ts';

const CORNER = { x: 0, y: 0 };
const DOCUMENT: Quadrilateral = [CORNER, CORNER, CORNER, CORNER];

/** @param overlaps one for each document; none on a picture that stays whole */
const outcome = (repository: string, overlaps: readonly number[], extra: number): Outcome => ({
  photograph: { repository, documents: overlaps.map(() => DOCUMENT) },
  overlaps,
  extra,
});

describe('the table of photographs', () => {
  const lines = linesOf([
    outcome('b/b', [0.95, 0.89], 2),
    outcome('a/a', [0.9], 0),
    outcome('a/a', [], 3),
    outcome('a/a', [], 0),
  ]);

  it('has a line for all and one for each repository, by name', () => {
    expect(lines.map(({ name }) => name)).toEqual(['all', 'a/a', 'b/b']);
  });

  it('counts a document as found from an overlap of 0.9', () => {
    expect(lines.map(({ documents, found }) => [documents, found])).toEqual([
      [3, 2 / 3],
      [1, 1],
      [2, 1 / 2],
    ]);
  });

  it('counts crops of pictures that stay whole apart from extra crops', () => {
    expect(lines.map(({ extra, whole, cropped }) => [extra, whole, cropped])).toEqual([
      [2, 2, 1],
      [0, 2, 1],
      [2, 0, 0],
    ]);
  });

  it('draws its interval from the repositories', () => {
    expect(lines[0]?.interval).toEqual([1 / 2, 1]);
  });

  it('is written with what there is', () => {
    const [all, a] = lines.map(writeLine);
    expect(all).toMatch(/3 documents, found 66.7 % \(50.0 to 100.0\), extra crops 2, cropped 1 of 2 that stay whole$/);
    expect(a).toMatch(/^a\/a .* 1 documents, found 100.0 %, extra crops 0, cropped 1 of 2/);
  });
});
