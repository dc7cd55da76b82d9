/** Faults at every call of a port while a request with an Idempotency-Key is answered: it is processed once. */
import { countedUsage } from '../../fakes/counted-usage.ts';
import pLimit from 'p-limit';
import { describe, expect, it } from 'vitest';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import { GENERIC_WORKFLOW_ID } from '../../../core/requests/processing-request.ts';
import { readProcessingRequest } from '../../../core/requests/processing-requests.ts';
import { resumeUnfinished } from '../../../core/workflows/resume-unfinished.ts';
import { apiHandler } from '../../../lambdas/api/api-handler.ts';
import { writeFakeDocument } from '../../fakes/documents/fake-document.ts';
import { addAccount } from '../../fakes/fake-service.ts';
import { FaultInjector, placesOf } from '../../fakes/fault-injector.ts';
import type { Fault } from '../../fakes/fault-injector.ts';
import { openFaultWorld } from '../harness/fault-world.ts';
import { MULTIPART, uploadBody } from '../harness/multipart-body.ts';
import { contextOf, eventOf } from '../harness/test-api.ts';

const LIMIT_MS = 120_000;
const AT_ONCE = 8;
const MOST_ATTEMPTS = 4;
/** Longer than a claim lasts. */
const PAUSE_MS = 120_000;

interface Outcome {
  /** The calls of ports until the first response. */
  readonly calls: readonly string[];
  /** Each response as its status and body, until the first that is neither 409 nor 5xx, and one more. */
  readonly answers: readonly string[];
  readonly states: readonly string[];
  readonly usage: number;
}

/** Sends a request with a key until it is answered, as clients do, and once more. */
const sendUntilAnswered = async (wait: number, fault?: Fault): Promise<Outcome> => {
  const world = await openFaultWorld();
  // The steps of the state machine are sound: other tests stop them.
  const injector = new FaultInjector(fault);
  const ports = Object.fromEntries(
    (['table', 'blobs', 'stateMachines'] as const).map((port) => [port, injector.wrap(port, world.sound[port])]),
  );
  const { key, account } = await addAccount(world.sound, 'Customer');
  const handler = apiHandler({ ...world.sound, ...ports }, { logError: () => undefined });
  const send = async (): Promise<string> => {
    const call = {
      method: 'POST',
      url: `/processing/${GENERIC_WORKFLOW_ID}?wait_for=${wait}`,
      headers: { ...MULTIPART, 'Idempotency-Key': 'one' },
      body: uploadBody(writeFakeDocument({ pages: 2 })),
    };
    const { statusCode, body } = await handler(eventOf(call, key), contextOf());
    return `${statusCode} ${body}`;
  };
  const answers = [await send()];
  const calls = [...injector.calls];
  while (/^(409|5)/.test(answers.at(-1) ?? '') && answers.length < MOST_ATTEMPTS) {
    await world.settled();
    injector.heal();
    await resumeUnfinished(world.sound);
    await world.settled();
    await world.sound.clock.sleep(PAUSE_MS);
    answers.push(await send());
  }
  injector.heal();
  await resumeUnfinished(world.sound);
  await world.settled();
  answers.push(await send());
  const requests = await Promise.all(
    world.ids.map((id) => readProcessingRequest(world.sound, { account_id: account.account_id, processing_id: id })),
  );
  const { requests: usage } = await countedUsage(world.sound, account.account_id);
  return {
    calls,
    answers,
    states: requests.filter((request) => request !== undefined).map(({ state }) => state),
    usage,
  };
};

/** Why an outcome is wrong, if it is. */
const breachesOf = ({ answers, states, usage }: Outcome): string[] => {
  const [last, again] = answers.slice(-2);
  return [
    ...(last === again ? [] : [`a retry got ${again ?? ''} after ${last ?? ''}`]),
    ...(/^20[12] /.test(last ?? '') ? [] : [`it ended with ${last ?? ''}`]),
    ...(states.join() === 'succeeded' ? [] : [`its requests are ${states.join()}`]),
    ...(usage === 1 ? [] : [`it was counted ${usage} times`]),
  ];
};

describe('A request with an Idempotency-Key', () => {
  it.each([
    ['once, before it took effect', 'once', 'before', () => new TemporarilyUnavailableError('injected')],
    ['once, after it took effect', 'once', 'after', () => new TemporarilyUnavailableError('injected')],
    ['by an unknown error, before it took effect', 'once', 'before', () => new Error('injected')],
    ['by an unknown error, after it took effect', 'once', 'after', () => new Error('injected')],
    ['from then on', 'always', 'before', () => new TemporarilyUnavailableError('injected')],
    ['from then on, after it took effect', 'always', 'after', () => new TemporarilyUnavailableError('injected')],
  ] as const)(
    'is processed once and gets one answer where a call of a port fails %s',
    async (_, lasts, when, error) => {
      const clean = await sendUntilAnswered(0);
      expect(breachesOf(clean)).toEqual([]);
      const places = placesOf(clean.calls);
      expect(places.length).toBeGreaterThan(7);
      const breaches = await pLimit(AT_ONCE).map(places, async (place) => {
        const outcome = await sendUntilAnswered(0, { ...place, lasts, when, error });
        return breachesOf(outcome).map((breach) => `${place.call} ${place.nth}: ${breach}`);
      });
      expect(breaches.flat()).toEqual([]);
    },
    LIMIT_MS,
  );
});
