/** Generates the streams whose features are shipped with the base model. */
import { drawStreams } from './fit-model.ts';
import { TRAINING_STREAMS } from '../../synthetic/streams.ts';
import type { TrainingDocument } from '../training-documents.ts';
import type { LabelledStream } from '../fine-tuning/base-features.ts';

/** Enough streams to represent every kind of document, few enough for a small file. */
const STREAMS = 40;

export const drawBaseFeatures = (documents: readonly TrainingDocument[], seed: number): LabelledStream[] =>
  drawStreams(documents, TRAINING_STREAMS, STREAMS, seed + 5000)
    .filter(({ rows }) => rows.length > 0)
    .map(({ rows, labels }) => ({ rows, labels }));
