// @module-tag slow
/** A burst of one account beside one document of another. */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SqliteTable } from '../../../adapters/local/table/sqlite-table.ts';
import { takenSlots } from '../../../core/requests/admission/admission.ts';
import type { ProcessingRequest } from '../../../core/requests/processing-request.ts';
import { SystemClock } from '../../../core/system-clock.ts';
import { ANNA, BERT, openAdmission } from './admission-harness.ts';

it('ends a burst of 10,000 documents within the limit, and starts another account at the next free slot', async () => {
  const limit = 20;
  // Its queries read what they return, not the whole partition.
  const table = new SqliteTable(join(await mkdtemp(join(tmpdir(), 'admission-')), 'table.sqlite'), {
    clock: new SystemClock(),
  });
  const { service, executions, accept, end, waitingRows } = openAdmission(limit, { table });
  const byId = new Map<string, ProcessingRequest>();
  for (let at = 0; at < 10_000; at += 1) {
    const request = await accept(ANNA);
    byId.set(request.processing_id, request);
  }
  const other = await accept(BERT);
  byId.set(other.processing_id, other);
  let ended = 0;
  for (const id of executions.started) {
    await end(byId.get(id) as ProcessingRequest);
    ended += 1;
    if (ended === 1) expect(executions.started.at(-1)).toBe(other.processing_id);
  }
  expect(ended).toBe(10_001);
  expect(executions.most).toBe(limit);
  expect([await waitingRows(), await takenSlots(service)]).toEqual([0, []]);
});
