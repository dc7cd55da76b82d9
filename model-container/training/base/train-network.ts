/**
 * Trains a network with AdamW. This is the only module that uses @jax-js/jax. Its arrays are reference-counted: a
 * kernel consumes its arguments, and `.ref` keeps one for another use. The backward pass is written by hand, with a
 * kernel for each matrix product: automatic differentiation multiplies the dropout masks again for every product, which
 * takes seven times as long.
 */
import { defaultDevice, init, jit, nn, numpy as np } from '@jax-js/jax';
import type { numpy } from '@jax-js/jax';
import { inputWidth } from '../../classifiers/network.ts';
import type { Layer, Network } from '../../classifiers/network.ts';
import { seededRandom } from '../../random.ts';
import type { Random } from '../../random.ts';

/** Input rows of equal length, concatenated, and a label for each. */
export interface TrainingSet {
  readonly columns: number;
  readonly inputs: Float32Array;
  /** 0 or 1 for each row. */
  readonly labels: Float32Array;
  /** Number of rows of each stream, in the order of the rows. */
  readonly streams: readonly number[];
}

export interface TrainingPlan {
  /**
   * Hidden layers; none gives logistic regression. A layer with as many outputs as inputs has a residual connection
   * (He et al., CVPR 2016).
   */
  readonly hidden: readonly HiddenLayer[];
  readonly epochs: number;
  readonly batch: number;
  readonly learningRate: number;
  /** Decoupled weight decay per step, as in AdamW. */
  readonly weightDecay: number;
  /** Dropout rates of the inputs and of the hidden layers' outputs. */
  readonly inputDropout: number;
  readonly dropout: number;
  readonly seed: number;
}

export interface HiddenLayer {
  readonly outputs: number;
  /** As in `Layer`: 0 for a dense layer, else the dilation of a convolution of width 3 along the stream. */
  readonly dilation: number;
}

export const DEFAULT_PLAN: TrainingPlan = {
  hidden: [256, 256].map((outputs) => ({ outputs, dilation: 0 })),
  epochs: 8,
  batch: 512,
  learningRate: 3e-3,
  weightDecay: 1e-3,
  inputDropout: 0.2,
  dropout: 0.4,
  seed: 1,
};

type Tensor = numpy.Array;

/** A layer in training: its weights and bias with their Adam moments. */
interface TrainedLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly dilation: number;
  readonly residual: boolean;
  weights: Parameter;
  bias: Parameter;
}

/** A parameter and Adam's running means of its gradient and of the squared gradient. */
type Parameter = readonly [value: Tensor, first: Tensor, second: Tensor];

/** The same data, plan and seed give the same network. @throws RangeError where there are no rows */
export async function trainNetwork(set: TrainingSet, plan: TrainingPlan): Promise<Network> {
  if (set.labels.length === 0) throw new RangeError('There are no rows to train on.');
  await startEngine();
  const random = seededRandom(plan.seed);
  const layers = firstLayers(set.columns, [...plan.hidden, { outputs: 1, dilation: 0 }], random);
  const nextOrder = epochOrder(set, plan, random);
  const entries = nextOrder().length;
  const batch = Math.min(plan.batch, entries);
  const steps = plan.epochs * Math.floor(entries / batch);
  let done = 0;
  for (let epoch = 0; epoch < plan.epochs; epoch += 1) {
    const order = nextOrder();
    for (let from = 0; from + batch <= order.length; from += batch) {
      done += 1;
      trainStep(
        layers,
        drawBatch(set, order.slice(from, from + batch), plan, random),
        ratesAt(plan, done, steps),
        plan,
        random,
      );
      // Execution is lazy: reading a value forces it. Unread steps would accumulate in memory.
      await layers.at(-1)?.bias[0].ref.data();
    }
  }
  return Promise.all(layers.map(readLayer));
}

/** Index of a padding row, which separates streams where a layer reads neighbouring rows. */
const PADDING = -1;

