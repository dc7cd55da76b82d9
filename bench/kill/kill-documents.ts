/** The documents of the kill test: small generated ones, and a few real ones where shared data is available. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import sharp from 'sharp';

export interface KillDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const REAL_DOCUMENTS = join(import.meta.dirname, '../../../shared/data');
/** Number of real files and their maximum number of pages: a round should take seconds. */
const REAL_FILES = 3;
const REAL_PAGES = 4;

const LETTERS = [
  ['Invoice 2024-117', 'Number  Goods  Price', '1  Paper, white  12.40', '2  Ink, black  31.00', 'Total  43.40'],
  ['Rental agreement', 'between Ann Lee and Bob Ray', 'The flat is let from 1 May 2024.', 'The rent is 640 a month.'],
  [
    'Minutes of the meeting',
    'Present: Lee, Ray, Smith',
    '1. The budget was approved.',
    '2. The next meeting is in June.',
  ],
];

/** Three letters. @param remark  stands on each page, so that files differ */
export const drawLetters = async (pagesOfEach: number, remark = ''): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  for (const [title = '', ...lines] of LETTERS) {
    for (let number = 1; number <= pagesOfEach; number += 1) {
      const page = pdf.addPage([595, 842]);
      page.drawText(title, { x: 60, y: 760, size: 20, font });
      lines.forEach((line, index) => {
        page.drawText(line, { x: 60, y: 700 - index * 24, size: 12, font });
      });
      page.drawText(remark, { x: 60, y: 500, size: 12, font });
      page.drawText(`Page ${number} of ${pagesOfEach}`, { x: 260, y: 40, size: 10, font });
    }
  }
  return pdf.save();
};

/** A scan of the same text, so that the kill can interrupt OCR. */
const drawScan = async (): Promise<Uint8Array> => {
  const lines = LETTERS.flat().map(
    (line, index) => `<text x="120" y="${200 + index * 70}" font-family="sans-serif" font-size="40">${line}</text>`,
  );
  return sharp(
    Buffer.from(
      [
        '<svg xmlns="http://www.w3.org/2000/svg" width="1654" height="2339">',
        '<rect width="100%" height="100%" fill="white"/>',
        ...lines,
        '</svg>',
      ].join(''),
    ),
  )
    .withMetadata({ density: 200 })
    .jpeg({ quality: 80 })
    .toBuffer();
};

const realDocuments = async (): Promise<KillDocument[]> => {
  const manifest = join(REAL_DOCUMENTS, 'documents.tsv');
  if (!existsSync(manifest)) return [];
  const [header = '', ...rows] = (await readFile(manifest, 'utf8')).trimEnd().split('\n');
  const columns = header.split('\t');
  const cell = (row: string, column: string): string => row.split('\t')[columns.indexOf(column)] ?? '';
  const small = rows.filter((row) => Number(cell(row, 'pages')) > 1 && Number(cell(row, 'pages')) <= REAL_PAGES);
  const chosen = Array.from(
    { length: REAL_FILES },
    (_, index) => small[Math.floor((index * small.length) / REAL_FILES)] ?? '',
  ).map((row) => cell(row, 'file'));
  return Promise.all(
    chosen.map(async (file) => ({
      name: file.replaceAll('/', '-'),
      bytes: await readFile(join(REAL_DOCUMENTS, 'documents', file)),
    })),
  );
};

export const documentsToKill = async (): Promise<KillDocument[]> => [
  { name: 'three-letters.pdf', bytes: await drawLetters(1) },
  { name: 'long-letters.pdf', bytes: await drawLetters(12) },
  { name: 'scan.jpg', bytes: await drawScan() },
  ...(await realDocuments()),
];
