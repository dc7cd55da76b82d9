/**
 * The service with the AWS adapter of every port. A function is configured only with the settings that it needs; a port
 * whose settings are absent throws NotConfiguredError. What a function loads before its first event decides how long its
 * cold start takes: adapters that documents need are loaded at once where the function is configured for them, adapters
 * of rare work at their first use, and those that it is not configured for never.
 */
import { NotConfiguredError } from '../../core/errors.ts';
import type {
  BlobStore,
  EventBus,
  Mailer,
  ModelTrainer,
  SplitModel,
  StateMachines,
  UserDirectory,
  WebhookSender,
} from '../../core/ports.ts';
import { RandomIds } from '../../core/random-ids.ts';
import type { Parsers } from '../../core/parser-jobs.ts';
import type { Service } from '../../core/service.ts';
import { SystemClock } from '../../core/system-clock.ts';
import { openDeploymentTable } from './dynamodb/open-deployment-table.ts';
import { serviceSettings } from './service-settings.ts';
import type { AwsSettings } from './settings.ts';
import { openBlobStore } from './tenants/open-blob-store.ts';
import { openTable } from './tenants/open-table.ts';

/** A method of a port for which the function is not configured. */
const refuse = (variable: string) => (): Promise<never> =>
  Promise.reject(
    new NotConfiguredError(`${variable} is not set for this function: it was not meant to use what that names.`),
  );

const splitModel = async (settings: AwsSettings): Promise<SplitModel> => {
  if (settings.endpoint === undefined) return { score: refuse('TEARLINE_ENDPOINT') };
  const { sageMakerRuntimeClient, SageMakerSplitModel } = await import('./sagemaker/sagemaker-split-model.ts');
  return new SageMakerSplitModel({ client: sageMakerRuntimeClient(settings), endpoint: settings.endpoint });
};

const eventBus = async (settings: AwsSettings): Promise<EventBus> => {
  if (settings.eventBus === undefined) return { publish: refuse('TEARLINE_EVENT_BUS') };
  const { EventBridgeBus, eventBridgeClient } = await import('./event-bridge-bus.ts');
  return new EventBridgeBus({ client: eventBridgeClient(settings), bus: settings.eventBus });
};

const stateMachines = async (settings: AwsSettings): Promise<StateMachines> => {
  const machines = {
    'process-document': settings.processDocumentArn,
    'train-workflow': settings.trainWorkflowArn,
    'migrate-workflows': settings.migrateWorkflowsArn,
  };
  if (Object.values(machines).every((arn) => arn === undefined)) {
    const refused = refuse('The ARN of a state machine');
    return { start: refused, resume: refused };
  }
  const { stepFunctionsClient, StepFunctionsStateMachines } = await import('./step-functions-state-machines.ts');
  return new StepFunctionsStateMachines({ client: stepFunctionsClient(settings), machines });
};

/** Opens something at its first use, and only once. */
const onFirstUse = <T>(open: () => Promise<T>): (() => Promise<T>) => {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
};

const mailer = (settings: AwsSettings): Mailer => {
  const { mailFrom: from, mailConfigurationSet: configurationSet } = settings;
  if (from === undefined) return { send: refuse('TEARLINE_MAIL_FROM') };
  const sender = onFirstUse(async (): Promise<Mailer> => {
    const { sesClient, SesMailer } = await import('./ses-mailer.ts');
    return new SesMailer({ client: sesClient(settings), from, configurationSet });
  });
  return { send: async (mail) => (await sender()).send(mail) };
};

const modelTrainer = (settings: AwsSettings, blobs: BlobStore): ModelTrainer => {
  const {
    bucket,
    trainingImage: image,
    trainingRoleArn: roleArn,
    trainingInstance: instance,
    trainingKeyArn: keyArn,
  } = settings;
  if (image === undefined || roleArn === undefined) {
    const refused = refuse('TEARLINE_TRAINING_IMAGE or TEARLINE_TRAINING_ROLE_ARN');
    return { start: refused, state: refused, stop: refused };
  }
  const trainer = onFirstUse(async (): Promise<ModelTrainer> => {
    const [{ sageMakerClient }, { SageMakerModelTrainer }] = await Promise.all([
      import('./sagemaker/sagemaker-client.ts'),
      import('./sagemaker/sagemaker-model-trainer.ts'),
    ]);
    return new SageMakerModelTrainer({
      client: sageMakerClient(settings),
      blobs,
      bucket,
      image,
      roleArn,
      instance,
      keyArn,
    });
  });
  return {
    start: async (job) => (await trainer()).start(job),
    state: async (name) => (await trainer()).state(name),
    stop: async (name) => (await trainer()).stop(name),
  };
};

const userDirectory = (settings: AwsSettings): UserDirectory => {
  const { userPoolId } = settings;
  if (userPoolId === undefined) {
    const refused = refuse('TEARLINE_USER_POOL_ID');
    return { add: refused, remove: refused };
  }
  const directory = onFirstUse(async (): Promise<UserDirectory> => {
    const { cognitoClient, CognitoUserDirectory } = await import('./cognito-user-directory.ts');
    return new CognitoUserDirectory({ client: cognitoClient(settings), userPoolId });
  });
  return {
    add: async (email) => (await directory()).add(email),
    remove: async (email) => (await directory()).remove(email),
  };
};

const webhookSender = (): WebhookSender => {
  const sender = onFirstUse(async (): Promise<WebhookSender> => {
    const { HttpWebhookSender } = await import('../webhooks/http-webhook-sender.ts');
    return new HttpWebhookSender();
  });
  return {
    check: async (url) => (await sender()).check(url),
    post: async (request, signal) => (await sender()).post(request, signal),
  };
};

/**
 * Resolves when the adapters are loaded that the function's events need.
 * @param parsers  those of another function, or noParsers for a function that opens no documents
 */
export const awsService = async (settings: AwsSettings, parsers: Parsers): Promise<Service> => {
  const clock = new SystemClock();
  const blobs = openBlobStore(settings);
  return {
    table: openTable(settings, clock),
    deploymentTable: openDeploymentTable(settings, clock),
    blobs,
    stateMachines: await stateMachines(settings),
    splitModel: await splitModel(settings),
    trainer: modelTrainer(settings, blobs),
    parsers,
    events: await eventBus(settings),
    mailer: mailer(settings),
    users: userDirectory(settings),
    webhooks: webhookSender(),
    clock,
    ids: new RandomIds(),
    settings: serviceSettings(settings),
  };
};
