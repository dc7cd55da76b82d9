/** Contract of StateMachines: Step Functions' semantics, with the state machine process-document. */
import { afterEach, describe, expect, it } from 'vitest';
import type { AttributeValue, StateMachines } from '../../core/ports.ts';

/** The functions of the contract's Task states. */
export interface StateMachinesUnderTest {
  readonly stateMachines: StateMachines;
  /** Resolves once no execution is running. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export type ContractSteps = Readonly<Record<string, (input: unknown) => Promise<unknown>>>;

/** Inspect → Map of ReadPages → Complete; errors go to RecordFailure. Uses the subset of ASL that Tearline uses. */
export const CONTRACT_DEFINITION = {
  StartAt: 'Inspect',
  States: {
    Inspect: {
      Type: 'Task',
      Resource: '${InspectArn}',
      Retry: [{ ErrorEquals: ['TemporarilyUnavailableError'], IntervalSeconds: 0.05, MaxAttempts: 2, BackoffRate: 1 }],
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'RecordFailure' }],
      Next: 'ForEachChunk',
    },
    ForEachChunk: {
      Type: 'Map',
      ItemsPath: '$.chunks',
      MaxConcurrency: 2,
      ResultPath: null,
      ItemProcessor: {
        ProcessorConfig: { Mode: 'INLINE' },
        StartAt: 'ReadPages',
        States: {
          ReadPages: {
            Type: 'Task',
            Resource: '${ReadPagesArn}',
            Retry: [
              { ErrorEquals: ['TemporarilyUnavailableError'], IntervalSeconds: 0.05, MaxAttempts: 2, BackoffRate: 1 },
            ],
            End: true,
          },
        },
      },
      Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'RecordFailure' }],
      Next: 'Complete',
    },
    Complete: { Type: 'Task', Resource: '${CompleteArn}', End: true },
    RecordFailure: { Type: 'Task', Resource: '${RecordFailureArn}', End: true },
  },
} as const;

type Call = readonly [state: string, input: unknown];

class NamedError extends Error {
  constructor(name: string, message: string) {
    super(message);
    this.name = name;
  }
}

const failing = (times: number, error: Error): (() => void) => {
  let left = times;
  return () => {
    left -= 1;
    if (left >= 0) throw error;
  };
};

