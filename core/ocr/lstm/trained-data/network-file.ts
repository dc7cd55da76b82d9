/** Reads the neural network of language data: a tree of layers, each with its name, its sizes and its int8 weights. */
import { ByteReader } from './byte-reader.ts';

/** A network that our kernel cannot run; Tesseract itself then reads the language. */
export class UnsupportedNetworkError extends Error {
  override readonly name = 'UnsupportedNetworkError';

  /** @param reason a clause with the network as its subject: "it has a layer …" */
  constructor(reason: string) {
    super(`This language's network is left to Tesseract: ${reason}`);
  }
}

/** The weights of a layer: for each output the weights of the inputs, followed by the bias. */
export interface Weights {
  readonly outputs: number;
  /** Without the bias. */
  readonly inputs: number;
  /** Row by row, `inputs + 1` values per row. */
  readonly values: Int8Array;
  /** Factor from the integer sum of a row to its value; an input of 127 represents 1. */
  readonly scales: Float64Array;
}

export type Activation = 'tanh' | 'logistic' | 'relu' | 'linear' | 'softmax';

export type Layer =
  | { readonly kind: 'input'; readonly height: number }
  | { readonly kind: 'convolve'; readonly inputs: number; readonly halfX: number; readonly halfY: number }
  | { readonly kind: 'maxpool'; readonly xScale: number; readonly yScale: number }
  | { readonly kind: 'series'; readonly layers: readonly Layer[] }
  | { readonly kind: 'reversed'; readonly axis: 'x' | 'transpose'; readonly layer: Layer }
  | {
      readonly kind: 'lstm';
      readonly inputs: number;
      readonly outputs: number;
      readonly summary: boolean;
      readonly gates: readonly Weights[];
    }
  | { readonly kind: 'dense'; readonly activation: Activation; readonly weights: Weights };

export interface NetworkFile {
  readonly network: Layer;
  /** Tesseract's VGSL specification, such as `[1,36,0,1[C3,3Ft16]Mp3,3Lfys64Lfx96Lrx96Lfx512O1c1]`. */
  readonly description: string;
  /** Seed of the noise that replaces the pixels outside the image. */
  readonly sampleIteration: number;
  /** Index of the CTC blank: no new character. */
  readonly nullCode: number;
  /** Whether characters are encoded as sequences of outputs (recoder). */
  readonly recoded: boolean;
}

/** Bits of a weight matrix's first byte. */
const INT8 = 1;
const DOUBLE_SCALES = 128;
/** Bit of a network's training flags: the recoder is used. */
const RECODED = 64;
/** Bit of a layer's flags: the learning rates of its sub-layers follow them. */
const LAYER_RATES = 64;
/** Number of gates of an LSTM layer in the file: cell input, input gate, forget gate, output gate. */
const GATES = 4;

const ACTIVATIONS: Readonly<Record<string, Activation>> = {
  Tanh: 'tanh',
  Logistic: 'logistic',
  Relu: 'relu',
  Linear: 'linear',
  Softmax: 'softmax',
};

/**
 * @throws UnsupportedNetworkError if a layer is not supported, or weights are not int8
 * @throws RangeError if the bytes are broken
 */
export function readNetworkFile(bytes: Uint8Array): NetworkFile {
  const reader = new ByteReader(bytes);
  const network = readLayer(reader);
  const description = reader.text();
  const flags = reader.int32();
  reader.int32(); // training iteration
  const sampleIteration = reader.int32();
  const nullCode = reader.int32();
  return { network, description, sampleIteration, nullCode, recoded: (flags & RECODED) !== 0 };
}

function readLayer(reader: ByteReader): Layer {
  const type = reader.int8();
  if (type !== 0) throw new UnsupportedNetworkError('it was written before Tesseract 4.0');
  const name = reader.text();
  reader.int8(); // training state
  reader.int8(); // whether backpropagation is needed
  const ownRates = (reader.int32() & LAYER_RATES) !== 0;
  const inputs = reader.int32();
  const outputs = reader.int32();
  reader.int32(); // number of weights
  reader.text(); // name of the layer
  switch (name) {
    case 'Input':
      return readInput(reader);
    case 'Convolve':
      return readConvolve(reader, inputs);
    case 'Maxpool':
      return { kind: 'maxpool', xScale: reader.int32(), yScale: reader.int32() };
    case 'Series':
      return readSeries(reader, ownRates);
    case 'RTLReversed':
    case 'XYTranspose':
      return readReversed(reader, ownRates, name === 'RTLReversed' ? 'x' : 'transpose');
    case 'LSTM':
    case 'SummLSTM':
      return readLstm(reader, inputs, outputs, name === 'SummLSTM');
    default:
      return readDense(reader, name, inputs, outputs);
  }
}

function readInput(reader: ByteReader): Layer {
  reader.int32(); // batch
  const height = reader.int32();
  reader.int32(); // width: any
  const depth = reader.int32();
  reader.int32(); // loss
  if (height <= 1 || depth !== 1) throw new UnsupportedNetworkError(`its input is ${height} high and ${depth} deep`);
  return { kind: 'input', height };
}

function readConvolve(reader: ByteReader, inputs: number): Layer {
  return { kind: 'convolve', inputs, halfX: reader.int32(), halfY: reader.int32() };
}

function readSeries(reader: ByteReader, ownRates: boolean): Layer {
  const layers = Array.from({ length: reader.count() }, () => readLayer(reader));
  if (ownRates) skipRates(reader);
  return { kind: 'series', layers };
}

function readReversed(reader: ByteReader, ownRates: boolean, axis: 'x' | 'transpose'): Layer {
  if (reader.count() !== 1) throw new UnsupportedNetworkError('it turns several layers round at once');
  const layer = readLayer(reader);
  if (ownRates) skipRates(reader);
  return { kind: 'reversed', axis, layer };
}

function skipRates(reader: ByteReader): void {
  reader.bytes(reader.count() * 4);
}

function readLstm(reader: ByteReader, inputs: number, outputs: number, summary: boolean): Layer {
  const width = reader.int32();
  if (width !== inputs + outputs) throw new UnsupportedNetworkError('it has a two-dimensional LSTM');
  const gates = Array.from({ length: GATES }, () => readWeights(reader));
  if (gates.some((gate) => gate.outputs !== outputs || gate.inputs !== width))
    throw new RangeError('an LSTM of this language data has gates of other sizes');
  return { kind: 'lstm', inputs, outputs, summary, gates };
}

function readDense(reader: ByteReader, name: string, inputs: number, outputs: number): Layer {
  const activation = ACTIVATIONS[name];
  if (activation === undefined) throw new UnsupportedNetworkError(`it has a layer "${name}"`);
  const weights = readWeights(reader);
  if (weights.outputs !== outputs || weights.inputs !== inputs)
    throw new RangeError('a layer of this language data has weights of another size');
  return { kind: 'dense', activation, weights };
}

function readWeights(reader: ByteReader): Weights {
  const mode = reader.uint8();
  if ((mode & INT8) === 0 || (mode & DOUBLE_SCALES) === 0)
    throw new UnsupportedNetworkError('its weights are not whole numbers of 8 bits');
  const outputs = reader.count();
  const columns = reader.count();
  reader.int8(); // default value of an empty cell
  const bytes = reader.bytes(outputs * columns);
  const values = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length).slice();
  const scales = Float64Array.from({ length: reader.count() }, () => reader.float64() / 127);
  if (scales.length < outputs) throw new RangeError('a layer of this language data lacks scales');
  return { outputs, inputs: columns - 1, values, scales };
}
