/** Sheets that lie askew, on their side or upside down on the scanner's glass. */
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { OFFICE_SCANNER, throughScanner, type MakeScan } from './damage.ts';
import { rotateOnColour } from './pixels.ts';

/** The lid of the scanner. */
const LID = [252, 252, 252] as const;

const onGlass = (sheet: RasterImage, degrees: number): Promise<RasterImage> => rotateOnColour(sheet, degrees, LID);

/** Turned by this angle to either side, with a tenth more or less of it; the glass shows the whole sheet. */
export const askew =
  (degrees: number): MakeScan =>
  async (sheet, random) => {
    const angle = (random.chance(0.5) ? 1 : -1) * degrees * (0.9 + 0.1 * random.next());
    const paper = await onGlass(await sheet.draw(OFFICE_SCANNER.dpi, 1), angle);
    return throughScanner(paper, { ...OFFICE_SCANNER, rotation: 0 }, random);
  };

/** A quarter, two or three quarters of a turn, and askew by up to 3°. */
export const turned: MakeScan = async (sheet, random) => {
  const angle = random.pick([90, 180, 270]) + 3 * (2 * random.next() - 1);
  const paper = await onGlass(await sheet.draw(OFFICE_SCANNER.dpi, 1), angle);
  return throughScanner(paper, { ...OFFICE_SCANNER, rotation: 0 }, random);
};
