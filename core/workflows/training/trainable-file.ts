/** A training document as the rules for training data see it. */
import type { TrainingDocument } from '../../requests/training-documents/training-document.ts';
import type { TrainableFile } from './require-trainable.ts';

/** @param document  an annotated one, whose pages have been read */
export const trainableFile = ({
  upload_mode: mode,
  page_count: pages = 1,
  stream_length: count = pages,
  sub_documents: parts = [],
}: TrainingDocument): TrainableFile => ({
  merged: mode === 'merged',
  documents: mode === 'merged' ? parts.map(({ pages }) => pages.length) : [count],
});
