import { existsSync, readFileSync } from 'node:fs';
// @ts-expect-error: the package comes without types
import aslValidator from 'asl-validator';
import { describe, expect, it } from 'vitest';
import { STEP_NAMES } from '../../lambdas/steps/step-handlers.ts';

const validate = aslValidator as (definition: object) => { isValid: boolean; errorsText: (separator: string) => string };

interface State {
  readonly Type: string;
  readonly Next?: string;
  readonly Resource?: string;
  readonly TimeoutSeconds?: number;
  readonly Retry?: readonly { readonly ErrorEquals: readonly string[] }[];
  readonly Catch?: readonly { readonly ErrorEquals: readonly string[]; readonly Next: string; readonly ResultPath: string }[];
  readonly ItemProcessor?: { readonly ProcessorConfig: { readonly Mode: string }; readonly States: Readonly<Record<string, State>> };
  readonly MaxConcurrency?: number;
}

const file = new URL('../../state-machines/process-document.asl.json', import.meta.url);
const definition = JSON.parse(readFileSync(file, 'utf8')) as { StartAt: string; States: Record<string, State> };

/** Every state with its name, those inside a Map too. */
const allStates = (states: Readonly<Record<string, State>>): [string, State][] =>
  Object.entries(states).flatMap(([name, state]): [string, State][] => [[name, state], ...allStates(state.ItemProcessor?.States ?? {})]);

const keysOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]);
};

const states = allStates(definition.States);
const tasks = states.filter(([, state]) => state.Type === 'Task');

/** What aws-local-stepfunctions and Step Functions run alike; whatever else is wanted must be tried on both first. */
const FIELDS_RUN_ALIKE = new Set([
  'Comment', 'StartAt', 'States', 'Type', 'Resource', 'TimeoutSeconds', 'Next', 'End', 'ItemsPath', 'MaxConcurrency', 'ItemProcessor', 'ProcessorConfig', 'Mode',
  'ResultPath', 'Retry', 'Catch', 'ErrorEquals', 'IntervalSeconds', 'BackoffRate', 'MaxDelaySeconds', 'MaxAttempts', 'JitterStrategy',
]);
const TYPES_RUN_ALIKE = new Set(['Task', 'Map', 'Choice', 'Pass', 'Succeed', 'Fail']);

const kebab = (name: string): string => name.replaceAll(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

describe('process-document.asl.json', () => {
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
    expect(readFileSync(file, 'utf8')).not.toMatch(/QueryLanguage|\{%|waitForTaskToken|\.sync|DISTRIBUTED|\$\$/);
  });

  it('has a Task for each step, and each has a handler file of its name', () => {
    expect(tasks.map(([name]) => name).sort()).toEqual([...STEP_NAMES].sort());
    for (const name of STEP_NAMES) expect(existsSync(new URL(`../../lambdas/steps/${kebab(name)}.ts`, import.meta.url)), name).toBe(true);
  });

  it('names each function by a placeholder that the stack fills in', () => {
    expect(tasks.map(([name, { Resource }]) => [name, Resource])).toEqual(tasks.map(([name]) => [name, `\${${name}Arn}`]));
  });

  it('gives every Task a time limit, since the runners have different ones by default', () => {
    expect(tasks.filter(([, { TimeoutSeconds }]) => TimeoutSeconds === undefined)).toEqual([]);
  });

  it('retries what is temporarily unavailable and the faults of Lambda itself, nothing else', () => {
    for (const [name, { Retry }] of tasks) {
      const errors = Retry?.flatMap(({ ErrorEquals }) => ErrorEquals) ?? [];
      expect(errors.filter((error) => !error.startsWith('Lambda.')), name).toEqual(['TemporarilyUnavailableError']);
    }
  });

  it('sends every failure to RecordFailure, with the error beside the input', () => {
    for (const [name, { Catch }] of Object.entries(definition.States)) {
      if (name === 'RecordFailure') expect(Catch).toBeUndefined();
      else expect(Catch, name).toEqual([{ ErrorEquals: ['States.ALL'], ResultPath: '$.error', Next: 'RecordFailure' }]);
    }
  });

  it('reads a bounded number of chunks at a time', () => {
    const map = definition.States['ForEachChunk'];
    expect(map?.MaxConcurrency).toBeGreaterThan(0);
    expect(map?.MaxConcurrency).toBeLessThanOrEqual(40);
  });
});
