import type { Key, WriteOperation } from '../ports.ts';

/** The item that an operation is on. */
export const keyOf = (operation: WriteOperation): Key => {
  if ('put' in operation) return operation.put;
  if ('update' in operation) return operation.update;
  return 'delete' in operation ? operation.delete : operation.check;
};
