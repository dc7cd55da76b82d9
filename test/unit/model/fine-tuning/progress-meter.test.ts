import { describe, expect, it } from 'vitest';
import { JOB_PHASES as KNOWN_TO_THE_SERVICE } from '../../../../core/workflows/training/view/training-progress.ts';
import { JOB_PHASES, ProgressMeter } from '../../../../model-container/training/job/progress-meter.ts';

describe('the progress of a training', () => {
  it('has the phases that the service knows by their numbers', () => {
    expect(JOB_PHASES).toEqual(KNOWN_TO_THE_SERVICE);
  });

  const start = () => {
    let ms = 0;
    const meter = new ProgressMeter(() => ms);
    return {
      meter,
      after: (seconds: number) => {
        ms += seconds * 1000;
      },
    };
  };

  it('reaches 1 with the last step, and forecasts the time from that of the finished steps', () => {
    const { meter, after } = start();
    after(4);
    const seen = [meter.plan({ folds: 2, curveFits: 3 })];
    for (const [step, seconds] of [
      ['fold 0', 2],
      ['fold 1', 2],
      ['all documents', 1],
      ['odds after 5 documents, fold 0', 1],
      ['odds after 5 documents, fold 1', 1],
      ['odds after 5 documents, fold 2', 1],
    ] as const) {
      after(seconds);
      seen.push(meter.finish(step, false));
    }
    expect(seen.map(({ remainingSeconds }) => remainingSeconds)).toEqual([8, 6, 4, 3, 2, 1, 0]);
    expect(seen.map(({ share }) => share)).toEqual([4, 6, 8, 9, 10, 11, 12].map((done) => done / 12));
    expect(seen.map(({ phase }) => phase).at(3)).toBe('all_documents');
  });

  it('does not take the steps of a checkpoint for fast ones', () => {
    const { meter, after } = start();
    after(4);
    meter.plan({ folds: 2, curveFits: 3 });
    const resumed = meter.finish('fold 0', true);
    expect(resumed.share).toBe(0.5);
    expect(resumed.remainingSeconds).toBe(6);
  });
});
