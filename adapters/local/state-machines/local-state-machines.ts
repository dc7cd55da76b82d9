/**
 * The local state machines: aws-local-stepfunctions runs the same ASL files as Step Functions, with functions of this
 * process as Task states. Executions exist only in memory; at start-up the host restarts the unfinished ones.
 */
import { StateMachine } from 'aws-local-stepfunctions';
import type { RunOptions, StateMachineDefinition } from 'aws-local-stepfunctions';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { ExecutionInput, StateMachineName, StateMachines } from '../../../core/ports.ts';
import { withTaskTimeouts, tasksByMap, stepsByTask } from './state-machine-definition.ts';

/** The function of a Task state. Retry and Catch match the name of an error that it throws. */
export type Step = (input: unknown) => Promise<unknown>;
/** Steps by the name of their Task state. */
export type Steps = Readonly<Record<string, Step>>;

export interface LocalStateMachinesOptions {
  /** The parsed ASL files. */
  readonly definitions: Readonly<Record<StateMachineName, StateMachineDefinition>>;
  readonly steps: Steps;
  /** Called for an execution that ended with an uncaught error. */
  readonly onFailure?: (executionName: string, error: unknown) => void;
  /** Milliseconds that `close` waits for running executions. Default 10,000. */
  readonly closeLimitMs?: number;
}

/** Plain JSON, for which the runner has its own types. */
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
  /** Whether it is in a Wait state. */
  waiting: boolean;
  readonly abort: () => void;
  readonly done: Promise<void>;
}

const DEFAULT_CLOSE_LIMIT_MS = 10_000;

/** Thrown for an item of a Map state that has already failed; the runner ignores it. */
class MapFailedError extends Error {}

export class LocalStateMachines implements StateMachines {
  readonly #machines: Readonly<Record<StateMachineName, Machine>>;
  readonly #steps: Steps;
  readonly #onFailure: (executionName: string, error: unknown) => void;
  readonly #closeLimitMs: number;
  /** Running executions by state machine and name. */
  readonly #running = new Map<string, Execution>();
  #closed = false;

  /** @throws Error where a Task state has no step */
  constructor(options: LocalStateMachinesOptions) {
    this.#steps = options.steps;
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.#closeLimitMs = options.closeLimitMs ?? DEFAULT_CLOSE_LIMIT_MS;
    const {
      'process-document': processDocument,
      'train-workflow': trainWorkflow,
      'migrate-workflows': migrateWorkflows,
    } = options.definitions;
    this.#machines = {
      'process-document': this.#prepare(processDocument),
      'train-workflow': this.#prepare(trainWorkflow),
      'migrate-workflows': this.#prepare(migrateWorkflows),
    };
  }

  /** Number of running executions. */
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

  /**
   * Restarts an execution that has ended from its first state: every step skips work that is already done.
   * @throws TemporarilyUnavailableError after `close`
   */
  resume(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void> {
    return this.start(machine, executionName, input);
  }

  /**
   * Starts no more executions and waits for running ones up to the limit; an execution in a Wait state is aborted
   * there. The next start resumes those that have not ended.
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
    // A pause before a retry would otherwise keep the process alive.
    for (const execution of running) execution.abort();
  }

  #prepare(definition: StateMachineDefinition): Machine {
    // A test validates the ASL files; validation at each start would take a second.
    const stateMachine = new StateMachine(withTaskTimeouts(definition), { validationOptions: { noValidate: true } });
    const nested = tasksByMap(definition);
    const steps = new Map<string, Step>();
    for (const [task, name] of stepsByTask(definition)) {
      const step = this.#steps[name];
      if (step === undefined) throw new Error(`The Task state ${task} has no step.`);
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

  /**
   * Tracks which Map states have failed and not been retried, and whether the execution waits. Reading the events also
   * prevents that they accumulate in memory.
   */
  async #watch(execution: Execution, events: ExecutionEvents, failedMaps: Set<string>): Promise<void> {
    for await (const event of events) {
      if (event.type === 'StateFailed' && event.state.type === 'Map') failedMaps.add(event.state.name);
      if (event.type === 'StateRetried' && event.state.type === 'Map') failedMaps.delete(event.state.name);
      if (event.type === 'StateEntered') execution.waiting = event.state.type === 'Wait';
      if (this.#closed && execution.waiting) execution.abort();
    }
  }

  /** Task handlers for the runner. The runner would still start pending items of a failed Map: their handlers throw. */
  #handlers(machine: Machine, failedMaps: ReadonlySet<string>): Record<string, Step> {
    const handlers: Record<string, Step> = Object.fromEntries(machine.steps);
    for (const [map, tasks] of machine.nested) {
      for (const task of map === '' ? [] : tasks) {
        handlers[task] = async (input) => {
          await new Promise(setImmediate); // Lets the event of a failure arrive first.
          if (failedMaps.has(map)) throw new MapFailedError(`The Map state ${map} has failed.`);
          return machine.steps.get(task)?.(input);
        };
      }
    }
    return handlers;
  }
}
