/**
 * Maps the words of a text layer from points on the page as a viewer displays it to pixels of the upright page image.
 */
import type { TextLayerWord } from '../formats/document-reader.ts';
import type { PageRecord, Word } from '../page-record.ts';
import type { PagePixels } from '../page-pixels.ts';
import { POINTS_PER_INCH } from '../../units.ts';

/** A word without line and block; corners in page pixels. */
export type PlacedWord = Pick<Word, 'x1' | 'y1' | 'x2' | 'y2' | 'text'> & Pick<TextLayerWord, 'rotation'>;

export type Corners = Pick<Word, 'x1' | 'y1' | 'x2' | 'y2'>;

/** The size of a page image after a rotation. */
export const rotatedSize = (
  { width, height }: { width: number; height: number },
  rotation: PageRecord['rotation'],
): { width: number; height: number } =>
  rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };

/** The box on a page of this size after the page is rotated. */
export const rotateBox = (box: Corners, width: number, height: number, rotation: PageRecord['rotation']): Corners => {
  const { x1, y1, x2, y2 } = box;
  if (rotation === 90) return { x1: height - y2, y1: x1, x2: height - y1, y2: x2 };
  if (rotation === 180) return { x1: width - x2, y1: height - y2, x2: width - x1, y2: height - y1 };
  if (rotation === 270) return { x1: y1, y1: width - x2, x2: y2, y2: width - x1 };
  return box;
};

/**
 * Returns the words in integer pixels of the upright page, at least one pixel wide and high.
 * Words whose centre is outside the page (outside the crop box, so that viewers do not display them) are left out.
 */
export const placeWords = (
  words: readonly TextLayerWord[],
  pixels: PagePixels,
  rotation: PageRecord['rotation'],
): PlacedWord[] => {
  const scale = pixels.dpi / POINTS_PER_INCH;
  const { width, height } = rotatedSize(pixels, rotation);
  const clamp = (value: number, largest: number): number => Math.min(Math.max(Math.round(value), 0), largest);
  const placed: PlacedWord[] = [];
  for (const word of words) {
    const scaled = {
      x1: word.x1 * scale,
      y1: word.y1 * scale,
      x2: word.x2 * scale,
      y2: word.y2 * scale,
    };
    const box = rotateBox(scaled, pixels.width, pixels.height, rotation);
    const middleX = (box.x1 + box.x2) / 2;
    const middleY = (box.y1 + box.y2) / 2;
    if (!(middleX >= 0 && middleX <= width && middleY >= 0 && middleY <= height)) continue;
    const x1 = clamp(box.x1, width - 1);
    const y1 = clamp(box.y1, height - 1);
    placed.push({
      x1,
      y1,
      x2: Math.max(clamp(box.x2, width), x1 + 1),
      y2: Math.max(clamp(box.y2, height), y1 + 1),
      text: word.text,
      ...(word.rotation === undefined ? {} : { rotation: word.rotation }),
    });
  }
  return placed;
};

/**
 * The words on an image of the page of this size, in integer pixels, at least one pixel wide and high.
 * @param from  size of the image that the boxes refer to
 */
export const scaleWords = (
  words: Word[],
  from: { width: number; height: number },
  to: { width: number; height: number },
): Word[] => {
  if (from.width === to.width && from.height === to.height) return words;
  const scale = (value: number, length: number, other: number, largest: number): number =>
    Math.min(Math.round((value * other) / length), largest);
  return words.map((word) => {
    const x1 = scale(word.x1, from.width, to.width, to.width - 1);
    const y1 = scale(word.y1, from.height, to.height, to.height - 1);
    const x2 = Math.max(scale(word.x2, from.width, to.width, to.width), x1 + 1);
    const y2 = Math.max(scale(word.y2, from.height, to.height, to.height), y1 + 1);
    return { ...word, x1, y1, x2, y2 };
  });
};
