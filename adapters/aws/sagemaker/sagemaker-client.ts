/**
 * The client of SageMaker's control plane. It is in a file of its own because it is as large as all other clients
 * together and only the training functions load it.
 */
import { SageMakerClient } from '@aws-sdk/client-sagemaker';
import { configure } from '../aws-clients.ts';
import type { AwsClientOptions } from '../aws-clients.ts';

export const sageMakerClient = (options: AwsClientOptions): SageMakerClient => new SageMakerClient(configure(options));
