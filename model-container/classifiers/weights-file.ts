/**
 * Weights on disk: one JSON file with the numbers of layers and trees as base64, and no word of any document. Layers have numbers of 16 bits (IEEE 754 binary16): a network errs by far
 * more than their rounding. Thresholds of trees have 32, or values next to them would change sides.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { FEATURE_NAMES } from '../features/gap-features.ts';
import { NETWORK_REACH, receptiveReach, inputWidth } from './network.ts';
import type { Layer } from './network.ts';
import { SECOND_LOOK_NAMES } from './stage-2.ts';
import type { Learners, Look, SplitModel } from './split-model.ts';
import { THIRD_LOOK_NAMES } from './stage-3.ts';
import type { ThirdLook } from './stage-3.ts';
import type { Tree, BoostedTrees } from './trees.ts';

/** A weights file that cannot be used: says which and why. */
export class WeightsError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'WeightsError';
  }
}

const WEIGHTS_SCHEMA_VERSION = 7;
/** Larger files are not weights of this model. */
const MAX_BYTES = 10 * 1024 * 1024;

const layerSchema = z.strictObject({
  inputs: z.int().min(1),
  outputs: z.int().min(1),
  reach: z.int().min(0).max(NETWORK_REACH),
  weights: z.base64(),
  bias: z.base64(),
  adds: z.boolean(),
});

/** All trees of one boosting laid end to end; `nodes` says how many each has. */
const treesSchema = z.strictObject({
  start: z.number(),
  nodes: z.array(z.int().min(1).max(32_767)),
  column: z.base64(),
  threshold: z.base64(),
  unknown_left: z.base64(),
  left: z.base64(),
  value: z.base64(),
});

/** `names`: what each row says of a gap. */
const lookSchema = z.strictObject({
  names: z.array(z.string()),
  quantiles: z.array(z.strictObject({ values: z.array(z.number()), quantiles: z.array(z.number()) })),
  networks: z.array(z.array(layerSchema).min(1)).min(1),
  trees: z.array(treesSchema),
});

const thirdLookSchema = z.strictObject({
  names: z.array(z.string()),
  sureness: z.number().positive(),
  trees: treesSchema,
});

const memberSchema = z.strictObject({
  first_look: lookSchema,
  second_look: lookSchema,
  third_look: thirdLookSchema.nullable(),
});

/** Counts only: what the model was trained on and how well it did on sources that it had not seen. */
const trainingSummarySchema = z.strictObject({
  documents: z.int(),
  pages: z.int(),
  scanned_documents: z.int(),
  sources: z.int(),
  streams: z.int(),
  gaps: z.int(),
  seed: z.int(),
  held_out_page_f1: z.number(),
  held_out_calibration_error: z.number(),
  /** From how many documents of groups held out each member's third look was learnt (learn-third-look.ts); the two figures above are of the first two looks of each on these groups. */
  third_looks: z.array(
    z.strictObject({
      documents: z.int(),
      pages: z.int(),
      sources: z.int(),
      streams: z.int(),
      gaps: z.int(),
      seed: z.int(),
    }),
  ),
});
export type TrainingSummary = z.infer<typeof trainingSummarySchema>;

const weightsSchema = z.strictObject({
  schema_version: z.literal(WEIGHTS_SCHEMA_VERSION),
  members: z.array(memberSchema).min(1),
  calibration: z.strictObject({
    slope: z.number().positive(),
    offset: z.number(),
    prior: z.number().gt(0).lt(1).exactOptional(),
  }),
  training: trainingSummarySchema,
});

/** A member of a base model looks twice at the least. */
export interface BaseLearners extends Learners {
  readonly second: Look;
}

export interface BaseWeights extends SplitModel {
  readonly members: readonly BaseLearners[];
  readonly training: TrainingSummary;
}

/** @throws WeightsError where the file is missing, damaged, of another schema version or of another set of features */
export async function readWeights(path: string): Promise<BaseWeights> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new WeightsError(`The weights ${path} cannot be read.`, { cause: error });
  }
  if (bytes.length > MAX_BYTES)
    throw new WeightsError(`The weights ${path} have ${bytes.length} bytes; ${MAX_BYTES} are the most.`);
  return parseWeights(bytes.toString('utf8'), path);
}

