/**
 * State machines on one machine: the same ASL file that Step Functions runs, run by aws-local-stepfunctions, its
 * Task states answered by functions of this process. Executions live in memory; the host starts what was not
 * finished again when it starts.
 */
import { StateMachine } from 'aws-local-stepfunctions';
import type { RunOptions, StateMachineDefinition } from 'aws-local-stepfunctions';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import type { AttributeValue, StateMachineName, StateMachines } from '../../core/ports.ts';
import { giveTasksTime, nestedTasksByMap } from './state-machine-definition.ts';

/** Answers a Task state; what it throws is matched by name in Retry and Catch. */
export type Step = (input: unknown) => Promise<unknown>;
/** Steps by the name of their Task state. */
export type Steps = Readonly<Record<string, Step>>;

export interface LocalStateMachinesOptions {
  /** The parsed ASL files. */
  readonly definitions: Readonly<Record<StateMachineName, StateMachineDefinition>>;
  readonly steps: Steps;
  /** Told of an execution that ended with an error which its state machine did not catch. */
  readonly onFailure?: (executionName: string, error: unknown) => void;
  /** Milliseconds that `close` waits for running executions. Default 10,000. */
  readonly closeLimitMs?: number;
}

/** What steps and inputs are made of is plain JSON; the runner has types of its own for that. */
type JsonInput = Parameters<StateMachine['run']>[0];
type Handlers = NonNullable<NonNullable<RunOptions['overrides']>['taskResourceLocalHandlers']>;

interface Machine {
  readonly stateMachine: StateMachine;
  /** Names of the Task states inside each Map state. */
  readonly nested: ReadonlyMap<string, readonly string[]>;
}

const DEFAULT_CLOSE_LIMIT_MS = 10_000;

/** An item of a Map whose Map has failed already: thrown to the runner, which has stopped listening. */
class MapFailedError extends Error {}

export class LocalStateMachines implements StateMachines {
  readonly #machines: Readonly<Record<StateMachineName, Machine>>;
  readonly #steps: Steps;
  readonly #onFailure: (executionName: string, error: unknown) => void;
  readonly #closeLimitMs: number;
  /** Executions under way, by machine and name; a finished one is forgotten. */
  readonly #running = new Map<string, Promise<void>>();
  #closed = false;

  /** @throws Error where a Task state has no step */
  constructor(options: LocalStateMachinesOptions) {
    this.#steps = options.steps;
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.#closeLimitMs = options.closeLimitMs ?? DEFAULT_CLOSE_LIMIT_MS;
    this.#machines = { 'process-document': this.#prepare(options.definitions['process-document']) };
  }

  /** Executions under way. */
  get runningCount(): number {
    return this.#running.size;
  }

  /** @throws TemporarilyUnavailableError after `close` */
  start(machine: StateMachineName, executionName: string, input: Readonly<Record<string, AttributeValue>>): Promise<void> {
    if (this.#closed) return Promise.reject(new TemporarilyUnavailableError('The service is shutting down. Try again in a moment.'));
    const id = `${machine}/${executionName}`;
    if (!this.#running.has(id)) this.#running.set(id, this.#execute(id, this.#machines[machine], executionName, structuredClone(input)));
    return Promise.resolve();
  }

  /** Starts no more executions and waits for those under way, up to the limit. The rest ends with the process and is taken up again at the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#closeLimitMs);
    });
    await Promise.race([Promise.all(this.#running.values()), limit]);
    clearTimeout(timer);
  }

  #prepare(definition: StateMachineDefinition): Machine {
    // A test validates the ASL file; to do so at each start would cost a second of start-up.
    const stateMachine = new StateMachine(giveTasksTime(definition), { validationOptions: { noValidate: true } });
    const nested = nestedTasksByMap(definition);
    const missing = [...nested.values()].flat().filter((name) => this.#steps[name] === undefined);
    if (missing.length > 0) throw new Error(`No step answers the Task state ${missing.join(', ')}.`);
    return { stateMachine, nested };
  }

  async #execute(id: string, machine: Machine, executionName: string, input: Readonly<Record<string, AttributeValue>>): Promise<void> {
    const failedMaps = new Set<string>();
    try {
      const { result, eventLogs } = machine.stateMachine.run(input as JsonInput, {
        overrides: { taskResourceLocalHandlers: this.#handlers(machine, failedMaps) as Handlers },
        context: { Execution: { Id: id, Name: executionName } },
      });
      void watchMaps(eventLogs, failedMaps);
      await result;
    } catch (error) {
      this.#onFailure(executionName, error instanceof Error && error.cause !== undefined ? error.cause : error);
    } finally {
      this.#running.delete(id);
    }
  }

  /** The steps, as the runner calls them. After a Map has failed the runner would still begin its waiting items: those are held back. */
  #handlers(machine: Machine, failedMaps: ReadonlySet<string>): Record<string, Step> {
    const handlers: Record<string, Step> = { ...this.#steps };
    for (const [map, tasks] of machine.nested) {
      for (const task of map === '' ? [] : tasks) {
        handlers[task] = async (input) => {
          await new Promise(setImmediate); // The event of a failure arrives first.
          if (failedMaps.has(map)) throw new MapFailedError(`The Map state ${map} has failed.`);
          return this.#steps[task]?.(input);
        };
      }
    }
    return handlers;
  }
}

type ExecutionEvents = ReturnType<StateMachine['run']>['eventLogs'];

/** Follows which Map states have failed and not been begun again. Reading the events also keeps them from piling up. */
const watchMaps = async (events: ExecutionEvents, failedMaps: Set<string>): Promise<void> => {
  for await (const event of events) {
    if (event.type === 'StateFailed' && event.state.type === 'Map') failedMaps.add(event.state.name);
    if (event.type === 'StateRetried' && event.state.type === 'Map') failedMaps.delete(event.state.name);
  }
};
