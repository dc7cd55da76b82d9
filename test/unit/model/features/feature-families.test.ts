import { describe, expect, it } from 'vitest';
import { FEATURE_FAMILIES } from '../../../../model-container/features/feature-families.ts';
import { FEATURE_NAMES } from '../../../../model-container/features/gap-features.ts';

const AROUND = 'gaps and pages around';
const namesOf = (family: string): string[] => (FEATURE_FAMILIES.get(family) ?? []).map((at) => FEATURE_NAMES[at] ?? '');

describe('the families of features', () => {
  it('have every feature exactly once, the family of other pages left out', () => {
    const places = [...FEATURE_FAMILIES].filter(([family]) => family !== AROUND).flatMap(([, of]) => of);
    expect(places.toSorted((a, b) => a - b)).toEqual([...FEATURE_NAMES.keys()]);
  });

  it('have the same features of other gaps in the family of the feature', () => {
    expect(namesOf('identifiers')).toEqual(
      expect.arrayContaining(['here_rare_identifiers', 'over_left_shared_identifiers', 'rank_rare_identifiers']),
    );
    expect(namesOf('page numbers')).toEqual(
      expect.arrayContaining(['stated_continues', 'before_stated_continues', 'before_continues', 'counting_run']),
    );
    expect(namesOf('single-page measures')).toContain('left_left');
  });

  it('separate the features that depend on other pages from those of the two pages at the gap', () => {
    expect(namesOf(AROUND)).toEqual(
      expect.arrayContaining(['around_body', 'rank_body', 'left_contrast_fill', 'right_max_other_grid']),
    );
    expect(namesOf(AROUND)).not.toEqual(expect.arrayContaining(['here_body']));
  });
});
