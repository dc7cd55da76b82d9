/**
 * The AWS adapters fulfil the contracts of their ports, against in-memory AWS services behind the SDK's real requests
 * and responses. test/wire runs the contracts against moto.
 */
import type { StateMachineDefinition } from 'aws-local-stepfunctions';
import { EventBridgeBus, eventBridgeClient } from '../../adapters/aws/event-bridge-bus.ts';
import { s3Client } from '../../adapters/aws/s3/s3-client.ts';
import { sesClient, SesMailer } from '../../adapters/aws/ses-mailer.ts';
import { stepFunctionsClient, StepFunctionsStateMachines } from '../../adapters/aws/step-functions-state-machines.ts';
import { cognitoClient, CognitoUserDirectory } from '../../adapters/aws/cognito-user-directory.ts';
import { S3BlobStore } from '../../adapters/aws/s3/s3-blob-store.ts';
import { TenantBlobStore } from '../../adapters/aws/tenants/tenant-blob-store.ts';
import { withinTenant } from '../../adapters/aws/tenants/tenant-sessions.ts';
import { LocalStateMachines } from '../../adapters/local/state-machines/local-state-machines.ts';
import type { AttributeValue, BlobStore, DomainEvent } from '../../core/ports.ts';
import { FakeCognito } from '../fakes/aws/fake-cognito.ts';
import { FakeS3 } from '../fakes/aws/fake-s3.ts';
import { FakeEventBridge, FakeSes, FakeStepFunctions } from '../fakes/aws/fake-services.ts';
import { TEST_CLIENT, through } from '../fakes/aws/test-clients.ts';
import { describeBlobStoreContract } from './blob-store.contract.ts';
import { describeEventBusContract } from './event-bus.contract.ts';
import { describeMailerContract } from './mailer.contract.ts';
import { CONTRACT_DEFINITION, describeStateMachinesContract } from './state-machines.contract.ts';
import { describeUserDirectoryContract } from './user-directory.contract.ts';

const nothing = (): Promise<void> => Promise.resolve();

describeBlobStoreContract('S3BlobStore', () => {
  const s3 = new FakeS3();
  return Promise.resolve({
    blobs: new S3BlobStore({ client: through(s3Client(TEST_CLIENT), s3), bucket: 'bucket' }),
    send: (upload, body, headers = {}) =>
      Promise.resolve(s3.receive(upload.url, { ...upload.headers, ...headers }, body)),
    close: nothing,
  });
});

/** The store as a step uses it within one tenant. */
const asTenant = (blobs: BlobStore): BlobStore =>
  new Proxy(blobs, {
    get:
      (target, name) =>
      (...given: readonly unknown[]) => {
        // A port has only methods.
        const method = Reflect.get(target, name) as (...all: readonly unknown[]) => Promise<unknown>;
        return withinTenant('tenant', () => Reflect.apply(method, target, given));
      },
  });

describeBlobStoreContract('TenantBlobStore over S3BlobStore', () => {
  const s3 = new FakeS3();
  const open = (): BlobStore => new S3BlobStore({ client: through(s3Client(TEST_CLIENT), s3), bucket: 'bucket' });
  return Promise.resolve({
    blobs: asTenant(
      new TenantBlobStore({ own: open(), open, presignUpload: (...upload) => open().presignUpload(...upload) }),
    ),
    send: (upload, body, headers = {}) =>
      Promise.resolve(s3.receive(upload.url, { ...upload.headers, ...headers }, body)),
    close: nothing,
  });
});

describeStateMachinesContract('StepFunctionsStateMachines', (steps) => {
  // Plain JSON, as from a file. Both state machines have the contract's definition.
  const definition = JSON.parse(JSON.stringify(CONTRACT_DEFINITION)) as StateMachineDefinition;
  const local = new LocalStateMachines({
    definitions: { 'process-document': definition, 'train-workflow': definition, 'migrate-workflows': definition },
    steps,
  });
  const stepFunctions = new FakeStepFunctions(({ name, input }) => {
    // The input of an execution is an object.
    void local.start('process-document', name, JSON.parse(input) as Record<string, AttributeValue>);
  });
  const client = through(stepFunctionsClient(TEST_CLIENT), stepFunctions);
  const machines = { 'process-document': 'arn:aws:states:eu-central-1:123456789012:stateMachine:process-document' };
  return Promise.resolve({
    stateMachines: new StepFunctionsStateMachines({ client, machines }),
    settled: () => local.close(),
    close: () => local.close(),
  });
});

describeMailerContract('SesMailer', () => {
  const ses = new FakeSes();
  const mailer = new SesMailer({
    client: through(sesClient(TEST_CLIENT), ses),
    from: 'Tearline <tearline@example.com>',
    configurationSet: 'mail',
  });
  return Promise.resolve({
    mailer,
    sent: () => Promise.resolve(ses.sent.map(({ message }) => message)),
    close: nothing,
  });
});

describeEventBusContract('EventBridgeBus', () => {
  const eventBridge = new FakeEventBridge();
  return Promise.resolve({
    bus: new EventBridgeBus({ client: through(eventBridgeClient(TEST_CLIENT), eventBridge), bus: 'bus' }),
    // The bus received what the test published.
    received: () => Promise.resolve(eventBridge.published.map(({ Detail }) => JSON.parse(Detail) as DomainEvent)),
    close: nothing,
  });
});

describeUserDirectoryContract('CognitoUserDirectory', () => {
  const pool = 'eu-central-1_abcdefghi';
  const cognito = new FakeCognito(pool);
  return Promise.resolve({
    directory: new CognitoUserDirectory({ client: through(cognitoClient(TEST_CLIENT), cognito), userPoolId: pool }),
    users: () =>
      Promise.resolve(
        [...cognito.users.values()].flatMap(({ email = '', email_verified: verified }) =>
          verified === 'true' ? [email] : [],
        ),
      ),
    close: nothing,
  });
});
