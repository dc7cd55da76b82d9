/**
 * Trainings as SageMaker training jobs on spot instances, with checkpoints, without network. The results are stored
 * unpacked (`<output>/<job>/output/model/…`); `state` brings them to the output's prefix before it says `succeeded`.
 *
 * IAM: sagemaker:CreateTrainingJob, DescribeTrainingJob, StopTrainingJob, AddTags on training-job/*; iam:PassRole on the
 * training role, to sagemaker.amazonaws.com; s3-blob-store.ts's actions below both prefixes. The training role itself:
 * s3:GetObject and s3:ListBucket below the input's prefix, s3:PutObject, GetObject and ListBucket below the output's,
 * ecr pull of the image, its log group, and the KMS key.
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
import { NotFoundError, TemporarilyUnavailableError } from '../../core/errors.ts';
import type { BlobStore, ModelTrainer, TrainingJobState } from '../../core/ports.ts';
import { callAws } from './call-aws.ts';

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
/** Seconds of computing; a training takes minutes. */
const LONGEST_TRAINING = 4 * 60 * 60;
/** Seconds from the start, with waiting for a spot instance. */
const LONGEST_WAIT = 12 * 60 * 60;
/** The results of a training, as the container leaves them in its model folder. */
const RESULTS = ['weights.json', 'report.json'] as const;

/** Channels that the container reads (model-container/training/job/training-folders.ts). */
const CHANNELS = ['training', 'serving'] as const;

/** Figures that the container writes as lines (model-container/training/job/metric-lines.ts): SageMaker shows them as the job's metrics. */
const METRICS = [
  'train:loss',
  'validation:loss',
  'validation:page_f1',
  'validation:error',
  'before:error',
  'after:error',
  'before:page_f1',
  'after:page_f1',
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
/** SageMaker says the same of a job that has ended as of one that is none. */
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

  /** @throws TemporarilyUnavailableError also while the account's trainings are as many as its quota allows */
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

  async state(name: string): Promise<{ readonly state: TrainingJobState; readonly failure?: string }> {
    const job = await this.#find(name);
    const state = STATES[job.TrainingJobStatus ?? ''];
    if (state === undefined)
      throw new Error(`SageMaker gave the training ${name} a state that is none: ${job.TrainingJobStatus ?? ''}.`);
    if (state === 'succeeded') await this.#bringResults(name, job);
    return { state, ...(state === 'failed' ? { failure: readFailure(job.FailureReason) } : {}) };
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
        InstanceType: instance as 'ml.m5.large',
        InstanceCount: 1,
        VolumeSizeInGB: DISK_GB,
        ...(keyArn === undefined ? {} : { VolumeKmsKeyId: keyArn }),
      }, // SageMaker checks the name.
      StoppingCondition: { MaxRuntimeInSeconds: LONGEST_TRAINING, MaxWaitTimeInSeconds: LONGEST_WAIT },
      EnableManagedSpotTraining: true,
      CheckpointConfig: { S3Uri: `${output}/${name}/checkpoints`, LocalPath: '/opt/ml/checkpoints' },
      EnableNetworkIsolation: true,
      EnableInterContainerTrafficEncryption: false,
      Tags: [{ Key: 'application', Value: 'tearline' }],
    };
  }

  /** Whoever sees `succeeded` finds the results. What SageMaker left beside them goes; it is brought once, however often it is asked. */
  async #bringResults(name: string, job: DescribeTrainingJobCommandOutput): Promise<void> {
    const { blobs, bucket } = this.#options;
    const begin = `s3://${bucket}/`;
    const outputPrefix = `${(job.OutputDataConfig?.S3OutputPath ?? '').slice(begin.length)}/`;
    const own = `${outputPrefix}${name}/`;
    const from = withoutSlash((job.ModelArtifacts?.S3ModelArtifacts ?? '').slice(begin.length));
    const there = new Set(await blobs.list(outputPrefix));
    for (const file of RESULTS)
      if (there.has(`${from}/${file}`))
        await blobs.put(`${outputPrefix}${file}`, await blobs.get(`${from}/${file}`), 'application/json');
    if ([...there].some((key) => key.startsWith(own))) await blobs.deleteAll(own);
  }
}

const noSuchTraining = (name: string, cause: unknown): NotFoundError =>
  new NotFoundError(`There is no training ${name}.`, { cause });

/** The container's own words (output/failure), which SageMaker puts behind its own: `AlgorithmError: <code>: <sentence>, exit code: 2`. */
const readFailure = (reason = ''): string => {
  const own = /^AlgorithmError: (?<said>[\s\S]*?)(?:, exit code: \d+)?$/u.exec(reason)?.groups?.['said'];
  return own?.trim() ?? `internal_error: ${reason}`;
};
