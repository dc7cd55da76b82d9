/** Faults while a request fails for its parameters: afterwards its upload can be processed. */
import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { createUpload } from '../../../core/processing/create-upload.ts';
import { processDocument } from '../../../core/processing/process-document.ts';
import { GENERIC_WORKFLOW_ID, processingParametersSchema } from '../../../core/requests/processing-request.ts';
import { getProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { placesOf } from '../../fakes/fault-injector.ts';
import type { Fault } from '../../fakes/fault-injector.ts';
import { openFaultWorld } from '../harness/fault-world.ts';
import type { FaultWorld } from '../harness/fault-world.ts';

const LIMIT_MS = 60_000;
const AT_ONCE = 8;
const bytes = writeFakeDocument({ pages: 3 });

const uploadIn = async ({ sound, account }: FaultWorld): Promise<string> => {
  const { upload_id: id } = await createUpload(sound, account, {
    file_name: 'big.pdf',
    content_type: 'application/pdf',
    size: bytes.length,
  });
  await sound.blobs.put(`accounts/${account.account_id}/uploads/${id}`, bytes, 'application/pdf');
  return id;
};

interface Ending {
  /** Calls of ports until the first request had ended. */
  readonly calls: readonly string[];
  /** State of the second request, or the reason for which it was refused. */
  readonly ending: string;
}

/** Processes an upload with parameters that do not fit, and again with parameters that fit. */
const processTwice = async (fault?: Fault): Promise<Ending> => {
  const world = await openFaultWorld(fault === undefined ? {} : { fault });
  const uploadId = await uploadIn(world);
  const process = (service: FaultWorld['service'], parameters: unknown) =>
    processDocument(service, world.account, {
      workflowKey: GENERIC_WORKFLOW_ID,
      file: { uploadId },
      parameters: processingParametersSchema.parse(parameters),
    });
  await process(world.service, { split_before: [9] }).catch(() => undefined);
  await world.settled();
  const calls = world.injector.calls.filter((call) => !call.startsWith('step.'));
  world.injector.heal();
  await resumeUnfinished(world.sound);
  await world.settled();
  try {
    const request = await process(world.sound, {});
    await world.settled();
    return { calls, ending: (await getProcessingRequest(world.sound, request)).state };
  } catch (error) {
    return { calls, ending: String(error) };
  }
};

describe('An upload whose request fails for its parameters', () => {
  it.each([
    ['once, before it took effect', 'once', 'before'],
    ['once, after it took effect', 'once', 'after'],
    ['from then on', 'always', 'before'],
  ] as const)(
    'can be processed where a call of a port fails %s',
    async (_, lasts, when) => {
      const clean = await processTwice();
      expect(clean.ending).toBe('succeeded');
      const places = placesOf(clean.calls);
      expect(places.length).toBeGreaterThan(10);
      const endings = await pLimit(AT_ONCE).map(places, async (place) => {
        const error = () => new TemporarilyUnavailableError('injected');
        const { ending } = await processTwice({ ...place, lasts, when, error });
        return `${place.call} ${place.nth}: ${ending}`;
      });
      expect(endings).toEqual(places.map(({ call, nth }) => `${call} ${nth}: succeeded`));
    },
    LIMIT_MS,
  );
});
