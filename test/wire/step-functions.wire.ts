/**
 * Starts executions over Step Functions' wire protocol. moto does not run them; the contract tests that with a fake.
 */
import { randomUUID } from 'node:crypto';
import { CreateStateMachineCommand, DescribeExecutionCommand } from '@aws-sdk/client-sfn';
import { describe, expect, inject, it } from 'vitest';
import { stepFunctionsClient, StepFunctionsStateMachines } from '../../adapters/aws/step-functions-state-machines.ts';

const client = stepFunctionsClient({ region: 'eu-central-1', endpointUrl: inject('motoUrl') });

const makeMachine = async (): Promise<string> => {
  const definition = JSON.stringify({ StartAt: 'Done', States: { Done: { Type: 'Pass', End: true } } });
  const { stateMachineArn = '' } = await client.send(
    new CreateStateMachineCommand({
      name: `machine-${randomUUID()}`,
      roleArn: 'arn:aws:iam::123456789012:role/tearline',
      definition,
    }),
  );
  return stateMachineArn;
};

describe('StepFunctionsStateMachines over the wire', () => {
  it('starts an execution with the given name and input, and leaves an existing one as it is', async () => {
    const arn = await makeMachine();
    const machines = new StepFunctionsStateMachines({ client, machines: { 'process-document': arn } });
    const name = randomUUID();
    await machines.start('process-document', name, { account_id: 'Größe', pages: 3 });
    await machines.start('process-document', name, { account_id: 'other', pages: 4 });
    const { input } = await client.send(
      new DescribeExecutionCommand({ executionArn: `${arn.replace(':stateMachine:', ':execution:')}:${name}` }),
    );
    expect(JSON.parse(input ?? '')).toEqual({ account_id: 'Größe', pages: 3 });
  });

  it('rejects the start of an unknown state machine', async () => {
    const machines = new StepFunctionsStateMachines({
      client,
      machines: { 'process-document': 'arn:aws:states:eu-central-1:123456789012:stateMachine:none' },
    });
    await expect(machines.start('process-document', randomUUID(), {})).rejects.toThrow(/not exist/iu);
  });
});