export const describeStateMachinesContract = (
  name: string,
  makeMachines: (steps: ContractSteps) => Promise<StateMachinesUnderTest>,
): void => {
  describe(`StateMachines contract: ${name}`, () => {
    let made: StateMachinesUnderTest | undefined;
    afterEach(async () => {
      await made?.close();
    });

    /** Runs one execution until it ends. */
    const run = async (
      overrides: Record<string, (input: unknown) => unknown>,
      input: Readonly<Record<string, AttributeValue>> = { id: '1', chunks: [1, 2, 3] },
    ): Promise<Call[]> => {
      const calls: Call[] = [];
      const answers: Record<string, (given: unknown) => unknown> = {
        Inspect: (given) => given,
        ReadPages: (given) => given,
        Complete: () => ({}),
        RecordFailure: () => ({}),
        ...overrides,
      };
      const steps = Object.fromEntries(
        Object.entries(answers).map(([state, answer]) => [
          state,
          async (given: unknown) => {
            calls.push([state, structuredClone(given)]);
            return await answer(given);
          },
        ]),
      );
      made = await makeMachines(steps);
      await made.stateMachines.start('process-document', 'execution-1', input);
      await made.settled();
      return calls;
    };
    /** Number of executions that have started. */
    const countInspections = async (): Promise<{
      readonly machines: StateMachinesUnderTest;
      readonly inspections: () => number;
    }> => {
      let inspections = 0;
      made = await makeMachines({
        Inspect: (input) => {
          inspections += 1;
          return Promise.resolve(input);
        },
        ReadPages: (input) => Promise.resolve(input),
        Complete: () => Promise.resolve({}),
        RecordFailure: () => Promise.resolve({}),
      });
      return { machines: made, inspections: () => inspections };
    };
    const statesOf = (calls: readonly Call[]): string[] => calls.map(([state]) => state);

    it('passes the output of each step to the next, and each item of a Map to its own step', async () => {
      const calls = await run({ Inspect: () => ({ id: '1', chunks: [{ from: 1 }, { from: 2 }, { from: 3 }] }) });
      expect(calls).toEqual([
        ['Inspect', { id: '1', chunks: [1, 2, 3] }],
        ['ReadPages', { from: 1 }],
        ['ReadPages', { from: 2 }],
        ['ReadPages', { from: 3 }],
        ['Complete', { id: '1', chunks: [{ from: 1 }, { from: 2 }, { from: 3 }] }],
      ]);
    });

    it('returns from start before the steps have run', async () => {
      const gate = Promise.withResolvers<undefined>();
      let finished = false;
      made = await makeMachines({
        Inspect: async (input) => {
          await gate.promise;
          return input;
        },
        ReadPages: (input) => Promise.resolve(input),
        Complete: () => {
          finished = true;
          return Promise.resolve({});
        },
        RecordFailure: () => Promise.resolve({}),
      });
      await made.stateMachines.start('process-document', 'execution-1', { chunks: [] });
      expect(finished).toBe(false);
      gate.resolve(undefined);
      await made.settled();
      expect(finished).toBe(true);
    });

    it('starts an execution of one name only once while it runs', async () => {
      const { machines, inspections } = await countInspections();
      await Promise.all(
        Array.from({ length: 5 }, () => machines.stateMachines.start('process-document', 'same', { chunks: [] })),
      );
      await machines.stateMachines.start('process-document', 'other', { chunks: [] });
      await machines.settled();
      expect(inspections()).toBe(2);
    });

    it('resumes an execution that was never started, and leaves a running one as it is', async () => {
      const { machines, inspections } = await countInspections();
      await machines.stateMachines.resume('process-document', 'same', { chunks: [] });
      await machines.stateMachines.resume('process-document', 'same', { chunks: [] });
      await machines.settled();
      expect(inspections()).toBe(1);
    });

    it('retries after an error that Retry names', async () => {
      const fail = failing(1, new NamedError('TemporarilyUnavailableError', 'cold'));
      const calls = await run({
        Inspect: (input) => {
          fail();
          return input;
        },
      });
      expect(statesOf(calls)).toEqual(['Inspect', 'Inspect', 'ReadPages', 'ReadPages', 'ReadPages', 'Complete']);
    });

    it('retries only the failed item of a Map', async () => {
      const fail = failing(1, new NamedError('TemporarilyUnavailableError', 'cold'));
      const calls = await run({
        ReadPages: (input) => {
          if (input === 2) fail();
          return input;
        },
      });
      expect(
        calls
          .filter(([state]) => state === 'ReadPages')
          .map(([, input]) => input)
          .sort(),
      ).toEqual([1, 2, 2, 3]);
      expect(statesOf(calls).at(-1)).toBe('Complete');
    });

    it('fails after the maximum number of attempts', async () => {
      const calls = await run({
        Inspect: () => {
          throw new NamedError('TemporarilyUnavailableError', 'down');
        },
      });
      expect(statesOf(calls)).toEqual(['Inspect', 'Inspect', 'Inspect', 'RecordFailure']);
    });

    it('passes the name and message of an error to the failure state without a retry', async () => {
      const calls = await run({
        Inspect: () => {
          throw new NamedError('DocumentEncryptedError', '{"detail":"needs a password"}');
        },
      });
      expect(statesOf(calls)).toEqual(['Inspect', 'RecordFailure']);
      expect(calls[1]?.[1]).toMatchObject({
        id: '1',
        error: { Error: 'DocumentEncryptedError', Cause: expect.stringContaining('needs a password') as unknown },
      });
    });

    it('keeps the name and message of an error inside a Map', async () => {
      const calls = await run({
        ReadPages: (input) => {
          if (input === 2) throw new NamedError('DocumentUnreadableError', 'page 2');
          return input;
        },
      });
      expect(calls.at(-1)?.[0]).toBe('RecordFailure');
      expect(calls.at(-1)?.[1]).toMatchObject({
        error: { Error: 'DocumentUnreadableError', Cause: expect.stringContaining('page 2') as unknown },
      });
    });

    it('starts no further item after a Map has failed', async () => {
      const chunks = Array.from({ length: 30 }, (_, n) => n);
      const calls = await run(
        {
          ReadPages: (input) => {
            if (input === 0) throw new NamedError('DocumentUnreadableError', 'broken');
            return new Promise((resolve) => setTimeout(resolve, 5));
          },
        },
        { id: '1', chunks },
      );
      expect(calls.at(-1)?.[0]).toBe('RecordFailure');
      expect(calls.filter(([state]) => state === 'ReadPages').length).toBeLessThanOrEqual(3);
    });

    it('runs as many items concurrently as the Map allows', async () => {
      let running = 0;
      let most = 0;
      await run(
        {
          ReadPages: async (input) => {
            running += 1;
            most = Math.max(most, running);
            await new Promise((resolve) => setTimeout(resolve, 5));
            running -= 1;
            return input;
          },
        },
        { id: '1', chunks: [1, 2, 3, 4, 5, 6] },
      );
      expect(most).toBe(2);
    });

    it('skips a Map without items', async () => {
      expect(statesOf(await run({}, { id: '1', chunks: [] }))).toEqual(['Inspect', 'Complete']);
    });

    it('isolates the input of each step from changes by other steps', async () => {
      const calls = await run({
        Inspect: (input) => {
          Object.assign(input as object, { scribbled: true });
          return { chunks: [] };
        },
      });
      expect(calls.at(-1)).toEqual(['Complete', { chunks: [] }]);
    });
  });
};
