/**
 * The table in DynamoDB.
 *
 * A write that may be sent twice without a difference (one operation, without a condition, that adds nothing) is a PutItem,
 * UpdateItem or DeleteItem. Every other write is a transaction with a ClientRequestToken, also where it has one operation:
 * when the answer to a conditional write is lost, a repetition would find its own condition broken, and an addition would
 * be made twice. DynamoDB knows the token for ten minutes and makes the write once. It costs twice the write units.
 *
 * IAM: dynamodb:GetItem (get); Query on the table and on its index (query); PutItem, UpdateItem, DeleteItem, ConditionCheckItem (write).
 */
import { randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { AttributeValue, CancellationReason, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ConditionFailedError } from '../../core/errors.ts';
import { keyOf } from '../../core/storage/operation-key.ts';
import type { Clock, Item, Key, Query, Table, WriteOperation } from '../../core/ports.ts';
import { checkItem, checkWrite } from '../../core/storage/write-limits.ts';
import { callAws, untilDone } from './call-aws.ts';
import type { CallOptions } from './call-aws.ts';
import { marshallKey, transactItem } from './dynamo-expressions.ts';
import { readPage } from './dynamo-query.ts';

export interface DynamoTableOptions {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly clock: Pick<Clock, 'now'>;
}

const SERVICE = 'The table';
/** Two transactions on one item at a time: one of them is told so, and tries again. Nothing of it was made. */
const CONFLICTS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);
const CONDITION_FAILED = 'ConditionalCheckFailed';

/** An expired item that an update met: it is deleted, and the write begins again. */
interface ExpiredItem {
  readonly key: Key;
  readonly expiresAt: number;
}

type Outcome = 'done' | { readonly failed: readonly number[] } | { readonly expired: readonly ExpiredItem[] };

const isRepeatable = (operation: WriteOperation): boolean =>
  !('check' in operation) && (operation.when ?? []).length === 0 && !('add' in operation);

export class DynamoTable implements Table {
  readonly #client: DynamoDBClient;
  readonly #table: string;
  readonly #clock: Pick<Clock, 'now'>;

  constructor(options: DynamoTableOptions) {
    this.#client = options.client;
    this.#table = options.table;
    this.#clock = options.clock;
  }

