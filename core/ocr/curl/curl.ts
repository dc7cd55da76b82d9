/** How the lines of a page bend in its picture: the model that is fitted to them, and that flattens the picture. */

/** Places across the page, evenly spaced from its left to its right side, at which the bend is known. */
export const COLUMNS = 17;
/** Heights at which it is known: at the top, in the middle and at the bottom. */
export const ROWS = 3;

/** The bend of a page. Lengths are parts of the picture's width, or of its height if the lines run from top to bottom. */
export interface Curl {
  /** Whether the lines run from top to bottom: then rows and columns of the picture are exchanged. */
  readonly sideways: boolean;
  /** Degrees clockwise by which the lines descend to the right in the mean. */
  readonly skew: number;
  /** How far down the lines are displaced after rotation by the skew: the top row from left to right, then the others. */
  readonly bends: readonly number[];
}

/** Nodes that a place depends on, and their weights. */
export interface Weights {
  readonly nodes: Int32Array;
  readonly weights: Float64Array;
}

/** Nodes of a place: four columns of each row. */
export const NODES_OF_PLACE = 4 * ROWS;

/**
 * The weights of the nodes at a place: cubic convolution across, a parabola down.
 * @param x  part of the width from the middle, −0.5 to 0.5; beyond, the bend is that of the side
 * @param down  part of the height from the middle, −0.5 to 0.5; beyond, the bend is that of the top or bottom
 */
export function weightsAt(x: number, down: number, to: Weights): void {
  const across = Math.min(COLUMNS - 1.000_001, Math.max(0, (x + 0.5) * (COLUMNS - 1)));
  const v = 2 * Math.min(0.5, Math.max(-0.5, down));
  const column = Math.floor(across);
  const t = across - column;
  const columns = [
    (-t + 2 * t * t - t * t * t) / 2,
    (2 - 5 * t * t + 3 * t * t * t) / 2,
    (t + 4 * t * t - 3 * t * t * t) / 2,
    (t * t * t - t * t) / 2,
  ];
  const rows = [(v * v - v) / 2, 1 - v * v, (v * v + v) / 2];
  for (let row = 0, at = 0; row < ROWS; row += 1)
    for (let near = 0; near < 4; near += 1, at += 1) {
      to.nodes[at] = row * COLUMNS + Math.min(COLUMNS - 1, Math.max(0, column + near - 1));
      to.weights[at] = (rows[row] ?? 0) * (columns[near] ?? 0);
    }
}

export const newWeights = (): Weights => ({
  nodes: new Int32Array(NODES_OF_PLACE),
  weights: new Float64Array(NODES_OF_PLACE),
});

/** The bend at a place of the flat page. */
export function bendAt(bends: ArrayLike<number>, x: number, down: number, scratch: Weights): number {
  weightsAt(x, down, scratch);
  let bend = 0;
  for (let at = 0; at < NODES_OF_PLACE; at += 1)
    bend += (scratch.weights[at] ?? 0) * (bends[scratch.nodes[at] ?? 0] ?? 0);
  return bend;
}

/**
 * Where a place of the flat page is in a picture of this size, in pixels.
 * @returns a function from a place of the flat page
 */
export function unflatten(
  { sideways, skew, bends }: Curl,
  size: { readonly width: number; readonly height: number },
): (x: number, y: number) => { readonly x: number; readonly y: number } {
  const [width, height] = sideways ? [size.height, size.width] : [size.width, size.height];
  const [cosine, sine] = [Math.cos((skew * Math.PI) / 180), Math.sin((skew * Math.PI) / 180)];
  const scratch = newWeights();
  const seenAt = (x: number, y: number) => {
    const right = x - width / 2;
    const down = y - height / 2;
    const bent = down + width * bendAt(bends, right / width, down / height, scratch);
    return { x: width / 2 + right * cosine - bent * sine, y: height / 2 + right * sine + bent * cosine };
  };
  if (!sideways) return seenAt;
  return (x, y) => {
    const seen = seenAt(y, x);
    return { x: seen.y, y: seen.x };
  };
}
