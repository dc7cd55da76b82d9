/**
 * A small sample of the base model's training set, which prevents catastrophic forgetting in fine-tuning: the features
 * of the gaps of whole streams, quantised to 8 bits, and their labels. It contains no text, no image and no name.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { ROW_NAMES } from '../../features/gap-features.ts';
import { TrainingRefusedError } from '../job/training-error.ts';

export interface LabelledStream {
  readonly rows: readonly Float32Array[];
  /** 1 where a document ends. */
  readonly labels: readonly number[];
}

const headSchema = z.strictObject({
  schema_version: z.literal(3),
  row_names: z.array(z.string()),
  /** Number of gaps of each stream. */
  streams: z.array(z.int().min(1)),
  /** Up to LEVELS values for each feature. Byte 0 is a missing value, byte k is the value at index k − 1. */
  levels: z.array(z.array(z.number())),
});

/** The column that no stage can do without. */
const MASKED_NAME = 'masked';

/** Quantisation levels: bytes 1 to 255. */
const LEVELS = 255;

/**
 * Writes a JSON header line, one byte per feature and gap, and one byte per label, gzipped.
 * @returns the file size in bytes
 */
export async function writeBaseFeatures(path: string, streams: readonly LabelledStream[]): Promise<number> {
  const rows = streams.flatMap((stream) => stream.rows);
  const levels = ROW_NAMES.map((_, column) => levelsOf(rows.map((row) => row[column] ?? Number.NaN)));
  const bytes = Buffer.alloc(rows.length * (ROW_NAMES.length + 1));
  // Column by column, which compresses better.
  for (const [column, of] of levels.entries())
    for (const [at, row] of rows.entries())
      bytes[column * rows.length + at] = nearestLevel(row[column] ?? Number.NaN, of);
  streams
    .flatMap((stream) => stream.labels)
    .forEach((label, at) => {
      bytes[ROW_NAMES.length * rows.length + at] = label;
    });
  const head: z.infer<typeof headSchema> = {
    schema_version: 3,
    row_names: [...ROW_NAMES],
    streams: streams.map((stream) => stream.rows.length),
    levels,
  };
  const packed = gzipSync(Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), bytes]), { level: 9 });
  await writeFile(path, packed);
  return packed.length;
}

/**
 * Features that were added after the file was written are missing values.
 * @throws TrainingRefusedError where the file is missing or damaged, or has features that this version has not
 */
export async function readBaseFeatures(path: string): Promise<LabelledStream[]> {
  const { head, bytes } = await unpack(path);
  const columns = head.row_names.length;
  if (head.row_names.some((name) => !ROW_NAMES.includes(name)) || !head.row_names.includes(MASKED_NAME)) {
    throw new TrainingRefusedError(
      'unusable_weights',
      'The base features were computed by another version than this one: train the base model again.',
    );
  }
  const gaps = head.streams.reduce((sum, count) => sum + count, 0);
  if (bytes.length !== gaps * (columns + 1) || head.levels.length !== columns)
    throw new TrainingRefusedError('unusable_weights', 'The base features are damaged: they are incomplete.');
  const stored = ROW_NAMES.map((name) => head.row_names.indexOf(name));
  const row = (gap: number) =>
    Float32Array.from(stored, (column) =>
      column < 0 ? Number.NaN : (head.levels[column]?.[(bytes[column * gaps + gap] ?? 0) - 1] ?? Number.NaN),
    );
  let from = 0;
  return head.streams.map((count) => {
    const places = Array.from({ length: count }, (_, at) => from + at);
    from += count;
    return { rows: places.map(row), labels: places.map((gap) => bytes[columns * gaps + gap] ?? 0) };
  });
}

async function unpack(path: string): Promise<{ head: z.infer<typeof headSchema>; bytes: Buffer }> {
  try {
    const whole = gunzipSync(await readFile(path));
    const end = whole.indexOf('\n');
    return {
      head: headSchema.parse(JSON.parse(whole.subarray(0, end).toString('utf8'))),
      bytes: whole.subarray(end + 1),
    };
  } catch (error) {
    throw new TrainingRefusedError('unusable_weights', 'The base features cannot be read.', { cause: error });
  }
}

/**
 * The quantisation levels in ascending order: all distinct values where there are at most LEVELS, else evenly spaced
 * ranks.
 */
function levelsOf(values: readonly number[]): number[] {
  const known = Float32Array.from(values.filter((value) => !Number.isNaN(value))).sort();
  const distinct = [...new Set(known)];
  const kept =
    distinct.length <= LEVELS
      ? distinct
      : [
          ...new Set(
            Array.from({ length: LEVELS }, (_, at) => known[Math.round((at / (LEVELS - 1)) * (known.length - 1))] ?? 0),
          ),
        ];
  return [...new Set(kept.map((value) => Number(value.toPrecision(5))))];
}

function nearestLevel(value: number, levels: readonly number[]): number {
  if (Number.isNaN(value) || levels.length === 0) return 0;
  let [low, high] = [0, levels.length - 1];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((levels[middle] ?? 0) <= value) low = middle;
    else high = middle;
  }
  return 1 + (Math.abs((levels[low] ?? 0) - value) <= Math.abs((levels[high] ?? 0) - value) ? low : high);
}
