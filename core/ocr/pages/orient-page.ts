/** Finds out which way up a page is, by reading some of its lines, and flattens it if it is not flat. */
import type { Curl } from '../curl/curl.ts';
import type { Language } from '../languages/languages.ts';
import { uprightPage } from '../layout/deskew-page.ts';
import { findInk, type PageInk } from '../layout/ink-mask.ts';
import type { RasterImage } from '../raster-image.ts';
import { renderAt, type PageSource } from './page-source.ts';
import { probePage, type LineAxis, type Probe } from './probe-page.ts';
import { MIN_SKEW, seePage, type SeenPage } from './see-page.ts';

/** Pixels per inch for Japanese and for small print, whose strokes are finer. */
export const FINE_DPI = 220;

export interface OrientedPage {
  readonly seen: SeenPage;
  /** As it was seen, deskewed, and its ink. */
  readonly straight: RasterImage;
  readonly straightInk: PageInk;
  /** What its lines show. */
  readonly probe: Probe;
}

/**
 * @param among  candidate languages, not empty
 * @param prior  language of an earlier page of the file
 * @returns null for a page without ink that may be text
 */
export async function orientPage(
  page: PageSource,
  among: readonly Language[],
  prior: Language | undefined,
): Promise<OrientedPage | null> {
  const seen = await seePage(page);
  if (seen === null) return null;
  const oriented = await probeSeenPage(seen, among, prior);
  if (seen.curl === undefined || oriented.probe.confident) return oriented;
  return (await orientByOtherLines(page, seen.curl, among, prior)) ?? oriented;
}

/**
 * Looks again at a page that was flattened by lines which are not read in any orientation: the lines of a page on its side run
 * down it, and what runs across them may be bent alike.
 * @returns null where its lines are not read then either; the page remains flattened by `curl`
 */
async function orientByOtherLines(
  page: PageSource,
  curl: Curl,
  among: readonly Language[],
  prior: Language | undefined,
): Promise<OrientedPage | null> {
  page.flattenBy?.(undefined);
  const seen = await seePage(page, curl);
  const oriented = seen === null ? null : await probeSeenPage(seen, among, prior);
  if (oriented?.probe.confident === true) return oriented;
  page.flattenBy?.(curl);
  return null;
}

/** Probes the page, deskewed; again by the skew of the other lines if those turn out to be its text. */
async function probeSeenPage(
  seen: SeenPage,
  among: readonly Language[],
  prior: Language | undefined,
): Promise<OrientedPage> {
  const oriented = await probeDeskewed(seen, among, prior);
  const { skew, otherSkew = skew } = seen;
  const axis = axisOf(oriented.probe);
  if (axis === undefined || axis === seen.axes[0] || Math.abs(otherSkew - skew) < MIN_SKEW) return oriented;
  const again = await probeDeskewed({ ...seen, skew: otherSkew, axes: [axis] }, among, prior);
  return again.probe.confident ? again : oriented;
}

/** Along which axis of the page as it is viewed the lines run that were read; undefined if none were. */
function axisOf({ rotation, inColumns, confident }: Probe): LineAxis | undefined {
  if (!confident) return undefined;
  return (rotation % 180 === 0) === inColumns ? 90 : 0;
}

async function probeDeskewed(
  seen: SeenPage,
  among: readonly Language[],
  prior: Language | undefined,
): Promise<OrientedPage> {
  const { rendered, ink, skew, axes } = seen;
  const straight = await uprightPage(rendered.image, 0, skew);
  const straightInk = skew === 0 ? ink : findInk(straight, rendered.dpi);
  const glance = await probePage(straight, straightInk, rendered.dpi, axes, among, prior);
  const probe = glance.confident ? glance : ((await probeFiner(seen, among, prior)) ?? glance);
  return { seen, straight, straightInk, probe };
}

/**
 * Probes the page again on a finer image, in Latin script: the lines of small print may be too coarse on the first.
 * @returns null where the image is no finer, or none of the languages is in Latin script
 */
async function probeFiner(
  { source, rendered, skew, axes }: SeenPage,
  among: readonly Language[],
  prior: Language | undefined,
): Promise<Probe | null> {
  const latin = among.filter((language) => language !== 'ja');
  if (latin.length === 0) return null;
  const { image, dpi } = await renderAt(source, FINE_DPI, { rotation: 0, skew });
  return dpi > rendered.dpi ? probePage(image, findInk(image, dpi), dpi, axes, latin, prior, true) : null;
}
