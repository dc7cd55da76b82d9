/**
 * The weights file of a base model: JSON with the numbers of layers and trees in base64. It holds no text of documents.
 * Layers are stored with 16 bits a number (IEEE 754 binary16), whose rounding is far below a network's error.
 * Thresholds of trees are stored with 32 bits, as rounding would send values close to a threshold to the other side.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { listsFit } from '../../core/lists-fit.ts';
import { NETWORK_REACH } from '../features/reach.ts';
import { inputWidth, receptiveReach } from './network.ts';
import type { Layer } from './network.ts';
import { STAGE_DEFINITIONS } from './split-model.ts';
import type { EnsembleMember, SplitModel } from './split-model.ts';
import { withColumns } from './stage.ts';
import type { Stage, StageDefinition } from './stage.ts';
import type { Tree, BoostedTrees } from './trees.ts';

/** A weights file that cannot be used. The message names the file and the reason. */
export class WeightsError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'WeightsError';
  }
}

const WEIGHTS_SCHEMA_VERSION = 8;
/** Bytes. Larger files are not weights of this model. */
const MAX_BYTES = 10 * 1024 * 1024;

/**
 * Bounds of what a file may hold, several times what any model has had. One server scores the pages of all accounts, and an
 * account may import weights: within its bytes, a file could otherwise make one page take hours, or fill the memory.
 */
const MOST_MEMBERS = 8;
/** Networks of a stage, and its tree ensembles. */
const MOST_LEARNERS = 8;
const MOST_LAYERS = 16;
const WIDEST_LAYER = 2048;

const layerSchema = z.strictObject({
  inputs: z.int().min(1).max(WIDEST_LAYER),
  outputs: z.int().min(1).max(WIDEST_LAYER),
  dilation: z.int().min(0).max(NETWORK_REACH),
  weights: z.base64(),
  bias: z.base64(),
  residual: z.boolean(),
});

/** The nodes of all trees, one tree after the other; `node_counts` has the number of nodes of each tree. */
const treesSchema = z.strictObject({
  initial_score: z.number(),
  node_counts: z.array(z.int().min(1).max(32_767)),
  split_feature: z.base64(),
  threshold: z.base64(),
  default_left: z.base64(),
  left_child: z.base64(),
  leaf_value: z.base64(),
});

/** A stage (stage.ts). `features` are the names of its input columns, which the code must be able to compute. */
const stageSchema = z.strictObject({
  features: z.array(z.string()),
  quantiles: z.array(z.strictObject({ values: z.array(z.number()), quantiles: z.array(z.number()) })),
  networks: z.array(z.array(layerSchema).min(1).max(MOST_LAYERS)).max(MOST_LEARNERS),
  trees: z.array(treesSchema).max(MOST_LEARNERS),
  previous_slope: z.number().min(0),
});

/** A base model has at least two stages. */
const memberSchema = z.strictObject({ stages: z.array(stageSchema).min(2).max(STAGE_DEFINITIONS.length) });

const stageTrainingSchema = z.strictObject({
  documents: z.int(),
  pages: z.int(),
  sources: z.int(),
  streams: z.int(),
  gaps: z.int(),
  seed: z.int(),
});

/** Size of the training set, and the evaluation on sources that were held out. It holds no names. */
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
  /**
   * Training set of each member's stage 3 (train-stage-3.ts), drawn from the groups of sources that its stages 1 and 2
   * were trained without. The two figures above evaluate stages 1 and 2 on these groups.
   */
  stage_3_training: z.array(stageTrainingSchema),
  /** The same of each training of stage 4 (train-stage-4.ts), whose gaps are those that it corrects. */
  stage_4_training: z.array(stageTrainingSchema).optional(),
  /** The same of each member's stage 5 (train-stage-5.ts), also of those members whose other stages have other trainings. */
  stage_5_training: z.array(stageTrainingSchema).optional(),
});
export type TrainingSummary = z.infer<typeof trainingSummarySchema>;

const weightsSchema = z.strictObject({
  schema_version: z.literal(WEIGHTS_SCHEMA_VERSION),
  ensemble: z.array(memberSchema).min(1).max(MOST_MEMBERS),
  calibration: z.strictObject({
    slope: z.number().positive(),
    intercept: z.number(),
    prior: z.number().gt(0).lt(1).exactOptional(),
  }),
  /** The training of the members, and where they come from several trainings, that of the first. */
  training: trainingSummarySchema,
  /** Those of the other members (bench/split-model/combine-members.ts). */
  further_trainings: z.array(trainingSummarySchema).exactOptional(),
});

export interface BaseWeights extends SplitModel {
  /** SHA-256 of the weights file, hexadecimal. */
  readonly digest: string;
  readonly training: TrainingSummary;
  /** Trainings of the other members, where not all of them come from `training`. */
  readonly furtherTrainings: readonly TrainingSummary[];
}

