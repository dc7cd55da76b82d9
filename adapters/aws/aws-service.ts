/**
 * The service with the AWS adapter of every port. A function is configured only with the settings that it needs; a port
 * whose settings are absent throws NotConfiguredError.
 */
import { NotConfiguredError } from '../../core/errors.ts';
import type { BlobStore, EventBus, Mailer, ModelTrainer, SplitModel, UserDirectory } from '../../core/ports.ts';
import { RandomIds } from '../../core/random-ids.ts';
import type { Parsers } from '../../core/parser-jobs.ts';
import type { Service } from '../../core/service.ts';
import { SystemClock } from '../../core/system-clock.ts';
import { eventBridgeClient, sageMakerRuntimeClient, sesClient, stepFunctionsClient } from './aws-clients.ts';
import { EventBridgeBus } from './event-bridge-bus.ts';
import { SageMakerSplitModel } from './sagemaker/sagemaker-split-model.ts';
import { SesMailer } from './ses-mailer.ts';
import type { AwsSettings } from './settings.ts';
import { StepFunctionsStateMachines } from './step-functions-state-machines.ts';
import { openBlobStore, openDeploymentTable, openTable } from './tenants/tenant-stores.ts';
import { HttpWebhookSender } from '../webhooks/http-webhook-sender.ts';

/** A method of a port for which the function is not configured. */
const refuse = (variable: string) => (): Promise<never> =>
  Promise.reject(
    new NotConfiguredError(`${variable} is not set for this function: it was not meant to use what that names.`),
  );

const splitModel = (settings: AwsSettings): SplitModel =>
  settings.endpoint === undefined
    ? { score: refuse('TEARLINE_ENDPOINT') }
    : new SageMakerSplitModel({ client: sageMakerRuntimeClient(settings), endpoint: settings.endpoint });

const eventBus = (settings: AwsSettings): EventBus =>
  settings.eventBus === undefined
    ? { publish: refuse('TEARLINE_EVENT_BUS') }
    : new EventBridgeBus({ client: eventBridgeClient(settings), bus: settings.eventBus });

const mailer = (settings: AwsSettings): Mailer =>
  settings.mailFrom === undefined
    ? { send: refuse('TEARLINE_MAIL_FROM') }
    : new SesMailer({
        client: sesClient(settings),
        from: settings.mailFrom,
        configurationSet: settings.mailConfigurationSet,
      });

/** Opens something at its first use, and only once. */
const onFirstUse = <T>(open: () => Promise<T>): (() => Promise<T>) => {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
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
  // Most functions do not need the SageMaker client, and they start faster without it.
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
  // Only routes that add or remove a person need the client.
  const directory = onFirstUse(async (): Promise<UserDirectory> => {
    const { cognitoClient, CognitoUserDirectory } = await import('./cognito-user-directory.ts');
    return new CognitoUserDirectory({ client: cognitoClient(settings), userPoolId });
  });
  return {
    add: async (email) => (await directory()).add(email),
    remove: async (email) => (await directory()).remove(email),
  };
};

/** @param parsers  a parser pool, or noParsers for a function whose package contains no parsers */
export const awsService = (settings: AwsSettings, parsers: Parsers): Service => {
  const clock = new SystemClock();
  const blobs = openBlobStore(settings);
  return {
    table: openTable(settings, clock),
    deploymentTable: openDeploymentTable(settings, clock),
    blobs,
    stateMachines: new StepFunctionsStateMachines({
      client: stepFunctionsClient(settings),
      machines: {
        'process-document': settings.processDocumentArn,
        'train-workflow': settings.trainWorkflowArn,
        'migrate-workflows': settings.migrateWorkflowsArn,
      },
    }),
    splitModel: splitModel(settings),
    trainer: modelTrainer(settings, blobs),
    parsers,
    events: eventBus(settings),
    mailer: mailer(settings),
    users: userDirectory(settings),
    webhooks: new HttpWebhookSender(),
    clock,
    ids: new RandomIds(),
    settings: {
      environment: settings.environment,
      maxWaitSeconds: settings.maxWaitSeconds,
      maxUploadBytes: settings.maxUploadBytes,
      maxPages: settings.maxPages,
      plans: settings.plans,
      defaultPlan: 'standard',
      // A call that waits holds an execution of Lambda.
      waitingIsCostly: true,
      ...(settings.maxExecutions === undefined ? {} : { maxExecutions: settings.maxExecutions }),
      ...(settings.administratorEmail === undefined ? {} : { administratorEmail: settings.administratorEmail }),
      ...(settings.estimatedCost === undefined ? {} : { estimatedCost: settings.estimatedCost }),
      ...(settings.maxRetainDays === undefined ? {} : { maxRetainDays: settings.maxRetainDays }),
    },
  };
};
