/**
 * SageMaker training jobs: each runs a program as SageMaker runs the container, in its own folder, with data from a
 * bucket and results to it.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CreateTrainingJobCommandInput } from '@aws-sdk/client-sagemaker';
import type { FakeS3 } from './fake-s3.ts';
import { FakeWire, jsonAnswer, jsonError } from './fake-wire.ts';
import type { WireAnswer, WireRequest } from './fake-wire.ts';

interface Job {
  readonly input: CreateTrainingJobCommandInput;
  status: 'InProgress' | 'Stopping' | 'Stopped' | 'Completed' | 'Failed';
  failure: string | undefined;
  child: ChildProcess | undefined;
  log: string;
}

const keyOf = (uri = ''): string => uri.replace(/^s3:\/\/[^/]+\//u, '');

export class FakeSageMaker extends FakeWire {
  readonly jobs = new Map<string, Job>();
  readonly #s3: FakeS3;
  readonly #program: string;
  readonly #running: Promise<void>[] = [];

  constructor(s3: FakeS3, program: string) {
    super();
    this.#s3 = s3;
    this.#program = program;
  }

  async close(): Promise<void> {
    for (const { child } of this.jobs.values()) child?.stdin?.end();
    await Promise.all(this.#running);
  }

  protected answer(request: WireRequest): WireAnswer {
    // The SDK client serialised it.
    const input = JSON.parse(request.body.toString()) as CreateTrainingJobCommandInput & { TrainingJobName: string };
    const job = this.jobs.get(input.TrainingJobName);
    if (request.headers['x-amz-target'] === 'SageMaker.CreateTrainingJob')
      return job === undefined
        ? this.#create(input)
        : jsonError(
            'ResourceInUse',
            'Training job names must be unique within an AWS account and region, and a training job with this name ' +
              'already exists',
          );
    if (job === undefined) return jsonError('ValidationException', 'Requested resource not found.');
    return request.headers['x-amz-target'] === 'SageMaker.StopTrainingJob' ? stop(job) : jsonAnswer(describe(job));
  }

  #create(input: CreateTrainingJobCommandInput & { TrainingJobName: string }): WireAnswer {
    const job: Job = { input, status: 'InProgress', failure: undefined, child: undefined, log: '' };
    this.jobs.set(input.TrainingJobName, job);
    this.#running.push(this.#train(job));
    return jsonAnswer({
      TrainingJobArn: `arn:aws:sagemaker:eu-central-1:123456789012:training-job/${input.TrainingJobName}`,
    });
  }

  async #train(job: Job): Promise<void> {
    const root = await mkdtemp(join(tmpdir(), 'tearline-sagemaker-'));
    try {
      await this.#bringInput(job, root);
      const child = spawn(process.execPath, [this.#program], {
        env: { ...process.env, TEARLINE_TRAINING_ROOT: root },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      child.stdout.on('data', (chunk: Buffer) => (job.log += chunk.toString()));
      job.child = child;
      if (job.status === 'Stopping') child.stdin.end();
      const [status] = (await once(child, 'exit')) as [number | null]; // An event of Node.js with these parameters.
      await this.#end(job, root, status);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }

  async #bringInput({ input }: Job, root: string): Promise<void> {
    await mkdir(join(root, 'input/config'), { recursive: true });
    await writeFile(join(root, 'input/config/hyperparameters.json'), JSON.stringify(input.HyperParameters));
    for (const { ChannelName = '', DataSource } of input.InputDataConfig ?? []) {
      const prefix = keyOf(DataSource?.S3DataSource?.S3Uri);
      const found = [...this.#s3.objects].filter(([key]) => key.startsWith(prefix));
      if (found.length === 0) throw new Error(`SageMaker fails where a channel has no objects: ${ChannelName}.`);
      for (const [key, { bytes }] of found) {
        const path = join(root, 'input/data', ChannelName, key.slice(prefix.length));
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, bytes);
      }
    }
  }

  async #end(job: Job, root: string, status: number | null): Promise<void> {
    if (job.status === 'Stopping') {
      job.status = 'Stopped';
    } else if (status === 0) {
      for (const name of await readdir(join(root, 'model')))
        this.#s3.store(
          `${keyOf(artifactsOf(job))}/${name}`,
          await readFile(join(root, 'model', name)),
          'binary/octet-stream',
        );
      job.status = 'Completed';
    } else {
      job.failure =
        `AlgorithmError: ${await readFile(join(root, 'output/failure'), 'utf8')}, exit code: ` + `${status ?? 137}`;
      job.status = 'Failed';
    }
  }
}

/** Where SageMaker stores the results of a job with uncompressed output. */
const artifactsOf = ({ input }: Job): string =>
  `${input.OutputDataConfig?.S3OutputPath ?? ''}/${input.TrainingJobName ?? ''}/output/model`;

const describe = (job: Job): object => ({
  TrainingJobName: job.input.TrainingJobName,
  TrainingJobStatus: job.status,
  FailureReason: job.failure,
  OutputDataConfig: job.input.OutputDataConfig,
  ModelArtifacts: { S3ModelArtifacts: artifactsOf(job) },
  FinalMetricDataList: metricsOf(job),
});

/** The latest match of each metric definition in the job's log. */
const metricsOf = ({ input, log }: Job): object[] =>
  (input.AlgorithmSpecification?.MetricDefinitions ?? []).flatMap(({ Name: name, Regex: regex = '' }) => {
    const value = [...log.matchAll(new RegExp(regex, 'gu'))].at(-1)?.[1];
    return value === undefined ? [] : [{ MetricName: name, Value: Number(value), Timestamp: 1_700_000_000 }];
  });

const stop = (job: Job): WireAnswer => {
  if (job.status !== 'InProgress')
    return jsonError(
      'ValidationException',
      `The request was rejected because the training job is in status ${job.status}.`,
    );
  job.status = 'Stopping';
  job.child?.stdin?.end();
  return jsonAnswer({});
};
