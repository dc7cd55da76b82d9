/** The weights of a network's layers in 8 bits, in the order of the layers: how they are kept in a file. */

/** The file: strings of base64. The weights, one byte each; the scale of each output's weights, and the biases. */
export interface WeightsFile {
  readonly weights: string;
  readonly scales: string;
  readonly biases: string;
}

export interface Layer {
  readonly outputs: number;
  /** For each input of an output, the weights of all outputs. */
  readonly weights: Float32Array;
  readonly biases: Float32Array;
}

/** Reads one layer after the other. */
export class LayerReader {
  readonly #weights: Int8Array;
  readonly #scales: Float32Array;
  readonly #biases: Float32Array;
  #weightsRead = 0;
  #outputsRead = 0;

  constructor(file: WeightsFile) {
    this.#weights = Int8Array.from(Buffer.from(file.weights, 'base64'));
    this.#scales = floatsOf(file.scales);
    this.#biases = floatsOf(file.biases);
  }

  /** The next layer, incomplete where the file ends before it does. */
  layer(inputs: number, outputs: number): Layer {
    const [from, first] = [this.#weightsRead, this.#outputsRead];
    this.#weightsRead += inputs * outputs;
    this.#outputsRead += outputs;
    const scales = this.#scales.subarray(first, this.#outputsRead);
    const weights = this.#weights.subarray(from, this.#weightsRead);
    return {
      outputs,
      weights: Float32Array.from(weights, (weight, at) => weight * (scales[at % outputs] ?? Number.NaN)),
      biases: this.#biases.slice(first, this.#outputsRead),
    };
  }

  /** Whether the layers that were read are all of the file, and its scales and biases are numbers. */
  get isWhole(): boolean {
    return (
      this.#weightsRead === this.#weights.length &&
      this.#outputsRead === this.#scales.length &&
      this.#outputsRead === this.#biases.length &&
      [...this.#scales, ...this.#biases].every(Number.isFinite)
    );
  }
}

/** Little-endian numbers of 32 bits. */
function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, 'base64');
  const numbers = new Float32Array(Math.floor(bytes.length / 4));
  for (let at = 0; at < numbers.length; at += 1) numbers[at] = bytes.readFloatLE(4 * at);
  return numbers;
}