/** @param origin  names the weights in errors */
export function parseWeights(text: string, origin: string): BaseWeights {
  const { members, calibration, training } = checkShape(text, origin, weightsSchema, WEIGHTS_SCHEMA_VERSION);
  const version = `base-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  return { version, members: members.map((member) => readMember(member, origin)), calibration, training };
}

function readMember(
  { first_look: first, second_look: second, third_look: third }: z.infer<typeof memberSchema>,
  origin: string,
): BaseLearners {
  const looks = {
    first: readLook(first, FEATURE_NAMES, origin),
    second: readLook(second, SECOND_LOOK_NAMES, origin),
    third: third && readThirdLook(third, origin),
  };
  if (furthest(looks.first) + furthest(looks.second) > NETWORK_REACH)
    throw new WeightsError(`The weights ${origin} are damaged: they look further than ${NETWORK_REACH} gaps.`);
  return looks;
}

function readThirdLook({ names, sureness, trees }: z.infer<typeof thirdLookSchema>, origin: string): ThirdLook {
  requireNames(names, THIRD_LOOK_NAMES, origin);
  return { sureness, trees: readTrees(trees, names.length, origin) };
}

function requireNames(names: readonly string[], expected: readonly string[], origin: string): void {
  if (!areSame(names, expected))
    throw new WeightsError(
      `The weights ${origin} were trained on other features than this version computes. Train them again.`,
    );
}

function readLook(
  { names, quantiles, networks, trees }: z.infer<typeof lookSchema>,
  expected: readonly string[],
  origin: string,
): Look {
  requireNames(names, expected, origin);
  if (quantiles.length !== names.length || quantiles.some((table) => table.values.length !== table.quantiles.length)) {
    throw new WeightsError(`The weights ${origin} are damaged: a quantile table is incomplete.`);
  }
  const read = networks.map((layers) => layers.map((layer) => readLayer(layer, origin)));
  for (const layers of read) {
    const joined = layers.every((layer, at) => layer.inputs === (at === 0 ? names.length : layers[at - 1]?.outputs));
    if (!joined || layers.at(-1)?.outputs !== 1)
      throw new WeightsError(`The weights ${origin} are damaged: the layers do not fit together.`);
  }
  return { quantiles, networks: read, trees: trees.map((forest) => readTrees(forest, names.length, origin)) };
}

const furthest = ({ networks }: Look): number => Math.max(...networks.map(receptiveReach));

const areSame = (names: readonly string[], others: readonly string[]): boolean =>
  names.length === others.length && names.every((name, at) => name === others[at]);

/**
 * The weights in a text, as far as their shape tells.
 * @param origin  names the weights in errors
 * @throws WeightsError where the text is not JSON, of another schema version or of another shape
 */
export function checkShape<Schema extends z.ZodType>(
  text: string,
  origin: string,
  schema: Schema,
  schemaVersion: number,
): z.infer<Schema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new WeightsError(`The weights ${origin} are damaged: not JSON.`, { cause: error });
  }
  const version = z.object({ schema_version: z.number() }).safeParse(json).data?.schema_version;
  if (version !== undefined && version !== schemaVersion) {
    throw new WeightsError(
      `The weights ${origin} have schema version ${version}; this version reads ${schemaVersion}.`,
    );
  }
  const parsed = schema.safeParse(json);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new WeightsError(
      `The weights ${origin} are damaged: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
    );
  return parsed.data;
}

function readLayer(
  { inputs, outputs, reach, weights, bias, adds }: z.infer<typeof layerSchema>,
  origin: string,
): Layer {
  const layer = {
    inputs,
    outputs,
    reach,
    weights: Float32Array.from(halves(weights)),
    bias: Float32Array.from(halves(bias)),
    adds,
  };
  if (adds && inputs !== outputs)
    throw new WeightsError(`The weights ${origin} are damaged: a layer cannot add what comes in to what comes out.`);
  if (layer.weights.length !== inputWidth(layer) * outputs || layer.bias.length !== outputs)
    throw new WeightsError(`The weights ${origin} are damaged: a layer is incomplete.`);
  if (!layer.weights.every(Number.isFinite) || !layer.bias.every(Number.isFinite))
    throw new WeightsError(`The weights ${origin} are damaged: a weight is not a number.`);
  return layer;
}