/**
 * The row order of an epoch. Without convolutions the rows are shuffled. With them the streams are shuffled, and padded
 * so that no layer reads rows of another stream. A stream at the end of a batch is trained on as two streams.
 */
function epochOrder({ labels, streams }: TrainingSet, { hidden }: TrainingPlan, random: Random): () => number[] {
  const padding = Math.max(0, ...hidden.map(({ dilation }) => dilation));
  if (padding === 0) return () => random.shuffle(Array.from(labels.keys()));
  let from = 0;
  const parts = streams.map((rows) => {
    const stream = Array.from({ length: rows }, (_, at) => from + at);
    from += rows;
    return [...stream, ...new Array<number>(padding).fill(PADDING)];
  });
  return () => random.shuffle([...parts]).flat();
}

let engine: Promise<unknown> | undefined;

function startEngine(): Promise<unknown> {
  engine ??= init('wasm').then(() => defaultDevice('wasm'));
  return engine;
}

/** He initialisation, at half the standard deviation for convolutions. Adam's moments start at 0. */
function firstLayers(columns: number, layers: readonly HiddenLayer[], random: Random): TrainedLayer[] {
  return layers.map(({ outputs, dilation }, at) => {
    const inputs = layers[at - 1]?.outputs ?? columns;
    const width = inputWidth({ inputs, dilation });
    const spread = Math.sqrt(2 / width) / (dilation === 0 ? 1 : 2);
    const weights = np.array(
      Float32Array.from({ length: width * outputs }, () => spread * random.normal()),
      { shape: [width, outputs] },
    );
    return {
      inputs,
      outputs,
      dilation,
      residual: at > 0 && inputs === outputs,
      weights: [weights, np.zeros([width, outputs]), np.zeros([width, outputs])],
      bias: [np.zeros([outputs]), np.zeros([outputs]), np.zeros([outputs])],
    };
  });
}

interface Batch {
  readonly inputs: Tensor;
  /** One column. */
  readonly labels: Tensor;
  /** Weight of each row in the mean loss, one column: 1 / number of rows, 0 for padding. */
  readonly rowWeights: Tensor;
  /** 1 for a row, 0 for padding. */
  readonly present: Float32Array;
}

/** A batch of rows with dropout of the inputs; the other inputs are scaled up to keep the expected sums. */
function drawBatch(
  { columns, inputs, labels }: TrainingSet,
  rows: readonly number[],
  { inputDropout }: TrainingPlan,
  random: Random,
): Batch {
  const drawn = new Float32Array(rows.length * columns);
  rows.forEach((row, at) => {
    if (row !== PADDING) drawn.set(inputs.subarray(row * columns, (row + 1) * columns), at * columns);
  });
  for (let at = 0; at < drawn.length; at += 1) drawn[at] = (drawn[at] as number) / (1 - inputDropout);
  dropOut(drawn, inputDropout, random);
  const present = Float32Array.from(rows, (row) => Number(row !== PADDING));
  const share =
    1 /
    Math.max(
      1,
      present.reduce((sum, one) => sum + one, 0),
    );
  const column = (values: Float32Array<ArrayBuffer>): Tensor => np.array(values, { shape: [rows.length, 1] });
  return {
    inputs: np.array(drawn, { shape: [rows.length, columns] }),
    labels: column(Float32Array.from(rows, (row) => labels[row] ?? 0)),
    rowWeights: column(present.map((one) => one * share)),
    present,
  };
}

/** Sets a random share of the values to 0. Jumps from one to the next, which needs fewer random numbers. */
function dropOut(values: Float32Array, share: number, random: Random): void {
  if (share > 0)
    for (let at = random.geometric(share) - 1; at < values.length; at += random.geometric(share)) values[at] = 0;
}

/** Dropout mask of a layer's outputs: 0 or the scale 1 / (1 − dropout). Rows of padding are 0. */
function dropoutMask(present: Float32Array, outputs: number, { dropout }: TrainingPlan, random: Random): Tensor {
  const mask = new Float32Array(present.length * outputs).fill(1 / (1 - dropout));
  dropOut(mask, dropout, random);
  present.forEach((one, row) => {
    if (one === 0) mask.fill(0, row * outputs, (row + 1) * outputs);
  });
  return np.array(mask, { shape: [present.length, outputs] });
}

