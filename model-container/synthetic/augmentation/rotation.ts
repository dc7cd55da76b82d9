/** Rotation augmentation: pages whose orientation was not detected, rotated by 90, 180 or 270 degrees. */
import type { PageRecord, Word } from '../../../core/documents/page-record.ts';
import type { Random } from '../../random.ts';

/** Clockwise quarter turns. */
type Quarters = 1 | 2 | 3;

/**
 * The page rotated by a random angle, with all of its words, with some garbled ones, or with none, as OCR would read
 * it.
 */
export function rotatePage(page: PageRecord, random: Random): PageRecord {
  const quarters = random.pick([1, 2, 2, 3] as const);
  const rotated = rotateRecord(page, quarters);
  const read = random.next();
  if (read < 0.3) return rotated;
  if (read < 0.65) return { ...rotated, words: [], fulltext: '', text_source: 'none', language: null };
  const words = rotated.words
    .filter(() => random.chance(0.5))
    .map((word): Word => ({ ...word, text: garble(word.text, random), entropy: 1 + random.next() }));
  return {
    ...rotated,
    words,
    fulltext: words.map((word) => word.text).join(' '),
    text_source: words.length === 0 ? 'none' : 'ocr',
    language: null,
  };
}

/** The page record rotated clockwise by so many quarter turns: size, words and thumbnail. */
export function rotateRecord(page: PageRecord, quarters: Quarters): PageRecord {
  const sideways = quarters !== 2;
  const { width, height, thumbnail } = page;
  return {
    ...page,
    ...(sideways ? { width: height, height: width } : {}),
    words: page.words.map((word) => ({ ...word, ...rotateBox(word, page, quarters) })),
    thumbnail: {
      ...(sideways
        ? { width: thumbnail.height, height: thumbnail.width }
        : { width: thumbnail.width, height: thumbnail.height }),
      grey: rotateThumbnail(thumbnail, quarters),
    },
  };
}

type Box = Pick<Word, 'x1' | 'y1' | 'x2' | 'y2'>;

function rotateBox({ x1, y1, x2, y2 }: Box, { width, height }: PageRecord, quarters: Quarters): Box {
  if (quarters === 1) return { x1: height - y2, y1: x1, x2: height - y1, y2: x2 };
  if (quarters === 2) return { x1: width - x2, y1: height - y2, x2: width - x1, y2: height - y1 };
  return { x1: y1, y1: width - x2, x2: y2, y2: width - x1 };
}

function rotateThumbnail({ width, height, grey }: PageRecord['thumbnail'], quarters: Quarters): string {
  const from = Buffer.from(grey, 'base64');
  const to = Buffer.alloc(from.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at =
        quarters === 1
          ? x * height + height - 1 - y
          : quarters === 2
            ? (height - 1 - y) * width + width - 1 - x
            : (width - 1 - x) * height + y;
      to[at] = from[y * width + x] ?? 255;
    }
  }
  return to.toString('base64');
}

const GARBLE = Array.from('aeoiuvnmwHIlE|/\\_~.,:;-\'"^SJZ7190');

const garble = (text: string, random: Random): string =>
  Array.from(text.slice(0, 6), () => random.pick(GARBLE)).join('');
