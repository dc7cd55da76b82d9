/** The SageMaker endpoint of the split model: serverless by default, real-time instances by setting. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnEndpoint, CfnEndpointConfig, CfnModel } from 'aws-cdk-lib/aws-sagemaker';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { addLogGroup } from '../functions/log-group.ts';
import type { ModelImage } from './model-image.ts';
import { grant } from '../permission.ts';
import type { ServiceFunction } from '../functions/service-function.ts';
import { servingEnvironment } from './serving-environment.ts';
import { ACCOUNTS_PREFIX } from '../data/storage.ts';
import type { Storage } from '../data/storage.ts';

export interface SplitEndpointProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  readonly image: ModelImage;
  readonly storage: Storage;
}

/** Weights of all workflows, below every tenant's prefix (core/workflows/workflow.ts). */
const WEIGHTS_PATTERN = `${ACCOUNTS_PREFIX}*/workflows/*/models/*/weights.json`;

type Mode = StageSettings['endpoint']['mode'];
const MODES: readonly Mode[] = ['serverless', 'realtime'];

/** SageMaker cannot update an endpoint from instances to serverless. The mode in the name replaces the endpoint. */
const nameOf = (stage: string, mode: Mode): string => `tearline-${stage}-${mode}`;

export class SplitEndpoint extends Construct {
  /** An attribute of the endpoint, so that functions configured with it are updated only after it is in service. */
  readonly endpointName: string;
  readonly #stage: string;

  constructor(scope: Construct, id: string, props: SplitEndpointProps) {
    super(scope, id);
    const { settings, key, image, storage } = props;
    this.#stage = settings.stage;
    const endpointName = nameOf(settings.stage, settings.endpoint.mode);
    // SageMaker determines the name of the log group. Created before the endpoint, with encryption and retention.
    const logGroupName = `/aws/sagemaker/Endpoints/${endpointName}`;
    const logs = addLogGroup(this, 'Logs', { settings, key }, logGroupName);
    const role = this.#role(props, logGroupName);
    const model = new CfnModel(this, 'Model', {
      executionRoleArn: role.roleArn,
      primaryContainer: {
        image: image.uri,
        environment: servingEnvironment({ bucket: storage.documents.bucketName, region: Stack.of(this).region }),
      },
      // The container fetches workflows' weights from S3, which isolation prevents; serverless endpoints do not support
      // it.
      enableNetworkIsolation: false,
    });
    model.node.addDependency(role);
    const config = new CfnEndpointConfig(this, 'Config', {
      productionVariants: [
        { variantName: 'AllTraffic', modelName: model.attrModelName, ...variantOf(settings.endpoint) },
      ],
      // Encrypts the volumes of instances; a serverless endpoint has none.
      ...(settings.endpoint.mode === 'realtime' ? { kmsKeyId: key.keyArn } : {}),
    });
    const endpoint = new CfnEndpoint(this, 'Endpoint', {
      endpointName,
      endpointConfigName: config.attrEndpointConfigName,
    });
    endpoint.node.addDependency(logs);
    this.endpointName = endpoint.attrEndpointName;
  }

  /** Lets a function invoke the endpoint in either mode: both are used while one endpoint replaces the other. */
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
        'Weights of any workflow, which is known at request time. No other file of a tenant matches this pattern.',
    });
    // S3 answers 403 for missing weights; the container lists their key to report that they are missing.
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

/** Permissions of SageMaker to run the container and to write its logs and metrics. */
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
    resources: [image.repositoryArn],
  });
  grant(role, {
    actions: ['ecr:GetAuthorizationToken'],
    resources: ['*'],
    wildcard: 'An authorization token of the registry: this action supports no resource.',
  });
  grant(role, {
    actions: ['logs:CreateLogGroup', 'logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
    resources: [logs, `${logs}:*`],
    wildcard: 'Log streams of this one log group; SageMaker chooses their names.',
  });
  grant(role, {
    actions: ['cloudwatch:PutMetricData'],
    resources: ['*'],
    conditions: { StringLike: { 'cloudwatch:namespace': ['/aws/sagemaker/*', 'aws/sagemaker/*'] } },
    wildcard: "Metrics support no resource; the condition limits the namespace to SageMaker's.",
  });
};
