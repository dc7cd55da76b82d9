/**
 * The model container's image: one that is ready, or one that CodeBuild builds in the target AWS account, so that the
 * deployer needs no Docker.
 */
import { fileURLToPath } from 'node:url';
import { IgnoreMode, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { Repository, RepositoryEncryption, TagMutability } from 'aws-cdk-lib/aws-ecr';
import { Platform } from 'aws-cdk-lib/aws-ecr-assets';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { ContainerImageBuild } from 'deploy-time-build';
import { ECR_IMAGE } from '../../settings.ts';
import type { StageSettings } from '../../settings.ts';
import { adjustBuild } from './model-image-build.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const DOCKERFILE = 'model-container/Dockerfile';

/** Excludes everything that the Dockerfile does not copy; the same list as in Dockerfile.dockerignore. */
const EXCLUDED = [
  '*',
  '!core',
  'core/*',
  '!core/documents',
  'core/documents/*',
  '!core/documents/page-record.ts',
  '!core/splitting',
  'core/splitting/*',
  '!core/splitting/fit-density.ts',
  '!core/lists-fit.ts',
  '!model-container',
];

/** Images that are retained, for rollbacks. */
const RETAINED_IMAGES = 5;

export interface ModelImageProps {
  readonly settings: StageSettings;
  readonly key: IKey;
}

export class ModelImage extends Construct {
  readonly repositoryArn: string;
  readonly uri: string;

  constructor(scope: Construct, id: string, props: ModelImageProps) {
    super(scope, id);
    const { modelImage } = props.settings;
    const { repositoryArn, uri } =
      modelImage !== undefined && 'uri' in modelImage
        ? this.#readyImage(modelImage.uri)
        : this.#builtImage(props, modelImage?.baseImage);
    this.repositoryArn = repositoryArn;
    this.uri = uri;
  }

  #readyImage(uri: string): Pick<ModelImage, 'repositoryArn' | 'uri'> {
    const { account, region, repository } = ECR_IMAGE.exec(uri)?.groups ?? {};
    if (account === undefined || region === undefined || repository === undefined)
      throw new Error('The settings were not checked: the image is not in ECR.');
    const arn = { service: 'ecr', account, region, resource: 'repository', resourceName: repository };
    return { repositoryArn: Stack.of(this).formatArn(arn), uri };
  }

  #builtImage(
    { settings, key }: ModelImageProps,
    baseImage: string | undefined,
  ): Pick<ModelImage, 'repositoryArn' | 'uri'> {
    const repository = new Repository(this, 'Repository', {
      repositoryName: `tearline-${settings.stage}-model`,
      encryption: RepositoryEncryption.KMS,
      encryptionKey: key,
      imageScanOnPush: true,
      imageTagMutability: TagMutability.IMMUTABLE,
      lifecycleRules: [{ maxImageCount: RETAINED_IMAGES }],
      // Every deployment can build the image again.
      emptyOnDelete: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const build = new ContainerImageBuild(this, 'Build', {
      directory: ROOT,
      file: DOCKERFILE,
      exclude: EXCLUDED,
      ignoreMode: IgnoreMode.DOCKER,
      // SageMaker Serverless Inference and the cheapest instance types are x86.
      platform: Platform.LINUX_AMD64,
      repository,
      ...(baseImage === undefined ? {} : { buildArgs: { BASE_IMAGE: baseImage } }),
    });
    adjustBuild(build, { settings, key });
    return { repositoryArn: repository.repositoryArn, uri: build.imageUri };
  }
}
