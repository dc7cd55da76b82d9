/** Minimises smooth convex functions by L-BFGS (Nocedal and Wright, *Numerical Optimization*, algorithm 7.5). */

type Numbers = Float64Array<ArrayBuffer>;

/** Writes the gradient at `point` to `gradient` and returns the function's value at `point`. */
export type SmoothFunction = (point: Numbers, gradient: Numbers) => number;

/** Pairs of steps and gradient changes that approximate the Hessian. */
const MEMORY = 8;
const MAX_STEPS = 120;
/** The iteration ends when a step lowers the value by less than this share of it. */
const TOLERANCE = 1e-5;

interface Pair {
  readonly step: Numbers;
  readonly change: Numbers;
  readonly product: number;
}

/** The minimum that the iteration reaches from `start`. The same function and start give the same point. */
export function minimise(f: SmoothFunction, start: Numbers): Numbers {
  let point = Float64Array.from(start);
  let gradient = new Float64Array(point.length);
  let value = f(point, gradient);
  const pairs: Pair[] = [];
  for (let round = 0; round < MAX_STEPS; round += 1) {
    const direction = descentDirection(gradient, pairs);
    const next = searchLine(f, point, value, gradient, direction, pairs.length === 0);
    if (next === undefined) break;
    const step = difference(next.point, point);
    const change = difference(next.gradient, gradient);
    const product = dot(step, change);
    if (product > 1e-12) {
      pairs.push({ step, change, product });
      if (pairs.length > MEMORY) pairs.shift();
    }
    const decrease = value - next.value;
    ({ point, gradient, value } = next);
    if (decrease <= TOLERANCE * Math.max(1e-9, Math.abs(value))) break;
  }
  return point;
}

function descentDirection(gradient: Numbers, pairs: readonly Pair[]): Numbers {
  const direction = gradient.map((slope) => -slope);
  const shares: number[] = [];
  for (const { step, change, product } of [...pairs].reverse()) {
    const share = dot(step, direction) / product;
    shares.push(share);
    addScaled(direction, change, -share);
  }
  const last = pairs.at(-1);
  if (last !== undefined) scale(direction, last.product / dot(last.change, last.change));
  for (const { step, change, product } of pairs)
    addScaled(direction, step, (shares.pop() ?? 0) - dot(change, direction) / product);
  return direction;
}

interface LineSearchResult {
  readonly point: Numbers;
  readonly gradient: Numbers;
  readonly value: number;
}

/** Backtracking line search with the Armijo condition; undefined where no step lowers the value. */
function searchLine(
  f: SmoothFunction,
  from: Numbers,
  value: number,
  gradient: Numbers,
  direction: Numbers,
  first: boolean,
): LineSearchResult | undefined {
  const slope = dot(gradient, direction);
  if (slope >= 0) return undefined;
  let length = first ? Math.min(1, 1 / Math.sqrt(dot(gradient, gradient))) : 1;
  for (let tries = 0; tries < 30; tries += 1, length /= 2) {
    const point = Float64Array.from(from);
    addScaled(point, direction, length);
    const slopes = new Float64Array(point.length);
    const candidate = f(point, slopes);
    if (candidate <= value + 1e-4 * length * slope) return { point, gradient: slopes, value: candidate };
  }
  return undefined;
}

function dot(a: Numbers, b: Numbers): number {
  let sum = 0;
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function addScaled(to: Numbers, of: Numbers, factor: number): void {
  for (let at = 0; at < to.length; at += 1) to[at] = (to[at] ?? 0) + factor * (of[at] ?? 0);
}

function scale(values: Numbers, factor: number): void {
  for (let at = 0; at < values.length; at += 1) values[at] = (values[at] ?? 0) * factor;
}

const difference = (a: Numbers, b: Numbers): Numbers => a.map((value, at) => value - (b[at] ?? 0));
