/** DynamoDB in memory, behind its wire protocol: the operations that the table adapter uses, each of them atomic. */
import type { AttributeValue, QueryCommandInput, TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { applyUpdate, compareValues, ExpressionError, PlaceholderReader, readCondition } from './dynamo-condition.ts';
import type { Placeholders, StoredItem } from './dynamo-condition.ts';
import { FakeWire, jsonAnswer, jsonError } from './fake-wire.ts';
import type { WireAnswer, WireRequest } from './fake-wire.ts';

type Write = Placeholders & {
  readonly Key?: StoredItem;
  readonly Item?: StoredItem;
  readonly ConditionExpression?: string;
  readonly UpdateExpression?: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
};
type Action = 'Put' | 'Update' | 'Delete' | 'ConditionCheck';

interface Reason {
  readonly Code: string;
  readonly Message?: string;
  readonly Item?: StoredItem;
}

const MAX_ITEM_BYTES = 400 * 1024;
const nameOf = (key: StoredItem): string => JSON.stringify([key['pk'], key['sk']]);

export class FakeDynamoDb extends FakeWire {
  readonly #items = new Map<string, StoredItem>();
  readonly #tokens = new Map<string, string>();

  item({ pk, sk }: { readonly pk: string; readonly sk: string }): StoredItem | undefined {
    return this.#items.get(nameOf({ pk: { S: pk }, sk: { S: sk } }));
  }

  protected answer(request: WireRequest): WireAnswer {
    const operation = request.headers['x-amz-target']?.split('.')[1] ?? '';
    const input = JSON.parse(request.body.toString()) as Write &
      // The SDK client serialised it.
      QueryCommandInput & { TransactItems: TransactWriteItem[]; ClientRequestToken: string };
    try {
      if (operation === 'GetItem') return jsonAnswer({ Item: this.#items.get(nameOf(input.Key ?? {})) });
      if (operation === 'Query') return jsonAnswer(this.#query(input));
      if (operation === 'TransactWriteItems')
        return this.#transact(input.TransactItems, input.ClientRequestToken, request.body.toString());
      return this.#writeOne(operation.replace('Item', '') as Action, input);
    } catch (error) {
      if (error instanceof ExpressionError) return jsonError('ValidationException', error.message);
      throw error;
    }
  }

  #writeOne(action: Action, write: Write): WireAnswer {
    const [reason] = this.#write([[action, write]]);
    if (reason?.Code === 'ConditionalCheckFailed')
      return jsonError('ConditionalCheckFailedException', 'The conditional request failed', { Item: reason.Item });
    if (reason !== undefined && reason.Code !== 'None') return jsonError('ValidationException', reason.Message ?? '');
    return jsonAnswer({});
  }

  #transact(items: readonly TransactWriteItem[], token: string, body: string): WireAnswer {
    const known = this.#tokens.get(token);
    if (known !== undefined)
      return known === body
        ? jsonAnswer({})
        : jsonError('IdempotentParameterMismatchException', 'Another request had this token');
    // A TransactWriteItem has exactly one member.
    const reasons = this.#write(items.map((item) => Object.entries(item)[0] as unknown as [Action, Write]));
    if (reasons.length > 0) {
      return jsonError(
        'TransactionCanceledException',
        'Transaction cancelled, please refer cancellation reasons for specific reasons ' +
          `[${reasons.map(({ Code }) => Code).join(', ')}]`,
        { CancellationReasons: reasons },
      );
    }
    this.#tokens.set(token, body);
    return jsonAnswer({});
  }

  /** Applies all writes or none. @returns undefined where all were applied */
  #write(writes: readonly (readonly [Action, Write])[]): Reason[] {
    const outcomes = writes.map(([action, write]) => this.#tryOne(action, write));
    if (outcomes.some((outcome) => 'Code' in outcome))
      return outcomes.map((outcome) => ('Code' in outcome ? outcome : { Code: 'None' }));
    for (const outcome of outcomes) if ('apply' in outcome) outcome.apply();
    return [];
  }

  #tryOne(action: Action, write: Write): Reason | { apply: () => void } {
    const key = write.Item ?? write.Key ?? {};
    const before = this.#items.get(nameOf(key));
    const read = new PlaceholderReader(write);
    if (!readCondition(write.ConditionExpression, read)(before ?? {})) {
      return {
        Code: 'ConditionalCheckFailed',
        ...(write.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' && before !== undefined ? { Item: before } : {}),
      };
    }
    let after: StoredItem | undefined = before;
    try {
      if (action === 'Put') after = write.Item;
      if (action === 'Delete') after = undefined;
      if (action === 'Update') after = applyUpdate(write.UpdateExpression ?? '', read, { ...(before ?? {}), ...key });
    } catch (error) {
      if (error instanceof ExpressionError) return { Code: 'ValidationError', Message: error.message };
      throw error;
    }
    read.checkAllUsed();
    if (after !== undefined && Buffer.byteLength(JSON.stringify(after)) > MAX_ITEM_BYTES + 10_000)
      return { Code: 'ValidationError', Message: 'Item size has exceeded the maximum allowed size' };
    return {
      apply: () => {
        if (after === undefined) this.#items.delete(nameOf(key));
        else this.#items.set(nameOf(key), after);
      },
    };
  }

  #query(input: QueryCommandInput & Placeholders): object {
    const read = new PlaceholderReader(input);
    const matches = readCondition(input.KeyConditionExpression, read);
    const keep = readCondition(input.FilterExpression, read);
    read.checkAllUsed();
    const keys = input.IndexName === undefined ? ['pk', 'sk'] : ['index_pk', 'index_sk', 'pk', 'sk'];
    const direction = input.ScanIndexForward === false ? -1 : 1;
    const order = (a: StoredItem, b: StoredItem): number =>
      direction *
      (keys.map((key) => compareValues(a[key] ?? { S: '' }, b[key] ?? { S: '' }) ?? 0).find((one) => one !== 0) ?? 0);
    const from = input.ExclusiveStartKey;
    const found = [...this.#items.values()]
      .filter(
        (item) =>
          keys.every((key) => item[key]?.S !== undefined) &&
          matches(item) &&
          (from === undefined || order(item, from) > 0),
      )
      .sort(order);
    const page = found.slice(0, input.Limit);
    const last = page.at(-1);
    const LastEvaluatedKey: Record<string, AttributeValue> = {};
    for (const key of keys) LastEvaluatedKey[key] = last?.[key] ?? { S: '' };
    return {
      Items: page.filter(keep),
      Count: page.filter(keep).length,
      ScannedCount: page.length,
      ...(found.length > page.length ? { LastEvaluatedKey } : {}),
    };
  }
}
