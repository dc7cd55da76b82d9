/**
 * How large the pages of a rendered PDF and the images on them are (specification, "Query parameters of
 * split-pdfs/{index}"). Its sentences leave three questions; the answers are:
 * - Short and long side are the page's own: on a landscape page page_width is its height.
 * - image_height and image_width both name the short side in pixels; where both are given, the smaller one is it.
 * - A page size of another shape than the image: the image is fitted in and centred, never distorted.
 */
import type { RenderedPdfOptions } from '../../../parser-jobs.ts';

export const DEFAULT_DPI = 220;

/** Pixels of one rendered page: an A4 page at 640 dpi. More would not fit into a parser process's memory. */
const MOST_PIXELS = 40_000_000;
/** A JPEG is at most so wide and high. */
const LONGEST_SIDE = 65_000;
/** Points; a PDF page is at most 200 inches long (ISO 32000-1, annex C), and not smaller than 3 points. */
const LARGEST_PAGE = 14_400;
const SMALLEST_PAGE = 3;

const POINTS_PER_INCH = 72;
const MM_PER_INCH = 25.4;

interface Size {
  readonly width: number;
  readonly height: number;
}

export interface RenderedLayout {
  /** Points. */
  readonly page: Size;
  /** Points: where the image stands on the page, from its lower left. */
  readonly image: Size & { readonly x: number; readonly y: number };
  /** Of the image. */
  readonly pixels: Size;
}

/** @param record the page's image as processed: pixels, and pixels per inch */
export function layOutPage(record: Size & { readonly dpi: number }, options: RenderedPdfOptions): RenderedLayout {
  const page = pageSize(record, options);
  const scale = Math.min(page.width / record.width, page.height / record.height);
  const [width, height] = [record.width * scale, record.height * scale];
  const image = { x: (page.width - width) / 2, y: (page.height - height) / 2, width, height };
  return { page, image, pixels: pixelsOf(image, options) };
}

function pageSize(record: Size & { readonly dpi: number }, { page_height, page_width }: RenderedPdfOptions): Size {
  if (page_height === undefined || page_width === undefined) {
    return {
      width: bounded((record.width / record.dpi) * POINTS_PER_INCH),
      height: bounded((record.height / record.dpi) * POINTS_PER_INCH),
    };
  }
  const [short, long] = [Math.min(page_height, page_width), Math.max(page_height, page_width)].map((mm) =>
    bounded((mm / MM_PER_INCH) * POINTS_PER_INCH),
  ) as [number, number];
  return record.width > record.height ? { width: long, height: short } : { width: short, height: long };
}

const bounded = (points: number): number => Math.min(LARGEST_PAGE, Math.max(SMALLEST_PAGE, points));

/** @param image in points */
function pixelsOf(image: Size, { image_height, image_width, dpi = DEFAULT_DPI }: RenderedPdfOptions): Size {
  const shortSide = Math.min(image.width, image.height);
  const asked = [image_height, image_width].filter((pixels) => pixels !== undefined);
  const perPoint = asked.length > 0 ? Math.min(...asked) / shortSide : dpi / POINTS_PER_INCH;
  const most = Math.min(
    Math.sqrt(MOST_PIXELS / (image.width * image.height)),
    LONGEST_SIDE / Math.max(image.width, image.height),
  );
  const scale = Math.min(perPoint, most);
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) };
}
