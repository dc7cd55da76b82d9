/** Runs an ASL file with emulated functions as Task states, and wraps their errors as Step Functions does. */
import { readFile } from 'node:fs/promises';
import { StateMachine } from 'aws-local-stepfunctions';
import type { RunOptions, StateMachineDefinition } from 'aws-local-stepfunctions';
import { FunctionError } from './emulated-function.ts';

/** @param name  of the function: `ReadPages` for a Task whose resource is `${ReadPagesArn}` */
export type Invoke = (name: string, input: unknown) => Promise<unknown>;
type Handlers = NonNullable<NonNullable<RunOptions['overrides']>['taskResourceLocalHandlers']>;

interface States {
  readonly States: Readonly<
    Record<string, { readonly Type: string; readonly Resource?: string; readonly ItemProcessor?: States }>
  >;
}

/** Every Task state with the name of its function. */
export const tasksOf = ({ States: states }: States): (readonly [state: string, name: string])[] =>
  Object.entries(states).flatMap(([state, { Type, Resource = '', ItemProcessor }]) => [
    ...(Type === 'Task' ? [[state, Resource.replace(/^\$\{(\w+)Arn\}$/, '$1')] as const] : []),
    ...(ItemProcessor === undefined ? [] : tasksOf(ItemProcessor)),
  ]);

/** Step Functions uses the function's `errorType` as error name and the whole response as `Cause`. */
const asStepFunctionsSees = (error: unknown): unknown =>
  error instanceof FunctionError
    ? Object.assign(new Error(JSON.stringify(error.payload)), { name: error.payload.errorType })
    : error;

export class EmulatedStateMachine {
  readonly #definition: StateMachineDefinition;
  readonly #invoke: Invoke;
  readonly #executions = new Map<string, Promise<unknown>>();

  private constructor(definition: StateMachineDefinition, invoke: Invoke) {
    this.#definition = definition;
    this.#invoke = invoke;
  }

  /** @param file  in state-machines/ */
  static async open(file: string, invoke: Invoke): Promise<EmulatedStateMachine> {
    const text = await readFile(new URL(`../../state-machines/${file}`, import.meta.url), 'utf8');
    // A file of this repository, validated by a test.
    return new EmulatedStateMachine(JSON.parse(text) as StateMachineDefinition, invoke);
  }

  /** A second start with the same name has no effect. */
  start(name: string, input: unknown): void {
    if (!this.#executions.has(name)) this.#executions.set(name, this.#run(name, input));
  }

  /** How the execution ended. */
  async end(name: string): Promise<unknown> {
    return this.#executions.get(name);
  }

  /** Waits until every execution has ended, however it did. */
  async allEnded(): Promise<void> {
    await Promise.allSettled(this.#executions.values());
  }

  async #run(executionName: string, input: unknown): Promise<unknown> {
    const handlers = Object.fromEntries(
      tasksOf(this.#definition as States).map(([state, name]) => [
        state,
        async (stateInput: unknown) => {
          try {
            return await this.#invoke(name, stateInput);
          } catch (error) {
            throw asStepFunctionsSees(error);
          }
        },
      ]),
    );
    const machine = new StateMachine(this.#definition, { validationOptions: { noValidate: true } });
    const { result } = machine.run(input as Parameters<StateMachine['run']>[0], {
      overrides: { taskResourceLocalHandlers: handlers as Handlers },
      context: { Execution: { Name: executionName } },
    });
    try {
      return await result;
    } catch (error) {
      return error;
    }
  }
}
