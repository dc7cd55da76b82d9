/** Trains a network. The one module that owns @jax-js/jax: its arrays are reference-counted, `.ref` to use one twice. */
import { defaultDevice, init, jit, nn, numpy as np, valueAndGrad } from '@jax-js/jax';
import type { numpy } from '@jax-js/jax';
import type { Layer, Network } from './network.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';

/** Rows of one length, laid end to end, with a label and a weight each. */
export interface TrainingSet {
  readonly columns: number;
  readonly inputs: Float32Array;
  /** 0 or 1. */
  readonly labels: Float32Array;
  readonly weights: Float32Array;
}

export interface TrainingPlan {
  /** Sizes of the hidden layers; none gives logistic regression. */
  readonly hidden: readonly number[];
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

export const DEFAULT_PLAN: TrainingPlan = { hidden: [64, 64], epochs: 4, batch: 512, learningRate: 2e-3, weightDecay: 0.01, inputDropout: 0.1, dropout: 0.25, seed: 1 };

type Tensor = numpy.Array;
type Parameters = Record<string, Tensor>;

/** The same data, plan and seed give the same network. @throws RangeError where there are fewer rows than a batch holds */
export async function trainNetwork(set: TrainingSet, plan: TrainingPlan): Promise<Network> {
  await startEngine();
  const random = seededRandom(plan.seed);
  const sizes = [set.columns, ...plan.hidden, 1];
  const batch = Math.min(plan.batch, set.labels.length);
  if (batch === 0) throw new RangeError('There are no rows to train on.');
  const steps = plan.epochs * Math.max(1, Math.floor(set.labels.length / batch));
  const step = compileStep(sizes.length - 1, plan);
  let state = firstState(sizes, random);
  let done = 0;
  for (let epoch = 0; epoch < plan.epochs; epoch += 1) {
    const order = random.shuffle(Array.from(set.labels.keys()));
    for (let from = 0; from + batch <= order.length; from += batch) {
      const rows = order.slice(from, from + batch);
      done += 1;
      const rates = learningRates(plan, done, steps);
      const [loss, ...next] = step(...state, batchOf(set, rows), masksOf(sizes, batch, plan, random), rates) as [Tensor, Parameters, Parameters, Parameters];
      // Reading a value makes the engine work off what it has put by; unread steps pile up in memory.
      await loss.data();
      state = next;
    }
  }
  const [parameters, ...moments] = state;
  const network = await readNetwork(parameters, sizes);
  for (const moment of moments) for (const tensor of Object.values(moment)) tensor.dispose();
  return network;
}

let engine: Promise<unknown> | undefined;

function startEngine(): Promise<unknown> {
  engine ??= init('wasm').then(() => defaultDevice('wasm'));
  return engine;
}

type State = [Parameters, Parameters, Parameters];

/** He initialisation; both moments of Adam begin at 0. */
function firstState(sizes: readonly number[], random: Random): State {
  const make = (scale: number): Parameters => {
    const parameters: Parameters = {};
    for (let layer = 0; layer + 1 < sizes.length; layer += 1) {
      const [inputs, outputs] = [sizes[layer] ?? 0, sizes[layer + 1] ?? 0];
      const spread = scale * Math.sqrt(2 / inputs);
      parameters[`w${layer}`] = np.array(Float32Array.from({ length: inputs * outputs }, () => spread * random.normal()), { shape: [inputs, outputs] });
      parameters[`b${layer}`] = np.zeros([outputs]);
    }
    return parameters;
  };
  return [make(1), make(0), make(0)];
}

interface Batch extends Record<string, Tensor> {
  readonly x: Tensor;
  readonly y: Tensor;
  readonly w: Tensor;
}

function batchOf(set: TrainingSet, rows: readonly number[]): Batch {
  const inputs = new Float32Array(rows.length * set.columns);
  rows.forEach((row, at) => { inputs.set(set.inputs.subarray(row * set.columns, (row + 1) * set.columns), at * set.columns); });
  const of = (values: Float32Array) => np.array(new Float32Array(rows.map((row) => values[row] ?? 0)));
  return { x: np.array(inputs, { shape: [rows.length, set.columns] }), y: of(set.labels), w: of(set.weights) };
}

/** What is kept, scaled so that sums stay as they are: one mask for each layer's inputs. */
function masksOf(sizes: readonly number[], rows: number, plan: TrainingPlan, random: Random): Tensor[] {
  return sizes.slice(0, -1).map((size, layer) => {
    const left = layer === 0 ? plan.inputDropout : plan.dropout;
    const mask = new Float32Array(rows * size).fill(1 / (1 - left));
    // From one dropped place to the next: a tenth of the draws.
    if (left > 0) for (let at = gapTo(left, random) - 1; at < mask.length; at += gapTo(left, random)) mask[at] = 0;
    return np.array(mask, { shape: [rows, size] });
  });
}

/** Draws until an event of this probability. */
const gapTo = (probability: number, random: Random): number => 1 + Math.floor(Math.log(1 - random.next()) / Math.log(1 - probability));

interface Rates extends Record<string, Tensor> {
  readonly rate: Tensor;
  readonly first: Tensor;
  readonly second: Tensor;
}

const [BETA_1, BETA_2] = [0.9, 0.999];

/** Warm-up over a twentieth of the steps, then a cosine down to nothing; and Adam's bias corrections. */
function learningRates(plan: TrainingPlan, step: number, steps: number): Rates {
  const warm = Math.max(1, steps / 20);
  const rate = plan.learningRate * Math.min(1, step / warm) * 0.5 * (1 + Math.cos((Math.PI * step) / (steps + 1)));
  return { rate: np.array([rate]), first: np.array([1 / (1 - BETA_1 ** step)]), second: np.array([1 / (1 - BETA_2 ** step)]) };
}

function compileStep(layers: number, plan: TrainingPlan) {
  const loss = (parameters: Parameters, { x, y, w }: Batch, masks: Tensor[]): Tensor => {
    let values = x;
    for (let layer = 0; layer < layers; layer += 1) {
      values = np.matmul(values.mul(take(masks, layer)), take(parameters, `w${layer}`)).add(take(parameters, `b${layer}`));
      if (layer < layers - 1) values = nn.relu(values);
    }
    const odds = values.reshape([-1]);
    return nn.softplus(odds.ref).sub(odds.mul(y)).mul(w).mean();
  };
  const lossAndGradient = valueAndGrad(loss);
  return jit((parameters: Parameters, first: Parameters, second: Parameters, batch: Batch, masks: Tensor[], rates: Rates) => {
    const [value, gradient] = lossAndGradient(referencesTo(parameters), batch, masks) as [Tensor, Parameters];
    const next: State = [{}, {}, {}];
    for (const name of Object.keys(parameters)) {
      const slope = take(gradient, name);
      const m = take(first, name).mul(BETA_1).add(slope.ref.mul(1 - BETA_1));
      const v = take(second, name).mul(BETA_2).add(slope.ref.mul(slope).mul(1 - BETA_2));
      const move = m.ref.mul(rates.first.ref).div(np.sqrt(v.ref.mul(rates.second.ref)).add(1e-8));
      const decay = name.startsWith('w') ? plan.weightDecay : 0;
      const old = take(parameters, name);
      next[0][name] = old.ref.sub(move.add(old.mul(decay)).mul(rates.rate.ref));
      next[1][name] = m;
      next[2][name] = v;
    }
    rates.rate.dispose();
    rates.first.dispose();
    rates.second.dispose();
    return [value, ...next];
  });
}

const referencesTo = (parameters: Parameters): Parameters => Object.fromEntries(Object.entries(parameters).map(([name, tensor]) => [name, tensor.ref]));

function take<Key extends string | number>(from: Readonly<Record<Key, Tensor>>, key: Key): Tensor {
  const tensor: Tensor | undefined = from[key];
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- Record<Key, …> of a general key hides the absence
  if (tensor === undefined) throw new RangeError(`There is no parameter ${key}.`);
  return tensor;
}

async function readNetwork(parameters: Parameters, sizes: readonly number[]): Promise<Network> {
  const layers: Layer[] = [];
  for (let layer = 0; layer + 1 < sizes.length; layer += 1) {
    layers.push({
      inputs: sizes[layer] ?? 0,
      outputs: sizes[layer + 1] ?? 0,
      weights: Float32Array.from(await take(parameters, `w${layer}`).data()),
      bias: Float32Array.from(await take(parameters, `b${layer}`).data()),
    });
  }
  return layers;
}
