/** Converts a network to the sequence of layers that our kernel runs, or rejects it. */
import { UnsupportedNetworkError, type Layer, type NetworkFile, type Weights } from './trained-data/network-file.ts';

export interface Convolution {
  readonly halfX: number;
  readonly halfY: number;
  readonly xScale: number;
  readonly yScale: number;
  readonly weights: Weights;
}

export interface Recurrence {
  /** `down`: along each column, keeping only the last output; `right` and `left`: along the line. */
  readonly direction: 'down' | 'right' | 'left';
  readonly inputs: number;
  readonly cells: number;
  /** Cell input, input gate, forget gate, output gate. */
  readonly gates: readonly Weights[];
}

export interface NetworkPlan {
  /** Height of an input line in pixels. */
  readonly height: number;
  readonly convolution: Convolution;
  /** The first runs down the columns, the others along the line. */
  readonly recurrences: readonly Recurrence[];
  readonly output: Weights;
}

/** Height in pixels of a line that no network has: those of Tesseract have 36 or 48. */
const MAX_HEIGHT = 512;

/**
 * All line networks of Tesseract have the same structure: convolution and max-pooling, an LSTM that summarises each
 * column, LSTMs along the line, softmax.
 * @throws UnsupportedNetworkError if the network has another structure
 * @throws RangeError if its layers do not fit each other: the file is broken
 */
export function planNetwork({ network, description, nullCode }: NetworkFile): NetworkPlan {
  const other = () => new UnsupportedNetworkError(`it is of another shape: ${description}`);
  const [input, first, pooling, ...rest] = network.kind === 'series' ? network.layers : [];
  const last = rest.pop();
  if (
    input?.kind !== 'input' ||
    input.height > MAX_HEIGHT ||
    first?.kind !== 'series' ||
    pooling?.kind !== 'maxpool' ||
    last?.kind !== 'dense' ||
    last.activation !== 'softmax'
  )
    throw other();
  const [window, dense] = first.layers;
  if (
    first.layers.length !== 2 ||
    window?.kind !== 'convolve' ||
    window.inputs !== 1 ||
    dense?.kind !== 'dense' ||
    dense.activation !== 'tanh'
  )
    throw other();
  const planned = rest.map(planRecurrence).filter((recurrence) => recurrence !== null);
  if (
    planned.length !== rest.length ||
    planned.length === 0 ||
    planned.some(({ direction }, index) => (direction === 'down') !== (index === 0))
  )
    throw other();
  const plan: NetworkPlan = {
    height: input.height,
    convolution: {
      halfX: window.halfX,
      halfY: window.halfY,
      xScale: pooling.xScale,
      yScale: pooling.yScale,
      weights: dense.weights,
    },
    recurrences: planned,
    output: last.weights,
  };
  if (!layersFit(plan) || !(nullCode >= 0 && nullCode < plan.output.outputs))
    throw new RangeError('the layers of this language data do not fit each other');
  return plan;
}

/** Whether each layer has the inputs that the one before it returns: the kernel itself does not check its addresses. */
function layersFit({ height, convolution, recurrences, output }: NetworkPlan): boolean {
  const { halfX, halfY, xScale, yScale, weights } = convolution;
  const inputs = [...recurrences.map((recurrence) => recurrence.inputs), output.inputs];
  const outputs = [weights.outputs, ...recurrences.map(({ cells }) => cells)];
  return (
    Math.min(halfX, halfY) >= 0 &&
    weights.inputs === (2 * halfX + 1) * (2 * halfY + 1) &&
    Math.min(xScale, yScale) >= 1 &&
    yScale <= height &&
    inputs.every((count, at) => count === outputs[at] && count > 0) &&
    [weights, ...recurrences.flatMap(({ gates }) => gates), output].every(hasNumbers)
  );
}

/** Whether the factors of all outputs are numbers in the kernel's 32 bits. */
const hasNumbers = ({ scales, outputs }: Weights): boolean =>
  scales.subarray(0, outputs).every((scale) => Number.isFinite(Math.fround(scale)));

function planRecurrence(layer: Layer): Recurrence | null {
  if (layer.kind === 'lstm' && !layer.summary) return recurrence('right', layer);
  if (layer.kind !== 'reversed' || layer.layer.kind !== 'lstm') return null;
  if (layer.axis === 'transpose') return layer.layer.summary ? recurrence('down', layer.layer) : null;
  return layer.layer.summary ? null : recurrence('left', layer.layer);
}

function recurrence(
  direction: Recurrence['direction'],
  { inputs, outputs, gates }: Extract<Layer, { kind: 'lstm' }>,
): Recurrence {
  return { direction, inputs, cells: outputs, gates };
}
