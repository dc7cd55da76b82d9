/**
 * State machines on one machine: the same ASL file that Step Functions runs, run by aws-local-stepfunctions, its
 * Task states answered by functions of this process. Executions live in memory; the host starts what was not
 * finished again when it starts.
 */
import { StateMachine } from 'aws-local-stepfunctions';
import type { RunOptions, StateMachineDefinition } from 'aws-local-stepfunctions';
import { TemporarilyUnavailableError } from '../../core/errors.ts';
import type { ExecutionInput, StateMachineName, StateMachines } from '../../core/ports.ts';
import { giveTasksTime, nestedTasksByMap, stepsByTask } from './state-machine-definition.ts';

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
  /** The step of each Task state. */
  readonly steps: ReadonlyMap<string, Step>;
}

type ExecutionEvents = ReturnType<StateMachine['run']>['eventLogs'];

interface Execution {
  /** It is in a Wait state. */
  waiting: boolean;
  readonly abort: () => void;
  readonly done: Promise<void>;
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
  readonly #running = new Map<string, Execution>();
  #closed = false;

  /** @throws Error where a Task state has no step */
  constructor(options: LocalStateMachinesOptions) {
    this.#steps = options.steps;
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.#closeLimitMs = options.closeLimitMs ?? DEFAULT_CLOSE_LIMIT_MS;
    const { 'process-document': processDocument, 'train-workflow': trainWorkflow } = options.definitions;
    this.#machines = {
      'process-document': this.#prepare(processDocument),
      'train-workflow': this.#prepare(trainWorkflow),
    };
  }

  /** Executions under way. */
  get runningCount(): number {
    return this.#running.size;
  }

  /** @throws TemporarilyUnavailableError after `close` */
  start(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void> {
    if (this.#closed)
      return Promise.reject(new TemporarilyUnavailableError('The service is shutting down. Try again in a moment.'));
    const id = `${machine}/${executionName}`;
    if (!this.#running.has(id)) this.#execute(id, this.#machines[machine], executionName, structuredClone(input));
    return Promise.resolve();
  }

  /** One that has ended begins anew: each step looks whether its work is done. @throws TemporarilyUnavailableError after `close` */
  resume(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void> {
    return this.start(machine, executionName, input);
  }

  /**
   * Starts no more executions and waits for those under way, up to the limit; one that is in a Wait state, or comes to
   * one, is cut off there. What has not ended is taken up again at the next start.
   */
  async close(): Promise<void> {
    this.#closed = true;
    const running = [...this.#running.values()];
    for (const execution of running) if (execution.waiting) execution.abort();
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise((resolve) => {
      timer = setTimeout(resolve, this.#closeLimitMs);
    });
    await Promise.race([Promise.all(running.map(({ done }) => done)), limit]);
    clearTimeout(timer);
    // Else the pause before a retry would keep the process alive.
    for (const execution of running) execution.abort();
  }

  #prepare(definition: StateMachineDefinition): Machine {
    // A test validates the ASL file; to do so at each start would cost a second of start-up.
    const stateMachine = new StateMachine(giveTasksTime(definition), { validationOptions: { noValidate: true } });
    const nested = nestedTasksByMap(definition);
    const steps = new Map<string, Step>();
    for (const [task, name] of stepsByTask(definition)) {
      const step = this.#steps[name];
      if (step === undefined) throw new Error(`No step answers the Task state ${task}.`);
      steps.set(task, step);
    }
    return { stateMachine, nested, steps };
  }

  #execute(id: string, machine: Machine, executionName: string, input: ExecutionInput): void {
    const failedMaps = new Set<string>();
    const { result, eventLogs, abort } = machine.stateMachine.run(input as JsonInput, {
      overrides: { taskResourceLocalHandlers: this.#handlers(machine, failedMaps) as Handlers },
      context: { Execution: { Id: id, Name: executionName } },
      noThrowOnAbort: true,
    });
    const execution: Execution = { waiting: false, abort, done: this.#untilDone(id, executionName, result) };
    this.#running.set(id, execution);
    void this.#watch(execution, eventLogs, failedMaps);
  }

  async #untilDone(id: string, executionName: string, result: Promise<unknown>): Promise<void> {
    try {
      await result;
    } catch (error) {
      this.#onFailure(executionName, error instanceof Error && error.cause !== undefined ? error.cause : error);
    } finally {
      this.#running.delete(id);
    }
  }

  /** Follows which Map states have failed and not been begun again, and whether it waits. Reading the events also keeps them from piling up. */
  async #watch(execution: Execution, events: ExecutionEvents, failedMaps: Set<string>): Promise<void> {
    for await (const event of events) {
      if (event.type === 'StateFailed' && event.state.type === 'Map') failedMaps.add(event.state.name);
      if (event.type === 'StateRetried' && event.state.type === 'Map') failedMaps.delete(event.state.name);
      if (event.type === 'StateEntered') execution.waiting = event.state.type === 'Wait';
      if (this.#closed && execution.waiting) execution.abort();
    }
  }

  /** The steps, as the runner calls them. After a Map has failed the runner would still begin its waiting items: those are held back. */
  #handlers(machine: Machine, failedMaps: ReadonlySet<string>): Record<string, Step> {
    const handlers: Record<string, Step> = Object.fromEntries(machine.steps);
    for (const [map, tasks] of machine.nested) {
      for (const task of map === '' ? [] : tasks) {
        handlers[task] = async (input) => {
          await new Promise(setImmediate); // The event of a failure arrives first.
          if (failedMaps.has(map)) throw new MapFailedError(`The Map state ${map} has failed.`);
          return machine.steps.get(task)?.(input);
        };
      }
    }
    return handlers;
  }
}
