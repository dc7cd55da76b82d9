import { existsSync, readFileSync } from 'node:fs';
// @ts-expect-error: the package has no types
import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { kebabCase } from '../../../lib/constructs/kebab-case.ts';
import { STEPS_OF } from '../../../lambdas/steps/step-handlers.ts';

const validate = aslValidator as (definition: object) => {
  isValid: boolean;
  errorsText: (separator: string) => string;
};

interface State {
  readonly Type: string;
  readonly Next?: string;
  readonly Default?: string;
  readonly Choices?: readonly { readonly Next: string }[];
  readonly End?: boolean;
  readonly Resource?: string;
  readonly TimeoutSeconds?: number;
  readonly Retry?: readonly {
    readonly ErrorEquals: readonly string[];
    readonly MaxAttempts: number;
    readonly MaxDelaySeconds: number;
  }[];
  readonly Catch?: readonly {
    readonly ErrorEquals: readonly string[];
    readonly Next: string;
    readonly ResultPath: string;
  }[];
  readonly ItemProcessor?: {
    readonly ProcessorConfig: { readonly Mode: string };
    readonly States: Readonly<Record<string, State>>;
  };
  readonly MaxConcurrency?: number;
}

const readMachine = (
  machine: string,
): { text: string; definition: { StartAt: string; States: Record<string, State> } } => {
  const text = readFileSync(new URL(`../../../state-machines/${machine}.asl.json`, import.meta.url), 'utf8');
  return { text, definition: JSON.parse(text) as { StartAt: string; States: Record<string, State> } };
};

/** Every state with its name, including those inside a Map. */
const allStates = (states: Readonly<Record<string, State>>): [string, State][] =>
  Object.entries(states).flatMap(([name, state]): [string, State][] => [
    [name, state],
    ...allStates(state.ItemProcessor?.States ?? {}),
  ]);

const keysOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
};

const nextOf = (state: State): string[] =>
  [
    state.Next,
    state.Default,
    ...(state.Choices ?? []).map(({ Next }) => Next),
    ...(state.Catch ?? []).map(({ Next }) => Next),
  ].filter((next) => next !== undefined);

/** Fields that aws-local-stepfunctions and Step Functions interpret identically; test any other field on both first. */
const PORTABLE_FIELDS = new Set([
  'Comment',
  'StartAt',
  'States',
  'Type',
  'Resource',
  'TimeoutSeconds',
  'Next',
  'End',
  'ItemsPath',
  'MaxConcurrency',
  'ItemProcessor',
  'ProcessorConfig',
  'Mode',
  'ResultPath',
  'Retry',
  'Catch',
  'ErrorEquals',
  'IntervalSeconds',
  'BackoffRate',
  'MaxDelaySeconds',
  'MaxAttempts',
  'JitterStrategy',
  'SecondsPath',
  'Choices',
  'Default',
  'Variable',
  'StringEquals',
  'BooleanEquals',
  'IsPresent',
  'ExecutionType',
  'Error',
  'Cause',
]);
const PORTABLE_TYPES = new Set(['Task', 'Map', 'Choice', 'Wait', 'Pass', 'Succeed', 'Fail']);

/** Transient errors: a part of the service is down, or a fault of Lambda. */
const TRANSIENT = [
  'TemporarilyUnavailableError',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
];
/** All executions of the quota are in use, or all of Parse. */
const THROTTLED = ['Lambda.TooManyRequestsException'];
/** Errors of a function that ended without a response: unknown, timeout, process exit, out of memory. */
const FUNCTION_DIED = ['Lambda.Unknown', 'Sandbox.Timedout', 'Runtime.ExitError', 'Runtime.OutOfMemory'];

/** The step in the Resource of a Task. */
const stepOf = (resource = ''): string | undefined => /^\$\{(\w+)Arn\}$/.exec(resource)?.[1];