/** @throws WeightsError where the file is missing, damaged, of another schema version or has other features */
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

/**
 * Reads the text of a weights file.
 * @param origin  names the weights in errors
 * @throws WeightsError where the text is damaged, of another schema version or has other features
 */
export function parseWeights(text: string, origin: string): BaseWeights {
  const weights = checkShape(text, origin, weightsSchema, WEIGHTS_SCHEMA_VERSION);
  const { ensemble, calibration, training, further_trainings: furtherTrainings = [] } = weights;
  const digest = createHash('sha256').update(text).digest('hex');
  return {
    version: `base-${digest.slice(0, 12)}`,
    digest,
    ensemble: ensemble.map((member) => readMember(member, origin)),
    calibration,
    training,
    furtherTrainings,
  };
}

function readMember({ stages }: z.infer<typeof memberSchema>, origin: string): EnsembleMember {
  const read = stages.flatMap((stage, at) => {
    const definition = STAGE_DEFINITIONS[at];
    return definition === undefined ? [] : [readStage(stage, definition, origin)];
  });
  if (read.reduce((sum, stage) => sum + reachOf(stage), 0) > NETWORK_REACH)
    throw new WeightsError(`The weights ${origin} are damaged: their networks reach beyond ${NETWORK_REACH} gaps.`);
  return { stages: read };
}

/** Gaps on either side that the networks' layers reach. */
const reachOf = ({ networks }: Stage): number => Math.max(0, ...networks.map(receptiveReach));

function readStage(
  { features, quantiles, networks, trees, previous_slope: previousSlope }: z.infer<typeof stageSchema>,
  definition: StageDefinition,
  origin: string,
): Stage {
  const trained = withColumns(definition, features);
  if (trained === undefined)
    throw new WeightsError(
      `The weights ${origin} were trained on other features than this version computes. Train them again.`,
    );
  if (new Set(features).size < features.length)
    throw new WeightsError(`The weights ${origin} are damaged: a stage names a feature twice.`);
  if (networks.length + trees.length === 0)
    throw new WeightsError(`The weights ${origin} are damaged: a stage has neither networks nor trees.`);
  if (
    (quantiles.length !== features.length && (quantiles.length > 0 || networks.length > 0)) ||
    quantiles.some((table) => table.values.length !== table.quantiles.length)
  ) {
    throw new WeightsError(`The weights ${origin} are damaged: a quantile table is incomplete.`);
  }
  const read = networks.map((layers) => layers.map((layer) => readLayer(layer, origin)));
  for (const layers of read) {
    const joined = layers.every((layer, at) => layer.inputs === (at === 0 ? features.length : layers[at - 1]?.outputs));
    if (!joined || layers.at(-1)?.outputs !== 1)
      throw new WeightsError(`The weights ${origin} are damaged: the layers do not fit together.`);
  }
  return {
    definition: trained,
    quantiles,
    networks: read,
    trees: trees.map((ensemble) => readTrees(ensemble, features.length, origin)),
    previousSlope,
  };
}

/**
 * Parses the JSON of weights and checks it against a schema.
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
  if (!listsFit(schema, json))
    throw new WeightsError(`The weights ${origin} are damaged: an entry of a list does not fit.`);
  const parsed = schema.safeParse(json);
  const issue = parsed.error?.issues[0];
  if (!parsed.success)
    throw new WeightsError(
      `The weights ${origin} are damaged: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}.`,
    );
  return parsed.data;
}

function readLayer(
  { inputs, outputs, dilation, weights, bias, residual }: z.infer<typeof layerSchema>,
  origin: string,
): Layer {
  const layer = {
    inputs,
    outputs,
    dilation,
    weights: Float32Array.from(halves(weights)),
    bias: Float32Array.from(halves(bias)),
    residual,
  };
  if (residual && inputs !== outputs)
    throw new WeightsError(`The weights ${origin} are damaged: a residual layer has as many inputs as outputs.`);
  if (layer.weights.length !== inputWidth(layer) * outputs || layer.bias.length !== outputs)
    throw new WeightsError(`The weights ${origin} are damaged: a layer is incomplete.`);
  if (!layer.weights.every(Number.isFinite) || !layer.bias.every(Number.isFinite))
    throw new WeightsError(`The weights ${origin} are damaged: a weight is not a number.`);
  return layer;
}

function readTrees(packed: z.infer<typeof treesSchema>, columns: number, origin: string): BoostedTrees {
  const splitFeature = new Int16Array(bytesOf(packed.split_feature, 2));
  const threshold = floats(packed.threshold);
  const defaultLeft = new Uint8Array(bytesOf(packed.default_left, 1));
  const leftChild = new Int16Array(bytesOf(packed.left_child, 2));
  const leafValue = floats(packed.leaf_value);
  const count = packed.node_counts.reduce((sum, nodes) => sum + nodes, 0);
  if ([splitFeature, threshold, defaultLeft, leftChild, leafValue].some((part) => part.length !== count))
    throw new WeightsError(`The weights ${origin} are damaged: a tree is incomplete.`);
  let from = 0;
  const trees = packed.node_counts.map((nodes): Tree => {
    const to = from + nodes;
    const tree = {
      splitFeature: splitFeature.slice(from, to),
      threshold: threshold.slice(from, to),
      defaultLeft: defaultLeft.slice(from, to),
      leftChild: leftChild.slice(from, to),
      leafValue: leafValue.slice(from, to),
    };
    from = to;
    return tree;
  });
  if (!trees.every((tree) => isTree(tree, columns)))
    throw new WeightsError(`The weights ${origin} are damaged: a tree's nodes do not form a tree.`);
  return { initialScore: packed.initial_score, trees };
}

/** Children come after their parent and inside the tree, so that every path ends at a leaf; values are finite. */
const isTree = ({ splitFeature, threshold, leftChild, leafValue }: Tree, columns: number): boolean =>
  splitFeature.every(
    (feature, node) =>
      feature === -1 ||
      (feature >= 0 &&
        feature < columns &&
        (leftChild[node] ?? 0) > node &&
        (leftChild[node] ?? 0) + 1 < splitFeature.length),
  ) &&
  !threshold.some(Number.isNaN) &&
  leafValue.every(Number.isFinite);

