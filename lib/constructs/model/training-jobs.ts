/** Role and settings of SageMaker training jobs: spot instances, network isolation, encrypted volumes. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import type { ModelImage } from './model-image.ts';
import { grant } from '../permission.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { allowContainer } from './split-endpoint.ts';
import { TRAINING_LOG_GROUP, TrainingLogs } from './training-logs.ts';
import { ACCOUNTS_PREFIX } from '../data/storage.ts';
import type { Storage } from '../data/storage.ts';

export interface TrainingJobsProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  readonly image: ModelImage;
  readonly storage: Storage;
}

/** Inputs and outputs of trainings, below every tenant's prefix (core/workflows/training/training.ts). */
const TRAININGS_PATTERN = `${ACCOUNTS_PREFIX}*/workflows/*/trainings/*`;

const JOB_WILDCARD = "Training jobs have their trainings' ids as names, which are known when they start.";

export class TrainingJobs extends Construct {
  readonly #props: TrainingJobsProps;
  readonly #role: Role;

  constructor(scope: Construct, id: string, props: TrainingJobsProps) {
    super(scope, id);
    this.#props = props;
    this.#role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('sagemaker.amazonaws.com'),
      description: 'Training jobs: their image, documents, checkpoints and logs',
    });
    const { documents } = props.storage;
    allowContainer(this.#role, props.image, TRAINING_LOG_GROUP);
    new TrainingLogs(this, 'Logs', props);
    grant(this.#role, {
      actions: ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload'],
      resources: [documents.arnForObjects(TRAININGS_PATTERN)],
      wildcard: 'Trainings of any workflow: their ids are known when they start.',
    });
    grant(this.#role, {
      actions: ['s3:ListBucket'],
      resources: [documents.bucketArn],
      conditions: { StringLike: { 's3:prefix': [TRAININGS_PATTERN] } },
    });
    // SageMaker's own description of `OutputDataConfig.KmsKeyId` requires `Encrypt`.
    grant(this.#role, {
      actions: ['kms:Decrypt', 'kms:DescribeKey', 'kms:Encrypt', 'kms:GenerateDataKey'],
      resources: [props.key.keyArn],
    });
    // SageMaker needs a grant to attach the encrypted volume of an instance.
    grant(this.#role, {
      actions: ['kms:CreateGrant'],
      resources: [props.key.keyArn],
      conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
    });
  }

  /** Lets a function start jobs with this role only. */
  allowStart(starter: ServiceFunction): void {
    starter.allow({
      actions: ['sagemaker:CreateTrainingJob', 'sagemaker:AddTags'],
      resources: [this.#jobs()],
      wildcard: JOB_WILDCARD,
    });
    starter.allow({
      actions: ['iam:PassRole'],
      resources: [this.#role.roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'sagemaker.amazonaws.com' } },
    });
    this.#configure(starter);
  }

  /** Lets a function describe and stop jobs. */
  allowWatch(watcher: ServiceFunction): void {
    watcher.allow({
      actions: ['sagemaker:DescribeTrainingJob', 'sagemaker:StopTrainingJob'],
      resources: [this.#jobs()],
      wildcard: JOB_WILDCARD,
    });
    this.#configure(watcher);
  }

  #configure(user: ServiceFunction): void {
    const { settings, key, image } = this.#props;
    user.configure({
      TEARLINE_TRAINING_IMAGE: image.uri,
      TEARLINE_TRAINING_ROLE_ARN: this.#role.roleArn,
      TEARLINE_TRAINING_INSTANCE: settings.training.instanceType,
      TEARLINE_TRAINING_KEY_ARN: key.keyArn,
    });
  }

  #jobs(): string {
    return Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'training-job',
      resourceName: '*',
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }
}
