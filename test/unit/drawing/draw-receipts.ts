/** Draws scans of several receipts at once. */
import sharp from 'sharp';

/** Pixels of A4 at 150 dpi. */
export const SCAN = { width: 1240, height: 1754 };
/** Pixels of a receipt. */
export const RECEIPT = { width: 480, height: 900 };

interface DrawnReceipt {
  /** Its upper left corner, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Degrees clockwise, around that corner. */
  readonly turned: number;
  readonly lines: readonly string[];
}

export const BAKERY: DrawnReceipt = {
  x: 80,
  y: 200,
  turned: -2,
  lines: ['Rechnung', 'Bakery Miller', 'Bread 3.20', 'Coffee 2.80', 'TOTAL 6.00 EUR'],
};
export const PETROL: DrawnReceipt = {
  x: 680,
  y: 320,
  turned: 3,
  lines: ['Rechnung', 'Petrol Station', 'Diesel 41.22', 'Car wash 9.50', 'TOTAL 79.12 EUR'],
};

/** Lines of text as SVG, each 60 pixels below the one before. */
export const linesOf = (lines: readonly string[], x: number, y: number): string =>
  lines
    .map((line, at) => `<text x="${x}" y="${y + at * 60}" font-family="DejaVu Sans" font-size="34">${line}</text>`)
    .join('');

/** A PNG of receipts on the dark lid of a scanner. */
export const drawReceipts = (receipts: readonly DrawnReceipt[] = [BAKERY, PETROL]): Promise<Buffer> => {
  const parts = receipts.map(
    ({ x, y, turned, lines }) =>
      `<g transform="translate(${x} ${y}) rotate(${turned})">` +
      `<rect width="${RECEIPT.width}" height="${RECEIPT.height}" fill="#f8f8f4"/>${linesOf(lines, 40, 90)}</g>`,
  );
  const lid = '<rect width="100%" height="100%" fill="#1c1e22"/>';
  return sharp(Buffer.from(svgOf(`${lid}${parts.join('')}`)))
    .png()
    .toBuffer();
};

/** A PNG of a scanned page of text. */
export const drawLetter = (lines: readonly string[]): Promise<Buffer> => {
  const paper = '<rect width="100%" height="100%" fill="white"/>';
  return sharp(Buffer.from(svgOf(`${paper}${linesOf(lines, 120, 240)}`)))
    .png()
    .toBuffer();
};

const svgOf = (content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${SCAN.width}" height="${SCAN.height}">${content}</svg>`;
