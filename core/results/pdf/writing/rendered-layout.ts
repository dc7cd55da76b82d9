/**
 * Computes the size of the pages of a rendered PDF and of the images on them (specification, "Query parameters of
 * split-pdfs/{index}"). The specification is ambiguous in three points; this implementation decides:
 * - Short and long side are those of the page: on a landscape page, page_width is its height.
 * - image_height and image_width both state the short side in pixels; if both are given, the smaller one applies.
 * - If the page has another aspect ratio than the image, the image is fitted and centred, never distorted.
 */
import type { RenderedPdfOptions } from '../../../parser-jobs.ts';
import { MM_PER_INCH, POINTS_PER_INCH } from '../../../units.ts';

export const DEFAULT_DPI = 220;

/**
 * Maximum number of pixels of a rendered page: A4 at 640 dpi. More would exceed the memory limit of a parser process.
 */
const MAX_PIXELS = 40_000_000;
/** Maximum width and height of a JPEG in pixels (the format allows 65,535; ITU-T T.81). */
const MAX_SIDE = 65_000;
/**
 * Bounds of a page side in points: a PDF page is at most 200 inches and at least 3 points long (ISO 32000-1, annex C).
 */
const MAX_PAGE_POINTS = 14_400;
const MIN_PAGE_POINTS = 3;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface RenderedLayout {
  /** Size of the page in points. */
  readonly page: Size;
  /** Size and position of the image in points, from the lower left of the page. */
  readonly image: Size & { readonly x: number; readonly y: number };
  /** Size of the image in pixels. */
  readonly pixels: Size;
}

/** @param record size of the page image as processed, in pixels, and its resolution in pixels per inch */
export function layOutPage(record: Size & { readonly dpi: number }, options: RenderedPdfOptions): RenderedLayout {
  const page = pageSize(record, options);
  const scale = Math.min(page.width / record.width, page.height / record.height);
  const [width, height] = [record.width * scale, record.height * scale];
  const image = { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height };
  return { page, image, pixels: pixelsOf(image, options) };
}

function pageSize(record: Size & { readonly dpi: number }, { page_height, page_width }: RenderedPdfOptions): Size {
  if (page_height === undefined || page_width === undefined) {
    const width = (record.width / record.dpi) * POINTS_PER_INCH;
    const height = (record.height / record.dpi) * POINTS_PER_INCH;
    const scale = Math.min(1, MAX_PAGE_POINTS / Math.max(width, height));
    return { width: clamp(width * scale), height: clamp(height * scale) };
  }
  const [short, long] = [Math.min(page_height, page_width), Math.max(page_height, page_width)].map((mm) =>
    clamp((mm / MM_PER_INCH) * POINTS_PER_INCH),
  ) as [number, number];
  return record.width > record.height ? { width: long, height: short } : { width: short, height: long };
}

const clamp = (points: number): number => Math.min(MAX_PAGE_POINTS, Math.max(MIN_PAGE_POINTS, points));

/** @param image size in points */
function pixelsOf(image: Size, { image_height, image_width, dpi = DEFAULT_DPI }: RenderedPdfOptions): Size {
  const shortSide = Math.min(image.width, image.height);
  const requested = [image_height, image_width].filter((pixels) => pixels !== undefined);
  const perPoint = requested.length > 0 ? Math.min(...requested) / shortSide : dpi / POINTS_PER_INCH;
  const maxPerPoint = Math.min(
    Math.sqrt(MAX_PIXELS / (image.width * image.height)),
    MAX_SIDE / Math.max(image.width, image.height),
  );
  const scale = Math.min(perPoint, maxPerPoint);
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}
