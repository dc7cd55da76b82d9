import { describe, expect, it } from 'vitest';
import { compareSearch } from '../../../../web/src/training/compare-search.ts';

describe('The address of a comparison', () => {
  it('names two models', () => {
    const search = { base: 'base', candidate: 'workflow-0123456789ab' };
    expect(compareSearch(search)).toEqual(search);
  });

  it('is taken without what names no model', () => {
    expect(compareSearch({ base: 'workflow-../x', candidate: 4 })).toEqual({});
  });
});
