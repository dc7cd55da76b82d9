/** Reads a page with known lines in three ways and counts the errors of each. */
import { openDocument } from '../../core/documents/formats/open-document.ts';
import { PageImages } from '../../core/documents/page-images.ts';
import { pagePixels } from '../../core/documents/page-pixels.ts';
import { wordsOfPage } from '../../core/ocr/handwriting/choose-words.ts';
import { LANGUAGES } from '../../core/ocr/languages/languages.ts';
import type { LineRecogniser } from '../../core/ocr/lstm/line-recogniser.ts';
import { recognisePage } from '../../core/ocr/pages/recognise-page.ts';
import type { LineReader } from '../../core/ocr/ppocr/line-reader.ts';
import type { RasterImage } from '../../core/ocr/raster-image.ts';
import { textOf } from '../../core/ocr/read-words.ts';
import { characterErrors } from '../ocr/character-error.ts';
import { canBeScored, type KnownLine, type KnownPage } from './known-lines.ts';
import { cutLine } from './cut-line.ts';
import { matchLines } from './match-lines.ts';
import type { Reader, ScoredLine } from './report.ts';
import { uprightLines } from './upright-lines.ts';

/** Pixels per inch at which the known lines are read: the finest at which the service reads a page. */
const LINE_DPI = 300;

export interface PageReaders {
  readonly reader: LineReader;
  readonly print: LineRecogniser;
}

/** A scored line with its true text and what each reader read. */
export interface ReadLine extends ScoredLine {
  readonly truth: string;
  readonly texts: Readonly<Record<Reader, string>>;
}

/**
 * The page is read as the service reads it, but neither straightened as photographs of sheets are nor flattened, so
 * that it is known where the lines lie.
 * @param path of the picture, or of a PDF whose pages are pictures
 * @param page from 1
 */
export async function scorePage(
  path: string,
  page: number,
  known: KnownPage,
  readers: PageReaders,
): Promise<ReadLine[]> {
  const document = await openDocument(path);
  try {
    const size = await document.measurePage(page);
    const images = new PageImages(document, page, size);
    const { width: widthPx, height: heightPx, dpi } = pagePixels(size);
    const found = await recognisePage(
      {
        widthPx,
        heightPx,
        dpi,
        ownDpi: size.ownDpi,
        render: (wanted, orientation) => images.render(wanted, orientation),
      },
      { languages: [] },
    );
    // Afterwards: a picture that was rendered before is kept, and others are made of it.
    const image = await images.render(Math.min(LINE_DPI, size.ownDpi ?? LINE_DPI));
    const upright = uprightLines(known.lines, known, { width: widthPx, height: heightPx }, found);
    const texts = {
      service: matchLines(upright, found.words),
      ...(await readKnownLines(image, uprightLines(known.lines, known, image, { rotation: 0, skew: 0 }), readers)),
    };
    return known.lines.flatMap((line, at) =>
      canBeScored(line)
        ? [
            scoreLine(
              line,
              mapReaders((reader) => texts[reader][at] ?? ''),
            ),
          ]
        : [],
    );
  } finally {
    await document.close();
  }
}

/** @param lines in pixels of the image */
async function readKnownLines(
  image: RasterImage,
  lines: readonly KnownLine[],
  { reader, print }: PageReaders,
): Promise<Readonly<Record<Exclude<Reader, 'service'>, string[]>>> {
  const cut = lines.map(({ outline }) => cutLine(image, outline));
  return {
    reader: (await reader.read(cut, wordsOfPage(LANGUAGES, null))).map(textOf),
    print: cut.map((line) => {
      const whole = { left: 0, top: 0, right: line.width, bottom: line.height };
      return textOf(print.read(line, [whole])[0] ?? []);
    }),
  };
}

function scoreLine({ text }: KnownLine, texts: ReadLine['texts']): ReadLine {
  return {
    truth: text,
    texts,
    characters: characterErrors(text, '').characters,
    edits: mapReaders((reader) => characterErrors(text, texts[reader]).edits),
    found: texts.service !== '',
  };
}

const mapReaders = <Value>(of: (reader: Reader) => Value): Record<Reader, Value> => ({
  reader: of('reader'),
  service: of('service'),
  print: of('print'),
});
