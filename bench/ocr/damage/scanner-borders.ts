/** A flatbed larger than the sheet: black borders, the grey of the lid, and the sheet's shadow beside it. */
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import { OFFICE_SCANNER, throughScanner, type MakeScan } from './damage.ts';
import { changePixels, rotateOnColour } from './pixels.ts';

const DPI = OFFICE_SCANNER.dpi;
const [BLACK, LID] = [18, 150] as const;

/** The sheet lies askew by up to 1.5 degrees; one side shows the lid, the others are black. */
export const scannerBorders: MakeScan = async (sheet, random) => {
  const page = await sheet.draw(DPI, 1);
  const askew = await rotateOnColour(page, 1.5 * (2 * random.next() - 1), [BLACK, BLACK, BLACK]);
  const border = () => Math.round(askew.width * 0.05 * random.next());
  const [left, top, right, bottom] = [border(), border(), border(), border()];
  const lidWidth = random.chance(0.5) ? Math.round(askew.width * 0.06) : 0;
  const width = left + askew.width + right + lidWidth;
  const height = top + askew.height + bottom;
  const bed: RasterImage = { width, height, channels: 1, data: new Uint8Array(width * height) };
  const scan = changePixels(bed, (_value, x, y) => {
    const [pageX, pageY] = [x - left, y - top];
    if (pageX >= 0 && pageY >= 0 && pageX < askew.width && pageY < askew.height)
      return askew.data[pageY * askew.width + pageX] ?? BLACK;
    return x >= width - lidWidth ? LID + (60 * (x - width + lidWidth)) / lidWidth : BLACK;
  });
  return throughScanner(scan, { ...OFFICE_SCANNER, rotation: 0 }, random);
};
