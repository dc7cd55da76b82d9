/** Lines of words at given places, as the recogniser returns them. */
import type { Box } from '../../../../core/ocr/lstm/line-image.ts';
import type { LineRotation } from '../../../../core/ocr/layout/rotate-image.ts';
import type { LineReading } from '../../../../core/ocr/lines/read-lines.ts';

interface Numbers {
  readonly line?: number;
  readonly block?: number;
  readonly rotation?: LineRotation;
}

/**
 * A segment with one word, which fills it.
 * @param box of the word on the page
 * @param own box of the segment on the page rotated by its rotation
 */
export function drawReading(
  text: string,
  box: Box,
  { line = 0, block = 0, rotation = 0 }: Numbers = {},
  own = box,
): LineReading {
  const word = { x1: box.left, y1: box.top, x2: box.right, y2: box.bottom, text, confidence: 90, entropy: 0 };
  return { segment: { rotation, box: own, words: [own], line, block }, words: [{ ...word, line, block }] };
}
