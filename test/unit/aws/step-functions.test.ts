/** Executions that failed, were stopped or still run, resumed against an in-memory Step Functions behind the SDK. */
import { describe, expect, it } from 'vitest';
import {
  stepFunctionsClient,
  StepFunctionsStateMachines,
} from '../../../adapters/aws/step-functions-state-machines.ts';
import { ExecutionLostError, NotConfiguredError } from '../../../core/errors.ts';
import { FakeStepFunctions } from '../../fakes/aws/fake-services.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';

const MACHINE = 'arn:aws:states:eu-central-1:123456789012:stateMachine:process-document';
const EXECUTION = 'arn:aws:states:eu-central-1:123456789012:execution:process-document:name';

type Outcome = FakeStepFunctions['outcomes'] extends Map<string, infer Each> ? Each : never;

/** @param outcome  how the execution `name` ended; undefined: it is still running */
const startOnce = async (outcome?: Outcome) => {
  const service = new FakeStepFunctions(() => undefined);
  const machines = new StepFunctionsStateMachines({
    client: through(stepFunctionsClient(TEST_CLIENT), service),
    machines: { 'process-document': MACHINE },
  });
  await machines.start('process-document', 'name', { pages: 1 });
  if (outcome !== undefined) service.outcomes.set('name', outcome);
  return { service, machines, resume: () => machines.resume('process-document', 'name', { pages: 1 }) };
};

describe('Resuming an execution of Step Functions', () => {
  it('starts an execution that was never started', async () => {
    const { service, machines } = await startOnce();
    await machines.resume('process-document', 'other', { pages: 2 });
    expect(service.executions.get('other')).toMatchObject({ stateMachineArn: MACHINE, input: '{"pages":2}' });
    expect(service.redriven).toEqual([]);
  });

  it.each([undefined, { status: 'SUCCEEDED', redriveStatus: 'NOT_REDRIVABLE', redriveCount: 0 }] as const)(
    'leaves a running or succeeded execution as it is',
    async (outcome) => {
      const { service, resume } = await startOnce(outcome);
      await resume();
      expect(service.redriven).toEqual([]);
    },
  );

  it.each(['FAILED', 'TIMED_OUT'] as const)('redrives an execution that ended as %s, once', async (status) => {
    const { service, resume } = await startOnce({ status, redriveStatus: 'REDRIVABLE', redriveCount: 2 });
    await resume();
    await resume();
    expect(service.redriven).toEqual([EXECUTION]);
  });

  it('does not redrive an execution that an operator stopped: it is lost, and its request fails', async () => {
    const { service, resume } = await startOnce({ status: 'ABORTED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    await expect(resume()).rejects.toThrow(ExecutionLostError);
    expect(service.redriven).toEqual([]);
  });

  it('reports an execution as lost that Step Functions cannot redrive, or that failed again after three redrives', async () => {
    for (const outcome of [
      { redriveStatus: 'NOT_REDRIVABLE', redriveCount: 0 },
      { redriveStatus: 'REDRIVABLE', redriveCount: 3 },
    ] as const) {
      const { service, resume } = await startOnce({ status: 'FAILED', ...outcome });
      await expect(resume()).rejects.toThrow(ExecutionLostError);
      expect(service.redriven).toEqual([]);
    }
  });

  it('redrives once where several callers resume at the same time', async () => {
    const { service, resume } = await startOnce({ status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    await Promise.all([resume(), resume(), resume()]);
    expect(service.redriven).toEqual([EXECUTION]);
  });

  it('does not redrive on start', async () => {
    const { service, machines } = await startOnce({ status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    await machines.start('process-document', 'name', { pages: 1 });
    expect(service.redriven).toEqual([]);
  });

  it('throws NotConfiguredError where the function has no ARN of the state machine', async () => {
    const { machines } = await startOnce();
    await expect(machines.resume('train-workflow', 'name', {})).rejects.toThrow(NotConfiguredError);
  });
});
