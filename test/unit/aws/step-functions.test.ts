/** What becomes of executions that broke off, with a Step Functions in memory behind the SDK's requests. */
import { describe, expect, it } from 'vitest';
import { stepFunctionsClient } from '../../../adapters/aws/aws-clients.ts';
import { StepFunctionsStateMachines } from '../../../adapters/aws/step-functions-state-machines.ts';
import { ExecutionLostError, NotConfiguredError } from '../../../core/errors.ts';
import { FakeStepFunctions } from '../../fakes/aws/fake-services.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';

const MACHINE = 'arn:aws:states:eu-central-1:123456789012:stateMachine:process-document';
const EXECUTION = 'arn:aws:states:eu-central-1:123456789012:execution:process-document:name';

type Outcome = FakeStepFunctions['outcomes'] extends Map<string, infer Each> ? Each : never;

/** @param outcome  how the execution `name` ended; undefined: it runs */
const startOnce = async (outcome?: Outcome) => {
  const service = new FakeStepFunctions(() => undefined);
  const machines = new StepFunctionsStateMachines({
    client: through(stepFunctionsClient(TEST_CLIENT), service),
    machines: { 'process-document': MACHINE },
  });
  await machines.start('process-document', 'name', { pages: 1 });
  if (outcome !== undefined) service.outcomes.set('name', outcome);
  return { service, machines, takeUp: () => machines.takeUp('process-document', 'name', { pages: 1 }) };
};

describe('Taking up an execution of Step Functions', () => {
  it('starts one that never was', async () => {
    const { service, machines } = await startOnce();
    await machines.takeUp('process-document', 'other', { pages: 2 });
    expect(service.executions.get('other')).toMatchObject({ stateMachineArn: MACHINE, input: '{"pages":2}' });
    expect(service.redriven).toEqual([]);
  });

  it.each([undefined, { status: 'SUCCEEDED', redriveStatus: 'NOT_REDRIVABLE', redriveCount: 0 }] as const)(
    'leaves one as it is that runs or has succeeded',
    async (outcome) => {
      const { service, takeUp } = await startOnce(outcome);
      await takeUp();
      expect(service.redriven).toEqual([]);
    },
  );

  it.each(['FAILED', 'TIMED_OUT'] as const)('lets one go on that ended as %s, once', async (status) => {
    const { service, takeUp } = await startOnce({ status, redriveStatus: 'REDRIVABLE', redriveCount: 2 });
    await takeUp();
    await takeUp();
    expect(service.redriven).toEqual([EXECUTION]);
  });

  it('takes one that an operator stopped for ended, so that its request ends too and does not begin again', async () => {
    const { service, takeUp } = await startOnce({ status: 'ABORTED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    await expect(takeUp()).rejects.toThrow(ExecutionLostError);
    expect(service.redriven).toEqual([]);
  });

  it('says of one that Step Functions redrives no more, and of one that broke off each time, that it is lost', async () => {
    for (const outcome of [
      { redriveStatus: 'NOT_REDRIVABLE', redriveCount: 0 },
      { redriveStatus: 'REDRIVABLE', redriveCount: 3 },
    ] as const) {
      const { service, takeUp } = await startOnce({ status: 'FAILED', ...outcome });
      await expect(takeUp()).rejects.toThrow(ExecutionLostError);
      expect(service.redriven).toEqual([]);
    }
  });

  it('leaves it to whoever is faster', async () => {
    const { service, takeUp } = await startOnce({ status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    await Promise.all([takeUp(), takeUp(), takeUp()]);
    expect(service.redriven).toEqual([EXECUTION]);
  });

  it('leaves it alone where it is only started again', async () => {
    const { service, machines } = await startOnce({ status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    await machines.start('process-document', 'name', { pages: 1 });
    expect(service.redriven).toEqual([]);
  });

  it('says so where the function was not given the machine', async () => {
    const { machines } = await startOnce();
    await expect(machines.takeUp('train-workflow', 'name', {})).rejects.toThrow(NotConfiguredError);
  });
});
