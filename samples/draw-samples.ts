/** `npm run samples`: draws samples/*.pdf and their expected splits (samples/*.expected.json), deterministically. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { czechMinutes } from './documents/czech-minutes.ts';
import { dutchDeliveryNote } from './documents/dutch-delivery-note.ts';
import { englishInvoice } from './documents/english-invoice.ts';
import { frenchContract } from './documents/french-contract.ts';
import { germanLetter } from './documents/german-letter.ts';
import { italianForm } from './documents/italian-form.ts';
import { polishReceipt } from './documents/polish-receipt.ts';
import { spanishStatement } from './documents/spanish-statement.ts';
import { drawPdf } from './drawing/draw-pdf.ts';
import { scanPdf, type ScannedSide } from './drawing/scan.ts';
import type { SampleDocument } from './drawing/sheet.ts';

const MIXED: readonly SampleDocument[] = [
  englishInvoice,
  germanLetter,
  frenchContract,
  polishReceipt,
  spanishStatement,
  italianForm,
  czechMinutes,
  dutchDeliveryNote,
];

interface SubDocument {
  readonly name: string;
  readonly pages: readonly number[];
}

/** A scanned document. A blank verso belongs to the document before it. */
interface Scanned {
  readonly document: SampleDocument;
  readonly upsideDownPage?: number;
  readonly blankAfter?: boolean;
}

const SCANNED: readonly Scanned[] = [
  { document: germanLetter, blankAfter: true },
  { document: frenchContract, upsideDownPage: 2 },
  { document: polishReceipt },
  { document: englishInvoice },
  { document: italianForm },
];

await writeSample('mixed-mail', await drawPdf(MIXED), subDocuments(MIXED.map((document) => ({ document }))));
await writeSample(
  'scanned-mail',
  await scanPdf(await drawPdf(SCANNED.map(({ document }) => document)), sidesOf(SCANNED), 20_261_001),
  subDocuments(SCANNED),
);

function sidesOf(scanned: readonly Scanned[]): ScannedSide[] {
  let page = 0;
  return scanned.flatMap(({ document, upsideDownPage, blankAfter }) => {
    const sides: ScannedSide[] = document.pages.map((_, index) => {
      page += 1;
      return { page, upsideDown: index + 1 === upsideDownPage };
    });
    return blankAfter === true ? [...sides, { blank: true }] : sides;
  });
}

function subDocuments(scanned: readonly Scanned[]): SubDocument[] {
  let last = 0;
  return scanned.map(({ document, blankAfter }) => {
    const first = last + 1;
    last += document.pages.length + (blankAfter === true ? 1 : 0);
    return { name: document.title, pages: Array.from({ length: last - first + 1 }, (_, index) => first + index) };
  });
}

async function writeSample(name: string, pdf: Uint8Array, documents: readonly SubDocument[]): Promise<void> {
  await writeFile(join(import.meta.dirname, `${name}.pdf`), pdf);
  await writeFile(
    join(import.meta.dirname, `${name}.expected.json`),
    `${JSON.stringify({ sub_documents: documents }, null, 2)}\n`,
  );
  const pages = documents.at(-1)?.pages.at(-1) ?? 0;
  const kilobytes = Math.round(pdf.length / 1024);
  console.log(`samples/${name}.pdf: ${documents.length} documents, ${pages} pages, ${kilobytes} kB`);
}