describe.each([
  ['process-document', 'RecordFailure'],
  ['train-workflow', 'RecordTrainingFailure'],
] as const)('%s.asl.json', (machine, failureState) => {
  const { text, definition } = readMachine(machine);
  const states = allStates(definition.States);
  const tasks = states.filter(([, state]) => state.Type === 'Task');

  it('is valid Amazon States Language', () => {
    // A copy, because the validator adds defaults to its argument.
    const { isValid, errorsText } = validate(structuredClone(definition));
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
  });

  it('uses only fields that both runners interpret identically', () => {
    const names = new Set(states.map(([name]) => name));
    expect(keysOf(definition).filter((key) => !PORTABLE_FIELDS.has(key) && !names.has(key))).toEqual([]);
    expect(states.filter(([, { Type }]) => !PORTABLE_TYPES.has(Type))).toEqual([]);
    expect(text).not.toMatch(/QueryLanguage|\{%|waitForTaskToken|\.sync|ItemReader|ResultWriter|ItemBatcher|\$\$/);
  });

  it('has a Task for each step, with a handler file of the same name', () => {
    const steps: readonly string[] = STEPS_OF[machine];
    expect([...new Set(tasks.map(([name, { Resource }]) => stepOf(Resource) ?? name))].sort()).toEqual(
      [...steps].sort(),
    );
    for (const name of steps)
      expect(existsSync(new URL(`../../../lambdas/steps/${kebabCase(name)}.ts`, import.meta.url)), name).toBe(true);
  });

  it('refers to each function by a placeholder', () => {
    expect(tasks.filter(([, { Resource }]) => stepOf(Resource) === undefined)).toEqual([]);
    // Where two states have the same step, one has another name.
    expect(tasks.filter(([name, { Resource }]) => stepOf(Resource) !== name).map(([name]) => name)).toEqual(
      machine === 'process-document' ? ['ReadPagesApart', 'RecordChunkFailure'] : [],
    );
  });

  it('has a timeout for every Task, because the runners have different defaults', () => {
    expect(tasks.filter(([, { TimeoutSeconds }]) => TimeoutSeconds === undefined)).toEqual([]);
  });

  it('retries exactly the transient errors: often, but only twice where the function died', () => {
    for (const [name, { Retry }] of tasks.filter(([task]) => task !== failureState)) {
      expect(
        Retry?.map(({ ErrorEquals }) => ErrorEquals),
        name,
      ).toEqual([TRANSIENT, THROTTLED, FUNCTION_DIED]);
      // A malicious file may kill its parser each time, and each attempt may take as long as the function's timeout.
      expect(
        Retry?.map(({ MaxAttempts }) => MaxAttempts),
        name,
      ).toEqual([expect.toSatisfy((attempts: number) => attempts >= 8), expect.any(Number), 2]);
    }
  });

  it('retries what Lambda refuses for about an hour, at random times, within the 25,000 events of an execution', () => {
    for (const [name, { Retry }] of tasks.filter(([task]) => task !== failureState)) {
      const retry = Retry?.find(({ ErrorEquals }) => ErrorEquals.includes('Lambda.TooManyRequestsException'));
      const { MaxAttempts = 0, MaxDelaySeconds = 0 } = retry ?? {};
      expect(retry, name).toMatchObject({ JitterStrategy: 'FULL', BackoffRate: 2 });
      // Full jitter: a pause is half of the longest on average. The first six are shorter.
      const seconds = ((MaxAttempts - 6) * MaxDelaySeconds) / 2;
      expect(seconds, name).toBeGreaterThan(3500);
      expect(seconds, name).toBeLessThan(4000);
      // A refused attempt has three events, and 40 chunks are retried side by side at most.
      expect(3 * 40 * MaxAttempts, name).toBeLessThan(25_000);
    }
  });

  it('retries the recording of a failure for a day after any error, because no other state follows', () => {
    const [retry] = definition.States[failureState]?.Retry ?? [];
    expect(retry?.ErrorEquals).toEqual(['States.ALL']);
    const { MaxAttempts = 0, MaxDelaySeconds = 0 } = retry ?? {};
    // Full jitter: a pause is half of the longest on average. The first ten are shorter.
    expect(((MaxAttempts - 10) * MaxDelaySeconds) / 2).toBeGreaterThanOrEqual(86_400);
  });

  it('catches every failure in the state that records it, with the error added to the input', () => {
    for (const [name, { Type, Catch }] of Object.entries(definition.States)) {
      if (name === failureState || Type === 'Choice' || Type === 'Wait') expect(Catch, name).toBeUndefined();
      else expect(Catch, name).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: failureState }]);
    }
  });

  it('can reach every state, and the end from every state', () => {
    const reached = new Set([definition.StartAt]);
    for (const name of reached)
      for (const next of nextOf(definition.States[name] ?? { Type: 'none' })) reached.add(next);
    expect([...reached].sort()).toEqual(Object.keys(definition.States).sort());
    const ends = new Set(
      Object.entries(definition.States)
        .filter(([, { End }]) => End === true)
        .map(([name]) => name),
    );
    for (let before = -1; before !== ends.size;) {
      before = ends.size;
      for (const [name, state] of Object.entries(definition.States))
        if (nextOf(state).some((next) => ends.has(next))) ends.add(name);
    }
    expect([...ends].sort()).toEqual(Object.keys(definition.States).sort());
  });
});

