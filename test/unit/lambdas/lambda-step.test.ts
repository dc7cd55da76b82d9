import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DocumentEncryptedError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { failureFromCause } from '../../../core/requests/failure.ts';
import { lambdaStep } from '../../../lambdas/steps/lambda-step.ts';
import { step } from '../../../lambdas/steps/step.ts';
import type { LogDetails } from '../../../lambdas/structured-log.ts';

const long = { getRemainingTimeInMillis: () => 60_000 };
const over = { getRemainingTimeInMillis: () => 0 };
const event = { account_id: 'account-1', processing_id: 'p-1', from: 1, file_name: 'secret.pdf' };

const start = (run: () => Promise<string>) => {
  const logged: LogDetails[] = [];
  const handler = lambdaStep(step(z.looseObject({}), run), {
    logError: (message, details) => logged.push({ message, ...details }),
  });
  return { handler, logged };
};

describe('A step as a Lambda function', () => {
  it('returns the output of the step', async () => {
    expect(await start(() => Promise.resolve('done')).handler(event, long)).toBe('done');
  });

  it('throws an error with the name that the state machine retries, and logs the cause with ids but no document data', async () => {
    const { handler, logged } = start(() => Promise.reject(new TemporarilyUnavailableError('The endpoint is cold.')));
    await expect(handler(event, long)).rejects.toMatchObject({ name: 'TemporarilyUnavailableError' });
    expect(logged).toEqual([
      {
        message: 'A step failed',
        account_id: 'account-1',
        processing_id: 'p-1',
        from: 1,
        error: expect.objectContaining({ message: 'The endpoint is cold.' }) as unknown,
      },
    ]);
  });

  it('does not log an error that the document caused, and passes it to RecordFailure', async () => {
    const { handler, logged } = start(() => Promise.reject(new DocumentEncryptedError('It needs a password.')));
    const error = (await handler(event, long).catch((thrown: unknown) => thrown)) as Error;
    expect(logged).toEqual([]);
    expect(
      failureFromCause(JSON.stringify({ errorType: error.name, errorMessage: error.message, trace: [] })),
    ).toMatchObject({ code: 'document_encrypted', caused_by_document: true });
  });

  it('ends before the invocation does, with an error that is retried', async () => {
    const { handler } = start(() => new Promise(() => undefined));
    await expect(handler(event, over)).rejects.toMatchObject({ name: 'TemporarilyUnavailableError' });
  });

  it('runs as the tenant of its input', async () => {
    const tenants: string[] = [];
    const handler = lambdaStep(
      step(z.looseObject({}), () => Promise.resolve('done')),
      { asTenant: (tenant, work) => (tenants.push(tenant), work()) },
    );
    await handler(event, long);
    expect(tenants).toEqual(['account-1']);
  });
});
