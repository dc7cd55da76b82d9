import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { formatModelFile, parseModelFile } from '../../../core/workflows/models/files/model-file.ts';
import { drawReport, versionOf } from '../../fakes/fake-trainer.ts';

const weights = JSON.stringify({
  kind: 'workflow',
  schema_version: 3,
  base: 'base',
  fine_tuned: {},
  calibration: {},
});
const file = formatModelFile({
  release: '0.1.0',
  digest: createHash('sha256').update(weights).digest('hex'),
  report: drawReport({
    version: versionOf(weights),
    base: 'base',
    before: 'base',
    earlier: [],
    collections: ['letters'],
    repeated: 0,
    errorBefore: 0.2,
    errorAfter: 0.1,
    gate: 'go_live',
  }),
  weights,
});
/** The file with so many more points of its learning curve. */
const withPoints = (points: readonly unknown[]): Buffer => {
  const whole = JSON.parse(file) as { report: { learning_curve: unknown[] } };
  whole.report.learning_curve = whole.report.learning_curve.concat(points);
  return Buffer.from(JSON.stringify(whole));
};

describe('a model file', () => {
  it('is read as it was written, also with a long list', () => {
    expect(parseModelFile(Buffer.from(file), ['body', 'file'])).toMatchObject({ weights });
    const point = { documents: 1, error_rate: 0, interval: { low: 0, high: 1 } };
    const long = parseModelFile(withPoints(Array<object>(1000).fill(point)), ['body', 'file']);
    expect(long.report.learning_curve).toHaveLength(1001);
  });

  it('that was cut off is damaged, as after a download that broke; any other text is foreign', () => {
    const whole = Buffer.from(file);
    for (const length of [60, whole.length - 1])
      expect(() => parseModelFile(whole.subarray(0, length), ['body', 'file'])).toThrow('is damaged');
    for (const text of ['', 'no JSON', '{"kind":"another"', '{}'])
      expect(() => parseModelFile(Buffer.from(text), ['body', 'file'])).toThrow('must be a file that');
  });

  it.each([
    ['of numbers', 0],
    ['of points without their interval', { documents: 1, error_rate: 0 }],
    ['of points whose interval is damaged', { documents: 1, error_rate: 0, interval: { low: 0 } }],
  ])('with a long list %s is refused', (_, point) => {
    const damaged = withPoints(Array<unknown>(1000).fill(point));
    expect(() => parseModelFile(damaged, ['body', 'file'])).toThrow('is damaged');
  });
});