describe('process-document.asl.json', () => {
  const { States } = readMachine('process-document').definition;

  it('reads a limited number of chunks concurrently', () => {
    expect(States['ForEachChunk']?.MaxConcurrency).toBeGreaterThan(0);
    expect(States['ForEachChunk']?.MaxConcurrency).toBeLessThanOrEqual(40);
    expect(States['ForEachOfManyChunks']?.MaxConcurrency).toBeGreaterThan(40);
    expect(States['ForEachOfManyChunks']?.MaxConcurrency).toBeLessThanOrEqual(1000);
  });

  it('uses an execution for each chunk where there are more than 40', () => {
    expect(States['ManyChunks']).toMatchObject({
      Choices: [{ Variable: '$.chunks[40]', IsPresent: true, Next: 'ForEachOfManyChunks' }],
      Default: 'ForEachChunk',
    });
    expect(
      [States['ForEachChunk'], States['ForEachOfManyChunks']].map((map) => map?.ItemProcessor?.ProcessorConfig.Mode),
    ).toEqual(['INLINE', 'DISTRIBUTED']);
  });

  it('records the failure of a chunk in its own execution, because a Distributed Map does not pass it on', () => {
    const inside = States['ForEachOfManyChunks']?.ItemProcessor?.States;
    expect(inside?.['ReadPagesApart']?.Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'RecordChunkFailure' },
    ]);
    expect(inside?.['RecordChunkFailure']?.Next).toBe('ChunkFailed');
    expect(inside?.['ChunkFailed']?.Type).toBe('Fail');
  });
});

describe('migrate-workflows.asl.json', () => {
  const { definition } = readMachine('migrate-workflows');
  const states = allStates(definition.States);
  const tasks = states.filter(([, state]) => state.Type === 'Task');

  it('is valid Amazon States Language, of fields that both runners interpret identically', () => {
    const { isValid, errorsText } = validate(structuredClone(definition));
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
    const names = new Set(states.map(([name]) => name));
    expect(keysOf(definition).filter((key) => !PORTABLE_FIELDS.has(key) && !names.has(key))).toEqual([]);
    expect(states.filter(([, { Type }]) => !PORTABLE_TYPES.has(Type))).toEqual([]);
  });

  it('has a Task for each step, with a timeout, which retries the transient errors', () => {
    expect(tasks.map(([, { Resource }]) => stepOf(Resource))).toEqual([...STEPS_OF['migrate-workflows']]);
    for (const [name, { TimeoutSeconds, Retry }] of tasks) {
      expect(TimeoutSeconds, name).toBeGreaterThan(0);
      expect(
        Retry?.map(({ ErrorEquals }) => ErrorEquals),
        name,
      ).toEqual([TRANSIENT, THROTTLED, FUNCTION_DIED]);
    }
  });

  it('goes on with the other workflows where the move of one fails', () => {
    const inside = definition.States['ForEachWorkflow']?.ItemProcessor?.States;
    expect(inside?.['MigrateWorkflow']?.Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'LeftForLater' },
    ]);
    expect(inside?.['LeftForLater']).toMatchObject({ Type: 'Pass', End: true });
  });
});
