/** Coloured rubber stamps over the text. */
import { PDFDocument, StandardFonts, rgb } from '@cantoo/pdf-lib';
import { PdfReader } from '../../../core/documents/pdf/pdf-reader.ts';
import type { RasterImage } from '../../../core/ocr/raster-image.ts';
import type { Random } from '../../../model-container/random.ts';
import { OFFICE_SCANNER, throughScanner, type MakeScan } from './damage.ts';
import { changePixels, rotateOnColour } from './pixels.ts';

const DPI = OFFICE_SCANNER.dpi;
const WORDS = ['RECEIVED', 'PAID', 'COPY', 'EINGEGANGEN', 'CONFIDENTIAL', 'BEZAHLT'] as const;
const INKS = [
  [205, 40, 50],
  [40, 70, 190],
  [90, 40, 150],
  [20, 130, 80],
] as const;
/** Size of a stamp in points: about 63 × 23 mm. */
const [WIDTH, HEIGHT] = [180, 66];

/** One to three stamps, each centred near a word and rotated by up to 25 degrees. */
export const stamps: MakeScan = async (sheet, random) => {
  let page = await sheet.draw(DPI, 3);
  const count = 1 + random.below(3);
  for (let stamp = 0; stamp < count; stamp += 1) {
    const drawn = await drawStamp(random);
    const rotated = await rotateOnColour(drawn, 25 * (2 * random.next() - 1), [255, 255, 255]);
    const centre = random.pick(sheet.wordCentres);
    page = press(page, rotated, centre.x * DPI, centre.y * DPI);
  }
  return throughScanner(page, OFFICE_SCANNER, random);
};

async function drawStamp(random: Random): Promise<RasterImage> {
  const file = await PDFDocument.create();
  const font = await file.embedFont(StandardFonts.HelveticaBold);
  const [red, green, blue] = random.pick(INKS);
  const colour = rgb(red / 255, green / 255, blue / 255);
  const word = random.pick(WORDS);
  const date = `${1 + random.below(28)}. ${1 + random.below(12)}. 2026`;
  const page = file.addPage([WIDTH, HEIGHT]);
  page.drawRectangle({ x: 3, y: 3, width: WIDTH - 6, height: HEIGHT - 6, borderColor: colour, borderWidth: 3 });
  const size = Math.min(28, (WIDTH - 24) / font.widthOfTextAtSize(word, 1));
  page.drawText(word, { x: (WIDTH - font.widthOfTextAtSize(word, size)) / 2, y: 34, size, font, color: colour });
  page.drawText(date, { x: (WIDTH - font.widthOfTextAtSize(date, 14)) / 2, y: 13, size: 14, font, color: colour });
  const reader = await PdfReader.open(await file.save());
  return reader.render(1, { width: Math.round((WIDTH / 72) * DPI), height: Math.round((HEIGHT / 72) * DPI) }, 3);
}

/** Ink darkens what is below it. */
function press(page: RasterImage, stamp: RasterImage, centreX: number, centreY: number): RasterImage {
  const left = Math.round(centreX - stamp.width / 2);
  const top = Math.round(centreY - stamp.height / 2);
  return changePixels(page, (value, x, y, channel) => {
    const [stampX, stampY] = [x - left, y - top];
    if (stampX < 0 || stampY < 0 || stampX >= stamp.width || stampY >= stamp.height) return value;
    return (value * (stamp.data[(stampY * stamp.width + stampX) * 3 + channel] ?? 255)) / 255;
  });
}