  /** @throws TemporarilyUnavailableError */
  async get(key: Key): Promise<Item | undefined> {
    const { Item: found } = await callAws(SERVICE, (options) =>
      this.#client.send(
        new GetItemCommand({ TableName: this.#table, Key: marshallKey(key), ConsistentRead: true }),
        options,
      ),
    );
    if (found === undefined) return undefined;
    const item = unmarshall(found) as Item; // This class stored it.
    return this.#isExpired(item.expires_at) ? undefined : item;
  }

  /** @throws TemporarilyUnavailableError */
  async query(query: Query): Promise<{ items: readonly Item[]; next?: string }> {
    return callAws(SERVICE, (options) =>
      readPage(this.#client, { name: this.#table, nowSeconds: this.#nowSeconds() }, query, options),
    );
  }

  /**
   * @throws ConditionFailedError
   * @throws RangeError for a write that DynamoDB does not take
   * @throws TemporarilyUnavailableError: then it is not known whether the write was made
   */
  async write(operations: readonly WriteOperation[]): Promise<void> {
    checkWrite(operations);
    for (const operation of operations) if ('put' in operation) checkItem(operation.put);
    await callAws(SERVICE, async (options) => {
      await untilDone(async () => ((await this.#writeUnlessExpired(operations, options)) ? true : undefined), options);
    });
  }

  #nowSeconds(): number {
    return this.#clock.now().getTime() / 1000;
  }

  #isExpired(expiresAt: number | undefined): boolean {
    return expiresAt !== undefined && expiresAt <= this.#nowSeconds();
  }

  /** @returns false where the write has to begin again */
  async #writeUnlessExpired(operations: readonly WriteOperation[], options: CallOptions): Promise<boolean> {
    const [only] = operations;
    const outcome =
      operations.length === 1 && only !== undefined && isRepeatable(only)
        ? await this.#writeOne(only, options)
        : await this.#transact(operations, options);
    if (outcome === 'done') return true;
    if (outcome === undefined) return false;
    if ('failed' in outcome) throw new ConditionFailedError(outcome.failed);
    for (const item of outcome.expired) await this.#deleteExpired(item, options);
    return false;
  }

  async #writeOne(operation: WriteOperation, options: CallOptions): Promise<Outcome | undefined> {
    const { Put, Update, Delete } = transactItem(this.#table, operation, this.#nowSeconds());
    try {
      if (Put !== undefined) await this.#client.send(new PutItemCommand(Put), options);
      if (Update !== undefined) await this.#client.send(new UpdateItemCommand(Update), options);
      if (Delete !== undefined) await this.#client.send(new DeleteItemCommand(Delete), options);
      return 'done';
    } catch (error) {
      // Only an update has a condition here, and it is that the item has not expired.
      if (error instanceof ConditionalCheckFailedException)
        return this.#outcomeOf(
          [operation],
          [{ Code: CONDITION_FAILED, ...(error.Item === undefined ? {} : { Item: error.Item }) }],
        );
      throw asRangeError(error);
    }
  }

  /** The same request under the same token, until no other transaction is in its way. */
  async #transact(operations: readonly WriteOperation[], options: CallOptions): Promise<Outcome> {
    const now = this.#nowSeconds();
    const command = {
      ClientRequestToken: randomUUID(),
      TransactItems: operations.map((operation) => transactItem(this.#table, operation, now)),
    };
    return untilDone(async () => {
      try {
        await this.#client.send(new TransactWriteItemsCommand(command), options);
        return 'done';
      } catch (error) {
        if (!(error instanceof TransactionCanceledException)) throw asRangeError(error);
        return this.#outcomeOf(operations, error.CancellationReasons ?? [], error);
      }
    }, options);
  }

  /** Undefined where other transactions were in the way. */
  #outcomeOf(
    operations: readonly WriteOperation[],
    reasons: readonly CancellationReason[],
    error?: Error,
  ): Outcome | undefined {
    if (reasons.some(({ Code }) => CONFLICTS.has(Code ?? ''))) return undefined;
    const failed = [...reasons.entries()].filter(([, { Code }]) => Code === CONDITION_FAILED);
    if (failed.length === 0)
      throw new RangeError(
        `DynamoDB does not take this write: ${reasons
          .map(({ Message }) => Message ?? '')
          .join(' ')
          .trim()}`,
        { cause: error },
      );
    const expired = failed.flatMap(([at, { Item: item }]) => this.#expiredItem(operations[at], item));
    return expired.length > 0 ? { expired } : { failed: failed.map(([at]) => at) };
  }

  #expiredItem(operation: WriteOperation | undefined, item: Record<string, AttributeValue> | undefined): ExpiredItem[] {
    if (operation === undefined || !('update' in operation) || item === undefined) return [];
    const { expires_at: expiresAt } = unmarshall(item) as Item; // This class stored it.
    return expiresAt !== undefined && this.#isExpired(expiresAt) ? [{ key: keyOf(operation), expiresAt }] : [];
  }

  /** One that was put anew meanwhile stays. */
  async #deleteExpired({ key, expiresAt }: ExpiredItem, options: CallOptions): Promise<void> {
    const condition = {
      ConditionExpression: 'expires_at = :expires_at',
      ExpressionAttributeValues: { ':expires_at': { N: String(expiresAt) } },
    };
    try {
      await this.#client.send(
        new DeleteItemCommand({ TableName: this.#table, Key: marshallKey(key), ...condition }),
        options,
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}

/** What DynamoDB refuses whatever the table holds, or because of the item's type or size. */
const asRangeError = (error: unknown): unknown =>
  error instanceof Error && error.name === 'ValidationException'
    ? new RangeError(`DynamoDB does not take this write: ${error.message}`, { cause: error })
    : error;
