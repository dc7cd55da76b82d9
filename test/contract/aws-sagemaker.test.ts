/**
 * The SageMaker adapters fulfil the contracts of their ports. The fake endpoint forwards to the model container's own
 * server; a fake training job runs the contract's program.
 */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { s3Client } from '../../adapters/aws/s3/s3-client.ts';
import { sageMakerRuntimeClient, SageMakerSplitModel } from '../../adapters/aws/sagemaker/sagemaker-split-model.ts';
import { S3BlobStore } from '../../adapters/aws/s3/s3-blob-store.ts';
import { sageMakerClient } from '../../adapters/aws/sagemaker/sagemaker-client.ts';
import { SageMakerModelTrainer } from '../../adapters/aws/sagemaker/sagemaker-model-trainer.ts';
import { readWeights } from '../../model-container/classifiers/weights-file.ts';
import { createSplitServer } from '../../model-container/serving/split-server.ts';
import { openWorkflowModels } from '../../model-container/serving/workflow-models.ts';
import { FakeS3 } from '../fakes/aws/fake-s3.ts';
import { FakeSageMaker } from '../fakes/aws/fake-sagemaker.ts';
import { FakeEndpoint } from '../fakes/aws/fake-services.ts';
import { TEST_CLIENT, through } from '../fakes/aws/test-clients.ts';
import { describeModelTrainerContract, TRAINING_PROGRAM } from './model-trainer.contract.ts';
import { describeSplitModelContract } from './split-model.contract.ts';

/** Request size limit of a serverless endpoint, in bytes. */
const SERVERLESS_LIMIT = 4 * 1024 * 1024;

const base = await readWeights('model-container/weights/base.json');

describeSplitModelContract('SageMakerSplitModel with the model container', async () => {
  const server = createSplitServer(
    { base, workflows: openWorkflowModels(undefined, 1) },
    { maxBodyBytes: SERVERLESS_LIMIT, onFault: () => undefined },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A server that listens on TCP has an AddressInfo.
  const client = through(sageMakerRuntimeClient(TEST_CLIENT), new FakeEndpoint(`http://127.0.0.1:${port}`));
  return {
    model: new SageMakerSplitModel({ client, endpoint: 'split-model' }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
});

describeModelTrainerContract('SageMakerModelTrainer', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tearline-contract-'));
  const program = join(folder, 'training.mjs');
  await writeFile(program, TRAINING_PROGRAM);
  const s3 = new FakeS3();
  const sageMaker = new FakeSageMaker(s3, program);
  const blobs = new S3BlobStore({ client: through(s3Client(TEST_CLIENT), s3), bucket: 'bucket' });
  const client = through(sageMakerClient(TEST_CLIENT), sageMaker);
  return {
    trainer: new SageMakerModelTrainer({
      client,
      blobs,
      bucket: 'bucket',
      image: 'image',
      roleArn: 'arn:aws:iam::123456789012:role/training',
      instance: 'ml.m5.large',
    }),
    blobs,
    close: async () => {
      await sageMaker.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
});
