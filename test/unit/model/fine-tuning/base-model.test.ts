// @module-tag slow
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { makeBaseModel } from '../../../fixtures/base-model/make-base-model.ts';
import { RECORDED_BASE_MODEL } from './training-fixtures.ts';

// If this fails after an intended change: node test/fixtures/base-model/make-base-model.ts
it('the recorded base model equals the result of its training', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tearline-base-model-'));
  await makeBaseModel(folder);
  for (const file of ['base.json.gz', 'base-features.gz']) {
    const [made, recorded] = await Promise.all(
      [folder, RECORDED_BASE_MODEL].map(async (parent) => gunzipSync(await readFile(join(parent, file)))),
    );
    expect(made?.equals(recorded ?? Buffer.alloc(0)), file).toBe(true);
  }
});
