/** DynamoDB's limits on a write, enforced on the local host too: a write that succeeds there also succeeds on AWS. */
import { ItemTooLargeError } from '../errors.ts';
import type { Item, WriteOperation } from '../ports.ts';
import { keyOf } from './operation-key.ts';

const MAX_OPERATIONS = 100;
export const MAX_ITEM_BYTES = 400 * 1024;
const KEY_ATTRIBUTES = ['pk', 'sk'];

const refuseIf = (condition: boolean, message: string): void => {
  if (condition) throw new RangeError(message);
};

const checkUpdate = (operation: Extract<WriteOperation, { update: unknown }>): void => {
  const named = [...Object.keys(operation.set ?? {}), ...Object.keys(operation.add ?? {}), ...(operation.remove ?? [])];
  refuseIf(new Set(named).size < named.length, 'An update names each attribute once.');
  refuseIf(
    named.some((name) => KEY_ATTRIBUTES.includes(name)),
    'An update cannot change the key of an item.',
  );
};

/** @throws RangeError for a write that DynamoDB refuses independently of the table's content */
export const checkWrite = (operations: readonly WriteOperation[]): void => {
  refuseIf(
    operations.length === 0 || operations.length > MAX_OPERATIONS,
    `A write has 1 to ${MAX_OPERATIONS} operations, not ${operations.length}.`,
  );
  const keys = operations.map(keyOf);
  refuseIf(
    keys.some((key) => key.pk === '' || key.sk === ''),
    'Keys are not empty.',
  );
  refuseIf(
    new Set(keys.map((key) => JSON.stringify([key.pk, key.sk]))).size < keys.length,
    'The operations of one write are on different items.',
  );
  for (const operation of operations) if ('update' in operation) checkUpdate(operation);
};

/**
 * @throws ItemTooLargeError where the item has more than 400 KB as JSON
 * @throws RangeError where it contains a number that JSON cannot represent
 */
export const checkItem = (item: Item): void => {
  const text = JSON.stringify(item, (name, value: unknown) => {
    refuseIf(typeof value === 'number' && !Number.isFinite(value), `The attribute ${name} is not a finite number.`);
    return value;
  });
  if (Buffer.byteLength(text) > MAX_ITEM_BYTES) throw new ItemTooLargeError();
};
