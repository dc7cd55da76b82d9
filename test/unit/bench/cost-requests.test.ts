import { describe, expect, it } from 'vitest';
import { PARSER_PROCESSES } from '../../../bench/cost/deployed-design.ts';
import { REQUESTING_STEPS, requestsOf } from '../../../bench/cost/document-requests.ts';
import type { Requests, RequestingStep } from '../../../bench/cost/document-requests.ts';
import { shapeOf } from '../../../bench/cost/document-shape.ts';
import { processDocument } from '../../../core/processing/process-document.ts';
import { BlobParsers } from '../../../core/processing/parsing/blob-parsers.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../../core/requests/processing-request.ts';
import type { InspectOutput } from '../../../core/requests/step-data.ts';
import type { BlobFile } from '../../../core/ports.ts';
import type { Service } from '../../../core/service.ts';
import { stepHandlers } from '../../../lambdas/steps/step-handlers.ts';
import { CountingBlobs, CountingTable, RequestCount } from '../../fakes/table/counting-stores.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { FakeParsers } from '../../fakes/documents/fake-parsers.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';

/** Every third page begins a document, as the cost model has it. */
const startsOf = (pages: number): number[] =>
  Array.from({ length: pages }, (_, index) => index + 1).filter((page) => page > 1 && page % 3 === 1);

/** Parse fetches a file by one GET. */
class BlobsOfParse extends CountingBlobs {
  override file(key: string): Promise<BlobFile> {
    void this.head(key);
    return this.inner.file(key);
  }
}

/** Takes one document through the real steps. @returns what each asked of the stores */
const countedOf = async (pages: number): Promise<Record<RequestingStep, Requests>> => {
  const fake = fakeService();
  fake.stateMachines.runsAtOnce = false;
  const { account } = await addAccount(fake, 'Counted');
  const count = new RequestCount();
  const service: Service = {
    ...fake,
    table: new CountingTable(fake.table, count),
    blobs: new CountingBlobs(fake.blobs, count),
    parsers: new BlobParsers(
      Object.assign(new FakeParsers(), { jobsPerChunk: PARSER_PROCESSES }),
      new BlobsOfParse(fake.blobs, count),
    ),
  };
  const steps = stepHandlers(service);
  const bytes = writeFakeDocument({ pages, starts: startsOf(pages) });
  const parameters = processingParametersSchema.parse({ retain_days: 30 });
  const { processing_id } = await processDocument(service, account, {
    workflowKey: GENERIC_WORKFLOW_ID,
    file: { name: 'a.pdf', bytes },
    parameters,
  });
  const key = { account_id: account.account_id, processing_id };
  const accept = count.take();
  const inspected = (await steps.Inspect(key)) as InspectOutput; // Inspect's own output.
  const Inspect = count.take();
  for (const chunk of inspected.chunks) await steps.ReadPages(chunk);
  const ReadPages = count.take();
  await steps.FindBoundaries(inspected);
  const FindBoundaries = count.take();
  await steps.BuildResults(key);
  const BuildResults = count.take();
  await steps.Complete(key);
  return { accept, Inspect, ReadPages, FindBoundaries, BuildResults, Complete: count.take() };
};

describe('the requests that the cost model counts for a document', () => {
  it.each([1, 2, 11, 21, 60])('are those that the steps make, with %i scanned pages', async (pages) => {
    const shape = shapeOf(pages, true);
    const expected = Object.fromEntries(REQUESTING_STEPS.map((step) => [step, requestsOf(step, shape)]));
    expect(await countedOf(pages)).toEqual(expected);
  });
});
