/**
 * Trains a network. The one module that owns @jax-js/jax: its arrays are reference-counted, `.ref` to use one twice. The gradient is
 * written out, a kernel for each product of matrices: where the library derives it, masks are multiplied again for every product, which takes seven times as long.
 */
import { defaultDevice, init, jit, nn, numpy as np } from '@jax-js/jax';
import type { numpy } from '@jax-js/jax';
import { inputWidth } from '../../classifiers/network.ts';
import type { Layer, Network } from '../../classifiers/network.ts';
import { seededRandom } from '../../random.ts';
import type { Random } from '../../random.ts';

/** Rows of one length, laid end to end, with a label each. */
export interface TrainingSet {
  readonly columns: number;
  readonly inputs: Float32Array;
  /** 0 or 1. */
  readonly labels: Float32Array;
  /** Rows of each stream, one stream after the other. */
  readonly streams: readonly number[];
}

export interface TrainingPlan {
  /** None gives logistic regression. One as large as that before it adds to it (He et al. 2016). */
  readonly hidden: readonly HiddenLayer[];
  readonly epochs: number;
  readonly batch: number;
  readonly learningRate: number;
  /** Decoupled weight decay a step, as in AdamW. */
  readonly weightDecay: number;
  /** Share of the inputs, and of each hidden layer's outputs, that are left out at random. */
  readonly inputDropout: number;
  readonly dropout: number;
  readonly seed: number;
}

export interface HiddenLayer {
  readonly outputs: number;
  /** As a `Layer`'s: 0, or how far away the rows are that it sees on either side. */
  readonly reach: number;
}

export const DEFAULT_PLAN: TrainingPlan = {
  hidden: [256, 256].map((outputs) => ({ outputs, reach: 0 })),
  epochs: 8,
  batch: 512,
  learningRate: 3e-3,
  weightDecay: 1e-3,
  inputDropout: 0.2,
  dropout: 0.4,
  seed: 1,
};

type Tensor = numpy.Array;

/** A layer that is being trained: what is multiplied and added, each with the moments of its slope. */
interface TrainedLayer {
  readonly inputs: number;
  readonly outputs: number;
  readonly reach: number;
  readonly adds: boolean;
  weights: Moving;
  bias: Moving;
}

/** A parameter and the running means of its slope and of the slope's square, as Adam has them. */
type Moving = readonly [value: Tensor, first: Tensor, second: Tensor];

/** The same data, plan and seed give the same network. @throws RangeError where there are no rows */
export async function trainNetwork(set: TrainingSet, plan: TrainingPlan): Promise<Network> {
  if (set.labels.length === 0) throw new RangeError('There are no rows to train on.');
  await startEngine();
  const random = seededRandom(plan.seed);
  const layers = firstLayers(set.columns, [...plan.hidden, { outputs: 1, reach: 0 }], random);
  const inOrder = orderOf(set, plan, random);
  const entries = inOrder().length;
  const batch = Math.min(plan.batch, entries);
  const steps = plan.epochs * Math.floor(entries / batch);
  let done = 0;
  for (let epoch = 0; epoch < plan.epochs; epoch += 1) {
    const order = inOrder();
    for (let from = 0; from + batch <= order.length; from += batch) {
      done += 1;
      trainStep(
        layers,
        drawBatch(set, order.slice(from, from + batch), plan, random),
        ratesAt(plan, done, steps),
        plan,
        random,
      );
      // Reading a value makes the engine work off what it has put by; unread steps pile up in memory.
      await layers.at(-1)?.bias[0].ref.data();
    }
  }
  return Promise.all(layers.map(readLayer));
}

/** Stands between two streams where a layer sees the rows around: no row. */
const BETWEEN = -1;

/** Each epoch's rows in the order in which they are learnt from: any, or stream after stream in any order, so far apart that no layer sees another's. A stream that the end of a batch cuts is learnt from as two. */
function orderOf({ labels, streams }: TrainingSet, { hidden }: TrainingPlan, random: Random): () => number[] {
  const apart = Math.max(0, ...hidden.map(({ reach }) => reach));
  if (apart === 0) return () => random.shuffle(Array.from(labels.keys()));
  let from = 0;
  const parts = streams.map((rows) => {
    const stream = Array.from({ length: rows }, (_, at) => from + at);
    from += rows;
    return [...stream, ...new Array<number>(apart).fill(BETWEEN)];
  });
  return () => random.shuffle([...parts]).flat();
}

let engine: Promise<unknown> | undefined;

function startEngine(): Promise<unknown> {
  engine ??= init('wasm').then(() => defaultDevice('wasm'));
  return engine;
}