interface Rates {
  readonly rate: number;
  /** Adam's bias corrections of the two moments. */
  readonly first: number;
  readonly second: number;
}

const [BETA_1, BETA_2] = [0.9, 0.999];

/** Linear warm-up over the first 5 % of the steps, times cosine decay to 0. */
function ratesAt(plan: TrainingPlan, step: number, steps: number): Rates {
  const warm = Math.max(1, steps / 20);
  return {
    rate: plan.learningRate * Math.min(1, step / warm) * 0.5 * (1 + Math.cos((Math.PI * step) / (steps + 1))),
    first: 1 - BETA_1 ** step,
    second: 1 - BETA_2 ** step,
  };
}

/** One training step: forward pass, backward pass, parameter update. */
function trainStep(
  layers: readonly TrainedLayer[],
  batch: Batch,
  rates: Rates,
  plan: TrainingPlan,
  random: Random,
): void {
  const hidden = layers.slice(0, -1);
  const [output] = layers.slice(-1);
  if (output === undefined) return;
  let last = batch.inputs;
  const layerInputs: Tensor[] = [];
  const activations: Tensor[] = [];
  for (const layer of hidden) {
    const before = last;
    const input = layer.dilation === 0 ? before.ref : withNeighbours(layer.dilation)(before.ref);
    const activation = KERNELS.forward(
      input.ref,
      layer.weights[0].ref,
      layer.bias[0].ref,
      dropoutMask(batch.present, layer.outputs, plan, random),
    );
    layerInputs.push(input);
    activations.push(activation);
    last = layer.residual ? KERNELS.add(before, activation.ref) : activation.ref;
    if (!layer.residual) before.dispose();
  }
  let gradient = KERNELS.error(last.ref, output.weights[0].ref, output.bias[0].ref, batch.labels, batch.rowWeights);
  let back = KERNELS.back(gradient.ref, output.weights[0].ref);
  updateParameters(output, last, gradient, rates, plan);
  for (const [at, layer] of [...hidden.entries()].reverse()) {
    const activation = activations[at];
    const input = layerInputs[at];
    if (activation === undefined || input === undefined) throw new RangeError('A layer has no values.');
    gradient = KERNELS.gate(back.ref, activation, np.array([1 / (1 - plan.dropout)]));
    // The gradient of the first layer's inputs is not needed.
    if (at > 0) {
      const toInput = KERNELS.back(gradient.ref, layer.weights[0].ref);
      const through = layer.dilation === 0 ? toInput : neighboursGradient(layer.dilation, layer.inputs)(toInput);
      if (layer.residual) back = KERNELS.add(through, back);
      else {
        back.dispose();
        back = through;
      }
    }
    updateParameters(layer, input, gradient, rates, plan);
  }
  back.dispose();
}

/** Updates the layer's parameters by Adam. Consumes `inputs` and `gradient`, the gradient of the layer's outputs. */
function updateParameters(
  layer: TrainedLayer,
  inputs: Tensor,
  gradient: Tensor,
  rates: Rates,
  { weightDecay }: TrainingPlan,
): void {
  const weightGradient = KERNELS.product(inputs, gradient.ref);
  layer.weights = KERNELS.adam(...layer.weights, weightGradient, ratesTensor(rates, weightDecay));
  layer.bias = KERNELS.adam(...layer.bias, KERNELS.sum(gradient), ratesTensor(rates, 0));
}

/** The rates as tensors of one number each, so that the kernel is compiled once and not for each step. */
const ratesTensor = ({ rate, first, second }: Rates, decay: number): RatesTensor => ({
  rate: np.array([rate]),
  first: np.array([1 / first]),
  second: np.array([1 / second]),
  decay: np.array([decay]),
});

interface RatesTensor extends Record<string, Tensor> {
  readonly rate: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
  readonly decay: Tensor;
}

