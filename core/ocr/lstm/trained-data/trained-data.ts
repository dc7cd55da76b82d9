/** Splits a `.traineddata` file of Tesseract: a table of offsets, followed by the parts. */
import { ByteReader } from './byte-reader.ts';

/** Indexes of the parts in the table of offsets (TessdataType in tessdatamanager.h of Tesseract 5). */
const INDEXES = { network: 17, punctuation: 18, words: 19, numbers: 20, characters: 21, recoder: 22 } as const;
/** More entries than any version of Tesseract writes: the bytes are not language data, or from a big-endian machine. */
const MAX_ENTRIES = 64;

export type TrainedDataPart = keyof typeof INDEXES;

/**
 * Returns the parts needed for line recognition, as views of the file; parts that the file lacks are absent.
 * @throws RangeError if the bytes are not such a file
 */
export function splitTrainedData(file: Uint8Array): ReadonlyMap<TrainedDataPart, Uint8Array> {
  const reader = new ByteReader(file);
  const entries = reader.count();
  if (entries > MAX_ENTRIES) throw new RangeError('this is not language data of Tesseract');
  const offsets = Array.from({ length: entries }, () => Number(reader.int64()));
  const parts = new Map<TrainedDataPart, Uint8Array>();
  for (const [name, index] of Object.entries(INDEXES) as [TrainedDataPart, number][]) {
    const from = offsets[index] ?? -1;
    if (from < 0) continue;
    const to = offsets.slice(index + 1).find((offset) => offset >= 0) ?? file.length;
    if (to < from || to > file.length) throw new RangeError('the table of this language data is broken');
    parts.set(name, file.subarray(from, to));
  }
  return parts;
}
