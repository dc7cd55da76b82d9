/**
 * State machines in Step Functions. IAM: states:StartExecution on each state machine; `resume` also needs
 * states:DescribeExecution and states:RedriveExecution on its executions.
 */
import { randomUUID } from 'node:crypto';
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionLimitExceeded,
  ExecutionNotRedrivable,
  RedriveExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import type { DescribeExecutionOutput } from '@aws-sdk/client-sfn';
import { ExecutionLostError, NotConfiguredError, TemporarilyUnavailableError } from '../../core/errors.ts';
import type { ExecutionInput, StateMachineName, StateMachines } from '../../core/ports.ts';
import { configure } from './aws-clients.ts';
import type { AwsClientOptions } from './aws-clients.ts';
import { callAws } from './call-aws.ts';

export interface StepFunctionsOptions {
  readonly client: SFNClient;
  /** ARNs of the state machines that this function may start. */
  readonly machines: Readonly<Partial<Record<StateMachineName, string | undefined>>>;
}

export const stepFunctionsClient = (options: AwsClientOptions): SFNClient => new SFNClient(configure(options));

const SERVICE = 'The document pipeline';
/** Redrives of one execution at most: an error that recurs each time is not transient. */
const MAX_REDRIVES = 3;

const executionArn = (stateMachineArn: string, executionName: string): string =>
  `${stateMachineArn.replace(':stateMachine:', ':execution:')}:${executionName}`;

const hasFailed = ({ status }: DescribeExecutionOutput): boolean =>
  status === 'FAILED' || status === 'TIMED_OUT' || status === 'ABORTED';

const tooMany = (cause: unknown): TemporarilyUnavailableError =>
  new TemporarilyUnavailableError('Too many documents are being processed just now. Try again in a moment.', { cause });

/**
 * Step Functions redrives an execution within 14 days and while its event history is not full. An execution that an
 * operator stopped (ABORTED) is not redriven.
 */
const isRedrivable = ({ status, redriveStatus, redriveCount = 0 }: DescribeExecutionOutput): boolean =>
  status !== 'ABORTED' && redriveStatus === 'REDRIVABLE' && redriveCount < MAX_REDRIVES;

export class StepFunctionsStateMachines implements StateMachines {
  readonly #options: StepFunctionsOptions;

  constructor(options: StepFunctionsOptions) {
    this.#options = options;
  }

  /**
   * Step Functions remembers the name of an execution for 90 days. Within them, a second start has no effect.
   * @throws NotConfiguredError, TemporarilyUnavailableError
   */
  async start(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void> {
    await this.#startNew(this.#arnOf(machine), executionName, input);
  }

  /** @throws ExecutionLostError, NotConfiguredError, TemporarilyUnavailableError */
  async resume(machine: StateMachineName, executionName: string, input: ExecutionInput): Promise<void> {
    const stateMachineArn = this.#arnOf(machine);
    if (await this.#startNew(stateMachineArn, executionName, input)) return;
    const { client } = this.#options;
    const command = new DescribeExecutionCommand({
      executionArn: executionArn(stateMachineArn, executionName),
      includedData: 'METADATA_ONLY',
    });
    const execution = await callAws(SERVICE, (options) => client.send(command, options));
    if (!hasFailed(execution)) return;
    if (!isRedrivable(execution))
      throw new ExecutionLostError(
        `The execution ${executionName} of ${machine} ended as ${execution.status ?? ''} and cannot be resumed.`,
      );
    await this.#redrive(execution.executionArn ?? '');
  }

  /** @throws NotConfiguredError */
  #arnOf(machine: StateMachineName): string {
    const arn = this.#options.machines[machine];
    if (arn === undefined) throw new NotConfiguredError(`This function was not given the state machine ${machine}.`);
    return arn;
  }

  async #redrive(arn: string): Promise<void> {
    const { client } = this.#options;
    // All attempts share one token, so that a retry after a lost response is the same redrive.
    const command = new RedriveExecutionCommand({ executionArn: arn, clientToken: randomUUID() });
    try {
      await callAws(SERVICE, (options) => client.send(command, options));
    } catch (error) {
      // A concurrent call has redriven it. Otherwise the next `resume` sees its new status.
      if (error instanceof ExecutionNotRedrivable) return;
      if (error instanceof ExecutionLimitExceeded) throw tooMany(error);
      throw error;
    }
  }

  /** @returns false where an execution of this name exists */
  async #startNew(stateMachineArn: string, executionName: string, input: ExecutionInput): Promise<boolean> {
    const { client } = this.#options;
    const command = new StartExecutionCommand({ stateMachineArn, name: executionName, input: JSON.stringify(input) });
    try {
      await callAws(SERVICE, (options) => client.send(command, options));
      return true;
    } catch (error) {
      if (error instanceof ExecutionAlreadyExists) return false;
      if (error instanceof ExecutionLimitExceeded) throw tooMany(error);
      throw error;
    }
  }
}
