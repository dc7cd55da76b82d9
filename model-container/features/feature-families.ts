/** Families of related features, for ablation studies. */
import { DETAIL_FEATURES } from './gaps/detail-features.ts';
import { FEATURE_NAMES } from './gap-features.ts';
import { NUMBERING_FEATURES } from './gaps/numbering-features.ts';
import { DIFFERENCES } from './gaps/pair-features.ts';
import { FIRST_SIGNS, LAST_SIGNS } from './pages/page-signs.ts';
import { PAGE_MEASURES } from './pages/page-view.ts';
import { TEMPLATE_FEATURES } from './gaps/template-features.ts';
import { CONTRASTS } from './gaps/window-features.ts';

/** Prefixes of features of other gaps, or of other pages than the two at the gap. */
const AROUND = /^(?:around|before|after|over_left|over_right|rank|best_across)_/u;

const onBothSides = (names: readonly string[]): string[] => names.flatMap((name) => [`left_${name}`, `right_${name}`]);

/** Names without the prefixes of AROUND: the same feature of the gaps around belongs to the same family. */
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
  picture: ['band_0', 'band_1', 'band_2', 'band_3', 'picture'],
  'page numbers': [...NUMBERING_FEATURES, 'counting_run', 'counting_before', 'counting_after'],
  'signs of first and last pages': [...onBothSides([...FIRST_SIGNS, ...LAST_SIGNS]), 'before_first_signs'],
  'sentences across the gap': ['begins_inside', 'ends_inside', 'ends_broken', 'sentence_runs_on'],
  'single-page measures': onBothSides(PAGE_MEASURES),
  'contrast with the stream': CONTRASTS,
  'similarity to other pages': TEMPLATE_FEATURES,
  'place in the stream, blank pages': [
    'blanks_between',
    'coloured_between',
    'no_page_before',
    'no_page_after',
    'text_on_both',
  ],
};

/** Indices in FEATURE_NAMES of the features that depend on other pages than the two at the gap. */
const FROM_AROUND = placesOf(
  (name) =>
    AROUND.test(name) ||
    CONTRASTS.includes(name) ||
    TEMPLATE_FEATURES.includes(name) ||
    name === 'counting_before' ||
    name === 'counting_after',
);

/**
 * Indices in FEATURE_NAMES by family. Every feature is in exactly one family, and those that depend on other pages than
 * the two at the gap are in the last family as well.
 */
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
