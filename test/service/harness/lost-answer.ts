/** A process that dies between storing what it made and storing its answer. */
import type { Answer, ApiCall, TestApi } from './test-api.ts';

/** Longer than a claim on an Idempotency-Key lasts. */
const CLAIM_MS = 10 * 60_000;

/**
 * Sends the call with an `Idempotency-Key` to a process that dies before it stores its answer, and again when its claim
 * has expired.
 * @param between  runs between the two
 */
export const repeatAfterCrash = async (
  api: TestApi,
  call: ApiCall,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Answer> => {
  const keyed = { ...call, headers: { ...call.headers, 'Idempotency-Key': 'crash' } };
  const { table } = api.service;
  const write = table.write.bind(table);
  const process = { dead: false };
  table.write = (operations) => {
    process.dead ||= operations.some((one) => 'update' in one && one.set?.['answer'] !== undefined);
    return process.dead ? Promise.reject(new Error('killed')) : write(operations);
  };
  try {
    const { status } = await api.call(keyed);
    if (!process.dead || status !== 500) throw new Error(`The process did not die before its answer: ${status}.`);
  } finally {
    table.write = write;
  }
  await api.service.clock.sleep(CLAIM_MS);
  await between();
  return api.call(keyed);
};
