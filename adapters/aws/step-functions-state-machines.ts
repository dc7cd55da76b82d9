/** State machines in Step Functions. IAM: states:StartExecution on each state machine. */
import { ExecutionAlreadyExists, ExecutionLimitExceeded, StartExecutionCommand } from '@aws-sdk/client-sfn';
import type { SFNClient } from '@aws-sdk/client-sfn';
import { NotConfiguredError, TemporarilyUnavailableError } from '../../core/errors.ts';
import type { AttributeValue, StateMachineName, StateMachines } from '../../core/ports.ts';
import { callAws } from './call-aws.ts';

export interface StepFunctionsOptions {
  readonly client: SFNClient;
  /** ARNs of the machines that this function may start. */
  readonly machines: Readonly<Partial<Record<StateMachineName, string | undefined>>>;
}

export class StepFunctionsStateMachines implements StateMachines {
  readonly #options: StepFunctionsOptions;

  constructor(options: StepFunctionsOptions) {
    this.#options = options;
  }

  /**
   * Step Functions knows the name of an execution for 90 days: so long a second start is none.
   * @throws NotConfiguredError, TemporarilyUnavailableError
   */
  async start(machine: StateMachineName, executionName: string, input: Readonly<Record<string, AttributeValue>>): Promise<void> {
    const { client, machines } = this.#options;
    const stateMachineArn = machines[machine];
    if (stateMachineArn === undefined) throw new NotConfiguredError(`This function was not given the state machine ${machine}.`);
    const command = new StartExecutionCommand({ stateMachineArn, name: executionName, input: JSON.stringify(input) });
    try {
      await callAws('The document pipeline', (options) => client.send(command, options));
    } catch (error) {
      if (error instanceof ExecutionAlreadyExists) return;
      if (error instanceof ExecutionLimitExceeded) throw new TemporarilyUnavailableError('Too many documents are being processed just now. Try again in a moment.', { cause: error });
      throw error;
    }
  }
}