/** A copy, because the decoded buffer may begin at an address that is not a multiple of a number's width in bytes. */
function bytesOf(base64: string, width: number): ArrayBuffer {
  const bytes = Buffer.from(base64, 'base64');
  return Uint8Array.from(bytes.subarray(0, bytes.length - (bytes.length % width))).buffer;
}

/** Decodes numbers of 32 bits that `encode` packed. */
export const floats = (base64: string): Float32Array<ArrayBuffer> => new Float32Array(bytesOf(base64, 4));

const halves = (base64: string): Float16Array => new Float16Array(bytesOf(base64, 2));

/**
 * The text of the weights file. The same model gives the same text.
 * @param further  trainings of the other members, where not all of them come from `training`
 */
export function formatWeights(
  model: Pick<BaseWeights, 'ensemble' | 'calibration'>,
  training: TrainingSummary,
  further: readonly TrainingSummary[] = [],
): string {
  const weights: z.infer<typeof weightsSchema> = {
    schema_version: WEIGHTS_SCHEMA_VERSION,
    training,
    ...(further.length === 0 ? {} : { further_trainings: [...further] }),
    calibration: {
      slope: short(model.calibration.slope),
      intercept: short(model.calibration.intercept),
      ...(model.calibration.prior === undefined ? {} : { prior: short(model.calibration.prior) }),
    },
    ensemble: model.ensemble.map(({ stages }) => ({ stages: stages.map(packStage) })),
  };
  return `${JSON.stringify(weights)}\n`;
}

const short = (value: number): number => Number(value.toPrecision(7));

const packStage = ({ definition, quantiles, networks, trees, previousSlope }: Stage): z.infer<typeof stageSchema> => ({
  features: [...definition.features],
  quantiles: quantiles.map((table) => ({ values: table.values.map(short), quantiles: table.quantiles.map(short) })),
  networks: networks.map((layers) =>
    layers.map(({ inputs, outputs, dilation, weights, bias, residual }) => ({
      inputs,
      outputs,
      dilation,
      weights: encode(Float16Array.from(weights)),
      bias: encode(Float16Array.from(bias)),
      residual,
    })),
  ),
  trees: trees.map(packTrees),
  previous_slope: short(previousSlope),
});

/** The bytes of a typed array in base64. */
export const encode = (values: ArrayBufferView): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');

function packTrees({ initialScore, trees }: BoostedTrees): z.infer<typeof treesSchema> {
  const join = (part: (tree: Tree) => Iterable<number>) => trees.flatMap((tree) => [...part(tree)]);
  return {
    initial_score: initialScore,
    node_counts: trees.map((tree) => tree.splitFeature.length),
    split_feature: encode(Int16Array.from(join((tree) => tree.splitFeature))),
    threshold: encode(Float32Array.from(join((tree) => tree.threshold))),
    default_left: encode(Uint8Array.from(join((tree) => tree.defaultLeft))),
    left_child: encode(Int16Array.from(join((tree) => tree.leftChild))),
    leaf_value: encode(Float32Array.from(join((tree) => tree.leafValue))),
  };
}

export const writeWeights = (path: string, text: string): Promise<void> => writeFile(path, text);
