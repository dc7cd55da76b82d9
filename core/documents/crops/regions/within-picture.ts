/** Documents that the border of a picture cuts off. */
import type { Point, Quadrilateral } from '../../sheets/quadrilateral.ts';
import { sidesMoved } from './sides-moved.ts';

type Size = Readonly<Record<'width' | 'height', number>>;

/** How far a place lies beyond each border of a picture; negative within it. */
const BEYOND: readonly ((place: Point, size: Size) => number)[] = [
  ({ x }) => -x,
  ({ y }) => -y,
  ({ x }, { width }) => x - width,
  ({ y }, { height }) => y - height,
];

/**
 * The document as far as the picture shows it: sides that lie beyond a border are moved to it, and keep their direction. So a
 * corner may still lie beyond the border that the other end of its side has reached: moved there by itself, it would shear the
 * document.
 */
export function withinPicture(corners: Quadrilateral, size: Size): Quadrilateral {
  return BEYOND.reduce((within, beyond) => {
    const by = within.map((_, side) => -inwards(within, side, (place) => beyond(place, size)));
    return by.every((distance) => distance === 0) ? within : (sidesMoved(within, by) ?? within);
  }, corners);
}

/** The distance by which a side is to be moved for one of its ends to reach the border; 0 where an end lies within it. */
function inwards(corners: Quadrilateral, side: number, beyond: (place: Point) => number): number {
  const [before, from, to, after] = [3, 0, 1, 2].map((off) => corners[(side + off) % 4] ?? corners[0]);
  if (before === undefined || from === undefined || to === undefined || after === undefined) return 0;
  if (beyond(from) <= 0 || beyond(to) <= 0) return 0;
  // The end that reaches the border first, on its way along the neighbouring side.
  const [end, neighbour] = beyond(from) < beyond(to) ? [from, before] : [to, after];
  const way = beyond(end) / (beyond(end) - beyond(neighbour));
  if (!(way > 0 && way < 1)) return 0;
  const [x, y] = [way * (neighbour.x - end.x), way * (neighbour.y - end.y)];
  const length = Math.max(1e-6, Math.hypot(to.x - from.x, to.y - from.y));
  return Math.abs(x * (to.y - from.y) - y * (to.x - from.x)) / length;
}
