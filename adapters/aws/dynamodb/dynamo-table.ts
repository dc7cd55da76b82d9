/**
 * The table in DynamoDB.
 *
 * An idempotent write (one operation, without a condition, that adds nothing) is a PutItem, UpdateItem or DeleteItem.
 * Every other write is a transaction with a ClientRequestToken, even with one operation: where the response to a
 * conditional write is lost, a retry would fail on its own condition, and an addition would be applied twice. DynamoDB
 * remembers the token for ten minutes and applies the write once. A transaction costs twice the write units.
 *
 * IAM: dynamodb:GetItem (get); Query on the table and on its index (query); PutItem, UpdateItem, DeleteItem and
 * ConditionCheckItem (write).
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
import { ConditionFailedError, ItemTooLargeError } from '../../../core/errors.ts';
import { keyOf } from '../../../core/storage/operation-key.ts';
import type { Clock, Item, Key, Query, Table, WriteOperation } from '../../../core/ports.ts';
import { checkItem, checkWrite } from '../../../core/storage/write-limits.ts';
import { callAws, untilDone } from '../call-aws.ts';
import type { CallOptions } from '../call-aws.ts';
import { marshallKey, transactItem } from './dynamo-expressions.ts';
import { readPage } from './dynamo-query.ts';

export interface DynamoTableOptions {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly clock: Pick<Clock, 'now'>;
}

const SERVICE = 'The table';
/** Reasons for which DynamoDB cancels a transaction that can be retried, e.g. a concurrent one on the same item. */
const CONFLICTS = new Set([
  'TransactionConflict',
  'ThrottlingError',
  'ProvisionedThroughputExceeded',
  'RequestLimitExceeded',
]);
const CONDITION_FAILED = 'ConditionalCheckFailed';

/** An expired item that an update found. It is deleted, and the write is repeated. */
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
   * @throws ConditionFailedError, ItemTooLargeError
   * @throws RangeError for a write that DynamoDB rejects
   * @throws TemporarilyUnavailableError: the write may have been applied or not
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

  /** @returns false where the write must be repeated */
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
      // The only condition here is that of an update: the item has not expired.
      if (error instanceof ConditionalCheckFailedException)
        return this.#outcomeOf(
          [operation],
          [{ Code: CONDITION_FAILED, ...(error.Item === undefined ? {} : { Item: error.Item }) }],
        );
      throw asRefusal(error);
    }
  }

  /** Repeats the request with the same token until no other transaction conflicts with it. */
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
        if (!(error instanceof TransactionCanceledException)) throw asRefusal(error);
        return this.#outcomeOf(operations, error.CancellationReasons ?? [], error);
      }
    }, options);
  }

  /** Undefined where another transaction conflicted. */
  #outcomeOf(
    operations: readonly WriteOperation[],
    reasons: readonly CancellationReason[],
    error?: Error,
  ): Outcome | undefined {
    if (reasons.some(({ Code }) => CONFLICTS.has(Code ?? ''))) return undefined;
    const failed = [...reasons.entries()].filter(([, { Code }]) => Code === CONDITION_FAILED);
    if (failed.length === 0)
      throw refusalOf(
        reasons
          .map(({ Message }) => Message ?? '')
          .join(' ')
          .trim(),
        error,
      );
    const expired = failed.flatMap(([at, { Item: item }]) => this.#expiredItem(operations[at], item));
    return expired.length > 0 ? { expired } : { failed: failed.map(([at]) => at) };
  }

  #expiredItem(operation: WriteOperation | undefined, item: Record<string, AttributeValue> | undefined): ExpiredItem[] {
    if (operation === undefined || !('update' in operation) || item === undefined) return [];
    const { expires_at: expiresAt } = unmarshall(item) as Item; // This class stored it.
    return expiresAt !== undefined && this.#isExpired(expiresAt) ? [{ key: keyOf(operation), expiresAt }] : [];
  }

  /** Keeps an item that was replaced in the meantime. */
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

/** "Item size has exceeded the maximum allowed size", "Item size to update has exceeded …". */
const TOO_LARGE = /item size .*exceeded/iu;

const refusalOf = (message: string, cause: unknown): Error =>
  TOO_LARGE.test(message)
    ? new ItemTooLargeError({ cause })
    : new RangeError(`DynamoDB rejects this write: ${message}`, { cause });

/** A ValidationException as the error of this port: the write is invalid by its form, or by the type of an attribute. */
const asRefusal = (error: unknown): unknown =>
  error instanceof Error && error.name === 'ValidationException' ? refusalOf(error.message, error) : error;
