/** A second attempt on a page with a stamp, or other coloured ink, across its print: it is read without the colour. */
import { inkOf, isHigherThanLine, selectTextLines } from '../../layout/find-text-lines.ts';
import { findInk, type PageInk } from '../../layout/ink-mask.ts';
import type { RasterImage } from '../../raster-image.ts';
import { lineConfidence } from '../../lines/read-lines.ts';
import { recognise } from '../../tesseract-engine.ts';
import type { PageImage } from '../page-image.ts';
import {
  isBetter,
  isConvincing,
  mergeLines,
  unreadInkOf,
  type Languages,
  type UnreadReading,
} from './read-unread-ink.ts';

/** Part of the page's ink that must be unread and stand higher than lines: a stamp across them. */
const MIN_SHARE_ABOVE = 0.05;
/** Part of the ink without colour that must be unread and look like lines. */
const MIN_SHARE = 0.02;
/** Confidence (0 to 100) from which a line is not read again. */
const KNOWN_FROM = 85;
/** Limit on the length of all lines, in multiples of their height: that of a full page of small print. */
const MAX_LENGTH = 4000;

/**
 * @param reading what was read of the page so far
 * @param page the image that it was read on, to which its boxes refer
 * @param render returns the same image without coloured ink; null where it has none
 */
export async function readUnderColour(
  reading: UnreadReading,
  page: PageImage,
  mask: PageInk,
  { languages }: Languages,
  render: () => Promise<RasterImage | null>,
): Promise<UnreadReading> {
  if (inkOf(reading.unread.components.filter(isHigherThanLine)) < MIN_SHARE_ABOVE * mask.inkPixels) return reading;
  const image = await render();
  if (image?.width !== page.image.width || image.height !== page.image.height) return reading;
  const ink = findInk(image, page.dpi);
  const { components } = unreadInkOf(ink, reading.lines);
  if (inkOf(selectTextLines(components)) < MIN_SHARE * ink.inkPixels) return reading;
  const again = await recognise(image, languages, {
    known: reading.lines.filter((line) => lineConfidence(line) >= KNOWN_FROM),
    dpi: page.dpi,
    segmentation: 'page',
    alternatives: true,
    maxLength: MAX_LENGTH,
  });
  const lines = mergeLines(
    again.lines.filter(isConvincing),
    reading.lines,
    page.image,
    (line, before) => isBetter(before, line) && !isBetter(line, before),
  );
  return { ...reading, lines, unread: unreadInkOf(mask, lines) };
}