/** He initialisation, half of it for a layer that sees the rows around; both moments of Adam begin at 0. */
function firstLayers(columns: number, layers: readonly HiddenLayer[], random: Random): TrainedLayer[] {
  return layers.map(({ outputs, reach }, at) => {
    const inputs = layers[at - 1]?.outputs ?? columns;
    const width = inputWidth({ inputs, dilation });
    const spread = Math.sqrt(2 / width) / (reach === 0 ? 1 : 2);
    const weights = np.array(
      Float32Array.from({ length: width * outputs }, () => spread * random.normal()),
      { shape: [width, outputs] },
    );
    return {
      inputs,
      outputs,
      reach,
      adds: at > 0 && inputs === outputs,
      weights: [weights, np.zeros([width, outputs]), np.zeros([width, outputs])],
      bias: [np.zeros([outputs]), np.zeros([outputs]), np.zeros([outputs])],
    };
  });
}

interface Batch {
  readonly inputs: Tensor;
  /** One column. */
  readonly labels: Tensor;
  /** What each row counts for, one column: all the same, but nothing where no row is. */
  readonly shares: Tensor;
  /** 1 for a row, 0 for none. */
  readonly present: Float32Array;
}

/** The rows with some of their inputs left out, the others scaled so that sums stay as they are. */
function drawBatch(
  { columns, inputs, labels }: TrainingSet,
  rows: readonly number[],
  { inputDropout }: TrainingPlan,
  random: Random,
): Batch {
  const drawn = new Float32Array(rows.length * columns);
  rows.forEach((row, at) => {
    if (row !== BETWEEN) drawn.set(inputs.subarray(row * columns, (row + 1) * columns), at * columns);
  });
  for (let at = 0; at < drawn.length; at += 1) drawn[at] = (drawn[at] as number) / (1 - inputDropout);
  leaveOut(drawn, inputDropout, random);
  const present = Float32Array.from(rows, (row) => Number(row !== BETWEEN));
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
    shares: column(present.map((one) => one * share)),
    present,
  };
}

/** Sets this share of the values to 0. From one to the next: a fraction of the draws. */
function leaveOut(values: Float32Array, share: number, random: Random): void {
  if (share > 0) for (let at = random.geometric(share) - 1; at < values.length; at += random.geometric(share)) values[at] = 0;
}

/** Nothing of what is between two streams goes on to the next layer. */
function drawMask(present: Float32Array, outputs: number, { dropout }: TrainingPlan, random: Random): Tensor {
  const mask = new Float32Array(present.length * outputs).fill(1 / (1 - dropout));
  leaveOut(mask, dropout, random);
  present.forEach((one, row) => {
    if (one === 0) mask.fill(0, row * outputs, (row + 1) * outputs);
  });
  return np.array(mask, { shape: [present.length, outputs] });
}

interface Rates {
  readonly rate: number;
  /** What Adam divides its running means by, since they began at 0. */
  readonly first: number;
  readonly second: number;
}

const [BETA_1, BETA_2] = [0.9, 0.999];

/** Warm-up over a twentieth of the steps, then a cosine down to nothing. */
function ratesAt(plan: TrainingPlan, step: number, steps: number): Rates {
  const warm = Math.max(1, steps / 20);
  return {
    rate: plan.learningRate * Math.min(1, step / warm) * 0.5 * (1 + Math.cos((Math.PI * step) / (steps + 1))),
    first: 1 - BETA_1 ** step,
    second: 1 - BETA_2 ** step,
  };
}

/** Forth through the layers, back through them, and on by a step. */
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
  const seen: Tensor[] = [];
  const lit: Tensor[] = [];
  for (const layer of hidden) {
    const before = last;
    const input = layer.reach === 0 ? before.ref : besideOthers(layer.reach)(before.ref);
    const light = KERNELS.forward(
      input.ref,
      layer.weights[0].ref,
      layer.bias[0].ref,
      drawMask(batch.present, layer.outputs, plan, random),
    );
    seen.push(input);
    lit.push(light);
    last = layer.adds ? KERNELS.add(before, light.ref) : light.ref;
    if (!layer.adds) before.dispose();
  }
  let slope = KERNELS.error(last.ref, output.weights[0].ref, output.bias[0].ref, batch.labels, batch.shares);
  let back = KERNELS.back(slope.ref, output.weights[0].ref);
  move(output, last, slope, rates, plan);
  for (const [at, layer] of [...hidden.entries()].reverse()) {
    const light = lit[at];
    const input = seen[at];
    if (light === undefined || input === undefined) throw new RangeError('A layer has no values.');
    slope = KERNELS.gate(back.ref, light, np.array([1 / (1 - plan.dropout)]));
    // Nothing learns from the slope of the first layer's inputs.
    if (at > 0) {
      const toInput = KERNELS.back(slope.ref, layer.weights[0].ref);
      const through = layer.reach === 0 ? toInput : backFromOthers(layer.reach, layer.inputs)(toInput);
      if (layer.adds) back = KERNELS.add(through, back);
      else {
        back.dispose();
        back = through;
      }
    }
    move(layer, input, slope, rates, plan);
  }
  back.dispose();
}