/** Compiled kernels. Each consumes its arguments. */
const KERNELS = {
  /** ReLU outputs with dropout, rows × outputs. */
  forward: jit((values: Tensor, weights: Tensor, bias: Tensor, mask: Tensor): Tensor =>
    nn.relu(np.matmul(values, weights).add(bias)).mul(mask),
  ),
  add: jit((one: Tensor, other: Tensor): Tensor => one.add(other)),
  /** Gradient of the mean logistic loss with respect to the log-odds, rows × 1. */
  error: jit((values: Tensor, weights: Tensor, bias: Tensor, labels: Tensor, rowWeights: Tensor): Tensor =>
    nn.sigmoid(np.matmul(values, weights).add(bias)).sub(labels).mul(rowWeights),
  ),
  /** Gradient before ReLU and dropout: 0 where the output was 0. */
  gate: jit((back: Tensor, activation: Tensor, scale: Tensor): Tensor =>
    np.where(activation.greater(0), back.mul(scale), 0),
  ),
  back: jit((gradient: Tensor, weights: Tensor): Tensor => np.matmul(gradient, weights.transpose())),
  product: jit((inputs: Tensor, gradient: Tensor): Tensor => np.matmul(inputs.transpose(), gradient)),
  sum: jit((gradient: Tensor): Tensor => gradient.sum(0)),
  adam: jit(
    (value: Tensor, first: Tensor, second: Tensor, gradient: Tensor, rates: RatesTensor): [Tensor, Tensor, Tensor] => {
      const m = first.mul(BETA_1).add(gradient.ref.mul(1 - BETA_1));
      const v = second.mul(BETA_2).add(gradient.ref.mul(gradient).mul(1 - BETA_2));
      const step = m.ref.mul(rates.first).div(np.sqrt(v.ref.mul(rates.second)).add(1e-8));
      return [value.ref.sub(step.add(value.mul(rates.decay)).mul(rates.rate)), m, v];
    },
  ),
};

type Kernel = (values: Tensor) => Tensor;

/**
 * Each row with the rows `dilation` before and after it side by side; zeros beyond the ends. Compiled once per
 * dilation.
 */
const withNeighbours = memoised((dilation: number): Kernel =>
  jit((values: Tensor) => np.concatenate([shiftDown(values.ref, dilation), values.ref, shiftUp(values, dilation)], 1)),
);

/** Gradient of `withNeighbours`: the gradient of a row is the sum of the gradients of its three copies. */
const neighboursGradient = memoised((dilation: number, inputs: number): Kernel =>
  jit((gradients: Tensor) => {
    const part = (place: number): Tensor => gradients.ref.slice([], [place * inputs, (place + 1) * inputs]);
    const sum = shiftUp(part(0), dilation)
      .add(part(1))
      .add(shiftDown(part(2), dilation));
    gradients.dispose();
    return sum;
  }),
);

/** Shifts the rows down, or up, by `by` and fills with 0. */
const shiftDown = (values: Tensor, by: number): Tensor =>
  np.pad(values.slice([0, -by]), [
    [by, 0],
    [0, 0],
  ]);
const shiftUp = (values: Tensor, by: number): Tensor =>
  np.pad(values.slice([by]), [
    [0, by],
    [0, 0],
  ]);

function memoised<Sizes extends readonly number[]>(compile: (...sizes: Sizes) => Kernel): (...sizes: Sizes) => Kernel {
  const known = new Map<string, Kernel>();
  return (...sizes) => {
    const key = sizes.join();
    const kernel = known.get(key) ?? compile(...sizes);
    known.set(key, kernel);
    return kernel;
  };
}

async function readLayer({ inputs, outputs, dilation, residual, weights, bias }: TrainedLayer): Promise<Layer> {
  for (const tensor of [weights[1], weights[2], bias[1], bias[2]]) tensor.dispose();
  return {
    inputs,
    outputs,
    dilation,
    residual,
    weights: Float32Array.from(await weights[0].data()),
    bias: Float32Array.from(await bias[0].data()),
  };
}
