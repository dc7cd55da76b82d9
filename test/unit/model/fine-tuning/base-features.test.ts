import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROW_NAMES } from '../../../../model-container/features/gap-features.ts';
import { readBaseFeatures, writeBaseFeatures } from '../../../../model-container/training/fine-tuning/base-features.ts';
import { makeFolder } from './training-fixtures.ts';

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
