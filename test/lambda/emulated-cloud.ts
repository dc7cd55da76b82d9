/**
 * A local deployment: the packages' functions in EmulatedFunction, the state machine that calls them, moto for
 * DynamoDB, S3 and EventBridge, and the model container's server as endpoint.
 */
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CreateEventBusCommand, EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import type { Packages } from '../../lib/packages/build-packages.ts';
import { PARSER_ENTRIES } from '../../lib/packages/package-contents.ts';
import { AwsFront } from './aws-front.ts';
import { EmulatedFunction } from './emulated-function.ts';
import type { FunctionOptions } from './emulated-function.ts';
import { EmulatedStateMachine } from './emulated-state-machine.ts';
import { Gateway } from './gateway.ts';
import { startModelServer } from './model-server.ts';
import type { ModelServer } from './model-server.ts';

export interface EmulatedCloudOptions {
  readonly motoUrl: string;
  readonly packages: Packages;
  /** Called at the moments of a function's start. */
  readonly onStage?: FunctionOptions['onStage'];
}

const REGION = 'eu-central-1';
const ACCOUNT = '123456789012';

/** `ReadPages` → `read-pages`. */
const entryOf = (name: string): string => name.replace(/(?<=[a-z])[A-Z]/g, '-$&').toLowerCase();

const createStores = async (
  endpoint: string,
  names: { readonly table: string; readonly bucket: string; readonly bus: string },
): Promise<void> => {
  const config = { endpoint, region: REGION, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } };
  await new DynamoDBClient(config).send(
    new CreateTableCommand({
      TableName: names.table,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'index_pk', 'index_sk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [
        {
          IndexName: 'by_index',
          Projection: { ProjectionType: 'ALL' },
          KeySchema: [
            { AttributeName: 'index_pk', KeyType: 'HASH' },
            { AttributeName: 'index_sk', KeyType: 'RANGE' },
          ],
        },
      ],
    }),
  );
  await new S3Client({ ...config, forcePathStyle: true }).send(
    new CreateBucketCommand({ Bucket: names.bucket, CreateBucketConfiguration: { LocationConstraint: REGION } }),
  );
  await new EventBridgeClient(config).send(new CreateEventBusCommand({ Name: names.bus }));
};

const MIGRATE_WORKFLOWS_ARN = `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:migrate-workflows`;

export class EmulatedCloud {
  readonly front: AwsFront;
  readonly gateway = new Gateway((name, event) => this.invoke(name, event));
  readonly documents: EmulatedStateMachine;
  readonly #migrations: EmulatedStateMachine;
  /** Failed invocations, to be printed where a test fails. */
  readonly failures: string[] = [];
  readonly #options: EmulatedCloudOptions;
  readonly #model: ModelServer;
  /** Variables of all functions but Parse. */
  readonly environment: Readonly<Record<string, string>>;
  readonly #functions = new Map<string, Promise<EmulatedFunction>>();

  private constructor(
    options: EmulatedCloudOptions,
    parts: {
      front: AwsFront;
      model: ModelServer;
      documents: EmulatedStateMachine;
      migrations: EmulatedStateMachine;
      environment: Readonly<Record<string, string>>;
    },
  ) {
    this.#options = options;
    this.front = parts.front;
    this.documents = parts.documents;
    this.#migrations = parts.migrations;
    this.#model = parts.model;
    this.environment = parts.environment;
  }

  static async start(options: EmulatedCloudOptions): Promise<EmulatedCloud> {
    const id = randomUUID().slice(0, 8);
    const names = { table: `tearline-${id}`, bucket: `tearline-${id}`, bus: `tearline-${id}` };
    const model = await startModelServer();
    // The state machine calls functions, and functions start the state machine: both get the cloud once it exists.
    const cloud: { it?: EmulatedCloud } = {};
    const invoke = (state: string, input: unknown): Promise<unknown> =>
      cloud.it?.invoke(state, input) ?? Promise.reject(new Error('The cloud has not started.'));
    const documents = await EmulatedStateMachine.open('process-document.asl.json', invoke);
    const migrations = await EmulatedStateMachine.open('migrate-workflows.asl.json', invoke);
    const front = await AwsFront.start({
      motoUrl: options.motoUrl,
      modelUrl: model.url,
      invokeFunction: (name, event) => invoke(name, event),
      startExecution: ({ stateMachineArn, name, input }) => {
        (stateMachineArn === MIGRATE_WORKFLOWS_ARN ? migrations : documents).start(name, input);
      },
    });
    await createStores(front.url, names);
    const environment = {
      AWS_ENDPOINT_URL: front.url,
      TEARLINE_ENVIRONMENT: 'test',
      TEARLINE_TABLE: names.table,
      TEARLINE_BUCKET: names.bucket,
      TEARLINE_EVENT_BUS: names.bus,
      TEARLINE_PROCESS_DOCUMENT_ARN: `arn:aws:states:${REGION}:${ACCOUNT}:stateMachine:process-document`,
      TEARLINE_MIGRATE_WORKFLOWS_ARN: MIGRATE_WORKFLOWS_ARN,
      TEARLINE_ENDPOINT: 'tearline-split',
      // With it, steps assume their tenant's role. moto issues the credentials, but does not restrict them.
      TEARLINE_PARSE_FUNCTION: 'Parse',
      TEARLINE_DATA_ROLE_ARN: `arn:aws:iam::${ACCOUNT}:role/data`,
    };
    cloud.it = new EmulatedCloud(options, { front, model, documents, migrations, environment });
    return cloud.it;
  }

  /** Invokes a function of the packages. @param name  of the step: `ReadPages` @throws FunctionError */
  async invoke(name: string, event: unknown): Promise<unknown> {
    try {
      return await (await this.function(name)).invoke(event);
    } catch (error) {
      this.failures.push(`${name}: ${String(error)}`);
      throw error;
    }
  }

  /** The function, started on first use. */
  function(name: string): Promise<EmulatedFunction> {
    const known = this.#functions.get(name) ?? this.#start(name);
    this.#functions.set(name, known);
    return known;
  }

  async close(): Promise<void> {
    await this.#migrations.allEnded();
    for (const emulated of this.#functions.values()) await (await emulated).close();
    await this.front.close();
    this.#model.close();
  }

  #start(name: string): Promise<EmulatedFunction> {
    const entry = entryOf(name);
    const parses = (PARSER_ENTRIES as readonly string[]).includes(entry);
    const { onStage } = this.#options;
    const { light, parsers } = this.#options.packages;
    return EmulatedFunction.start({
      name,
      codeFolder: parses ? parsers : light,
      handler: `${entry}.handler`,
      // Parse knows nothing of the deployment, as in lib/constructs/functions/parse-function.ts.
      environment: parses ? {} : this.environment,
      memoryMb: parses ? 3008 : 512,
      timeoutMs: entry.endsWith('api') ? 60_000 : 900_000,
      ...(onStage === undefined ? {} : { onStage }),
    });
  }
}
