/** Damage that comes from printer and paper. */
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { OFFICE_SCANNER, throughScanner, type MakeScan } from './damage.ts';
import { blur, changePixels, mirror, resize } from './pixels.ts';

const DPI = OFFICE_SCANNER.dpi;

/** Light letters on a dark page. */
export const whiteOnBlack: MakeScan = async (sheet, random) =>
  throughScanner(
    changePixels(await sheet.draw(DPI, 1), (value) => 235 - value * 0.82),
    OFFICE_SCANNER,
    random,
  );

/** Toner that runs out: black becomes a grey of 150 to 180. */
export const lightGrey: MakeScan = async (sheet, random) => {
  const black = 150 + 30 * random.next();
  const faded = changePixels(await sheet.draw(DPI, 1), (value) => black + (value * (255 - black)) / 255);
  return throughScanner(faded, OFFICE_SCANNER, random);
};

/** Red, green and blue of paper: yellow, pink, green, blue, orange, kraft paper. */
const PAPERS = [
  [250, 235, 120],
  [245, 170, 185],
  [160, 215, 165],
  [150, 190, 230],
  [240, 165, 80],
  [190, 155, 115],
] as const;

export const colouredPaper: MakeScan = async (sheet, random) => {
  const paper = random.pick(PAPERS);
  const printed = changePixels(
    await sheet.draw(DPI, 3),
    (value, _x, _y, channel) => (value * (paper[channel] ?? 255)) / 255,
  );
  return throughScanner(printed, OFFICE_SCANNER, random);
};

/** Height of a row of a list, in inches. */
const ROW_INCHES = 1 / 6;

/** Every other row of the page on a grey band. */
export const greyBands: MakeScan = async (sheet, random) => {
  const row = ROW_INCHES * DPI * (0.9 + 0.5 * random.next());
  const grey = 0.74 + 0.12 * random.next();
  const first = row * random.next();
  const banded = changePixels(await sheet.draw(DPI, 1), (value, _x, y) =>
    Math.floor((y + first) / row) % 2 === 0 ? value * grey : value,
  );
  return throughScanner(banded, OFFICE_SCANNER, random);
};

/** Dots per inch of a matrix printer in a quality mode, and pixels across one of its dots before it is scanned. */
const NEEDLE_DPI = 90;
const PIXELS_PER_DOT = 4;
/** Radius of a dot, in distances of the needles: neighbouring dots hardly touch. */
const DOT_RADIUS = 0.4;

/** Letters of dots instead of strokes. */
export const dotMatrix: MakeScan = async (sheet, random) => {
  const page = await sheet.draw(NEEDLE_DPI, 1);
  const dots = await printDots(page);
  const size = await sheet.draw(DPI, 1);
  return throughScanner(await resize(dots, size.width, size.height), { ...OFFICE_SCANNER, blur: 0.5 }, random);
};

const printDots = async (page: RasterImage): Promise<RasterImage> => {
  const [width, height] = [page.width * PIXELS_PER_DOT, page.height * PIXELS_PER_DOT];
  const centre = (PIXELS_PER_DOT - 1) / 2;
  const paper: RasterImage = { width, height, channels: 1, data: new Uint8Array(width * height) };
  const sharpDots = changePixels(paper, (_value, x, y) => {
    const isPrinted =
      (page.data[Math.floor(y / PIXELS_PER_DOT) * page.width + Math.floor(x / PIXELS_PER_DOT)] ?? 255) < 150;
    const distance = Math.hypot((x % PIXELS_PER_DOT) - centre, (y % PIXELS_PER_DOT) - centre);
    return isPrinted && distance <= DOT_RADIUS * PIXELS_PER_DOT ? 45 : 255;
  });
  return blur(sharpDots, 0.5);
};

/** A receipt's printer: letters narrower by a fifth, bands that fade across the page, lines of dead heaters. */
export const thermal: MakeScan = async (sheet, random) => {
  const page = await sheet.draw(DPI, 1);
  const narrow = await resize(page, Math.round(page.width * 0.8), page.height);
  const dead = new Set(Array.from({ length: 4 }, () => random.below(narrow.width)));
  const [length, phase] = [DPI * (0.8 + random.next()), 2 * Math.PI * random.next()];
  const printed = changePixels(narrow, (value, x, y) => {
    if (dead.has(x)) return 245;
    const strength = 0.62 + 0.3 * Math.sin((2 * Math.PI * y) / length + phase);
    return 245 - (255 - value) * strength * 0.85;
  });
  return throughScanner(printed, OFFICE_SCANNER, random);
};

/** Thin paper: the reverse side shows through, mirrored, at 20 to 25 % of its darkness. */
export const bleedThrough: MakeScan = async (sheet, random) => {
  const page = await sheet.draw(DPI, 1);
  const reverse = await sheet.drawReverse(DPI);
  const behind = await blur(await mirror(await resize(reverse, page.width, page.height)), 1.2);
  const strength = 0.2 + 0.05 * random.next();
  const seen = changePixels(
    page,
    (value, x, y) => value - strength * (255 - (behind.data[y * page.width + x] ?? 255)) * (value / 255),
  );
  return throughScanner(seen, OFFICE_SCANNER, random);
};
