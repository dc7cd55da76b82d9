import { describe, expect, it } from 'vitest';
import { errorLine } from '../../lambdas/structured-log.ts';

const time = new Date('2026-11-21T08:00:00Z');

describe('A line of the log', () => {
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

  it('shows an error with its causes, and ends where one is its own cause', () => {
    const error = new Error('outer', { cause: new TypeError('inner') });
    expect(JSON.parse(errorLine(time, 'failed', { error }))).toMatchObject({
      error: { name: 'Error', message: 'outer', cause: { name: 'TypeError', message: 'inner' } },
    });
    const circular = new Error('circular');
    circular.cause = circular;
    expect(() => errorLine(time, 'failed', { error: circular })).not.toThrow();
  });

  it('shows what is thrown and is no error', () => {
    expect(JSON.parse(errorLine(time, 'failed', { error: 'text' }))).toMatchObject({ error: 'text' });
  });
});
