/**
 * Every AWS adapter while AWS throttles, fails, hangs or loses responses: the call succeeds within its time limit, and
 * is executed exactly once.
 */
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { describe, expect, it } from 'vitest';
import { dynamoDbClient } from '../../../adapters/aws/dynamodb/dynamo-client.ts';
import { EventBridgeBus, eventBridgeClient } from '../../../adapters/aws/event-bridge-bus.ts';
import { s3Client } from '../../../adapters/aws/s3/s3-client.ts';
import { sageMakerRuntimeClient, SageMakerSplitModel } from '../../../adapters/aws/sagemaker/sagemaker-split-model.ts';
import { sesClient, SesMailer } from '../../../adapters/aws/ses-mailer.ts';
import {
  stepFunctionsClient,
  StepFunctionsStateMachines,
} from '../../../adapters/aws/step-functions-state-machines.ts';
import { assumeForTenant, stsClient } from '../../../adapters/aws/tenants/tenant-sessions.ts';
import { withinSignal } from '../../../adapters/aws/call-aws.ts';
import { cognitoClient, CognitoUserDirectory } from '../../../adapters/aws/cognito-user-directory.ts';
import { DynamoTable } from '../../../adapters/aws/dynamodb/dynamo-table.ts';
import { S3BlobStore } from '../../../adapters/aws/s3/s3-blob-store.ts';
import { sageMakerClient } from '../../../adapters/aws/sagemaker/sagemaker-client.ts';
import { SageMakerModelTrainer } from '../../../adapters/aws/sagemaker/sagemaker-model-trainer.ts';
import { TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { DomainEvent, WriteOperation } from '../../../core/ports.ts';
import { SystemClock } from '../../../core/system-clock.ts';
import { makePageJson } from '../../contract/page-record.ts';
import { FakeCognito } from '../../fakes/aws/fake-cognito.ts';
import { FakeDynamoDb } from '../../fakes/aws/fake-dynamodb.ts';
import { FakeS3, s3Error } from '../../fakes/aws/fake-s3.ts';
import { FakeEventBridge, FakeSes, FakeStepFunctions } from '../../fakes/aws/fake-services.ts';
import { FakeWire, jsonAnswer, jsonError } from '../../fakes/aws/fake-wire.ts';
import type { WireAnswer } from '../../fakes/aws/fake-wire.ts';
import { FaultyWire } from '../../fakes/aws/faulty-wire.ts';
import type { Fault } from '../../fakes/aws/faulty-wire.ts';
import { TEST_CLIENT, through } from '../../fakes/aws/test-clients.ts';

/** A call of an adapter, and how often it was executed. */
interface Subject {
  readonly inner: NodeHttpHandler;
  readonly call: (wire: NodeHttpHandler) => Promise<unknown>;
  /** Number of executions; undefined where the call changes nothing. */
  readonly done?: () => number;
  /** A lost response may cause a second execution: SES and EventBridge have no idempotency token. */
  readonly mayRepeat?: boolean;
}

class Answering extends FakeWire {
  readonly #answer: WireAnswer;
  constructor(answer: WireAnswer) {
    super();
    this.#answer = answer;
  }
  protected answer(): WireAnswer {
    return this.#answer;
  }
}

const EVENT: DomainEvent = {
  id: '1',
  type: 'processing.succeeded',
  accountId: 'a',
  time: '2026-01-01T00:00:00.000Z',
  data: {},
};
const JOB = { name: 'job', inputPrefix: 'in/', outputPrefix: 'out/', hyperparameters: {} };
const KEY = { pk: 'account#1', sk: 'row' };
const USAGE = { pk: 'usage', sk: 'pages' };

/** @param counted  the item whose `n` counts the executions of the write */
const writing =
  (operations: readonly WriteOperation[], counted = KEY) =>
  (): Subject => {
    const inner = new FakeDynamoDb();
    return {
      inner,
      done: () => Number(inner.item(counted)?.['n']?.N),
      call: (wire) =>
        new DynamoTable({
          client: through(dynamoDbClient(TEST_CLIENT), wire),
          table: 't',
          clock: new SystemClock(),
        }).write(operations),
    };
  };

const storing = (call: (blobs: S3BlobStore) => Promise<unknown>, done?: (s3: FakeS3) => number) => (): Subject => {
  const inner = new FakeS3();
  inner.store('there', Buffer.from('x'.repeat(1000)), 'text/plain');
  return {
    inner,
    call: (wire) => call(new S3BlobStore({ client: through(s3Client(TEST_CLIENT), wire), bucket: 'bucket' })),
    ...(done === undefined ? {} : { done: () => done(inner) }),
  };
};

/** @param done  whether the pool is as the call leaves it */
const changingUsers =
  (call: (directory: CognitoUserDirectory) => Promise<void>, done: (cognito: FakeCognito) => boolean) =>
  (): Subject => {
    const inner = new FakeCognito('pool');
    inner.users.set('there@example.com', {});
    return {
      inner,
      done: () => Number(done(inner)),
      call: (wire) =>
        call(new CognitoUserDirectory({ client: through(cognitoClient(TEST_CLIENT), wire), userPoolId: 'pool' })),
    };
  };

const SUBJECTS: Readonly<Record<string, () => Subject>> = {
  'puts an item': writing([{ put: { ...KEY, n: 1 } }]),
  'creates an item if absent': writing([{ put: { ...KEY, n: 1 }, when: [{ item: 'absent' }] }]),
  'adds to a number': writing([{ update: KEY, add: { n: 1 } }]),
  'writes a transaction': writing(
    [
      { put: { ...KEY }, when: [{ item: 'absent' }] },
      { update: USAGE, add: { n: 1 } },
    ],
    USAGE,
  ),
  'reads an item': () => ({
    inner: new FakeDynamoDb(),
    call: (wire) =>
      new DynamoTable({ client: through(dynamoDbClient(TEST_CLIENT), wire), table: 't', clock: new SystemClock() }).get(
        KEY,
      ),
  }),
  'puts a blob': storing(
    (blobs) => blobs.put('new', 'text', 'text/plain'),
    (s3) => s3.objects.size - 1,
  ),
  'reads a blob': storing(async (blobs) => {
    expect(await blobs.get('there')).toHaveLength(1000);
  }),
  'provides a blob as a file': storing(async (blobs) => (await blobs.file('there')).release()),
  'deletes blobs': storing(
    (blobs) => blobs.deleteAll('there'),
    (s3) => 1 - s3.objects.size,
  ),
  'starts an execution': () => {
    const inner = new FakeStepFunctions(() => undefined);
    return {
      inner,
      done: () => inner.executions.size,
      call: (wire) =>
        new StepFunctionsStateMachines({
          client: through(stepFunctionsClient(TEST_CLIENT), wire),
          machines: { 'process-document': 'arn' },
        }).start('process-document', 'name', {}),
    };
  },
  'resumes a failed execution': () => {
    const inner = new FakeStepFunctions(() => undefined);
    inner.executions.set('name', { stateMachineArn: 'arn', name: 'name', input: '{}' });
    inner.outcomes.set('name', { status: 'FAILED', redriveStatus: 'REDRIVABLE', redriveCount: 0 });
    return {
      inner,
      done: () => inner.redriven.length,
      call: (wire) =>
        new StepFunctionsStateMachines({
          client: through(stepFunctionsClient(TEST_CLIENT), wire),
          machines: { 'process-document': 'arn' },
        }).resume('process-document', 'name', {}),
    };
  },
  'publishes an event': () => {
    const inner = new FakeEventBridge();
    return {
      inner,
      done: () => inner.published.length,
      mayRepeat: true,
      call: (wire) =>
        new EventBridgeBus({ client: through(eventBridgeClient(TEST_CLIENT), wire), bus: 'bus' }).publish(EVENT),
    };
  },
  'sends mail': () => {
    const inner = new FakeSes();
    return {
      inner,
      done: () => inner.sent.length,
      mayRepeat: true,
      call: (wire) =>
        new SesMailer({ client: through(sesClient(TEST_CLIENT), wire), from: 'a@example.com' }).send({
          to: ['b@example.com'],
          subject: 's',
          text: 't',
        }),
    };
  },
  'calls the model': () => ({
    inner: new Answering({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"probabilities":[0.5],"model_version":"1"}',
    }),
    call: (wire) =>
      new SageMakerSplitModel({ client: through(sageMakerRuntimeClient(TEST_CLIENT), wire), endpoint: 'e' }).score([
        makePageJson(1),
        makePageJson(2),
      ]),
  }),
  'starts a training': () => {
    const s3 = new FakeS3();
    const names = new Set<string>();
    const inner = new (class extends FakeWire {
      protected answer(request: { body: Buffer }): WireAnswer {
        const { TrainingJobName } = JSON.parse(request.body.toString()) as { TrainingJobName: string };
        if (names.has(TrainingJobName))
          return jsonError('ResourceInUse', 'a training job with this name already exists');
        names.add(TrainingJobName);
        return jsonAnswer({ TrainingJobArn: 'arn' });
      }
    })();
    const blobs = new S3BlobStore({ client: through(s3Client(TEST_CLIENT), s3), bucket: 'bucket' });
    return {
      inner,
      done: () => names.size,
      call: (wire) =>
        new SageMakerModelTrainer({
          client: through(sageMakerClient(TEST_CLIENT), wire),
          blobs,
          bucket: 'bucket',
          image: 'i',
          roleArn: 'r',
          instance: 'ml.m5.large',
        }).start(JOB),
    };
  },
  'adds a user': changingUsers(
    (directory) => directory.add('new@example.com'),
    ({ users, invited }) => users.has('new@example.com') && invited.length === 1,
  ),
  'removes a user': changingUsers(
    (directory) => directory.remove('there@example.com'),
    ({ users }) => users.size === 0,
  ),
  'assumes a tenant’s role': () => ({
    inner: new Answering({
      status: 200,
      headers: { 'content-type': 'text/xml' },
      body: '<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials><AccessKeyId>a</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>2030-01-01T00:00:00Z</Expiration></Credentials></AssumeRoleResult></AssumeRoleResponse>',
    }),
    call: (wire) => assumeForTenant(through(stsClient(TEST_CLIENT), wire), 'arn', 'tenant'),
  }),
};

