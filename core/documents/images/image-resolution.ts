/** The resolution of an image upload: the one that the file states where it is plausible, otherwise an assumed one. */
import { PAGE_DPI } from '../page-record.ts';
import { MM_PER_INCH } from '../../units.ts';

/** Resolutions of scanners, fax machines and label printers in pixels per inch. */
const [MIN_DPI, MAX_DPI] = [72, 1200];
/** Sides of a page in millimetres: from a stamp to the length of ISO A0 or of a long receipt. */
const [MIN_SIDE_MM, MAX_SIDE_MM] = [20, 1200];
/** The finest axis of a fax has 2.1 times the resolution of the other one. */
const MAX_AXES_RATIO = 2.5;
/**
 * Resolutions in pixels per inch that programs and cameras state where they know none. A scan rarely has them, so a page
 * that they would make longer than ISO A2 is a photo or a scan at another resolution.
 */
const DEFAULTS: readonly number[] = [72, 96];
/** A default stated in whole pixels per centimetre is up to 1.3 % away from it. A fax has 98 dpi, 2 % more than 96. */
const DEFAULT_TOLERANCE = 0.015;
const MAX_DEFAULT_SIDE_MM = 600;
/** ISO A4 and US Letter in millimetres, and the resolutions in pixels per inch at which they are usually scanned. */
const PAPERS = [
  [210, 297],
  [215.9, 279.4],
] as const;
/** Papers besides, which a stated default makes: ISO A3 and A5, US Legal. */
const OTHER_PAPERS = [
  [297, 420],
  [148, 210],
  [215.9, 355.6],
] as const;
const USUAL_DPI = [72, 75, 96, 100, 150, 200, 240, 300, 400, 600] as const;
/** Share by which a side may differ from the paper's, since scanners trim. The next usual resolution is 4 % away. */
const TOLERANCE = 0.01;
/** The same of the ratio of the sides, where the resolution is not a usual one. A photo's sides are 3 to 2 or 4 to 3. */
const RATIO_TOLERANCE = 0.004;
const MAX_PAPER_DPI = 600;

interface Pixels {
  readonly width: number;
  readonly height: number;
}

/** Resolution in pixels per inch; undefined if not stated. */
export interface StatedResolution {
  readonly dpiX: number | undefined;
  readonly dpiY: number | undefined;
}

export interface Resolution {
  readonly dpiX: number;
  readonly dpiY: number;
}

const mmOf = (pixels: number, dpi: number): number => (pixels / dpi) * MM_PER_INCH;

/** Whether a device has such a resolution, and the page a size that a page may have. */
const isPlausible = ({ width, height }: Pixels, { dpiX, dpiY }: Resolution): boolean => {
  const sides = [mmOf(width, dpiX), mmOf(height, dpiY)];
  return (
    [dpiX, dpiY].every((dpi) => dpi >= MIN_DPI && dpi <= MAX_DPI) &&
    Math.max(dpiX / dpiY, dpiY / dpiX) <= MAX_AXES_RATIO &&
    sides.every((side) => side >= MIN_SIDE_MM && side <= MAX_SIDE_MM)
  );
};

/** The default that is meant where the resolution was converted from pixels per centimetre; otherwise the resolution. */
const meantDpi = (dpi: number): number =>
  DEFAULTS.find((known) => Math.abs(dpi / known - 1) <= DEFAULT_TOLERANCE) ?? dpi;

const isPage = ({ width, height }: Pixels, dpi: number, papers: readonly (readonly [number, number])[]): boolean => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const fits = (pixels: number, mm: number) => Math.abs(mmOf(pixels, dpi) / mm - 1) <= TOLERANCE;
  return papers.some(([wide, tall]) => fits(short, wide) && fits(long, tall));
};

/** The usual resolution at which the pixels are a page of A4 or Letter, upright or sideways; undefined if none is. */
const usualDpi = (pixels: Pixels): number | undefined => USUAL_DPI.find((dpi) => isPage(pixels, dpi, PAPERS));

/**
 * The resolution at which pixels whose sides have the ratio of A4 or Letter are a page of it, as those of an application that
 * scans with a camera; undefined if they have another ratio.
 */
const ratioDpi = ({ width, height }: Pixels): number | undefined => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const paper = PAPERS.find(([wide, tall]) => Math.abs(long / short / (tall / wide) - 1) <= RATIO_TOLERANCE);
  const dpi = paper === undefined ? 0 : (long / paper[1]) * MM_PER_INCH;
  return dpi >= MIN_DPI && dpi <= MAX_PAPER_DPI ? dpi : undefined;
};

/**
 * Returns the resolution at which an image counts, in this order: the stated one where it is plausible and no default;
 * the usual one at which the pixels are a page of A4 or Letter; a stated default which makes the page another paper; the one
 * at which a page with the ratio of A4 or Letter is one; a stated default where the page is no larger than A2; PAGE_DPI.
 * @param pixels  size of the image, at least 1 × 1
 */
export const resolutionOf = (pixels: Pixels, { dpiX, dpiY }: StatedResolution): Resolution => {
  const stated = dpiX === undefined || dpiY === undefined ? undefined : { dpiX: meantDpi(dpiX), dpiY: meantDpi(dpiY) };
  const plausible = stated !== undefined && isPlausible(pixels, stated) ? stated : undefined;
  const isDefault = plausible !== undefined && DEFAULTS.includes(plausible.dpiX) && DEFAULTS.includes(plausible.dpiY);
  if (plausible !== undefined && !isDefault) return plausible;
  const usual = usualDpi(pixels);
  if (usual !== undefined) return { dpiX: usual, dpiY: usual };
  if (plausible !== undefined && isPage(pixels, plausible.dpiX, OTHER_PAPERS)) return plausible;
  const dpi = ratioDpi(pixels);
  if (dpi !== undefined) return { dpiX: dpi, dpiY: dpi };
  if (plausible !== undefined && longSideMm(pixels, plausible) <= MAX_DEFAULT_SIDE_MM) return plausible;
  return { dpiX: PAGE_DPI, dpiY: PAGE_DPI };
};

/**
 * Returns how many times smaller than stated the page of a PDF is that is one image: some programs make a page of one unit
 * for each pixel, so that a letter is 0.9 m wide. 1 where the resolution is no default.
 * @param dpi  pixels per inch of the page
 */
export const timesTooLarge = (pixels: Pixels, dpi: number): number =>
  DEFAULTS.includes(meantDpi(dpi)) ? resolutionOf(pixels, { dpiX: dpi, dpiY: dpi }).dpiX / dpi : 1;

const longSideMm = ({ width, height }: Pixels, { dpiX, dpiY }: Resolution): number =>
  Math.max(mmOf(width, dpiX), mmOf(height, dpiY));
