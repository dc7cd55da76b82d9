import type { Key, WriteOperation } from '../ports.ts';

/** Returns the key of the item that an operation reads or writes. */
export const keyOf = (operation: WriteOperation): Key => {
  if ('put' in operation) return operation.put;
  if ('update' in operation) return operation.update;
  return 'delete' in operation ? operation.delete : operation.check;
};