/** A step against the slope of the layer's outputs; uses up its inputs and that slope. */
function move(layer: TrainedLayer, inputs: Tensor, slope: Tensor, rates: Rates, { weightDecay }: TrainingPlan): void {
  const ofWeights = KERNELS.product(inputs, slope.ref);
  layer.weights = KERNELS.adam(...layer.weights, ofWeights, ratesTensor(rates, weightDecay));
  layer.bias = KERNELS.adam(...layer.bias, KERNELS.sum(slope), ratesTensor(rates, 0));
}

/** Rate, corrections of both means, and decay, each a tensor of one number: what is compiled stays the same from step to step. */
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

/** Each uses up what it is given. */
const KERNELS = {
  /** Rows × outputs, rectified, with some left out. */
  forward: jit((values: Tensor, weights: Tensor, bias: Tensor, mask: Tensor): Tensor =>
    nn.relu(np.matmul(values, weights).add(bias)).mul(mask),
  ),
  add: jit((one: Tensor, other: Tensor): Tensor => one.add(other)),
  /** Slope of the mean logistic loss by the log-odds, rows × 1. */
  error: jit((values: Tensor, weights: Tensor, bias: Tensor, labels: Tensor, shares: Tensor): Tensor =>
    nn.sigmoid(np.matmul(values, weights).add(bias)).sub(labels).mul(shares),
  ),
  /** What of the slope reaches the rectifier's input: nothing where it was dark or left out. */
  gate: jit((back: Tensor, light: Tensor, scale: Tensor): Tensor => np.where(light.greater(0), back.mul(scale), 0)),
  back: jit((slope: Tensor, weights: Tensor): Tensor => np.matmul(slope, weights.transpose())),
  product: jit((inputs: Tensor, slope: Tensor): Tensor => np.matmul(inputs.transpose(), slope)),
  sum: jit((slope: Tensor): Tensor => slope.sum(0)),
  adam: jit(
    (value: Tensor, first: Tensor, second: Tensor, slope: Tensor, rates: RatesTensor): [Tensor, Tensor, Tensor] => {
      const m = first.mul(BETA_1).add(slope.ref.mul(1 - BETA_1));
      const v = second.mul(BETA_2).add(slope.ref.mul(slope).mul(1 - BETA_2));
      const step = m.ref.mul(rates.first).div(np.sqrt(v.ref.mul(rates.second)).add(1e-8));
      return [value.ref.sub(step.add(value.mul(rates.decay)).mul(rates.rate)), m, v];
    },
  ),
};

type Kernel = (values: Tensor) => Tensor;

/** Each row between the one `reach` before it and the one `reach` after it, of which there is nothing beyond the ends. Compiled once a reach. */
const besideOthers = compiledOnce((reach: number): Kernel =>
  jit((values: Tensor) => np.concatenate([later(values.ref, reach), values.ref, earlier(values, reach)], 1)),
);

/** Back from what `besideOthers` laid side by side: each row's slope is the sum of those in its three places. */
const backFromOthers = compiledOnce((reach: number, inputs: number): Kernel =>
  jit((slopes: Tensor) => {
    const part = (place: number): Tensor => slopes.ref.slice([], [place * inputs, (place + 1) * inputs]);
    const sum = earlier(part(0), reach)
      .add(part(1))
      .add(later(part(2), reach));
    slopes.dispose();
    return sum;
  }),
);

/** Rows moved down, or up, and what is left free filled with 0. */
const later = (values: Tensor, by: number): Tensor =>
  np.pad(values.slice([0, -by]), [
    [by, 0],
    [0, 0],
  ]);
const earlier = (values: Tensor, by: number): Tensor =>
  np.pad(values.slice([by]), [
    [0, by],
    [0, 0],
  ]);

function compiledOnce<Sizes extends readonly number[]>(
  compile: (...sizes: Sizes) => Kernel,
): (...sizes: Sizes) => Kernel {
  const known = new Map<string, Kernel>();
  return (...sizes) => {
    const key = sizes.join();
    const kernel = known.get(key) ?? compile(...sizes);
    known.set(key, kernel);
    return kernel;
  };
}

async function readLayer({ inputs, outputs, reach, adds, weights, bias }: TrainedLayer): Promise<Layer> {
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