/** Errors in the format of each protocol: XML for S3, JSON for the others. */
const errorFor = (subject: string, status: number): Fault =>
  subject.includes('blob')
    ? s3Error(status, 'SlowDown')
    : subject.includes('tenant')
      ? { status, body: '<ErrorResponse><Error><Code>Busy</Code></Error></ErrorResponse>' }
      : jsonError('InternalServerError', 'broken', {}, status);

const FAULTS: Readonly<Record<string, (subject: string) => Fault>> = {
  'a 500': (subject) => errorFor(subject, 500),
  'a 503': (subject) => errorFor(subject, 503),
  throttling: (subject) => errorFor(subject, 429),
  'a connection that breaks before the request': () => 'reset',
  'a lost response': () => 'lost',
};

describe.concurrent.each(Object.entries(SUBJECTS))('an adapter that %s', (name, makeSubject) => {
  it.each(Object.entries(FAULTS))(
    'survives %s',
    async (_, faultOf) => {
      const { inner, call, done, mayRepeat } = makeSubject();
      const fault = faultOf(name);
      await call(new FaultyWire(inner, [fault, fault], undefined, { retryPauseMs: 1 }));
      if (done === undefined) return;
      if (mayRepeat === true && fault === 'lost') expect(done()).toBeGreaterThanOrEqual(1);
      else expect(done()).toBe(1);
    },
    60_000,
  );

  it.each<[string, (subject: string) => Fault]>([
    ['is down', (subject) => errorFor(subject, 503)],
    ['never answers', () => 'hang'],
    ['is out of reach', () => 'reset'],
  ])('throws TemporarilyUnavailableError within the caller’s time limit where AWS %s', async (_, faultOf) => {
    const { inner, call } = makeSubject();
    const wire = new FaultyWire(inner, [], faultOf(name));
    const limit = new AbortController();
    const ended = expect(withinSignal(limit.signal, () => call(wire))).rejects.toThrow(TemporarilyUnavailableError);
    await expect.poll(() => wire.sent).toBeGreaterThanOrEqual(1);
    limit.abort(new DOMException('The time limit is over.', 'TimeoutError'));
    await ended;
  });
});
