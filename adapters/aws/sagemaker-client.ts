/** The client of SageMaker's control plane. A file of its own: it is as large as all others together, and only the training's functions load it. */
import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { configure } from './aws-clients.ts';
import type { AwsClientOptions } from './aws-clients.ts';

export const sageMakerClient = (options: AwsClientOptions): SageMakerClient => new SageMakerClient(configure(options));
