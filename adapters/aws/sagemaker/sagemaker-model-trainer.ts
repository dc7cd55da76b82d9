/**
 * Trainings as SageMaker training jobs on spot instances, with checkpoints and without network access. SageMaker stores
 * the results uncompressed (`<output>/<job>/output/model/…`); `state` moves them to the output prefix before it returns
 * `succeeded`.
 *
 * IAM: sagemaker:CreateTrainingJob, DescribeTrainingJob, StopTrainingJob, AddTags on training-job/*; iam:PassRole on
 * the training role, to sagemaker.amazonaws.com; the actions of s3-blob-store.ts below both prefixes. The training
 * role: s3:GetObject and s3:ListBucket below the input's prefix, s3:PutObject, GetObject and ListBucket below the
 * output's, pulling the image from ECR, its log group, and the KMS key.
 */
import {
  CreateTrainingJobCommand,
  DescribeTrainingJobCommand,
  ResourceLimitExceeded,
  StopTrainingJobCommand,
} from '@aws-sdk/client-sagemaker';
import type {
  CreateTrainingJobCommandInput,
  DescribeTrainingJobCommandOutput,
  SageMakerClient,
} from '@aws-sdk/client-sagemaker';
import { NotFoundError, TemporarilyUnavailableError } from '../../../core/errors.ts';
import type { BlobStore, ModelTrainer, TrainingJobState, TrainingJobStatus } from '../../../core/ports.ts';
import { callAws } from '../call-aws.ts';

export interface SageMakerModelTrainerOptions {
  readonly client: SageMakerClient;
  readonly blobs: BlobStore;
  readonly bucket: string;
  /** URI of the model container's image. */
  readonly image: string;
  readonly roleArn: string;
  readonly instance: string;
  readonly keyArn?: string | undefined;
}

type Job = Parameters<ModelTrainer['start']>[0];

const SERVICE = 'The training of models';
const DISK_GB = 30;
/** Seconds of computing at most; a training takes minutes. */
const MAX_RUNTIME_SECONDS = 4 * 60 * 60;
/** Seconds from the start at most, including the wait for a spot instance. */
const MAX_WAIT_SECONDS = 12 * 60 * 60;
/** Files that the container writes to its model folder. */
const RESULTS = ['weights.json', 'report.json'] as const;

/** Channels that the container reads (model-container/training/job/training-folders.ts). */
const CHANNELS = ['training', 'serving'] as const;

/** Metrics that the container logs (model-container/training/job/metric-lines.ts) and SageMaker records for the job. */
const METRICS = [
  'train:loss',
  'validation:loss',
  'validation:page_f1',
  'validation:error',
  'before:error',
  'after:error',
  'before:page_f1',
  'after:page_f1',
  'job:phase',
  'job:progress',
  'job:remaining_seconds',
] as const;

const withoutSlash = (prefix: string): string => prefix.replace(/\/+$/u, '');

const isNoSuchJob = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'ValidationException' &&
  /not found|does not exist|could not find/iu.test(error.message);
const isSameName = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'ResourceInUse' ||
    (error.name === 'ValidationException' && /already exists|must be unique/iu.test(error.message)));
/** Whether the job has ended already. Check isNoSuchJob first: the error name is the same. */
const isOver = (error: unknown): boolean =>
  error instanceof Error &&
  error.name === 'ValidationException' &&
  /terminal|already (?:been )?(?:stopped|completed)|status/iu.test(error.message);

const STATES: Readonly<Record<string, TrainingJobState>> = {
  InProgress: 'running',
  Stopping: 'running',
  Completed: 'succeeded',
  Failed: 'failed',
  Stopped: 'stopped',
};

export class SageMakerModelTrainer implements ModelTrainer {
  readonly #options: SageMakerModelTrainerOptions;

  constructor(options: SageMakerModelTrainerOptions) {
    this.#options = options;
  }

  /** @throws TemporarilyUnavailableError also while the AWS account's quota of training jobs is used up */
  async start(job: Job): Promise<void> {
    const keys = await this.#options.blobs.list(job.inputPrefix);
    const channels = CHANNELS.filter((channel) => keys.some((key) => key.startsWith(`${job.inputPrefix}${channel}/`)));
    try {
      await callAws(SERVICE, (options) =>
        this.#options.client.send(new CreateTrainingJobCommand(this.#describe(job, channels)), options),
      );
    } catch (error) {
      if (error instanceof ResourceLimitExceeded)
        throw new TemporarilyUnavailableError(
          'As many models are being trained as the account may train at a time. Try again later.',
          { cause: error },
        );
      if (!isSameName(error)) throw error;
    }
  }

  async state(name: string): Promise<TrainingJobStatus> {
    const job = await this.#find(name);
    const state = STATES[job.TrainingJobStatus ?? ''];
    if (state === undefined)
      throw new Error(`SageMaker returned an unknown status of the training ${name}: ${job.TrainingJobStatus ?? ''}.`);
    if (state === 'succeeded') await this.#moveResults(name, job);
    return {
      state,
      metrics: metricsOf(job),
      ...(state === 'failed' ? { failure: readFailure(job.FailureReason) } : {}),
    };
  }

