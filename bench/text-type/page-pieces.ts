/** The pieces of a page's lines with their features and, where it is known, their kind. */
import { openDocument } from '../../core/documents/formats/open-document.ts';
import { PageImages } from '../../core/documents/page-images.ts';
import { pagePixels } from '../../core/documents/page-pixels.ts';
import type { Language } from '../../core/ocr/languages/languages.ts';
import type { Box } from '../../core/ocr/lstm/line-image.ts';
import { apartFrom } from '../../core/ocr/handwriting/apart-lines.ts';
import {
  featuresOfPiece,
  shapesOfLines,
  wordsWithin,
  type LineShapes,
} from '../../core/ocr/handwriting/line-pieces.ts';
import { inkPictureOf, type InkPicture } from '../../core/ocr/handwriting/network/ink-picture.ts';
import { countLetters, textHeightOf } from '../../core/ocr/handwriting/piece-features.ts';
import { readPageLines, type PageLines } from '../../core/ocr/pages/read-page-lines.ts';
import { meanConfidence } from '../../core/ocr/read-words.ts';
import { seededRandom } from '../../model-container/random.ts';
import { cutColumns, type PicturedRun } from './pictures-file.ts';
import type { Kind, Piece } from './pieces-file.ts';

/** Says which kind a word of the page is; null if that is not known. @param box in parts of the page's sides */
export type KindOfWord = (box: Box) => Kind | null;

/** Reads an image file as OCR does. @returns null for a page without ink that may be text */
export async function linesOfImage(path: string, languages: readonly Language[]): Promise<PageLines | null> {
  const reader = await openDocument(path);
  try {
    const size = await reader.measurePage(1);
    const images = new PageImages(reader, 1, size);
    const { width: widthPx, height: heightPx, dpi } = pagePixels(size);
    const render = (wanted: number, orientation?: Parameters<PageImages['render']>[1]) =>
      images.render(wanted, orientation);
    return await readPageLines({ widthPx, heightPx, dpi, ownDpi: size.ownDpi, render }, { languages });
  } finally {
    await reader.close();
  }
}

/** Parts of a line that are taken beside the whole, at most. */
const PARTS = 2;

/** The pieces of a page: every line as far as it has one kind, and parts of one to three words. */
export function piecesOf(
  read: PageLines,
  kindOf: KindOfWord,
  about: Pick<Piece, 'page' | 'source' | 'language'>,
  seed: number,
): Piece[] {
  const { page, lines, unconvincing } = read;
  const random = seededRandom(seed);
  return shapesOfLines(page, [...lines, ...apartFrom(lines, unconvincing)])
    .flatMap((line) => {
      const piece = (kind: Kind, from: number, to: number, whole: boolean): Piece => ({
        ...about,
        kind,
        whole,
        words: to - from,
        features: Array.from(featuresOfPiece(line, from, to, page.dpi)),
      });
      return runsOfOneKind(line, kindOf, page.image).flatMap(({ kind, from, to }) => {
        const parts =
          to - from < 3
            ? []
            : Array.from({ length: kind === 'printed' ? PARTS : 2 * PARTS }, () => {
                const words = 1 + random.below(3);
                const start = from + random.below(to - from - words + 1);
                return piece(kind, start, start + words, false);
              });
        return [piece(kind, from, to, true), ...parts];
      });
    })
    .filter(({ features }) => !Number.isNaN(features[0]));
}

/** Ink pictures of the page's lines, as far as each has one kind. */
export function picturesOf(
  { page, lines, unconvincing }: Pick<PageLines, 'page' | 'lines' | 'unconvincing'>,
  kindOf: KindOfWord,
  about: Pick<PicturedRun, 'page' | 'source'>,
): PicturedRun[] {
  return shapesOfLines(page, [...lines, ...apartFrom(lines, unconvincing)]).flatMap((shapes) => {
    const { line, boxes, words } = shapes;
    const ink = words.flatMap((word) => word.shapes);
    const picture = inkPictureOf(page.image, boxes, ink, textHeightOf(words));
    if (picture === null) return [];
    return runsOfOneKind(shapes, kindOf, page.image).flatMap(({ kind, from, to }) => {
      const columns = boxes.slice(from, to).map((box) => columnsOf(box, picture));
      const [left, right] = [columns[0]?.[0] ?? 0, Math.max(...columns.map(([, end]) => end))];
      if (right <= left) return [];
      return {
        ...about,
        kind,
        confidence: meanConfidence(wordsWithin(line, boxes, from, to)),
        letters: countLetters(words.slice(from, to)),
        words: columns.map(([start, end]) => [start - left, end - left] as const),
        picture: cutColumns(picture.data, left, right),
      };
    });
  });
}

function columnsOf({ left, right }: Box, { width, left: start, scale }: InkPicture): [number, number] {
  const column = (x: number) => Math.max(0, Math.min(width, Math.round((x - start) / scale)));
  return [column(left), column(right)];
}

function runsOfOneKind(
  { boxes }: LineShapes,
  kindOf: KindOfWord,
  { width, height }: { readonly width: number; readonly height: number },
): { kind: Kind; from: number; to: number }[] {
  const runs: { kind: Kind; from: number; to: number }[] = [];
  for (const [at, { left, top, right, bottom }] of boxes.entries()) {
    const kind = kindOf({ left: left / width, top: top / height, right: right / width, bottom: bottom / height });
    if (kind === null) continue;
    const last = runs.at(-1);
    if (last?.kind === kind && last.to === at) last.to = at + 1;
    else runs.push({ kind, from: at, to: at + 1 });
  }
  return runs;
}
