/** The model container's image, built by CodeBuild in the account it is deployed to: the deployer needs no Docker. */
import { fileURLToPath } from 'node:url';
import { IgnoreMode, RemovalPolicy } from 'aws-cdk-lib';
import { Repository, RepositoryEncryption, TagMutability } from 'aws-cdk-lib/aws-ecr';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ContainerImageBuild } from 'deploy-time-build';
import type { StageSettings } from '../settings.ts';
import { settleBuild } from './model-image-build.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DOCKERFILE = 'model-container/Dockerfile';

/** All of the repository but what the Dockerfile copies; the same list as in Dockerfile.dockerignore. */
const NOT_IN_THE_IMAGE = [
  '*',
  '!core',
  'core/*',
  '!core/documents',
  'core/documents/*',
  '!core/documents/page-record.ts',
  '!core/splitting',
  'core/splitting/*',
  '!core/splitting/fit-density.ts',
  '!model-container',
];

/** Images of earlier deployments that stay, for the way back. */
const KEPT_IMAGES = 5;

export interface ModelImageProps {
  readonly settings: StageSettings;
  readonly key: IKey;
}

export class ModelImage extends Construct {
  readonly repository: Repository;
  readonly uri: string;

  constructor(scope: Construct, id: string, { settings, key }: ModelImageProps) {
    super(scope, id);
    this.repository = new Repository(this, 'Repository', {
      repositoryName: `tearline-${settings.stage}-model`,
      encryption: RepositoryEncryption.KMS,
      encryptionKey: key,
      imageScanOnPush: true,
      imageTagMutability: TagMutability.IMMUTABLE,
      lifecycleRules: [{ maxImageCount: KEPT_IMAGES }],
      // Made again from the sources whenever it is deployed.
      emptyOnDelete: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const build = new ContainerImageBuild(this, 'Build', {
      directory: ROOT,
      file: DOCKERFILE,
      exclude: NOT_IN_THE_IMAGE,
      ignoreMode: IgnoreMode.DOCKER,
      // SageMaker Serverless Inference and its cheapest instances are x86.
      platform: Platform.LINUX_AMD64,
      repository: this.repository,
    });
    this.uri = build.imageUri;
    settleBuild(build, { settings, key });
  }
}
