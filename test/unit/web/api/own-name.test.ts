import { describe, expect, it } from 'vitest';
import { ownNameOf } from '../../../../web/src/api/results/own-name.ts';

describe('the name of a sub-document', () => {
  it('is its own where it was read on its first page or given to it', () => {
    expect(ownNameOf('Invoice 4711', 1)).toBe('Invoice 4711');
    expect(ownNameOf('Document 1', 1)).toBe('Document 1');
  });

  it('is none where the service made it of the number', () => {
    expect(ownNameOf('Document 2', 1)).toBeUndefined();
    expect(ownNameOf(undefined, 1)).toBeUndefined();
  });
});
