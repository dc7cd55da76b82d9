import { describe, expect, it } from 'vitest';
import { FEATURE_FAMILIES } from '../../../model-container/features/feature-families.ts';
import { FEATURE_NAMES } from '../../../model-container/features/gap-features.ts';

const AROUND = 'gaps and pages around';
const namesOf = (family: string): string[] => (FEATURE_FAMILIES.get(family) ?? []).map((at) => FEATURE_NAMES[at] ?? '');

describe('the families of features', () => {
  it('hold every feature once, beside the family that cuts across the others', () => {
    const places = [...FEATURE_FAMILIES].filter(([family]) => family !== AROUND).flatMap(([, of]) => of);
    expect(places.toSorted((a, b) => a - b)).toEqual([...FEATURE_NAMES.keys()]);
  });

  it('put what is said of neighbours to what it says', () => {
    expect(namesOf('identifiers')).toEqual(
      expect.arrayContaining(['here_rare_identifiers', 'over_left_shared_identifiers', 'rank_rare_identifiers']),
    );
    expect(namesOf('page numbers')).toEqual(
      expect.arrayContaining(['stated_continues', 'before_stated_continues', 'before_goes_on', 'counting_run']),
    );
    expect(namesOf('each page by itself')).toContain('left_left');
  });

  it('tell what is said of the two pages from what is said of those around', () => {
    expect(namesOf(AROUND)).toEqual(
      expect.arrayContaining(['around_body', 'rank_body', 'left_unusual_fill', 'right_elsewhere_grid']),
    );
    expect(namesOf(AROUND)).not.toEqual(expect.arrayContaining(['here_body']));
  });
});
