/**
 * Fault injection at every call of every port and every step in turn. After each fault the request, or the training, has
 * ended once, completely, and is announced.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { placesOf } from '../../fakes/fault-injector.ts';
import type { Fault } from '../../fakes/fault-injector.ts';
import {
  describeLastingFaults,
  DOWN_FOR_NOW,
  hang,
  HANGING_AT_ONCE,
  OTHER_ERRORS,
  LIMIT_MS,
  portsIn,
  runAll,
  RUNS,
} from './fault-runs.ts';
import type { Place, Run } from './fault-runs.ts';

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

/** Errors that Step Functions reports of a failed function. */
const LAMBDA_ERRORS = [
  {
    what: 'dies',
    error: () =>
      named('Lambda.Unknown', 'The cause could not be determined because Lambda did not return an error type.'),
  },
  {
    what: 'runs out of memory',
    error: () =>
      named(
        'Runtime.ExitError',
        '{"errorType":"Runtime.ExitError","errorMessage":"RequestId: 1 Error: Runtime exited with error: signal: killed"}',
      ),
  },
  {
    what: 'runs out of time',
    error: () =>
      named(
        'Sandbox.Timedout',
        '{"errorType":"Sandbox.Timedout","errorMessage":"RequestId: 1 Error: Task timed out after 900.00 seconds"}',
      ),
  },
  { what: 'cannot be reached', error: () => named('Lambda.ServiceException', 'injected') },
];

type Deliver = () => Promise<unknown>;

const THREE_TIMES = [
  {
    how: 'in sequence',
    deliver: async (step: Deliver) => {
      await step();
      await step();
      return step();
    },
  },
  {
    how: 'concurrently',
    deliver: async (step: Deliver) => {
      const [output] = await Promise.all([step(), step(), step()]);
      return output;
    },
  },
];

/** A fault before, and one after, each of the calls has taken effect. */
const aroundEach = (places: readonly Place[], lasts: Fault['lasts'], error: Fault['error']): Fault[] =>
  places.flatMap((place) => (['before', 'after'] as const).map((when): Fault => ({ ...place, lasts, when, error })));

for (const { what, run, success, tags } of RUNS)
  describe(what, { tags }, () => {
    let clean: Run;
    let ports: Place[];
    let steps: Place[];
    /** True if a fault at this place occurs before the request is accepted. */
    const beforeAcceptance = (place: string): boolean =>
      ports
        .slice(0, ports.findIndex(({ call }) => call === 'stateMachines.start') + 1)
        .some(({ call, nth }) => place.startsWith(`${call} ${nth},`));
    beforeAll(async () => {
      clean = await run({});
      ports = portsIn(clean);
      steps = placesOf(clean.world.injector.calls).filter(({ call }) => call.startsWith('step.'));
    });

    it('succeeds without a fault', () => {
      expect(clean.ending).toEqual({ breaches: [], state: success });
      expect(ports.length).toBeGreaterThan(20);
    });

    it(
      'ends once, and succeeds, where one call of a port is down for now, before or after it took effect',
      async () => {
        const { breaches, endings } = await runAll(aroundEach(ports, 'once', DOWN_FOR_NOW.error), (fault) =>
          run({ fault }),
        );
        expect(breaches).toEqual([]);
        // A temporary error is retried.
        expect([...endings].filter(([place, state]) => state !== success && !beforeAcceptance(place))).toEqual([]);
      },
      LIMIT_MS,
    );

    it.each(OTHER_ERRORS)(
      'ends once where one call of a port $what, before or after it took effect',
      { timeout: LIMIT_MS, tags: 'slow' },
      async ({ error, concerns }) => {
        const places = ports.filter(({ call }) => concerns.test(call));
        const { breaches } = await runAll(aroundEach(places, 'once', error), (fault) => run({ fault }));
        expect(breaches).toEqual([]);
      },
    );

    it.each(LAMBDA_ERRORS)(
      'succeeds where the function of a step $what once, before or after its work',
      async ({ error }) => {
        const faults = aroundEach(steps, 'once', error);
        const { breaches, endings } = await runAll(faults, (fault) => run({ fault }));
        expect(breaches).toEqual([]);
        expect([...endings].filter(([, state]) => state !== success)).toEqual([]);
      },
      LIMIT_MS,
    );

    it.each(LAMBDA_ERRORS)(
      'ends once where the function of a step $what always, before or after its work',
      async ({ error }) => {
        const faults = aroundEach(steps, 'always', error);
        const { breaches, endings } = await runAll(faults, (fault) => run({ fault }));
        expect(breaches).toEqual([]);
        // Nothing can have succeeded before the work of the last step; a training whose model is in use has succeeded.
        const unfinished = [...endings].filter(
          ([place]) => place.endsWith('before') && !place.startsWith('step.CompleteTraining'),
        );
        expect(unfinished.length).toBeGreaterThan(4);
        expect(unfinished.filter(([, state]) => state !== 'failed')).toEqual([]);
      },
      LIMIT_MS,
    );

    it(
      'ends once where the function of a step times out',
      async () => {
        const faults = steps.map((place): Fault => ({ ...place, lasts: 'once', when: 'hangs', error: Error }));
        const { breaches } = await runAll(faults, (fault) => hang(run, fault), HANGING_AT_ONCE);
        expect(breaches).toEqual([]);
      },
      LIMIT_MS,
    );

    it.each(THREE_TIMES)('succeeds once where each step is delivered three times $how', async ({ deliver }) => {
      const { ending } = await run({
        steps: (given) =>
          Object.fromEntries(
            Object.entries(given).map(([name, handler]) => [
              name,
              (input) => deliver(() => handler(structuredClone(input))),
            ]),
          ),
      });
      expect(ending).toEqual({ breaches: [], state: success });
    });

    describe('with faults that last from the first call of a method on', () => {
      describeLastingFaults(run, () => ports.filter(({ nth }) => nth === 1));
    });

    describe('with faults that last from any other call on', { tags: 'slow' }, () => {
      describeLastingFaults(run, () => ports.filter(({ nth }) => nth > 1));
    });
  });
