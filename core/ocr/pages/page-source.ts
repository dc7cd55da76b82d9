/** What a page is rendered from. */
import type { Curl } from '../curl/curl.ts';
import type { RasterImage } from '../raster-image.ts';
import type { Rotation } from '../rotation.ts';
import type { PageImage } from './page-image.ts';

/** Degrees clockwise by which a page is rotated to be upright, and then deskewed. */
export interface Orientation {
  readonly rotation: Rotation;
  readonly skew: number;
}

/** Corners of a sheet, clockwise, as parts of the width and height of its picture: x1, y1, x2, y2, … y4. */
export type SheetOutline = readonly number[];

export interface PageSource {
  /** Size of the page as a viewer displays it, in pixels at `dpi`. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly dpi: number;
  /** Pixels per inch of a page that is one image: more show nothing more. Absent for other pages. */
  readonly ownDpi?: number | undefined;
  /**
   * Renders the page in grey, upright and deskewed, at the given number of pixels per inch or at fewer.
   * @param orientation as viewed if it is left out
   */
  render(dpi: number, orientation?: Orientation): Promise<RasterImage>;
  /** Renders the same without coloured ink; null where the page has none. Absent for a source that cannot. */
  renderWithoutColour?(dpi: number, orientation: Orientation): Promise<RasterImage | null>;
  /** Where its paper lies if it does not fill the page, as parts of width and height: left, top, right, bottom. */
  readonly paper?: readonly [number, number, number, number];
  /**
   * Finds the sheets of paper in an upright render; none where there is no background around them. Absent for a page that is
   * no picture, and for a crop.
   */
  findSheets?(upright: RasterImage): Promise<readonly SheetOutline[]>;
  /** Flattens all later renders; undefined: they are as drawn. Absent for a page that is no picture of paper. */
  flattenBy?(curl: Curl | undefined): void;
}

/** Renders the page. The returned dpi is that of the image, because a source may render fewer pixels than requested. */
export async function renderAt(source: PageSource, dpi: number, orientation?: Orientation): Promise<PageImage> {
  const image = await source.render(dpi, orientation);
  const sideways = orientation !== undefined && orientation.rotation % 180 !== 0;
  return { image, dpi: (image.width / (sideways ? source.heightPx : source.widthPx)) * source.dpi };
}

/** The same page at so many times its resolution, so that its print is as many times smaller. It flattens no renders. */
export function withSmallerPrint(source: PageSource, scale: number): PageSource {
  const { widthPx, heightPx, dpi, ownDpi, paper } = source;
  return {
    widthPx,
    heightPx,
    dpi: dpi * scale,
    ownDpi: ownDpi === undefined ? undefined : ownDpi * scale,
    render: (wanted, orientation) => source.render(wanted / scale, orientation),
    renderWithoutColour: async (wanted, orientation) =>
      (await source.renderWithoutColour?.(wanted / scale, orientation)) ?? null,
    ...(paper === undefined ? {} : { paper }),
    ...(source.findSheets === undefined ? {} : { findSheets: source.findSheets.bind(source) }),
  };
}
