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

/**
 * All line networks of Tesseract have the same structure: convolution and max-pooling, an LSTM that summarises each
 * column, LSTMs along the line, softmax.
 * @throws UnsupportedNetworkError if the network has another structure
 */
export function planNetwork({ network, description }: NetworkFile): NetworkPlan {
  const other = () => new UnsupportedNetworkError(`it is of another shape: ${description}`);
  const [input, first, pooling, ...rest] = network.kind === 'series' ? network.layers : [];
  const last = rest.pop();
  if (
    input?.kind !== 'input' ||
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
  return {
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
}

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
