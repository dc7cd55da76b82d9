/** One page of a query on the items table in DynamoDB. */
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import type { AttributeValue, DynamoDBClient, QueryCommandInput, QueryCommandOutput } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Item, Query } from '../../../core/ports.ts';
import { readLimit, readPosition, writePosition } from '../../../core/storage/lists/query-position.ts';
import type { CallOptions } from '../call-aws.ts';
import { aliveOrAbsent, Expression } from './dynamo-expressions.ts';

type DynamoKey = Record<string, AttributeValue>;

const INDEX_KEYS = ['index_sk', 'pk', 'sk'];
const TABLE_KEYS = ['sk'];

const keysOf = (query: Query): readonly string[] => (query.index === undefined ? TABLE_KEYS : INDEX_KEYS);

/** ExclusiveStartKey of the page: the parts of the position and the partition key of the query. */
const startKey = (query: Query): DynamoKey | undefined => {
  if (query.after === undefined) return undefined;
  const keys = keysOf(query);
  const position = readPosition(query.after, keys.length);
  const key: DynamoKey = { [query.index === undefined ? 'pk' : 'index_pk']: { S: query.pk } };
  for (const [at, name] of keys.entries()) key[name] = { S: position[at] ?? '' };
  return key;
};

/**
 * The condition on the sort key; undefined where the range is empty. DynamoDB rejects an empty string as a key, so an
 * empty bound is omitted.
 */
const sortKeyCondition = (expression: Expression, query: Query): readonly string[] | undefined => {
  const name = expression.name(query.index === undefined ? 'sk' : 'index_sk');
  const { skBeginsWith = '', skFrom = '', skTo } = query;
  if (skTo === '' || (skTo !== undefined && Buffer.compare(Buffer.from(skFrom), Buffer.from(skTo)) > 0))
    return undefined;
  if (skBeginsWith !== '') return [`begins_with(${name}, ${expression.value(skBeginsWith)})`];
  if (skTo !== undefined && skFrom !== '')
    return [`${name} BETWEEN ${expression.value(skFrom)} AND ${expression.value(skTo)}`];
  if (skTo !== undefined) return [`${name} <= ${expression.value(skTo)}`];
  return skFrom === '' ? [] : [`${name} >= ${expression.value(skFrom)}`];
};

const queryInput = (TableName: string, query: Query, nowSeconds: number): QueryCommandInput | undefined => {
  const expression = new Expression();
  const condition = sortKeyCondition(expression, query);
  if (condition === undefined) return undefined;
  const partition = `${expression.name(query.index === undefined ? 'pk' : 'index_pk')} = ${expression.value(query.pk)}`;
  return {
    TableName,
    KeyConditionExpression: [partition, ...condition].join(' AND '),
    FilterExpression: aliveOrAbsent(expression, nowSeconds),
    ScanIndexForward: query.descending !== true,
    // DynamoDB has no consistent reads on an index.
    ...(query.index === undefined ? { ConsistentRead: true } : { IndexName: query.index }),
    ...withoutUnused(expression, condition),
  };
};

/** DynamoDB rejects unused names, e.g. that of the sort key where it has no condition. */
const withoutUnused = (expression: Expression, condition: readonly string[]) => {
  const { ExpressionAttributeNames = {}, ...values } = expression.attributes;
  const used = Object.entries(ExpressionAttributeNames).filter(
    ([, name]) => condition.length > 0 || (name !== 'sk' && name !== 'index_sk'),
  );
  return { ExpressionAttributeNames: Object.fromEntries(used), ...values };
};

const nextOf = (query: Query, lastKey: DynamoKey | undefined) =>
  lastKey === undefined ? {} : { next: writePosition(keysOf(query).map((name) => lastKey[name]?.S ?? '')) };

/** Whether DynamoDB ended a page before its limit because it had read 1 MB. */
const isCutBySize = (page: QueryCommandOutput, limit: number): boolean => (page.ScannedCount ?? 0) < limit;

/**
 * A page may have fewer items than its limit although `next` is present: it ends after the 1 MB that DynamoDB reads at
 * once, so that a thousand large items do not exhaust the memory.
 * @throws RangeError for a limit out of range, an invalid `after`, or a prefix together with a range
 */
export const readPage = async (
  client: DynamoDBClient,
  table: { readonly name: string; readonly nowSeconds: number },
  query: Query,
  options: CallOptions,
): Promise<{ items: readonly Item[]; next?: string }> => {
  const limit = readLimit(query);
  let from = startKey(query);
  const input = queryInput(table.name, query, table.nowSeconds);
  const items: Item[] = [];
  if (input === undefined) return { items };
  for (;;) {
    const wanted = limit - items.length;
    const page = await client.send(
      new QueryCommand({ ...input, Limit: wanted, ...(from === undefined ? {} : { ExclusiveStartKey: from }) }),
      options,
    );
    // DynamoTable wrote them, so they are Items.
    items.push(...(page.Items ?? []).map((item) => unmarshall(item) as Item));
    from = page.LastEvaluatedKey;
    if (from === undefined || items.length === limit || (items.length > 0 && isCutBySize(page, wanted)))
      return { items, ...nextOf(query, from) };
  }
};
