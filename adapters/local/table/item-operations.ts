/** Conditions and updates of write operations on plain items, with DynamoDB's semantics. */
import type { AttributeValue, ConditionClause, Item, Scalar, WriteOperation } from '../../../core/ports.ts';
import { checkItem } from '../../../core/storage/write-limits.ts';

const isScalar = (value: AttributeValue | undefined): value is Scalar =>
  value === null || (value !== undefined && typeof value !== 'object');

const holds = (clause: ConditionClause, item: Item | undefined): boolean => {
  if ('item' in clause) return (item === undefined) === (clause.item === 'absent');
  const value = item?.[clause.attribute];
  if ('is' in clause) return (value === undefined) === (clause.is === 'absent');
  if ('in' in clause) return isScalar(value) && clause.in.includes(value);
  if (typeof value !== 'number') return false;
  return 'atMost' in clause ? value <= clause.atMost : value >= clause.atLeast;
};

/** True where every clause holds. A comparison with an absent attribute or one of another type is false. */
export const holdsConditions = (clauses: readonly ConditionClause[], item: Item | undefined): boolean =>
  clauses.every((clause) => holds(clause, item));

const addTo = (value: AttributeValue | undefined, amount: number, name: string): number => {
  if (value === undefined) return amount;
  if (typeof value !== 'number')
    throw new RangeError(`Nothing can be added to the attribute ${name}: it is not a number.`);
  return value + amount;
};

const updateItem = (operation: Extract<WriteOperation, { update: unknown }>, before: Item | undefined): Item => {
  const after: Record<string, AttributeValue | undefined> = { ...before, ...operation.set };
  for (const [name, amount] of Object.entries(operation.add ?? {})) after[name] = addTo(before?.[name], amount, name);
  for (const name of operation.remove ?? []) after[name] = undefined;
  return { ...after, pk: operation.update.pk, sk: operation.update.sk };
};

/**
 * The item after the operation; undefined where it is deleted.
 * @throws ItemTooLargeError
 * @throws RangeError where a number is added to something else
 */
export const applyOperation = (
  operation: Exclude<WriteOperation, { check: unknown }>,
  before: Item | undefined,
): Item | undefined => {
  if ('delete' in operation) return undefined;
  const after = 'put' in operation ? operation.put : updateItem(operation, before);
  checkItem(after);
  return after;
};