function readTrees(packed: z.infer<typeof treesSchema>, columns: number, origin: string): BoostedTrees {
  const column = new Int16Array(bytesOf(packed.column, 2));
  const threshold = floats(packed.threshold);
  const unknownLeft = new Uint8Array(bytesOf(packed.unknown_left, 1));
  const left = new Int16Array(bytesOf(packed.left, 2));
  const value = floats(packed.value);
  const whole = packed.nodes.reduce((sum, nodes) => sum + nodes, 0);
  if ([column, threshold, unknownLeft, left, value].some((part) => part.length !== whole))
    throw new WeightsError(`The weights ${origin} are damaged: a tree is incomplete.`);
  let from = 0;
  const trees = packed.nodes.map((nodes): Tree => {
    const to = from + nodes;
    const tree = {
      column: column.slice(from, to),
      threshold: threshold.slice(from, to),
      unknownLeft: unknownLeft.slice(from, to),
      left: left.slice(from, to),
      value: value.slice(from, to),
    };
    from = to;
    return tree;
  });
  if (!trees.every((tree) => isTree(tree, columns)))
    throw new WeightsError(`The weights ${origin} are damaged: a tree leads nowhere.`);
  return { initialScore: packed.start, trees };
}

/** Children come after their parent and inside the tree, so that every way down ends; values are numbers. */
const isTree = ({ splitFeature, threshold, leftChild, leafValue }: Tree, columns: number): boolean =>
  splitFeature.every(
    (asked, node) =>
      asked === -1 ||
      (asked >= 0 && asked < columns && (leftChild[node] ?? 0) > node && (leftChild[node] ?? 0) + 1 < splitFeature.length),
  ) &&
  !threshold.some(Number.isNaN) &&
  leafValue.every(Number.isFinite);

/** Copied, since base64 may decode to an address that is no multiple of a number's width in bytes. */
function bytesOf(base64: string, width: number): ArrayBuffer {
  const bytes = Buffer.from(base64, 'base64');
  return Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % width))).buffer;
}

/** Numbers of 32 bits as `encode` packs them. */
export const floats = (base64: string): Float32Array<ArrayBuffer> => new Float32Array(bytesOf(base64, 4));

const halves = (base64: string): Float16Array => new Float16Array(bytesOf(base64, 2));

/** The file's text: the same model gives the same text. */
export function formatWeights(model: Pick<BaseWeights, 'members' | 'calibration'>, training: TrainingSummary): string {
  const weights: z.infer<typeof weightsSchema> = {
    schema_version: WEIGHTS_SCHEMA_VERSION,
    training,
    calibration: {
      slope: short(model.calibration.slope),
      offset: short(model.calibration.intercept),
      ...(model.calibration.prior === undefined ? {} : { prior: short(model.calibration.prior) }),
    },
    members: model.members.map(({ first, second, third }) => ({
      first_look: packLook(first, FEATURE_NAMES),
      second_look: packLook(second, SECOND_LOOK_NAMES),
      third_look: third && {
        names: [...THIRD_LOOK_NAMES],
        sureness: short(third.sureness),
        trees: packTrees(third.trees),
      },
    })),
  };
  return `${JSON.stringify(weights)}\n`;
}

const short = (value: number): number => Number(value.toPrecision(7));

const packLook = ({ quantiles, networks, trees }: Look, names: readonly string[]): z.infer<typeof lookSchema> => ({
  names: [...names],
  quantiles: quantiles.map((table) => ({ values: table.values.map(short), quantiles: table.quantiles.map(short) })),
  networks: networks.map((layers) =>
    layers.map(({ inputs, outputs, dilation, weights, bias, residual }) => ({
      inputs,
      outputs,
      reach,
      weights: encode(Float16Array.from(weights)),
      bias: encode(Float16Array.from(bias)),
      adds,
    })),
  ),
  trees: trees.map(packTrees),
});

/** The bytes of numbers, in base64. */
export const encode = (values: ArrayBufferView): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

function packTrees({ initialScore, trees }: BoostedTrees): z.infer<typeof treesSchema> {
  const join = (part: (tree: Tree) => Iterable<number>) => trees.flatMap((tree) => [...part(tree)]);
  return {
    start,
    nodes: trees.map((tree) => tree.splitFeature.length),
    column: encode(Int16Array.from(join((tree) => tree.splitFeature))),
    threshold: encode(Float32Array.from(join((tree) => tree.threshold))),
    unknown_left: encode(Uint8Array.from(join((tree) => tree.defaultLeft))),
    left: encode(Int16Array.from(join((tree) => tree.leftChild))),
    value: encode(Float32Array.from(join((tree) => tree.leafValue))),
  };
}

export const writeWeights = (path: string, text: string): Promise<void> => writeFile(path, text);
