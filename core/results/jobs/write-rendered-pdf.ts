/** Writes a PDF of rendered pages: each has its image as processed, and its words as invisible text over it. */
import { openDocument } from '../../documents/formats/open-document.ts';
import type { PageRecord } from '../../documents/page-record.ts';
import type { ParserJob, RenderedPdfOptions } from '../../parser-jobs.ts';
import { encodeJpeg } from '../images/encode-jpeg.ts';
import { archivalMembers } from '../pdf/writing/archival-metadata.ts';
import { GlyphlessFont } from '../pdf/writing/glyphless-font.ts';
import { invisibleText } from '../pdf/writing/invisible-text.ts';
import { imageObject } from '../pdf/writing/image-object.ts';
import { asContents } from '../pdf/writing/page-content.ts';
import { PdfFileWriter } from '../pdf/writing/pdf-file-writer.ts';
import type { PdfRef } from '../../documents/pdf/syntax/pdf-objects.ts';
import { dictOf, name, textString } from '../../documents/pdf/syntax/pdf-objects.ts';
import { streamPageKey, streamPagesOf } from '../../requests/pages/stream-pages.ts';
import { LastRender } from '../images/last-render.ts';
import { withTextOfKind } from '../text/text-of-kind.ts';
import { printable } from '../text/printable-text.ts';
import { readRecordFiles } from '../record-files.ts';
import { layOutPage } from '../pdf/writing/rendered-layout.ts';
import { renderUpright } from '../images/upright-image.ts';

const DEFAULT_JPEG_QUALITY = 75;
const PRODUCER = 'Tearline';

interface RenderedPdf {
  readonly writer: PdfFileWriter;
  readonly font: GlyphlessFont;
  readonly tree: PdfRef;
  readonly options: RenderedPdfOptions;
}

/** Writes the pages in page order, with one page in memory at a time. */
export const run: ParserJob<'writeRenderedPdf'> = async (
  { path, recordPaths, pages, crops, options, textType, title, outPath },
  report,
) => {
  const document = await openDocument(path);
  const reader = new LastRender(document);
  const writer = new PdfFileWriter(outPath, '1.7');
  try {
    const pdf: RenderedPdf = { writer, font: new GlyphlessFont(writer), tree: writer.reserve(), options };
    const refs: PdfRef[] = [];
    const wanted = new Set(streamPagesOf({ pages, crops }).map(streamPageKey));
    for await (const record of readRecordFiles(recordPaths, wanted)) {
      refs.push(await writePage(pdf, reader, withTextOfKind(record, textType)));
      report.page(record.page);
    }
    finish(pdf, refs, printable(title).trim());
    return { pages: refs.length };
  } finally {
    writer.close();
    await document.close();
  }
};

async function writePage(
  { writer, font, tree, options }: RenderedPdf,
  reader: LastRender,
  record: PageRecord,
): Promise<PdfRef> {
  const layout = layOutPage(record, options);
  const { page, image, pixels } = layout;
  const jpeg = await encodeJpeg(
    await renderUpright(reader, record, pixels),
    options.jpeg_quality ?? DEFAULT_JPEG_QUALITY,
  );
  const imageRef = writer.add(
    imageObject(
      pixels,
      {
        ColorSpace: name(jpeg.grey ? 'DeviceGray' : 'DeviceRGB'),
        BitsPerComponent: 8,
        Filter: name('DCTDecode'),
      },
      jpeg.bytes,
    ),
  );
  const words = record.words.map((word) => ({ ...word, text: printable(word.text).trim() }));
  const matrix = [image.width, 0, 0, image.height, image.x, image.y].map((number) => number.toFixed(4)).join(' ');
  const drawImage = `q ${matrix} cm /Im0 Do Q`;
  return writer.add(
    dictOf({
      Type: name('Page'),
      Parent: tree,
      MediaBox: [0, 0, page.width, page.height],
      Resources: dictOf({ XObject: dictOf({ Im0: imageRef }), Font: dictOf({ F0: font.ref }) }),
      Contents: writer.add(asContents(`${drawImage}\n${invisibleText(words, record, layout, font)}`)),
    }),
  );
}

function finish({ writer, font, tree, options }: RenderedPdf, refs: readonly PdfRef[], title: string): void {
  font.finish();
  writer.write(tree, dictOf({ Type: name('Pages'), Count: refs.length, Kids: refs }));
  const archival = options.pdfa_compliant === true ? archivalMembers(writer, title, PRODUCER) : [];
  const root = writer.add(
    new Map([
      ...dictOf({ Type: name('Catalog'), Pages: tree, ViewerPreferences: dictOf({ DisplayDocTitle: true }) }),
      ...archival,
    ]),
  );
  writer.finish(root, writer.add(dictOf({ Title: textString(title), Producer: textString(PRODUCER) })));
}
