/** The first look at a page: whether it has text, how large, skewed and curled it is, and how its lines may run. */
import type { Curl } from '../curl/curl.ts';
import { findCurl, type LineDirection } from '../curl/find-curl.ts';
import { findSkew, type Skew } from '../layout/find-skew.ts';
import {
  findInkComponents,
  inkOf,
  largeTextHeight,
  mayContainText,
  selectTextLines,
  smallTextHeight,
} from '../layout/find-text-lines.ts';
import { findInk, inkWithin, transpose, type InkMask, type PageInk } from '../layout/ink-mask.ts';
import type { PageImage } from './page-image.ts';
import { renderAt, withSmallerPrint, type PageSource } from './page-source.ts';
import type { LineAxis } from './probe-page.ts';

/**
 * Pixels per inch at which a page is first read: lines are recognised as well at 150 as at 220, in 0.8 of the time. Where
 * the layout analysis needs more, much of the page is read poorly.
 */
const DEFAULT_DPI = 150;
/**
 * Text height in points to which a page in large print is reduced. Most such pages are images whose resolution is not the stated
 * one: the layout analysis loses lines of them.
 */
const USUAL_PRINT_POINTS = 9;
/** Text height in points below which smaller print of such a page, as a footer, is not reduced. */
const SMALLEST_PRINT_POINTS = 6;
/**
 * Skew in degrees below which a page is not deskewed: it does not affect accuracy, and rotation costs time and
 * sharpness.
 */
export const MIN_SKEW = 0.2;
/** Part of the strength of the other axis from which lines may run along an axis. */
const MAY_BE_LINES = 0.2;

export interface SeenPage {
  /** Of the page, or of the same page with smaller print. */
  readonly source: PageSource;
  readonly rendered: PageImage;
  readonly ink: PageInk;
  /** The clockwise rotation in degrees that removes the skew of the lines along the likelier axis. */
  readonly skew: number;
  /** The same of lines along the other axis; absent for a page whose lines may run along one. */
  readonly otherSkew?: number;
  /** Along which its lines may run, the likelier first. */
  readonly axes: readonly LineAxis[];
  /** By which it was flattened; undefined for a flat page. */
  readonly curl?: Curl;
}

/**
 * Looks at a page, flattened if it is not flat; at one in large print again with smaller print.
 * @param unread  by which it was flattened before, although its lines were not read then: not by lines that run alike again
 * @returns null for a page without ink that may be text
 */
export async function seePage(page: PageSource, unread?: Curl): Promise<SeenPage | null> {
  const seen = await lookAt(page, unread);
  const scale = seen === null ? 1 : printScale(seen);
  if (seen === null || scale === 1) return seen;
  const smaller = await lookAt(withSmallerPrint(page, scale));
  return smaller === null || seen.curl === undefined ? smaller : { ...smaller, curl: seen.curl };
}

/**
 * How many times larger than usual print the lines of a page in large print are; 1 for any other page, and one whose lines run
 * down it: the cells of a table on its side look like large print.
 */
function printScale({ ink }: SeenPage): number {
  const across = selectTextLines(findInkComponents(ink));
  const points = largeTextHeight(across);
  if (points === 0) return 1;
  const down = selectTextLines(findInkComponents(transpose(ink)));
  if (inkOf(across) <= inkOf(down)) return 1;
  return Math.max(1, Math.min(points / USUAL_PRINT_POINTS, smallTextHeight(across) / SMALLEST_PRINT_POINTS));
}

/** Looks at the page as it is rendered, or flattened if it is not flat. */
async function lookAt(source: PageSource, unread?: Curl): Promise<SeenPage | null> {
  const rendered = await renderAt(source, DEFAULT_DPI);
  const ink = findInk(rendered.image, rendered.dpi);
  if (!mayContainText(findInkComponents(ink))) return null;
  // The grain of a table has lines too, and so have the edges of a photograph that was straightened.
  const onPaper = source.paper === undefined ? ink : inkWithin(ink, source.paper);
  const { skew, otherSkew, sideways, directions } = findPageSkew(onPaper);
  const curl =
    source.flattenBy === undefined
      ? undefined
      : findCurl(
          onPaper,
          directions.filter((direction) => direction.sideways !== unread?.sideways),
        );
  if (curl === undefined) return { source, rendered, ink, skew, otherSkew, axes: sideways ? [90, 0] : [0, 90] };
  source.flattenBy?.(curl);
  const flat = await renderAt(source, DEFAULT_DPI);
  // Its lines were traced along one axis.
  return { source, rendered: flat, ink: findInk(flat.image, flat.dpi), skew: 0, axes: [curl.sideways ? 90 : 0], curl };
}

/**
 * The clockwise rotations in degrees that remove the skew of the page's lines along the likelier axis and along the other,
 * whether the former are vertical, and the directions in which lines may run.
 */
function findPageSkew(
  ink: InkMask,
): Pick<SeenPage, 'skew'> & { otherSkew: number; sideways: boolean; directions: readonly LineDirection[] } {
  const across = findSkew(ink);
  const down = findSkew(transpose(ink));
  const sideways = down.strength > across.strength;
  // Transposition mirrors the page, so the skew of vertical lines has the opposite sign.
  const [upright, turned] = [rotationFor(-across.degrees), rotationFor(down.degrees)];
  const isLikely = ({ strength }: Skew) => strength > MAY_BE_LINES * Math.max(across.strength, down.strength);
  const directions = [
    ...(isLikely(across) ? [{ sideways: false, skew: across.degrees }] : []),
    ...(isLikely(down) ? [{ sideways: true, skew: down.degrees }] : []),
  ];
  return { skew: sideways ? turned : upright, otherSkew: sideways ? upright : turned, sideways, directions };
}

const rotationFor = (skew: number): number => (Math.abs(skew) < MIN_SKEW ? 0 : Math.round(skew * 100) / 100);
