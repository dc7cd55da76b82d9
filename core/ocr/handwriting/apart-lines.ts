/** Leaves out lines that were found a second time. */
import { unite } from '../layout/page-layout.ts';
import type { Box } from '../lstm/line-image.ts';
import type { LineReading } from '../lines/read-lines.ts';

/** Part of a line's area that another one covers where both are the same. */
const SAME_PLACE = 0.3;

/** Those of the further lines that stand where no other line stands; a line may have been found twice. */
export function apartFrom(lines: readonly LineReading[], further: readonly LineReading[]): LineReading[] {
  const taken = lines.flatMap(({ segment }) => (segment.rotation === 0 ? [unite(segment.words)] : []));
  return further.filter(({ segment }) => {
    const box = unite(segment.words);
    if (segment.rotation !== 0 || taken.some((other) => sharedArea(box, other) > SAME_PLACE * areaOf(box)))
      return false;
    taken.push(box);
    return true;
  });
}

const areaOf = ({ left, top, right, bottom }: Box): number => Math.max(0, right - left) * Math.max(0, bottom - top);
const sharedArea = (a: Box, b: Box): number =>
  areaOf({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  });
