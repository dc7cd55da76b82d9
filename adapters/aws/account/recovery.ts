/** What `tearline restore-drill` needs of DynamoDB and S3: restores into new tables, and versions of files. */
import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  paginateScan,
  RestoreTableToPointInTimeCommand,
  BatchGetItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClient, TableDescription } from '@aws-sdk/client-dynamodb';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectVersionsCommand,
  NoSuchKey,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { dynamoDbClient } from '../dynamodb/dynamo-client.ts';
import { s3Client } from '../s3/s3-client.ts';
import type { AwsClientOptions } from '../aws-clients.ts';

/** The primary key of a row. */
export interface RowKey {
  readonly pk: string;
  readonly sk: string;
}

/** A row with all its members. Numbers are objects, so that none loses digits. */
export type StoredRow = RowKey & Readonly<Record<string, unknown>>;

export interface TableState {
  /** Whether it and its indexes are active, and no restore into it goes on. */
  readonly isReady: boolean;
  /** Attributes of the primary key, as text that can be compared. */
  readonly keys: string;
  /** Names, keys and projections of the indexes, in the order of their names. */
  readonly indexes: string;
  /** ARN of the KMS key; `owned by AWS` without one. */
  readonly encryption: string;
}

/** Point-in-time recovery of a table. */
export interface RecoveryState {
  readonly isOn: boolean;
  /** The times to which the table can be restored; absent where recovery is off. */
  readonly earliest?: Date | undefined;
  readonly latest?: Date | undefined;
}

export interface TableRecovery {
  state(table: string): Promise<TableState>;
  recovery(table: string): Promise<RecoveryState>;
  /** Starts a restore into a new table and returns before it is done. */
  restore(source: string, target: string, time: Date): Promise<void>;
  /** All rows, page by page. */
  rows(table: string): AsyncIterable<readonly StoredRow[]>;
  /** Those of the rows that the table has, read consistently, in any order. */
  rowsOf(table: string, keys: readonly RowKey[]): Promise<readonly StoredRow[]>;
  remove(table: string): Promise<void>;
}

export interface FileVersion {
  readonly id: string;
  /** Whether the version says that the file was deleted. */
  readonly isMarker: boolean;
}

export interface FileRecovery {
  write(key: string, text: string): Promise<void>;
  /** Undefined where there is no such file, or it was deleted. */
  read(key: string): Promise<string | undefined>;
  /** As the service deletes: the version before is kept. */
  remove(key: string): Promise<void>;
  /** The newest first. */
  versions(key: string): Promise<readonly FileVersion[]>;
  /** Makes a copy of the version the newest. */
  restore(key: string, version: string): Promise<void>;
  /** Deletes one version for good. */
  erase(key: string, version: string): Promise<void>;
}

/** Most keys of a BatchGetItem. */
const BATCH = 100;

const rowOf = (item: Record<string, AttributeValue>): StoredRow => unmarshall(item, { wrapNumbers: true }) as StoredRow;

const keysOf = (schema: TableDescription['KeySchema']): string =>
  (schema ?? []).map(({ AttributeName: name = '', KeyType: type = '' }) => `${name} ${type}`).join(', ');

const indexesOf = (table: TableDescription): string =>
  (table.GlobalSecondaryIndexes ?? [])
    .map((index) => `${index.IndexName ?? ''} (${keysOf(index.KeySchema)}; ${index.Projection?.ProjectionType ?? ''})`)
    .sort()
    .join(', ');

class DynamoRecovery implements TableRecovery {
  readonly #client: DynamoDBClient;

  constructor(client: DynamoDBClient) {
    this.#client = client;
  }

  async state(name: string): Promise<TableState> {
    const { Table: table = {} } = await this.#client.send(new DescribeTableCommand({ TableName: name }));
    return {
      isReady:
        table.TableStatus === 'ACTIVE' &&
        table.RestoreSummary?.RestoreInProgress !== true &&
        (table.GlobalSecondaryIndexes ?? []).every(({ IndexStatus }) => IndexStatus === 'ACTIVE'),
      keys: keysOf(table.KeySchema),
      indexes: indexesOf(table),
      encryption: table.SSEDescription?.KMSMasterKeyArn ?? 'owned by AWS',
    };
  }

  async recovery(name: string): Promise<RecoveryState> {
    const found = await this.#client.send(new DescribeContinuousBackupsCommand({ TableName: name }));
    const state = found.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    return {
      isOn: state?.PointInTimeRecoveryStatus === 'ENABLED',
      earliest: state?.EarliestRestorableDateTime,
      latest: state?.LatestRestorableDateTime,
    };
  }

  async restore(source: string, target: string, time: Date): Promise<void> {
    await this.#client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: source,
        TargetTableName: target,
        RestoreDateTime: time,
      }),
    );
  }

  async *rows(table: string): AsyncIterable<readonly StoredRow[]> {
    for await (const { Items: items = [] } of paginateScan({ client: this.#client }, { TableName: table }))
      yield items.map(rowOf);
  }

  async rowsOf(table: string, keys: readonly RowKey[]): Promise<readonly StoredRow[]> {
    const found: StoredRow[] = [];
    let open = keys.map(({ pk, sk }): Record<string, AttributeValue> => ({ pk: { S: pk }, sk: { S: sk } }));
    while (open.length > 0) {
      const batch = open.slice(0, BATCH);
      const { Responses: rows = {}, UnprocessedKeys: rest = {} } = await this.#client.send(
        new BatchGetItemCommand({ RequestItems: { [table]: { Keys: batch, ConsistentRead: true } } }),
      );
      found.push(...(rows[table] ?? []).map(rowOf));
      open = [...(rest[table]?.Keys ?? []), ...open.slice(BATCH)];
    }
    return found;
  }

  async remove(table: string): Promise<void> {
    await this.#client.send(new DeleteTableCommand({ TableName: table }));
  }
}

class S3Recovery implements FileRecovery {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async write(key: string, text: string): Promise<void> {
    await this.#client.send(new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: text }));
  }

  async read(key: string): Promise<string | undefined> {
    try {
      const { Body: body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      return await body?.transformToString();
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }

  async versions(key: string): Promise<readonly FileVersion[]> {
    const found = await this.#client.send(new ListObjectVersionsCommand({ Bucket: this.#bucket, Prefix: key }));
    const all = [
      ...(found.Versions ?? []).map((version) => ({ ...version, isMarker: false })),
      ...(found.DeleteMarkers ?? []).map((version) => ({ ...version, isMarker: true })),
    ];
    const newestFirst = (a: (typeof all)[number], b: (typeof all)[number]): number =>
      Number(b.IsLatest === true) - Number(a.IsLatest === true) ||
      (b.LastModified?.getTime() ?? 0) - (a.LastModified?.getTime() ?? 0);
    return all
      .filter(({ Key: own }) => own === key)
      .sort(newestFirst)
      .map(({ VersionId: id = '', isMarker }) => ({ id, isMarker }));
  }

  async restore(key: string, version: string): Promise<void> {
    const source = `${this.#bucket}/${key}?versionId=${encodeURIComponent(version)}`;
    await this.#client.send(new CopyObjectCommand({ Bucket: this.#bucket, Key: key, CopySource: source }));
  }

  async erase(key: string, version: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key, VersionId: version }));
  }
}

export const tableRecovery = (options: AwsClientOptions): TableRecovery => new DynamoRecovery(dynamoDbClient(options));

/** @param bucket  has versions, as the stage's bucket of documents */
export const fileRecovery = (options: AwsClientOptions, bucket: string): FileRecovery =>
  new S3Recovery(s3Client(options), bucket);
