/** A process that dies at any call of a verification: the verification is whole or absent, and its event is published. */
import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { findProcessingRequest } from '../../../core/requests/find-processing-request.ts';
import { verifySplitting } from '../../../core/review/verify-splitting.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { FaultInjector, placesOf } from '../../fakes/fault-injector.ts';
import type { Fault } from '../../fakes/fault-injector.ts';
import { startWithSample, VERIFICATION } from '../harness/process-sample.ts';
import type { Sample } from '../harness/process-sample.ts';

const CORRECTION = [{ name: 'All', pages: [1, 2, 3, 4] }];
const CALLER = { id: 'key', name: 'Ann' };

/** One verification with the ports of a process that may die. */
const verifyWith = async (sample: Sample, injector: FaultInjector): Promise<void> => {
  const { service } = sample.api;
  const dying = {
    ...service,
    table: injector.wrap('table', service.table),
    blobs: injector.wrap('blobs', service.blobs),
    events: injector.wrap('events', service.events),
  };
  const before = await findProcessingRequest(service, { account_id: sample.api.accountId }, sample.id);
  await verifySplitting(dying, CALLER, before, { subDocuments: CORRECTION, replaces: false });
};

const placesOfVerification = async () => {
  const injector = new FaultInjector();
  await verifyWith(await startWithSample(), injector);
  return placesOf(injector.calls);
};

/** What the API shows, and how often the event was published. */
const stateOf = async (sample: Sample) => {
  const { verified } = (await sample.get(VERIFICATION)).json<{ verified: boolean }>();
  const splitting = (await sample.get('/document-splitting')).json<{ sub_documents: unknown[] }>();
  const paths = (await sample.get('/split-pdfs')).json<string[]>();
  const pdfs = await Promise.all(paths.map((_, index) => sample.get(`/split-pdfs/${index}`)));
  const events = sample.api.service.events.published.filter(({ type }) => type === 'processing.verified');
  return {
    verified,
    documents: splitting.sub_documents.length,
    pdfs: pdfs.map(({ status }) => status),
    eventIds: new Set(events.map(({ id }) => id)).size,
  };
};

const places = await placesOfVerification();
const kinds = ['before', 'after'] as const satisfies readonly Fault['when'][];

describe('A verification whose process dies', () => {
  it('calls the stores and the bus', () => {
    expect(places.map(({ call }) => call)).toEqual(
      expect.arrayContaining(['table.write', 'blobs.put', 'events.publish']),
    );
  });

  it.each(places.flatMap((place) => kinds.map((when) => ({ ...place, when }))))(
    '$when call $nth of $call: is whole or absent, and can be repeated',
    async ({ call, nth, when }) => {
      const sample = await startWithSample();
      const error = () => new TemporarilyUnavailableError('The process has died.');
      const injector = new FaultInjector({ call, nth, when, lasts: 'always', error });
      await verifyWith(sample, injector).catch(() => undefined);
      expect(injector.struck).toBeGreaterThan(0);
      await resumeUnfinished(sample.api.service);
      const after = await stateOf(sample);
      expect(after).toEqual(
        after.verified
          ? { verified: true, documents: 1, pdfs: [200], eventIds: 1 }
          : { verified: false, documents: 2, pdfs: [200, 200], eventIds: 0 },
      );
      expect((await sample.verify({ sub_documents: CORRECTION })).status).toBe(200);
      expect(await stateOf(sample)).toEqual({ verified: true, documents: 1, pdfs: [200], eventIds: 1 });
    },
  );
});
