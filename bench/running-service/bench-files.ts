/** The files that the benches post, made once and kept in the system's temporary folder. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import sharp from 'sharp';
import { openDocument } from '../../core/documents/formats/open-document.ts';
import type { KnownPage } from '../ocr/known-pages.ts';
import { samplePath, sharedDocuments } from '../shared-data.ts';

const SCAN_DPI = 200;
const FOLDER = join(tmpdir(), 'tearline-bench-files');

/** A file of this name, made by `make` where it is not there yet. */
async function kept(name: string, make: () => Promise<Uint8Array>): Promise<string> {
  await mkdir(FOLDER, { recursive: true });
  const path = join(FOLDER, name);
  if (existsSync(path)) return path;
  await writeFile(`${path}.${process.pid}`, await make());
  await rename(`${path}.${process.pid}`, path);
  return path;
}

/** These pages as a scanner delivers them: grey images at 200 dpi, JPEG, no text. */
export const scannedFile = (name: string, pages: readonly KnownPage[]): Promise<string> =>
  kept(`${name}-${pages.length}.pdf`, async () => {
    const pdf = await PDFDocument.create();
    for (const known of pages) await addScan(pdf, known);
    return pdf.save();
  });

async function addScan(pdf: PDFDocument, { path, page }: Pick<KnownPage, 'path' | 'page'>): Promise<void> {
  const reader = await openDocument(path);
  try {
    const { widthMm, heightMm } = await reader.pageSize(page);
    const size = { width: Math.round((widthMm / 25.4) * SCAN_DPI), height: Math.round((heightMm / 25.4) * SCAN_DPI) };
    const { data } = await reader.render(page, size, 1);
    const jpeg = await sharp(data, { raw: { ...size, channels: 1 } })
      .toColourspace('b-w')
      .jpeg({ quality: 85 })
      .toBuffer();
    const sheet = pdf.addPage([(widthMm / 25.4) * 72, (heightMm / 25.4) * 72]);
    sheet.drawImage(await pdf.embedJpg(jpeg), { x: 0, y: 0, width: sheet.getWidth(), height: sheet.getHeight() });
  } finally {
    await reader.close();
  }
}

/** Born-digital documents one after another, cut at exactly `count` pages; only pages whose text layer can be used, as a program that makes PDFs writes them. */
export const digitalFile = (count: number): Promise<string> =>
  kept(`born-digital-${count}.pdf`, async () => {
    const pdf = await PDFDocument.create();
    for (const path of await digitalPaths()) {
      if (pdf.getPageCount() >= count) break;
      if (await hasGoodTextLayers(path)) await append(pdf, path, count - pdf.getPageCount());
    }
    while (pdf.getPageCount() < count) await append(pdf, samplePath('mixed-mail.pdf'), count - pdf.getPageCount());
    return pdf.save();
  });

async function hasGoodTextLayers(path: string): Promise<boolean> {
  const reader = await openDocument(path);
  try {
    for (let page = 1; page <= reader.pageCount; page += 1)
      if ((await reader.textLayer(page)).quality !== 'good') return false;
    return true;
  } finally {
    await reader.close();
  }
}

/** Mixed mail: of every ten pages nine are born digital and one is scanned, whatever the length: figures a page can be compared. */
export const mixedFile = (count: number, scans: readonly KnownPage[]): Promise<string> =>
  kept(`mixed-${count}.pdf`, async () => {
    const pdf = await PDFDocument.create();
    const digital = await PDFDocument.load(await readFile(await digitalFile(90)));
    const scanned = await PDFDocument.load(await readFile(await scannedFile('english', scans)));
    const copies = {
      digital: await pdf.copyPages(digital, digital.getPageIndices()),
      scanned: await pdf.copyPages(scanned, scanned.getPageIndices()),
    };
    for (let index = 0; index < count; index += 1) {
      const source = index % 10 === 9 ? copies.scanned : copies.digital;
      const page = source[(index % 10 === 9 ? Math.floor(index / 10) : index) % source.length];
      if (page !== undefined) pdf.addPage(page);
    }
    return pdf.save();
  });

async function digitalPaths(): Promise<readonly string[]> {
  const documents = await sharedDocuments();
  const digital = documents.filter(
    ({ textLayerShare, imageShare, pages }) => textLayerShare === 1 && imageShare === 0 && pages <= 6,
  );
  // Sources and kinds lie together in the manifest: a stride mixes them.
  return Array.from({ length: digital.length }, (_, index) => digital[(index * 37) % digital.length]?.path).filter(
    (path) => path !== undefined,
  );
}

async function append(pdf: PDFDocument, path: string, atMost: number): Promise<void> {
  try {
    const source = await PDFDocument.load(await readFile(path));
    for (const page of await pdf.copyPages(source, source.getPageIndices().slice(0, atMost))) pdf.addPage(page);
  } catch {
    // Files that this writer cannot copy from are left out: they would say nothing about reading.
  }
}
