import { describe, expect, it } from 'vitest';
import { neighbourOf } from '../../../../web/src/training-data/annotation/next-file.ts';

describe('The next file that waits for its annotation', () => {
  it('is the one after the current one', () => {
    expect(neighbourOf(['a', 'b', 'c'], 'a', 1)).toBe('b');
    expect(neighbourOf(['a', 'b', 'c'], 'c', -1)).toBe('b');
  });

  it('is the first again at the end, and the last at the beginning', () => {
    expect(neighbourOf(['a', 'b', 'c'], 'c', 1)).toBe('a');
    expect(neighbourOf(['a', 'b', 'c'], 'a', -1)).toBe('c');
  });

  it('is found from a file that waits no longer', () => {
    expect(neighbourOf(['a', 'c'], 'b', 1)).toBe('c');
    expect(neighbourOf(['a', 'c'], 'b', -1)).toBe('a');
  });

  it('is none where no other file waits', () => {
    expect(neighbourOf(['a'], 'a', 1)).toBeUndefined();
    expect(neighbourOf([], 'a', -1)).toBeUndefined();
  });
});
