import { describe, expect, it, vi } from 'vitest';
import { ExecutionLostError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import { processDocument } from '../../../core/processing/process-document.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../../core/requests/processing-request.ts';
import { readProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { requestTraining } from '../../../core/workflows/training/request-training.ts';
import { getTraining } from '../../../core/workflows/training/trainings.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';
import { addTrainingDocument, addWorkflow } from '../../fakes/fake-workflows.ts';
import { recordOf } from '../../service/harness/pipeline-harness.ts';
import { startTestApi } from '../../service/harness/test-api.ts';
import { resumeUnfinished } from '../../../lambdas/resume-unfinished.ts';
import { ANNA, BERT, openAdmission } from './admission-harness.ts';

const createUpload = {
  method: 'POST',
  url: '/uploads',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ file_name: 'a.pdf', content_type: 'application/pdf', size: 10 }),
};

/** Enough time for one call to finish everything. */
const context = { getRemainingTimeInMillis: () => 600_000 };
const sweep = (service: Parameters<typeof resumeUnfinished>[0], time = context) => resumeUnfinished(service)({}, time);

/** Returns a service with an expired upload whose file was never sent. */
const startWithExpiredUpload = async () => {
  const api = await startTestApi();
  await api.call(createUpload);
  await api.service.clock.sleep(48 * 3_600_000);
  return api.service;
};

describe('the sweep', () => {
  it('returns the numbers of what it resumed and deleted', async () => {
    const service = await startWithExpiredUpload();
    expect(await sweep(service)).toEqual({
      started: 0,
      announced: 0,
      deleted_requests: 0,
      deleted_uploads: 1,
      complete: true,
    });
    expect(await sweep(service)).toEqual({
      started: 0,
      announced: 0,
      deleted_requests: 0,
      deleted_uploads: 0,
      complete: true,
    });
  });

  it('logs how long the oldest document has waited for its turn, in the member that the metric reads', async () => {
    const { service, accept } = openAdmission(1);
    await accept(ANNA);
    const { created_at: at } = await accept(BERT);
    const later = { ...service.clock, now: () => new Date(Date.parse(at) + 7_200_000) };
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      await sweep({ ...service, clock: later });
      const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>);
      expect(lines).toMatchObject([{ level: 'INFO', longest_wait_seconds: 7200 }]);
    } finally {
      written.mockRestore();
    }
  });

  it('deletes what has expired also where resuming fails, then throws that error', async () => {
    const service = await startWithExpiredUpload();
    const query: typeof service.table.query = (asked) =>
      asked.pk === 'OPEN_PROCESSINGS'
        ? Promise.reject(new TemporarilyUnavailableError('The index is busy.'))
        : service.table.query(asked);
    const busy = {
      ...service,
      table: {
        get: (key: Parameters<typeof service.table.get>[0]) => service.table.get(key),
        write: (operations: Parameters<typeof service.table.write>[0]) => service.table.write(operations),
        query,
      },
    };
    await expect(sweep(busy)).rejects.toThrow('The index is busy.');
    expect(await sweep(service)).toMatchObject({ deleted_uploads: 0 });
  });

  it('stops deleting shortly before its invocation ends, and continues in the next call', async () => {
    const service = await startWithExpiredUpload();
    const short = { getRemainingTimeInMillis: () => 1 };
    // The signal aborts before the query returns.
    const query: typeof service.table.query = async (asked) => {
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
      return service.table.query(asked);
    };
    const slow = {
      ...service,
      table: {
        get: (key: Parameters<typeof service.table.get>[0]) => service.table.get(key),
        write: (operations: Parameters<typeof service.table.write>[0]) => service.table.write(operations),
        query,
      },
    };
    expect(await sweep(slow, short)).toMatchObject({ deleted_uploads: 0, complete: false });
    expect(await sweep(service)).toMatchObject({ deleted_uploads: 1, complete: true });
  });

  it('resumes several requests concurrently', async () => {
    const service = fakeService();
    service.stateMachines.runsAtOnce = false;
    const { account } = await addAccount(service, 'Customer');
    const file = { name: 'mail.pdf', bytes: writeFakeDocument({ pages: 1, starts: [] }) };
    for (let count = 0; count < 3; count += 1)
      await processDocument(service, account, {
        workflowKey: GENERIC_WORKFLOW_ID,
        file,
        parameters: processingParametersSchema.parse({}),
      });
    const pending: (() => void)[] = [];
    // No call of resume returns before all three were made.
    const resume = () =>
      new Promise<void>((resolve) => {
        pending.push(resolve);
        if (pending.length === 3) for (const each of pending) each();
      });
    expect(await sweep({ ...service, stateMachines: { start: () => Promise.resolve(), resume } })).toMatchObject({
      started: 3,
    });
  });

  it('records a request and a training as failed where their executions cannot be resumed', async () => {
    const service = fakeService();
    service.stateMachines.runsAtOnce = false;
    const { account } = await addAccount(service, 'Customer');
    const file = { name: 'mail.pdf', bytes: writeFakeDocument({ pages: 1, starts: [] }) };
    const { processing_id: id } = await processDocument(service, account, {
      workflowKey: GENERIC_WORKFLOW_ID,
      file,
      parameters: processingParametersSchema.parse({}),
    });
    const workflow = await addWorkflow(service, account.account_id);
    for (let count = 0; count < 5; count += 1) await addTrainingDocument(service, workflow, [recordOf(1), recordOf(2)]);
    const training = await requestTraining(service, { ...workflow, collections: null });
    const lost = {
      ...service,
      stateMachines: {
        start: () => Promise.resolve(),
        resume: () => Promise.reject(new ExecutionLostError('It cannot be resumed.')),
      },
    };
    expect(await sweep(lost)).toMatchObject({ started: 2 });
    expect(await readProcessingRequest(service, { account_id: account.account_id, processing_id: id })).toMatchObject({
      state: 'failed',
      failure: { code: 'processing_failed', caused_by_document: false },
    });
    expect((await getTraining(service, training)).state).toBe('failed');
    expect(service.events.published.map(({ type }) => type)).toEqual(['processing.failed', 'training.failed']);
    expect(await sweep(lost)).toMatchObject({ started: 0, announced: 0 });
  });
});
