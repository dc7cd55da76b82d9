/** Draws the documents of a training where there are more than the container accepts. */
import type { TrainingDocument } from '../../../requests/training-documents/training-document.ts';

/** Documents that a training uses at most. A merged file counts as the documents in it. */
export const MAX_DOCUMENTS = 1000;

/** Number of documents in an annotated file. */
export const documentsIn = ({ upload_mode: mode, sub_documents: parts = [] }: TrainingDocument): number =>
  mode === 'already_split' ? 1 : parts.length;

export const countDocuments = (files: readonly TrainingDocument[]): number =>
  files.reduce((sum, file) => sum + documentsIn(file), 0);

/**
 * Returns at most `most` documents, spread over the collections: in turn one file of each, so that a small collection
 * is used whole. The same files give the same draw.
 * @param files  in the order of their random ids
 */
export const drawDocuments = (
  files: readonly TrainingDocument[],
  most: number = MAX_DOCUMENTS,
): readonly TrainingDocument[] => {
  if (countDocuments(files) <= most) return files;
  const collections = [...Map.groupBy(files, ({ collection }) => collection).values()];
  const longest = Math.max(...collections.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, turn) => collections.flatMap((of) => of.slice(turn, turn + 1)));
  const drawn: TrainingDocument[] = [];
  let count = 0;
  for (const file of inTurn.flat()) {
    if (count + documentsIn(file) > most) continue;
    drawn.push(file);
    count += documentsIn(file);
  }
  return drawn;
};
