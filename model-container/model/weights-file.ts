/** Weights on disk: one JSON file with the numbers of the layers as base64 of 32-bit floats, and no word of any document. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { FEATURE_NAMES } from './gap-features.ts';
import type { Layer } from './network.ts';
import type { SplitModel } from './split-model.ts';

/** A weights file that cannot be used: says which and why. */
export class WeightsError extends Error {
  constructor(detail: string, options?: ErrorOptions) {
    super(detail, options);
    this.name = 'WeightsError';
  }
}

const WEIGHTS_SCHEMA_VERSION = 1;
/** Larger files are not weights of this model. */
const MAX_BYTES = 10 * 1024 * 1024;

const layerSchema = z.strictObject({ inputs: z.int().min(1), outputs: z.int().min(1), weights: z.base64(), bias: z.base64() });

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
});
export type TrainingSummary = z.infer<typeof trainingSummarySchema>;

const weightsSchema = z.strictObject({
  schema_version: z.literal(WEIGHTS_SCHEMA_VERSION),
  feature_names: z.array(z.string()),
  quantiles: z.array(z.strictObject({ values: z.array(z.number()), quantiles: z.array(z.number()) })),
  networks: z.array(z.array(layerSchema).min(1)).min(1),
  calibration: z.strictObject({ slope: z.number().positive(), offset: z.number() }),
  training: trainingSummarySchema,
});

/** @throws WeightsError where the file is missing, damaged, of another schema version or of another set of features */
export async function readWeights(path: string): Promise<SplitModel & { readonly training: TrainingSummary }> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw new WeightsError(`The weights ${path} cannot be read.`, { cause: error });
  }
  if (bytes.length > MAX_BYTES) throw new WeightsError(`The weights ${path} have ${bytes.length} bytes; ${MAX_BYTES} are the most.`);
  return parseWeights(bytes.toString('utf8'), path);
}

/** @param origin  names the weights in errors */
export function parseWeights(text: string, origin: string): SplitModel & { readonly training: TrainingSummary } {
  const { networks, feature_names: names, quantiles, calibration, training } = checkShape(text, origin);
  if (names.length !== FEATURE_NAMES.length || names.some((name, at) => name !== FEATURE_NAMES[at])) {
    throw new WeightsError(`The weights ${origin} were trained on other features than this version computes. Train them again.`);
  }
  if (quantiles.length !== names.length || quantiles.some((table) => table.values.length !== table.quantiles.length)) {
    throw new WeightsError(`The weights ${origin} are damaged: a quantile table is incomplete.`);
  }
  const read = networks.map((layers) => layers.map((layer) => readLayer(layer, origin)));
  for (const layers of read) {
    const joined = layers.every((layer, at) => layer.inputs === (at === 0 ? names.length : layers[at - 1]?.outputs));
    if (!joined || layers.at(-1)?.outputs !== 1) throw new WeightsError(`The weights ${origin} are damaged: the layers do not fit together.`);
  }
  const version = `base-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`;
  return { version, quantiles, networks: read, calibration, training };
}

function checkShape(text: string, origin: string): z.infer<typeof weightsSchema> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new WeightsError(`The weights ${origin} are damaged: not JSON.`, { cause: error });
  }
  const version = z.object({ schema_version: z.number() }).safeParse(json).data?.schema_version;
  if (version !== undefined && version !== WEIGHTS_SCHEMA_VERSION) {
    throw new WeightsError(`The weights ${origin} have schema version ${version}; this version reads ${WEIGHTS_SCHEMA_VERSION}.`);
  }
  const parsed = weightsSchema.safeParse(json);
  if (!parsed.success) throw new WeightsError(`The weights ${origin} are damaged: ${parsed.error.issues[0]?.path.join('.') ?? ''} ${parsed.error.issues[0]?.message ?? ''}.`);
  return parsed.data;
}

function readLayer({ inputs, outputs, weights, bias }: z.infer<typeof layerSchema>, origin: string): Layer {
  const layer = { inputs, outputs, weights: floats(weights), bias: floats(bias) };
  if (layer.weights.length !== inputs * outputs || layer.bias.length !== outputs) throw new WeightsError(`The weights ${origin} are damaged: a layer is incomplete.`);
  if (![...layer.weights, ...layer.bias].every(Number.isFinite)) throw new WeightsError(`The weights ${origin} are damaged: a weight is not a number.`);
  return layer;
}

/** Copied, since base64 may decode to an address that is no multiple of four. */
const floats = (base64: string): Float32Array => {
  const bytes = Buffer.from(base64, 'base64');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + (bytes.length & ~3)));
};

/** The file's text: the same model gives the same text. */
export function formatWeights(model: Omit<SplitModel, 'version'>, training: TrainingSummary): string {
  const short = (value: number) => Number(value.toPrecision(7));
  const encode = (values: Float32Array) => Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64');
  const weights: z.infer<typeof weightsSchema> = {
    schema_version: WEIGHTS_SCHEMA_VERSION,
    training,
    calibration: { slope: short(model.calibration.slope), offset: short(model.calibration.offset) },
    feature_names: [...FEATURE_NAMES],
    quantiles: model.quantiles.map(({ values, quantiles }) => ({ values: values.map(short), quantiles: quantiles.map(short) })),
    networks: model.networks.map((layers) => layers.map(({ inputs, outputs, weights, bias }) => ({ inputs, outputs, weights: encode(weights), bias: encode(bias) }))),
  };
  return `${JSON.stringify(weights)}\n`;
}

export const writeWeights = (path: string, text: string): Promise<void> => writeFile(path, text);
