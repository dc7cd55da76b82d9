/** Runs one training: reads the folders of SageMaker's contract, writes weights and report to the model folder. */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WeightsError } from '../../classifiers/weights-file.ts';
import { readBaseFeatures } from '../fine-tuning/base-features.ts';
import { openCheckpoints } from '../fine-tuning/checkpoints.ts';
import { readCustomerDocuments } from './customer-documents.ts';
import { fineTune, STREAM_COUNTS } from '../fine-tuning/fine-tune.ts';
import type { StreamCounts } from '../fine-tuning/fine-tune.ts';
import { readHyperparameters } from './hyperparameters.ts';
import { metricsLine, outcomeLine, progressLine } from './metric-lines.ts';
import { ProgressMeter } from './progress-meter.ts';
import { trainingReportSchema } from '../../evaluation/report.ts';
import type { TrainingReport } from '../../evaluation/report.ts';
import { MAX_DOCUMENTS, requireTrainable } from './require-trainable.ts';
import { prepareDocument } from '../fine-tuning/prepared-documents.ts';
import type { PreparedDocument } from '../fine-tuning/prepared-documents.ts';
import { parseServingModel } from '../fine-tuning/serving-model.ts';
import type { ServingModel } from '../fine-tuning/serving-model.ts';
import { REPORT_FILE, WEIGHTS_FILE } from './training-folders.ts';
import type { TrainingFolders } from './training-folders.ts';
import { TrainingRefusedError } from './training-error.ts';

export interface TrainingRun {
  readonly folders: TrainingFolders;
  /** Folder with base.json and base-features.gz. */
  readonly baseFolder: string;
  /** Receives log lines, which SageMaker's metric definitions parse. */
  readonly log: (line: string) => void;
  /** Default: STREAM_COUNTS. */
  readonly streamCounts?: StreamCounts;
}

/**
 * @throws TrainingRefusedError where data, hyperparameters or weights cannot be used; then nothing is written to the
 *   model folder
 */
export async function runTraining({
  folders,
  baseFolder,
  log,
  streamCounts = STREAM_COUNTS,
}: TrainingRun): Promise<TrainingReport> {
  const meter = new ProgressMeter();
  const { seed } = await readHyperparameters(folders.hyperparameters);
  const { documents, repeated } = await prepareDocuments(folders.documents);
  const pageCount = documents.reduce((sum, { pages }) => sum + pages.length, 0);
  log(`documents=${documents.length}; repeated=${repeated}; pages=${pageCount};`);
  const baseText = await readFile(join(baseFolder, 'base.json'), 'utf8');
  const { base, serving } = await readModels(baseText, folders);
  const earlier = await readEarlier(folders.earlier);
  const baseFeatures = join(baseFolder, 'base-features.gz');
  const baseStreams = await readBaseFeatures(baseFeatures);
  const training = trainingId([
    baseText,
    hashOf(await readFile(baseFeatures)),
    serving.version,
    String(seed),
    ...documents.map(
      ({ fingerprint, name, sender, verified }) => `${fingerprint} ${name} ${sender ?? ''} ${Number(verified)}`,
    ),
  ]);
  const checkpoints = await openCheckpoints(folders.checkpoints, training, async (name, resumed) => {
    log(`step=${name.replaceAll(' ', '_')}; ${resumed ? 'resumed=1;' : ''}`);
    log(progressLine(meter.finish(name, resumed)));
    // Yields to the event loop, so that signals are handled. The finished steps are in the checkpoint.
    await new Promise((resolve) => setImmediate(resolve));
  });
  const { weights, report } = await fineTune(
    { documents, repeated, base, baseText, serving, earlier, baseStreams, seed, streamCounts },
    checkpoints,
    {
      onPlan: (steps) => {
        log(progressLine(meter.plan(steps)));
      },
      onEpoch: (metrics) => {
        log(metricsLine(metrics));
      },
    },
  );
  await mkdir(folders.model, { recursive: true });
  await writeWhole(
    join(folders.model, REPORT_FILE),
    `${JSON.stringify(trainingReportSchema.parse(report), undefined, 1)}\n`,
  );
  await writeWhole(join(folders.model, WEIGHTS_FILE), weights);
  log(outcomeLine(report));
  return report;
}

/**
 * Removes duplicates: a duplicate in another fold would leak a held-out document into the training set. A document is
 * verified where one of its copies is.
 */
export async function prepareDocuments(channel: string): Promise<{ documents: PreparedDocument[]; repeated: number }> {
  const documents: PreparedDocument[] = [];
  const facts: { pages: { length: number }; merged: boolean; name: string }[] = [];
  const known = new Map<string, number>();
  let repeated = 0;
  for await (const document of readCustomerDocuments(channel)) {
    const copy = known.get(document.fingerprint);
    if (copy !== undefined) {
      repeated += 1;
      const first = documents[copy];
      if (first !== undefined && document.verified) documents[copy] = { ...first, verified: true };
      continue;
    }
    known.set(document.fingerprint, documents.length);
    facts.push({ pages: { length: document.pages.length }, merged: document.merged !== null, name: document.name });
    if (facts.length <= MAX_DOCUMENTS) documents.push(prepareDocument(document, documents.length));
    // Yields to the event loop, so that signals are handled.
    await new Promise((resolve) => setImmediate(resolve));
  }
  requireTrainable(facts);
  return { documents, repeated };
}

async function readModels(baseText: string, { serving }: TrainingFolders) {
  try {
    const base = parseServingModel(baseText, 'base.json');
    const text = await readFile(join(serving, WEIGHTS_FILE), 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
        return undefined;
      throw error;
    });
    return { base: base.base, serving: text === undefined ? base : parseModelInUse(text) };
  } catch (error) {
    if (error instanceof WeightsError)
      throw new TrainingRefusedError('unusable_weights', error.message, { cause: error });
    throw error;
  }
}

/** @throws TrainingRefusedError */
function parseModelInUse(text: string): ServingModel {
  try {
    return parseServingModel(text, `serving/${WEIGHTS_FILE}`);
  } catch (error) {
    if (!(error instanceof WeightsError)) throw error;
    throw new TrainingRefusedError(
      'unusable_weights',
      `${error.message} Put another model into use, such as the base model, and train again.`,
      { cause: error },
    );
  }
}

/**
 * The models to compare with, in the order of their names. A model that this version cannot read any more is left out:
 * it could not serve either.
 */
async function readEarlier(folder: string): Promise<ServingModel[]> {
  const names = await readdir(folder).catch(() => []);
  const models: ServingModel[] = [];
  for (const name of names.sort()) {
    try {
      models.push(parseServingModel(await readFile(join(folder, name), 'utf8'), `serving/earlier/${name}`));
    } catch (error) {
      if (!(error instanceof WeightsError)) throw error;
    }
  }
  return models;
}

/** Identifies a training by its base weights, base features, serving weights, seed and data. */
const trainingId = (parts: readonly string[]): string => hashOf(parts.join('\n'));

const hashOf = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.new`, text);
  await rename(`${path}.new`, path);
}
