import { describe, expect, it } from 'vitest';
import { errorLine } from '../../../lambdas/structured-log.ts';

const time = new Date('2026-11-21T08:00:00Z');

describe('A log line', () => {
  it('is one line of JSON with time, level, message and ids', () => {
    const line = errorLine(time, 'A step\nfailed', { processing_id: 'p-1' });
    expect(line.split('\n')).toHaveLength(2);
    expect(JSON.parse(line)).toEqual({
      timestamp: '2026-11-21T08:00:00.000Z',
      level: 'ERROR',
      message: 'A step\nfailed',
      processing_id: 'p-1',
    });
  });

  it('contains an error with its causes, up to a maximum depth where one is its own cause', () => {
    const error = new Error('outer', { cause: new TypeError('inner') });
    expect(JSON.parse(errorLine(time, 'failed', { error }))).toMatchObject({
      error: { name: 'Error', message: 'outer', cause: { name: 'TypeError', message: 'inner' } },
    });
    const circular = new Error('circular');
    circular.cause = circular;
    expect(() => errorLine(time, 'failed', { error: circular })).not.toThrow();
  });

  it('contains a thrown value that is not an Error', () => {
    expect(JSON.parse(errorLine(time, 'failed', { error: 'text' }))).toMatchObject({ error: 'text' });
  });
});
