/** Write operations as DynamoDB expressions. */
import type { TransactWriteItem } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue, ConditionClause, Key, WriteOperation } from '../../../core/ports.ts';

/** Collects placeholders for attribute names and values: a name may be one of DynamoDB's reserved words. */
export class Expression {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, AttributeValue> = {};

  name(attribute: string): string {
    const known = Object.entries(this.#names).find(([, name]) => name === attribute);
    if (known !== undefined) return known[0];
    const placeholder = `#n${Object.keys(this.#names).length}`;
    this.#names[placeholder] = attribute;
    return placeholder;
  }

  value(value: AttributeValue): string {
    const placeholder = `:v${Object.keys(this.#values).length}`;
    this.#values[placeholder] = value;
    return placeholder;
  }

  /** Members of a command. DynamoDB requires that empty ones are absent. */
  get attributes() {
    return {
      ...(Object.keys(this.#names).length === 0 ? {} : { ExpressionAttributeNames: this.#names }),
      ...(Object.keys(this.#values).length === 0 ? {} : { ExpressionAttributeValues: marshallItem(this.#values) }),
    };
  }
}

/** Undefined attributes are omitted. */
export const marshallItem = (item: Readonly<Record<string, AttributeValue | undefined>>) =>
  marshall(item, { removeUndefinedValues: true });

export const marshallKey = ({ pk, sk }: Key) => marshall({ pk, sk });

/**
 * A condition that holds for an absent item and for one that has not expired. DynamoDB deletes expired items within
 * days, not at once; until then every expression treats them as absent.
 */
export const aliveOrAbsent = (expression: Expression, nowSeconds: number): string => {
  const expiry = expression.name('expires_at');
  return `(attribute_not_exists(${expiry}) OR ${expiry} > ${expression.value(nowSeconds)})`;
};

const NEVER = 'attribute_exists(pk) AND attribute_not_exists(pk)';

const clauseText = (expression: Expression, clause: ConditionClause, nowSeconds: number): string => {
  const alive = aliveOrAbsent(expression, nowSeconds);
  if ('item' in clause)
    return clause.item === 'present'
      ? `(attribute_exists(pk) AND ${alive})`
      : `(attribute_not_exists(pk) OR NOT ${alive})`;
  const name = expression.name(clause.attribute);
  if ('is' in clause)
    return clause.is === 'present'
      ? `(attribute_exists(${name}) AND ${alive})`
      : `(attribute_not_exists(${name}) OR NOT ${alive})`;
  if ('in' in clause) {
    if (clause.in.length === 0) return `(${NEVER})`;
    return (
      `(attribute_exists(${name}) AND ${name} IN ` +
      `(${clause.in.map((value) => expression.value(value)).join(', ')}) AND ${alive})`
    );
  }
  const comparison =
    'atMost' in clause
      ? `${name} <= ${expression.value(clause.atMost)}`
      : `${name} >= ${expression.value(clause.atLeast)}`;
  return `(attribute_type(${name}, ${expression.value('N')}) AND ${comparison} AND ${alive})`;
};

const conditionOf = (expression: Expression, clauses: readonly ConditionClause[] = [], nowSeconds: number): string[] =>
  clauses.map((clause) => clauseText(expression, clause, nowSeconds));

const joined = (conditions: readonly string[]) =>
  conditions.length === 0 ? {} : { ConditionExpression: conditions.join(' AND ') };

/** An attribute that no item has. Removing it makes an update without changes valid, and creates an absent item. */
const NO_ATTRIBUTE = 'no_attribute';

const updateText = (
  expression: Expression,
  { set = {}, add = {}, remove = [] }: Extract<WriteOperation, { update: unknown }>,
): string => {
  const sets = Object.entries(set).map(([name, value]) => `${expression.name(name)} = ${expression.value(value)}`);
  const adds = Object.entries(add).map(([name, amount]) => `${expression.name(name)} ${expression.value(amount)}`);
  const removes = remove.map((name) => expression.name(name));
  if (sets.length + adds.length + removes.length === 0) removes.push(expression.name(NO_ATTRIBUTE));
  return [
    ...(sets.length === 0 ? [] : [`SET ${sets.join(', ')}`]),
    ...(removes.length === 0 ? [] : [`REMOVE ${removes.join(', ')}`]),
    ...(adds.length === 0 ? [] : [`ADD ${adds.join(', ')}`]),
  ].join(' ');
};

/**
 * An update of an expired item fails and returns that item (ALL_OLD): its attributes must not survive in the new item.
 */
const updateItem = (TableName: string, operation: Extract<WriteOperation, { update: unknown }>, nowSeconds: number) => {
  const expression = new Expression();
  const UpdateExpression = updateText(expression, operation);
  const condition = joined([
    aliveOrAbsent(expression, nowSeconds),
    ...conditionOf(expression, operation.when, nowSeconds),
  ]);
  return {
    TableName,
    Key: marshallKey(operation.update),
    UpdateExpression,
    ...condition,
    ...expression.attributes,
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  };
};

/** PutItem, UpdateItem, DeleteItem and ConditionCheck have the same members in a transaction as alone. */
export const transactItem = (TableName: string, operation: WriteOperation, nowSeconds: number): TransactWriteItem => {
  if ('update' in operation) return { Update: updateItem(TableName, operation, nowSeconds) };
  const expression = new Expression();
  const condition = conditionOf(expression, operation.when, nowSeconds);
  if ('put' in operation)
    return { Put: { TableName, Item: marshallItem(operation.put), ...joined(condition), ...expression.attributes } };
  if ('delete' in operation)
    return {
      Delete: { TableName, Key: marshallKey(operation.delete), ...joined(condition), ...expression.attributes },
    };
  const always = condition.length === 0 ? ['(attribute_exists(pk) OR attribute_not_exists(pk))'] : condition;
  return {
    ConditionCheck: {
      TableName,
      Key: marshallKey(operation.check),
      ConditionExpression: always.join(' AND '),
      ...expression.attributes,
    },
  };
};
