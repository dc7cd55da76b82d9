/** The split model behind a SageMaker endpoint: serverless by default, instances by setting. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';
import { addLogGroup } from './log-group.ts';
import type { ModelImage } from './model-image.ts';
import { grant } from './permission.ts';
import type { ServiceFunction } from './service-function.ts';
import { ACCOUNTS_PREFIX } from './storage.ts';
import type { Storage } from './storage.ts';

export interface SplitEndpointProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  readonly image: ModelImage;
  readonly storage: Storage;
}

/** Weights of the workflows in every tenant's prefix (core/workflows/workflow.ts). */
const WEIGHTS_PATTERN = `${ACCOUNTS_PREFIX}*/workflows/*/models/*/weights.json`;

type Mode = StageSettings['endpoint']['mode'];
const MODES: readonly Mode[] = ['serverless', 'realtime'];

/** An endpoint cannot be updated from instances to serverless: with the mode in its name it is replaced instead. */
const nameOf = (stage: string, mode: Mode): string => `tearline-${stage}-${mode}`;

export class SplitEndpoint extends Construct {
  /** Known once the endpoint answers: functions that are configured with it are not sent there before. */
  readonly endpointName: string;
  readonly #stage: string;

  constructor(scope: Construct, id: string, props: SplitEndpointProps) {
    super(scope, id);
    const { settings, key, image, storage } = props;
    this.#stage = settings.stage;
    const endpointName = nameOf(settings.stage, settings.endpoint.mode);
    // SageMaker's own name for it: made before the endpoint, so that it is encrypted and ends.
    const logGroupName = `/aws/sagemaker/Endpoints/${endpointName}`;
    const logs = addLogGroup(this, 'Logs', { settings, key }, logGroupName);
    const role = this.#role(props, logGroupName);
    const model = new CfnModel(this, 'Model', {
      executionRoleArn: role.roleArn,
      primaryContainer: { image: image.uri, environment: { TEARLINE_BUCKET: storage.documents.bucketName } },
      // The container fetches a workflow's weights from S3: an isolated one could not, and serverless ones cannot be isolated.
      enableNetworkIsolation: false,
    });
    model.node.addDependency(role);
    const config = new CfnEndpointConfig(this, 'Config', {
      productionVariants: [
        { variantName: 'AllTraffic', modelName: model.attrModelName, ...variantOf(settings.endpoint) },
      ],
      // Disks of instances; a serverless endpoint has none of its own to encrypt.
      ...(settings.endpoint.mode === 'realtime' ? { kmsKeyId: key.keyArn } : {}),
    });
    const endpoint = new CfnEndpoint(this, 'Endpoint', {
      endpointName,
      endpointConfigName: config.attrEndpointConfigName,
    });
    endpoint.node.addDependency(logs);
    this.endpointName = endpoint.attrEndpointName;
  }

  /** Lets a function ask the model, in either mode: while one endpoint takes the other's place, documents are split by both. */
  allowInvoke(caller: ServiceFunction): void {
    caller.allow({ actions: ['sagemaker:InvokeEndpoint'], resources: MODES.map((mode) => this.#arnOf(mode)) });
    caller.configure({ TEARLINE_ENDPOINT: this.endpointName });
  }

  #arnOf(mode: Mode): string {
    return Stack.of(this).formatArn({
      service: 'sagemaker',
      resource: 'endpoint',
      resourceName: nameOf(this.#stage, mode),
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }

  #role({ key, image, storage }: SplitEndpointProps, logGroupName: string): Role {
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('sagemaker.amazonaws.com'),
      description: 'The split model: its image, the weights, its logs',
    });
    allowContainer(role, image, logGroupName);
    grant(role, {
      actions: ['s3:GetObject'],
      resources: [storage.documents.arnForObjects(WEIGHTS_PATTERN)],
      wildcard:
        "Weights of any workflow: which one a request asks for is known when it comes. Of a tenant's files nothing else is named so.",
    });
    // Without it S3 says 403 of weights that are not there, and the container could not say which.
    grant(role, {
      actions: ['s3:ListBucket'],
      resources: [storage.documents.bucketArn],
      conditions: { StringLike: { 's3:prefix': [WEIGHTS_PATTERN] } },
    });
    grant(role, { actions: ['kms:Decrypt'], resources: [key.keyArn] });
    return role;
  }
}

const variantOf = (endpoint: StageSettings['endpoint']): Partial<CfnEndpointConfig.ProductionVariantProperty> =>
  endpoint.mode === 'serverless'
    ? {
        serverlessConfig: { memorySizeInMb: endpoint.memoryMb, maxConcurrency: endpoint.maxConcurrency },
        initialVariantWeight: 1,
      }
    : { instanceType: endpoint.instanceType, initialInstanceCount: endpoint.instanceCount, initialVariantWeight: 1 };

/** What SageMaker needs to run the container and to keep what it says. */
export const allowContainer = (role: Role, image: ModelImage, logGroups: string): void => {
  const stack = Stack.of(role);
  const logs = stack.formatArn({
    service: 'logs',
    resource: 'log-group',
    resourceName: logGroups,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  grant(role, {
    actions: ['ecr:BatchCheckLayerAvailability', 'ecr:BatchGetImage', 'ecr:GetDownloadUrlForLayer'],
    resources: [image.repository.repositoryArn],
  });
  grant(role, {
    actions: ['ecr:GetAuthorizationToken'],
    resources: ['*'],
    wildcard: 'A token of the registry: this action names no resource.',
  });
  grant(role, {
    actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
    resources: [logs, `${logs}:*`],
    wildcard: 'Streams of this one log group, which SageMaker names.',
  });
  grant(role, {
    actions: ['cloudwatch:PutMetricData'],
    resources: ['*'],
    conditions: { StringLike: { 'cloudwatch:namespace': ['/aws/sagemaker/*', 'aws/sagemaker/*'] } },
    wildcard: "Metrics have no resource; the condition names SageMaker's own.",
  });
};
