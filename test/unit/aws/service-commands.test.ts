/**
 * Commands that the adapters of Step Functions, SageMaker, SES, Cognito, EventBridge and STS send, and responses that the fakes
 * do not return.
 */
import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  InvalidParameterException,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  CreateTrainingJobCommand,
  DescribeTrainingJobCommand,
  StopTrainingJobCommand,
} from '@aws-sdk/client-sagemaker';
import { InvokeEndpointCommand } from '@aws-sdk/client-sagemaker-runtime';
import {
  AccountSuspendedException,
  BadRequestException,
  NotFoundException,
  SESv2ServiceException,
  MailFromDomainNotVerifiedException,
  MessageRejected,
  SendEmailCommand,
  SendingPausedException,
} from '@aws-sdk/client-sesv2';
import {
  DescribeExecutionCommand,
  ExecutionAlreadyExists,
  ExecutionLimitExceeded,
  RedriveExecutionCommand,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { AssumeRoleCommand } from '@aws-sdk/client-sts';
import { Uint8ArrayBlobAdapter } from '@smithy/core/serde';
import { mockClient } from 'aws-sdk-client-mock';
import 'aws-sdk-client-mock-vitest/extend';
import { describe, expect, it } from 'vitest';
import { EventBridgeBus, eventBridgeClient } from '../../../adapters/aws/event-bridge-bus.ts';
import { sageMakerRuntimeClient, SageMakerSplitModel } from '../../../adapters/aws/sagemaker/sagemaker-split-model.ts';
import { sesClient, SesMailer } from '../../../adapters/aws/ses-mailer.ts';
import {
  stepFunctionsClient,
  StepFunctionsStateMachines,
} from '../../../adapters/aws/step-functions-state-machines.ts';
import { assumeForTenant, stsClient } from '../../../adapters/aws/tenants/tenant-sessions.ts';
import { cognitoClient, CognitoUserDirectory } from '../../../adapters/aws/cognito-user-directory.ts';
import { sageMakerClient } from '../../../adapters/aws/sagemaker/sagemaker-client.ts';
import { SageMakerModelTrainer } from '../../../adapters/aws/sagemaker/sagemaker-model-trainer.ts';
import {
  MailRefusedError,
  NotFoundError,
  TemporarilyUnavailableError,
  UserRefusedError,
} from '../../../core/errors.ts';
import type { DomainEvent } from '../../../core/ports.ts';
import { metricsLine, outcomeLine, progressLine } from '../../../model-container/training/job/metric-lines.ts';
import type { TrainingReport } from '../../../model-container/evaluation/report.ts';
import { makePageJson } from '../../contract/page-record.ts';
import { TEST_CLIENT } from '../../fakes/aws/test-clients.ts';
import { MemoryBlobStore } from '../../fakes/memory-blob-store.ts';

const MACHINE = 'arn:aws:states:eu-central-1:123456789012:stateMachine:process-document';
const EXECUTION = 'arn:aws:states:eu-central-1:123456789012:execution:process-document:0b7e6c52';

const openMachines = () => {
  const client = stepFunctionsClient(TEST_CLIENT);
  return {
    sent: mockClient(client),
    machines: new StepFunctionsStateMachines({ client, machines: { 'process-document': MACHINE } }),
  };
};
const exists = new ExecutionAlreadyExists({ message: 'exists', $metadata: {} });

describe('StepFunctionsStateMachines sends', () => {
  it('one StartExecution with the given name, so that a repeated start is one execution', async () => {
    const { sent, machines } = openMachines();
    await machines.start('process-document', '0b7e6c52', { pages: 3 });
    expect(sent).toHaveReceivedCommandExactlyOnceWith(StartExecutionCommand, {
      stateMachineArn: MACHINE,
      name: '0b7e6c52',
      input: '{"pages":3}',
    });
    sent.on(StartExecutionCommand).rejects(exists);
    await machines.start('process-document', '0b7e6c52', { pages: 3 });
    expect(sent.calls()).toHaveLength(2);
  });

  it('a redrive with a client token for a failed execution, and requests no execution data', async () => {
    const { sent, machines } = openMachines();
    sent.on(StartExecutionCommand).rejects(exists);
    sent
      .on(DescribeExecutionCommand)
      .resolves({ executionArn: EXECUTION, status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    for (let times = 0; times < 2; times += 1) await machines.resume('process-document', '0b7e6c52', {});
    expect(sent).toHaveReceivedCommandWith(DescribeExecutionCommand, {
      executionArn: EXECUTION,
      includedData: 'METADATA_ONLY',
    });
    const redrives = sent.commandCalls(RedriveExecutionCommand).map(({ args: [{ input }] }) => input);
    expect(redrives).toEqual(
      [1, 2].map(() => ({ executionArn: EXECUTION, clientToken: expect.stringMatching(/^[0-9a-f-]{36}$/u) as string })),
    );
    expect(new Set(redrives.map(({ clientToken }) => clientToken)).size).toBe(2);
  });

  it('no second redrive for an execution that another call has redriven', async () => {
    const { sent, machines } = openMachines();
    sent.on(StartExecutionCommand).rejects(exists);
    sent.on(DescribeExecutionCommand).resolves({
      executionArn: EXECUTION,
      status: 'PENDING_REDRIVE',
      redriveStatus: 'NOT_REDRIVABLE',
      redriveCount: 1,
    });
    await machines.resume('process-document', '0b7e6c52', {});
    expect(sent).not.toHaveReceivedCommand(RedriveExecutionCommand);
  });

  it('nothing more where the quota of open executions is used up', async () => {
    const { sent, machines } = openMachines();
    sent.on(StartExecutionCommand).rejects(new ExecutionLimitExceeded({ message: 'full', $metadata: {} }));
    await expect(machines.start('process-document', '0b7e6c52', {})).rejects.toThrow(TemporarilyUnavailableError);
    expect(sent.calls()).toHaveLength(1);
  });
});

describe('SageMakerSplitModel sends', () => {
  it('one InvokeEndpoint per window, with the key of the workflow’s weights, if any', async () => {
    const client = sageMakerRuntimeClient(TEST_CLIENT);
    const sent = mockClient(client);
    sent
      .on(InvokeEndpointCommand)
      .resolves({ Body: new Uint8ArrayBlobAdapter(Buffer.from('{"probabilities":[0.5],"model_version":"1"}')) });
    const model = new SageMakerSplitModel({ client, endpoint: 'split' });
    await model.score([makePageJson(1), makePageJson(2)]);
    await model.score([makePageJson(1), makePageJson(2)], 'accounts/a/models/1/weights.json');
    const inputs = sent.commandCalls(InvokeEndpointCommand).map(({ args: [{ input }] }) => input);
    expect(
      inputs.map(({ EndpointName, ContentType, Accept, CustomAttributes }) => [
        EndpointName,
        ContentType,
        Accept,
        CustomAttributes,
      ]),
    ).toEqual([
      ['split', 'application/json', 'application/json', undefined],
      ['split', 'application/json', 'application/json', 'accounts/a/models/1/weights.json'],
    ]);
    const { pages } = JSON.parse(new TextDecoder().decode(inputs[0]?.Body as Uint8Array)) as {
      pages: { page: number }[];
    }; // The adapter sends bytes.
    expect(pages.map(({ page }) => page)).toEqual([1, 2]);
  });
});

const openTrainer = () => {
  const client = sageMakerClient(TEST_CLIENT);
  const blobs = new MemoryBlobStore({ now: () => new Date() });
  return {
    blobs,
    sent: mockClient(client),
    trainer: new SageMakerModelTrainer({
      client,
      blobs,
      bucket: 'bucket',
      image: 'image',
      roleArn: 'arn:role',
      instance: 'ml.m5.large',
      keyArn: 'arn:key',
    }),
  };
};

const NO_METRICS: TrainingReport['before'] = {
  page_f1: 0,
  document_f1: 0,
  panoptic_quality: 0,
  exact_match_rate: 0,
  error_rate: 0,
  error_rate_interval: { low: 0, high: 0 },
  calibration_error: 0,
};

describe('SageMakerModelTrainer sends', () => {
  it('one CreateTrainingJob with the given name and a channel for each folder with documents', async () => {
    const { sent, blobs, trainer } = openTrainer();
    await blobs.put('in/training/1.jsonl', '{}', 'application/x-ndjson');
    await trainer.start({
      name: 'training-1',
      inputPrefix: 'in/',
      outputPrefix: 'out/',
      hyperparameters: { seed: '1' },
    });
    expect(sent).toHaveReceivedCommandExactlyOnceWith(CreateTrainingJobCommand, {
      TrainingJobName: 'training-1',
      RoleArn: 'arn:role',
      HyperParameters: { seed: '1' },
      EnableNetworkIsolation: true,
      EnableManagedSpotTraining: true,
      OutputDataConfig: { S3OutputPath: 's3://bucket/out', CompressionType: 'NONE', KmsKeyId: 'arn:key' },
    });
    const [{ S3DataSource: from } = {}] =
      sent
        .commandCalls(CreateTrainingJobCommand)[0]
        ?.args[0].input.InputDataConfig?.map(({ DataSource }) => DataSource ?? {}) ?? [];
    expect(from?.S3Uri).toBe('s3://bucket/in/training/');
  });

  it('metric definitions that match every metric line of the container', async () => {
    const { sent, trainer } = openTrainer();
    await trainer.start({ name: 'training-1', inputPrefix: 'in/', outputPrefix: 'out/', hyperparameters: {} });
    const definitions =
      sent.commandCalls(CreateTrainingJobCommand)[0]?.args[0].input.AlgorithmSpecification?.MetricDefinitions ?? [];
    const values = (errorRate: number, pageF1: number) => ({ ...NO_METRICS, error_rate: errorRate, page_f1: pageF1 });
    const lines = [
      metricsLine({ epoch: 2, trainLoss: 0.31, loss: 12.5, pageF1: 0.9, errorRate: 0.04 }),
      outcomeLine({
        before: values(0.05, 0.8),
        after: values(0, 1),
        gate: { decision: 'go_live', reason: '', error_change: -0.05, error_change_interval: { low: 0, high: 0 } },
      }),
      progressLine({ phase: 'cross_validation', share: 0.25, remainingSeconds: 12 }),
    ].join('\n');
    const read = Object.fromEntries(
      definitions.map(({ Name = '', Regex = '' }) => [
        Name,
        [...lines.matchAll(new RegExp(Regex, 'gu'))].map(([, figure]) => Number(figure)),
      ]),
    );
    expect(read).toEqual({
      'train:loss': [0.31],
      'validation:loss': [12.5],
      'validation:page_f1': [0.9],
      'validation:error': [0.04],
      'before:error': [0.05],
      'after:error': [0],
      'before:page_f1': [0.8],
      'after:page_f1': [1],
      'job:phase': [2],
      'job:progress': [0.25],
      'job:remaining_seconds': [12],
    });
    expect(Object.keys(read).sort()).toEqual([...lines.matchAll(/(\w+:\w+)=/gu)].map(([, name]) => name).sort());
  });

  it('one StopTrainingJob, and one DescribeTrainingJob for each call of `state`', async () => {
    const { sent, trainer } = openTrainer();
    sent.on(DescribeTrainingJobCommand).resolves({ TrainingJobStatus: 'InProgress' });
    await trainer.stop('training-1');
    expect(await trainer.state('training-1')).toEqual({ state: 'running', metrics: {} });
    expect(sent).toHaveReceivedCommandExactlyOnceWith(StopTrainingJobCommand, { TrainingJobName: 'training-1' });
    expect(sent).toHaveReceivedCommandExactlyOnceWith(DescribeTrainingJobCommand, { TrainingJobName: 'training-1' });
  });

  it('no state for an unknown status: it throws', async () => {
    const { sent, trainer } = openTrainer();
    sent.on(DescribeTrainingJobCommand).resolves({});
    await expect(trainer.state('training-1')).rejects.toThrow('an unknown status');
    sent
      .on(DescribeTrainingJobCommand)
      .rejects(Object.assign(new Error('Requested resource not found.'), { name: 'ValidationException' }));
    await expect(trainer.state('training-1')).rejects.toThrow(NotFoundError);
  });
});

/** As IAM refuses: the SDK has no class for it. */
class AccessDeniedException extends SESv2ServiceException {
  constructor(options: { message: string; $metadata: object }) {
    super({ ...options, name: 'AccessDeniedException', $fault: 'client' });
  }
}

describe('SesMailer sends', () => {
  const openMailer = () => {
    const client = sesClient(TEST_CLIENT);
    return {
      sent: mockClient(client),
      mailer: new SesMailer({ client, from: 'Tearline <tearline@example.com>', configurationSet: 'mail' }),
    };
  };
  const MAIL = { to: ['a@example.com', 'b@example.com'], subject: 'Größe', text: 'Text' };

  it('one SendEmail with a raw message and the configuration set that reports bounces', async () => {
    const { sent, mailer } = openMailer();
    await mailer.send(MAIL);
    expect(sent).toHaveReceivedCommandExactlyOnceWith(SendEmailCommand, {
      FromEmailAddress: 'Tearline <tearline@example.com>',
      Destination: { ToAddresses: ['a@example.com', 'b@example.com'] },
      ConfigurationSetName: 'mail',
    });
    const { Content } = sent.commandCalls(SendEmailCommand)[0]?.args[0].input ?? {};
    expect(Object.keys(Content ?? {})).toEqual(['Raw']);
    expect(Buffer.from(Content?.Raw?.Data ?? []).toString()).toMatch(/^Subject: =\?UTF-8\?/mu);
  });

  it.each([
    MessageRejected,
    MailFromDomainNotVerifiedException,
    AccountSuspendedException,
    SendingPausedException,
    BadRequestException,
    NotFoundException,
    AccessDeniedException,
  ])('a permanently rejected mail only once, and throws MailRefusedError: %o', async (Refusal) => {
    const { sent, mailer } = openMailer();
    sent
      .on(SendEmailCommand)
      .rejects(new Refusal({ message: 'Email address is not verified.', $metadata: { httpStatusCode: 400 } }));
    const refused = mailer.send(MAIL);
    await expect(refused).rejects.toThrow(MailRefusedError);
    await expect(refused).rejects.toThrow('not verified');
    expect(sent).toHaveReceivedCommandOnce(SendEmailCommand);
  });
});

describe('CognitoUserDirectory sends', () => {
  const openDirectory = () => {
    const client = cognitoClient(TEST_CLIENT);
    return { sent: mockClient(client), directory: new CognitoUserDirectory({ client, userPoolId: 'pool' }) };
  };

  it('one AdminCreateUser, whose invitation goes to the address, which counts as verified', async () => {
    const { sent, directory } = openDirectory();
    await directory.add('ann@example.com');
    expect(sent).toHaveReceivedCommandExactlyOnceWith(AdminCreateUserCommand, {
      UserPoolId: 'pool',
      Username: 'ann@example.com',
      UserAttributes: [
        { Name: 'email', Value: 'ann@example.com' },
        { Name: 'email_verified', Value: 'true' },
      ],
      DesiredDeliveryMediums: ['EMAIL'],
    });
  });

  it('one AdminDeleteUser', async () => {
    const { sent, directory } = openDirectory();
    await directory.remove('ann@example.com');
    expect(sent).toHaveReceivedCommandExactlyOnceWith(AdminDeleteUserCommand, {
      UserPoolId: 'pool',
      Username: 'ann@example.com',
    });
  });

  it.each([
    ['refused for good', new InvalidParameterException({ message: 'Invalid email.', $metadata: {} }), UserRefusedError],
    [
      'to be sent later where the pool has sent its mails of the day',
      Object.assign(new Error('Exceeded daily email limit.'), { name: 'LimitExceededException' }),
      TemporarilyUnavailableError,
    ],
  ])('an invitation that is %s', async (_, failure, thrown) => {
    const { sent, directory } = openDirectory();
    sent.on(AdminCreateUserCommand).rejects(failure);
    await expect(directory.add('ann@example.com')).rejects.toThrow(thrown);
  });

  it('no other error as success', async () => {
    const { sent, directory } = openDirectory();
    const denied = Object.assign(new Error('not authorized'), { name: 'NotAuthorizedException' });
    sent.on(AdminCreateUserCommand).rejects(denied).on(AdminDeleteUserCommand).rejects(denied);
    await expect(directory.add('ann@example.com')).rejects.toThrow('not authorized');
    await expect(directory.remove('ann@example.com')).rejects.toThrow('not authorized');
  });
});

describe('EventBridgeBus sends', () => {
  const EVENT: DomainEvent = {
    id: '1',
    type: 'processing.succeeded',
    accountId: 'a',
    time: '2026-01-01T00:00:00.000Z',
    data: { pages: 3 },
  };

  it('one PutEvents with one event and its time', async () => {
    const client = eventBridgeClient(TEST_CLIENT);
    const sent = mockClient(client);
    sent.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
    await new EventBridgeBus({ client, bus: 'bus' }).publish(EVENT);
    expect(sent).toHaveReceivedCommandExactlyOnceWith(PutEventsCommand, {
      Entries: [
        {
          EventBusName: 'bus',
          Source: 'tearline',
          DetailType: 'processing.succeeded',
          Time: new Date(EVENT.time),
          Detail: JSON.stringify(EVENT),
        },
      ],
    });
  });
});

describe('the credentials of a tenant', () => {
  const open = () => {
    const client = stsClient(TEST_CLIENT);
    return {
      sent: mockClient(client),
      assume: () => assumeForTenant(client, 'arn:data', '0b7e6c52-2a3c-4f0e-9a51-0d6a4f1f8f11'),
    };
  };

  it('are requested with one AssumeRole with the tag `tenant`', async () => {
    const { sent, assume } = open();
    sent.on(AssumeRoleCommand).resolves({
      Credentials: {
        AccessKeyId: 'a',
        SecretAccessKey: 's',
        SessionToken: 't',
        Expiration: new Date('2030-01-01T00:00:00Z'),
      },
    });
    await assume();
    expect(sent).toHaveReceivedCommandExactlyOnceWith(AssumeRoleCommand, {
      RoleArn: 'arn:data',
      RoleSessionName: 'tenant-0b7e6c52-2a3c-4f0e-9a51-0d6a4f1f8f11',
      DurationSeconds: 3600,
      Tags: [{ Key: 'tenant', Value: '0b7e6c52-2a3c-4f0e-9a51-0d6a4f1f8f11' }],
    });
  });

  it('are complete or an error', async () => {
    const { sent, assume } = open();
    sent.on(AssumeRoleCommand).resolves({});
    await expect(assume()).rejects.toThrow('STS returned no credentials');
  });
});
