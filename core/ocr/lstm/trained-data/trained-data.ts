/** Takes a `.traineddata` file of Tesseract apart: a table of offsets, then the parts one after the other. */
import { ByteReader } from './byte-reader.ts';

/** Places of the parts in the table (tessdatamanager.h of Tesseract 5). */
const PLACES = { network: 17, punctuation: 18, words: 19, numbers: 20, characters: 21, recoder: 22 } as const;
/** More entries than any version of Tesseract writes: the bytes are no language data, or those of a big-endian machine. */
const MOST_ENTRIES = 64;

export type TrainedDataPart = keyof typeof PLACES;

/**
 * The parts that reading lines needs, as views of the file's bytes; those that the file does not have are left out.
 * @throws RangeError where the bytes are not such a file
 */
export function splitTrainedData(file: Uint8Array): ReadonlyMap<TrainedDataPart, Uint8Array> {
  const reader = new ByteReader(file);
  const entries = reader.count();
  if (entries > MOST_ENTRIES) throw new RangeError('this is not language data of Tesseract');
  const offsets = Array.from({ length: entries }, () => Number(reader.int64()));
  const parts = new Map<TrainedDataPart, Uint8Array>();
  for (const [name, place] of Object.entries(PLACES) as [TrainedDataPart, number][]) {
    const from = offsets[place] ?? -1;
    if (from < 0) continue;
    const to = offsets.slice(place + 1).find((offset) => offset >= 0) ?? file.length;
    if (to < from || to > file.length) throw new RangeError('the table of this language data is broken');
    parts.set(name, file.subarray(from, to));
  }
  return parts;
}
