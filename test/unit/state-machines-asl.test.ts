import { existsSync, readFileSync } from 'node:fs';
// @ts-expect-error: the package comes without types
import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { kebabCase } from '../../lib/constructs/kebab-case.ts';
import { STEPS_OF } from '../../lambdas/steps/step-handlers.ts';

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
  const text = readFileSync(new URL(`../../state-machines/${machine}.asl.json`, import.meta.url), 'utf8');
  return { text, definition: JSON.parse(text) as { StartAt: string; States: Record<string, State> } };
};

/** Every state with its name, those inside a Map too. */
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

/** What aws-local-stepfunctions and Step Functions run alike; whatever else is wanted must be tried on both first. */
const FIELDS_RUN_ALIKE = new Set([
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
const TYPES_RUN_ALIKE = new Set(['Task', 'Map', 'Choice', 'Wait', 'Pass', 'Succeed', 'Fail']);

/** What another attempt a moment later may not meet: a part of the service that is down, and Lambda's own faults. */
const PASSING = [
  'TemporarilyUnavailableError',
  'Lambda.ClientExecutionTimeoutException',
  'Lambda.ServiceException',
  'Lambda.AWSLambdaException',
  'Lambda.SdkClientException',
  'Lambda.TooManyRequestsException',
];
/** How Step Functions names the end of a function that gave no answer: without a type, out of time, by its process, by its memory. */
const DIED = ['Lambda.Unknown', 'Sandbox.Timedout', 'Runtime.ExitError', 'Runtime.OutOfMemory'];

/** The step that a Task's Resource names. */
const stepOf = (resource = ''): string | undefined => /^\$\{(\w+)Arn\}$/.exec(resource)?.[1];

describe.each([
  ['process-document', 'RecordFailure'],
  ['train-workflow', 'RecordTrainingFailure'],
] as const)('%s.asl.json', (machine, failureState) => {
  const { text, definition } = readMachine(machine);
  const states = allStates(definition.States);
  const tasks = states.filter(([, state]) => state.Type === 'Task');

  it('is valid Amazon States Language', () => {
    // A copy: the validator writes its defaults into what it is given.
    const { isValid, errorsText } = validate(structuredClone(definition));
    expect(errorsText('\n')).toBe('');
    expect(isValid).toBe(true);
  });

  it('uses only what both of its runners run alike', () => {
    const names = new Set(states.map(([name]) => name));
    expect(keysOf(definition).filter((key) => !FIELDS_RUN_ALIKE.has(key) && !names.has(key))).toEqual([]);
    expect(states.filter(([, { Type }]) => !TYPES_RUN_ALIKE.has(Type))).toEqual([]);
    expect(text).not.toMatch(/QueryLanguage|\{%|waitForTaskToken|\.sync|ItemReader|ResultWriter|ItemBatcher|\$\$/);
  });

  it('has a Task for each step, and each has a handler file of its name', () => {
    const steps: readonly string[] = STEPS_OF[machine];
    expect([...new Set(tasks.map(([name, { Resource }]) => stepOf(Resource) ?? name))].sort()).toEqual(
      [...steps].sort(),
    );
    for (const name of steps)
      expect(existsSync(new URL(`../../lambdas/steps/${kebabCase(name)}.ts`, import.meta.url)), name).toBe(true);
  });

  it('names each function by a placeholder that the stack fills in', () => {
    expect(tasks.filter(([, { Resource }]) => stepOf(Resource) === undefined)).toEqual([]);
    // A state whose step another one has too is named otherwise.
    expect(tasks.filter(([name, { Resource }]) => stepOf(Resource) !== name).map(([name]) => name)).toEqual(
      machine === 'process-document' ? ['ReadPagesApart', 'RecordChunkFailure'] : [],
    );
  });

  it('gives every Task a time limit, since the runners have different ones by default', () => {
    expect(tasks.filter(([, { TimeoutSeconds }]) => TimeoutSeconds === undefined)).toEqual([]);
  });

  it('retries for exactly the transient errors: often what passes, twice a function that died', () => {
    for (const [name, { Retry }] of tasks.filter(([task]) => task !== failureState)) {
      expect(
        Retry?.map(({ ErrorEquals }) => ErrorEquals),
        name,
      ).toEqual([PASSING, DIED]);
      // A hostile file may kill whatever reads it: each attempt may take as long as a function can.
      expect(
        Retry?.map(({ MaxAttempts }) => MaxAttempts),
        name,
      ).toEqual([expect.toSatisfy((attempts: number) => attempts >= 8), 2]);
    }
  });

  it('tries the recording of a failure for a day, whatever it meets, since nothing comes after it', () => {
    const [retry] = definition.States[failureState]?.Retry ?? [];
    expect(retry?.ErrorEquals).toEqual(['States.ALL']);
    expect((retry?.MaxAttempts ?? 0) * (retry?.MaxDelaySeconds ?? 0)).toBeGreaterThanOrEqual(86_400);
  });

  it('sends every failure to the state that records it, with the error beside the input', () => {
    for (const [name, { Type, Catch }] of Object.entries(definition.States)) {
      if (name === failureState || Type === 'Choice' || Type === 'Wait') expect(Catch, name).toBeUndefined();
      else expect(Catch, name).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: failureState }]);
    }
  });

  it('reaches every state, and from every state an end', () => {
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

  it('reads a bounded number of chunks at a time', () => {
    expect(States['ForEachChunk']?.MaxConcurrency).toBeGreaterThan(0);
    expect(States['ForEachChunk']?.MaxConcurrency).toBeLessThanOrEqual(40);
    expect(States['ForEachOfManyChunks']?.MaxConcurrency).toBeGreaterThan(40);
    expect(States['ForEachOfManyChunks']?.MaxConcurrency).toBeLessThanOrEqual(1000);
  });

  it('gives more than 40 chunks an execution of their own each', () => {
    expect(States['ManyChunks']).toMatchObject({
      Choices: [{ Variable: '$.chunks[40]', IsPresent: true, Next: 'ForEachOfManyChunks' }],
      Default: 'ForEachChunk',
    });
    expect(
      [States['ForEachChunk'], States['ForEachOfManyChunks']].map((map) => map?.ItemProcessor?.ProcessorConfig.Mode),
    ).toEqual(['INLINE', 'DISTRIBUTED']);
  });

  it('records why one of many chunks failed where it fails, since a Distributed Map does not hand it on', () => {
    const inside = States['ForEachOfManyChunks']?.ItemProcessor?.States;
    expect(inside?.['ReadPagesApart']?.Catch).toEqual([
      { ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'RecordChunkFailure' },
    ]);
    expect(inside?.['RecordChunkFailure']?.Next).toBe('ChunkFailed');
    expect(inside?.['ChunkFailed']?.Type).toBe('Fail');
  });
});
