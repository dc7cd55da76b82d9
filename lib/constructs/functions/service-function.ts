/** A Lambda function with its own role, its own log group, and only the environment that it needs. */
import { Duration, Size, Stack } from 'aws-cdk-lib';
import { SubnetType } from 'aws-cdk-lib/aws-ec2';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  ApplicationLogLevel,
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  TenancyConfig,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { acknowledge } from '../acknowledge.ts';
import { addLogGroup } from './log-group.ts';
import { grant } from '../permission.ts';
import type { Permission } from '../permission.ts';
import type { ParseNetwork } from './parse-network.ts';
import { UndeliveredQueue } from '../operations/undelivered-queue.ts';

/** What all functions of a stage share. */
export interface FunctionPlatform {
  readonly settings: StageSettings;
  readonly key: IKey;
  /** Folders of the built packages. */
  readonly packages: { readonly light: string; readonly parsers: string };
  /** Variables of every function: adapters/aws/settings.ts requires them even where a function does not use them. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface ServiceFunctionProps {
  readonly platform: FunctionPlatform;
  /** File in the package, without extension: `read-pages`. */
  readonly entry: string;
  /** `parsers`: the parsers package. The others use the light package and differ in memory and storage. */
  readonly workload: keyof StageSettings['functions'];
  readonly timeout: Duration;
  /** The effect on users while this function fails, as a sentence for the alarm and docs/operate.md. */
  readonly failureMeans: string;
  /** Parses hostile bytes: it is not traced, and its environment names nothing of the deployment. */
  readonly untrusted?: UntrustedProps;
  /** Invoked asynchronously: events that fail after all retries go to a dead-letter queue. */
  readonly asynchronous?: boolean;
}

export interface UntrustedProps {
  /** Whether an execution environment serves one tenant only, which each invocation then names. */
  readonly perTenant: boolean;
  /** Absent: Lambda's own network, from which the internet can be reached. */
  readonly network?: ParseNetwork;
}

/** How long Lambda retries an asynchronous event. */
const MAX_EVENT_AGE = Duration.hours(6);

export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly role: Role;
  readonly logs: LogGroup;
  readonly failureMeans: string;
  /** The dead-letter queue; only for an asynchronous function. */
  readonly undelivered: Queue | undefined;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { settings, key } = props.platform;
    this.failureMeans = props.failureMeans;
    this.undelivered =
      props.asynchronous === true ? new UndeliveredQueue(this, 'Undelivered', { key }).queue : undefined;
    this.logs = addLogGroup(this, 'Logs', { settings, key });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: `Tearline ${settings.stage}: ${id}`,
    });
    this.logs.grantWrite(this.role);
    this.function = new LambdaFunction(this, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      architecture: settings.architecture === 'arm64' ? Architecture.ARM_64 : Architecture.X86_64,
      handler: `${props.entry}.handler`,
      code: Code.fromAsset(
        props.workload === 'parsers' ? props.platform.packages.parsers : props.platform.packages.light,
      ),
      description: `Tearline ${settings.stage}: ${id}`,
      role: this.role,
      logGroup: this.logs,
      timeout: props.timeout,
      tracing: props.untrusted === undefined ? Tracing.ACTIVE : Tracing.DISABLED,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      ...(props.untrusted === undefined
        ? { environment: { TEARLINE_ENVIRONMENT: settings.stage, ...props.platform.environment } }
        : isolationOf(props.untrusted)),
      ...sizeOf(props),
      ...reservationOf(id, settings),
      ...(this.undelivered === undefined
        ? {}
        : { deadLetterQueue: this.undelivered, maxEventAge: MAX_EVENT_AGE, retryAttempts: 2 }),
    });
    if (this.undelivered !== undefined) this.#encryptUndelivered(key);
    if (props.untrusted?.network !== undefined) this.#allowInterfaces();
    if (props.untrusted !== undefined) return;
    acknowledge(this.role, {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'The X-Ray actions PutTraceSegments and PutTelemetryRecords support no resource.',
    });
  }

  /** Lambda sends to the encrypted queue with the function's permissions, which are valid only through SQS. */
  #encryptUndelivered(key: IKey): void {
    this.allow({
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: [key.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `sqs.${Stack.of(this).region}.amazonaws.com` } },
    });
  }

  /**
   * Lambda attaches a function to a network with the permissions of the function's role. The function's own code is
   * denied them: only its calls have the key `lambda:SourceFunctionArn`.
   */
  #allowInterfaces(): void {
    this.allow({
      actions: INTERFACE_ACTIONS,
      resources: ['*'],
      wildcard: 'Lambda needs them for all network interfaces; the code of the function is denied them.',
    });
    this.role.addToPrincipalPolicy(
      new PolicyStatement({
        effect: Effect.DENY,
        actions: [...INTERFACE_ACTIONS],
        resources: ['*'],
        conditions: { Null: { 'lambda:SourceFunctionArn': 'false' } },
      }),
    );
  }

  /** Gives the function's role a permission. */
  allow(permission: Permission): void {
    grant(this.role, permission);
  }

  /** Adds variables of adapters/aws/settings.ts. */
  configure(variables: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(variables)) this.function.addEnvironment(name, value);
  }
}

/** What Lambda needs to attach a function to a network. */
const INTERFACE_ACTIONS = [
  'ec2:AssignPrivateIpAddresses',
  'ec2:CreateNetworkInterface',
  'ec2:DeleteNetworkInterface',
  'ec2:DescribeNetworkInterfaces',
  'ec2:DescribeSubnets',
  'ec2:UnassignPrivateIpAddresses',
] as const;

const isolationOf = ({ perTenant, network }: UntrustedProps) => ({
  ...(perTenant ? { tenancyConfig: TenancyConfig.PER_TENANT } : {}),
  ...(network === undefined
    ? {}
    : {
        vpc: network.vpc,
        vpcSubnets: { subnetType: SubnetType.PRIVATE_ISOLATED },
        securityGroups: [network.securityGroup],
      }),
});

const sizeOf = ({ platform: { settings }, workload }: ServiceFunctionProps) => {
  const size = settings.functions[workload];
  return {
    memorySize: size.memoryMb,
    ...('storageMb' in size ? { ephemeralStorageSize: Size.mebibytes(size.storageMb) } : {}),
  };
};

const reservationOf = (id: string, { reservedConcurrency = {} }: StageSettings) => {
  const reserved = new Map(Object.entries(reservedConcurrency)).get(id);
  return reserved === undefined ? {} : { reservedConcurrentExecutions: reserved };
};
