/** Families of features that say the same kind of thing, for measuring what each of them brings. */
import { DETAIL_FEATURES } from './gaps/detail-features.ts';
import { FEATURE_NAMES } from './gap-features.ts';
import { NUMBERING_FEATURES } from './gaps/numbering-features.ts';
import { DIFFERENCES } from './gaps/pair-features.ts';
import { FIRST_SIGNS, LAST_SIGNS } from './pages/page-signs.ts';
import { PAGE_MEASURES } from './pages/page-view.ts';
import { TEMPLATE_FEATURES } from './gaps/template-features.ts';
import { CONTRASTS } from './gaps/window-features.ts';

/** What is said of other gaps or other pages than the two at the gap begins with one of these. */
const AROUND = /^(?:around|before|after|over_left|over_right|rank|best_across)_/u;

const onBothSides = (names: readonly string[]): string[] => names.flatMap((name) => [`left_${name}`, `right_${name}`]);

/** Names as they are at the gap itself; the same said of the gaps around belongs to the family, too. */
const AT_THE_GAP: Readonly<Record<string, readonly string[]>> = {
  'words of head, foot and body': [
    'head',
    'foot',
    'body',
    'edges',
    'rare_head_foot',
    'rare_body',
    'rare_terms',
    'shared_terms',
    'language',
    'best_head_foot',
    'head_on_one_side',
    'foot_on_one_side',
  ],
  identifiers: ['rare_identifiers', 'shared_identifiers'],
  'lines, titles, sections and dates': DETAIL_FEATURES,
  layout: ['grid', 'starts', 'sizes', 'measures', ...DIFFERENCES],
  picture: ['band_0', 'band_1', 'band_2', 'band_3'],
  'page numbers': [...NUMBERING_FEATURES, 'counting_run', 'counting_back', 'counting_forth'],
  'signs of first and last pages': [...onBothSides([...FIRST_SIGNS, ...LAST_SIGNS]), 'before_first_signs'],
  'sentences across the gap': ['begins_inside', 'ends_inside', 'ends_broken', 'sentence_runs_on'],
  'each page by itself': onBothSides(PAGE_MEASURES),
  'what is unusual in the pile': CONTRASTS,
  'pages elsewhere in the pile': TEMPLATE_FEATURES,
  'place in the pile, empty pages': [
    'blanks_between',
    'coloured_between',
    'no_page_before',
    'no_page_after',
    'text_on_both',
  ],
};

/** Places in FEATURE_NAMES of what all other gaps and pages than the two at the gap tell. */
const FROM_AROUND = placesOf(
  (name) =>
    AROUND.test(name) ||
    CONTRASTS.includes(name) ||
    TEMPLATE_FEATURES.includes(name) ||
    name === 'counting_back' ||
    name === 'counting_forth',
);

/** Places in FEATURE_NAMES by family. Every feature is in one family; the last, what gaps and pages around tell, cuts across the others. */
export const FEATURE_FAMILIES: ReadonlyMap<string, readonly number[]> = new Map([
  ...Object.entries(AT_THE_GAP).map(
    ([family, names]) =>
      [
        family,
        placesOf((name) => names.includes(name) || names.includes(name.replace(AROUND, '').replace(/^here_/u, ''))),
      ] as const,
  ),
  ['gaps and pages around', FROM_AROUND],
]);

function placesOf(wanted: (name: string) => boolean): number[] {
  return FEATURE_NAMES.flatMap((name, at) => (wanted(name) ? [at] : []));
}
