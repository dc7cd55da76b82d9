import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ROW_NAMES } from '../../../../model-container/features/gap-features.ts';
import { readBaseFeatures, writeBaseFeatures } from '../../../../model-container/training/fine-tuning/base-features.ts';
import { makeFolder } from './training-fixtures.ts';

/** A file of one stream of one gap, in which every feature is 5. */
const withColumns = (names: readonly string[]): Buffer => {
  const head = { schema_version: 3, row_names: names, streams: [1], levels: names.map(() => [5]) };
  return gzipSync(
    Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), Buffer.alloc(names.length, 1), Buffer.of(1)]),
  );
};

describe('the base features', () => {
  it('are read as they were written, quantised to 255 levels, with missing values', async () => {
    const path = join(await makeFolder(), 'features.gz');
    const row = (value: number) =>
      Float32Array.from(ROW_NAMES, (_, column) => (column === 3 ? Number.NaN : value + column));
    await writeBaseFeatures(path, [
      { rows: [row(0.5), row(-2)], labels: [1, 0] },
      { rows: [row(7)], labels: [1] },
    ]);
    const [first, second] = await readBaseFeatures(path);
    expect(first?.labels).toEqual([1, 0]);
    expect(second?.labels).toEqual([1]);
    expect(first?.rows[1]?.[0]).toBe(-2);
    expect(second?.rows[0]?.[2]).toBe(9);
    expect(first?.rows[0]?.[3]).toBeNaN();
  });

  it('of an earlier version lack the features that were added since, and are read', async () => {
    const path = join(await makeFolder(), 'features.gz');
    await writeFile(path, withColumns([...ROW_NAMES.slice(0, 2), 'masked']));
    const [stream] = await readBaseFeatures(path);
    expect(stream?.rows[0]?.slice(0, 3)).toEqual(Float32Array.of(5, 5, Number.NaN));
    expect(stream?.rows[0]?.at(-1)).toBe(5);
    await writeFile(path, withColumns([...ROW_NAMES.slice(0, 2), 'moon', 'masked']));
    await expect(readBaseFeatures(path)).rejects.toThrow('another version');
  });

  it('of this repository have its features, and less than 3 MB', async () => {
    const path = 'model-container/weights/base-features.gz';
    const streams = await readBaseFeatures(path);
    expect(streams.length).toBeGreaterThan(20);
    expect((await stat(path)).size).toBeLessThan(3_000_000);
  });

  it('that are damaged or absent are refused', async () => {
    const path = join(await makeFolder(), 'features.gz');
    await expect(readBaseFeatures(path)).rejects.toThrow('cannot be read');
    await writeFile(path, 'no gzip');
    await expect(readBaseFeatures(path)).rejects.toThrow('cannot be read');
  });
});
