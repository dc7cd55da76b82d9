import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../model-container/random.ts';
import type { BaseModel } from '../../../../model-container/classifiers/workflow/base-scores.ts';
import type { PreparedDocument } from '../../../../model-container/training/fine-tuning/prepared-documents.ts';
import {
  drawEvaluationStreams,
  drawTrainingStreams,
  mergedRuns,
} from '../../../../model-container/training/fine-tuning/stream-rows.ts';
import { STAGE_1 } from '../../../../model-container/classifiers/stage-1.ts';
import type { StreamGaps } from '../../../../model-container/training/fine-tuning/stream-rows.ts';
import { drawSeen } from './draw-prepared-document.ts';

/** Gives every gap the same score. */
const BASE: BaseModel = {
  version: 'base-drawn',
  ensemble: [
    {
      stages: [
        { definition: STAGE_1, quantiles: [], networks: [], trees: [{ initialScore: 0, trees: [] }], previousSlope: 0 },
      ],
    },
  ],
  calibration: { slope: 1, intercept: 0 },
};
const inFile = (number: number, file: string, place: number): PreparedDocument =>
  drawSeen(number, { merged: { file, place } });
const numbers = (streams: readonly (readonly PreparedDocument[])[]) =>
  streams.map((stream) => stream.map(({ number }) => number));
/** Documents of a stream in its order. */
const orderOf = (gaps: StreamGaps) => [...new Set(gaps.flatMap(({ left, right }) => [left, right]))];

describe('the documents of a merged file', () => {
  const batch = [3, 1, 0, 2].map((place) => inFile(place, 'a', place));
  const others = [4, 5, 6].map((number) => drawSeen(number));

  it('form an evaluation and a training stream in the order of the file as well', () => {
    for (const draw of [drawEvaluationStreams, drawTrainingStreams]) {
      const [alone, merged] = [
        draw(others, 2, BASE, seededRandom(1)),
        draw([...others, ...batch], 2, BASE, seededRandom(1)),
      ];
      expect(orderOf(merged.at(-1) ?? [])).toEqual([0, 1, 2, 3]);
      expect(alone.map(orderOf)).not.toContainEqual([0, 1, 2, 3]);
      expect(merged.at(-1)?.map(({ label }) => label)).toEqual([0, 1, 0, 1, 0, 1, 0]);
    }
  });

  it('form runs with documents of their own file only', () => {
    expect(numbers(mergedRuns([...batch, ...others, inFile(8, 'b', 1), inFile(7, 'b', 0)]))).toEqual([
      [0, 1, 2, 3],
      [7, 8],
    ]);
  });

  it('form separate runs around a missing document', () => {
    expect(numbers(mergedRuns(batch.filter(({ number }) => number !== 2)))).toEqual([[0, 1]]);
    expect(mergedRuns(batch.filter(({ number }) => number % 2 === 0))).toEqual([]);
  });
});