  async stop(name: string): Promise<void> {
    try {
      await callAws(SERVICE, (options) =>
        this.#options.client.send(new StopTrainingJobCommand({ TrainingJobName: name }), options),
      );
    } catch (error) {
      if (isNoSuchJob(error)) throw noSuchTraining(name, error);
      if (!isOver(error)) throw error;
    }
  }

  async #find(name: string): Promise<DescribeTrainingJobCommandOutput> {
    try {
      return await callAws(SERVICE, (options) =>
        this.#options.client.send(new DescribeTrainingJobCommand({ TrainingJobName: name }), options),
      );
    } catch (error) {
      throw isNoSuchJob(error) ? noSuchTraining(name, error) : error;
    }
  }

  #describe(
    { name, inputPrefix, outputPrefix, hyperparameters }: Job,
    channels: readonly string[],
  ): CreateTrainingJobCommandInput {
    const { bucket, image, roleArn, instance, keyArn } = this.#options;
    const output = `s3://${bucket}/${withoutSlash(outputPrefix)}`;
    return {
      TrainingJobName: name,
      AlgorithmSpecification: {
        TrainingImage: image,
        TrainingInputMode: 'File',
        MetricDefinitions: METRICS.map((metric) => ({ Name: metric, Regex: `${metric}=([0-9.]+);` })),
      },
      RoleArn: roleArn,
      HyperParameters: { ...hyperparameters },
      InputDataConfig: channels.map((channel) => ({
        ChannelName: channel,
        DataSource: {
          S3DataSource: {
            S3DataType: 'S3Prefix' as const,
            S3Uri: `s3://${bucket}/${inputPrefix}${channel}/`,
            S3DataDistributionType: 'FullyReplicated' as const,
          },
        },
      })),
      OutputDataConfig: {
        S3OutputPath: output,
        CompressionType: 'NONE',
        ...(keyArn === undefined ? {} : { KmsKeyId: keyArn }),
      },
      ResourceConfig: {
        InstanceType: instance as 'ml.m5.large', // SageMaker validates the name.
        InstanceCount: 1,
        VolumeSizeInGB: DISK_GB,
        ...(keyArn === undefined ? {} : { VolumeKmsKeyId: keyArn }),
      },
      StoppingCondition: { MaxRuntimeInSeconds: MAX_RUNTIME_SECONDS, MaxWaitTimeInSeconds: MAX_WAIT_SECONDS },
      EnableManagedSpotTraining: true,
      CheckpointConfig: { S3Uri: `${output}/${name}/checkpoints`, LocalPath: '/opt/ml/checkpoints' },
      EnableNetworkIsolation: true,
      EnableInterContainerTrafficEncryption: false,
      Tags: [{ Key: 'application', Value: 'tearline' }],
    };
  }

  /**
   * Moves the results to the output prefix, so that they are there before `state` returns `succeeded`, and deletes the
   * job's other output. Later calls change nothing.
   */
  async #moveResults(name: string, job: DescribeTrainingJobCommandOutput): Promise<void> {
    const { blobs, bucket } = this.#options;
    const bucketUrl = `s3://${bucket}/`;
    const outputPrefix = `${(job.OutputDataConfig?.S3OutputPath ?? '').slice(bucketUrl.length)}/`;
    const own = `${outputPrefix}${name}/`;
    const from = withoutSlash((job.ModelArtifacts?.S3ModelArtifacts ?? '').slice(bucketUrl.length));
    const existing = new Set(await blobs.list(outputPrefix));
    for (const file of RESULTS)
      if (existing.has(`${from}/${file}`))
        await blobs.put(`${outputPrefix}${file}`, await blobs.get(`${from}/${file}`), 'application/json');
    if ([...existing].some((key) => key.startsWith(own))) await blobs.deleteAll(own);
  }
}

/** SageMaker keeps the latest value of each metric with the job. */
const metricsOf = ({ FinalMetricDataList: list = [] }: DescribeTrainingJobCommandOutput): Record<string, number> =>
  Object.fromEntries(
    list.flatMap(({ MetricName: name, Value: value }) =>
      name === undefined || value === undefined ? [] : [[name, value] as const],
    ),
  );

const noSuchTraining = (name: string, cause: unknown): NotFoundError =>
  new NotFoundError(`There is no training ${name}.`, { cause });

/**
 * The failure that the container wrote to output/failure, as `<code>: <sentence>`. SageMaker reports it as
 * `AlgorithmError: <code>: <sentence>, exit code: 2`.
 */
const readFailure = (reason = ''): string => {
  const failure = /^AlgorithmError: (?<failure>[\s\S]*?)(?:, exit code: \d+)?$/u.exec(reason)?.groups?.['failure'];
  return failure?.trim() ?? `internal_error: ${reason}`;
};
