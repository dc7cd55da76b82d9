/**
 * Rows that are deleted with a processing request although they lie in other partitions: a pointer to each lies in the
 * partition of the request.
 */
import { z } from 'zod';
import type { AttributeValue, Item, Key, WriteOperation } from '../../ports.ts';
import type { ProcessingRequest } from '../processing-request.ts';
import { processingPartition, processingRequestKey, sameRetention } from '../processing-requests.ts';
import type { ProcessingKey } from '../step-data.ts';

type KeyAndRetention = ProcessingKey & Pick<ProcessingRequest, 'retain_until'>;

const pointerSchema = z.object({ points_to: z.object({ pk: z.string(), sk: z.string() }) });

/** @param name  of the row, unique in the request, such as `SHARE_TOKEN#<id>` */
const pointerKey = (key: ProcessingKey, name: string): Key => ({ pk: processingPartition(key), sk: name });

/** Makes a write fail where the request has been deleted, or is being deleted. */
export const requestExists = (request: KeyAndRetention): WriteOperation => ({
  check: processingRequestKey(request),
  when: [{ item: 'present' }, sameRetention(request)],
});

/**
 * Part of the transaction that writes the row. The condition fails where the request has been deleted.
 * @param values  of the pointer, beside where it points to
 */
export const putDependent = (
  request: KeyAndRetention,
  name: string,
  { pk, sk }: Key,
  values: Readonly<Record<string, AttributeValue>> = {},
): readonly [WriteOperation, WriteOperation] => [
  requestExists(request),
  { put: { ...pointerKey(request, name), ...values, points_to: { pk, sk } } },
];

export const deletePointer = (key: ProcessingKey, name: string): WriteOperation => ({
  delete: pointerKey(key, name),
});

/** Deletes a row of a request's partition, and the one that it points to. */
export const deleteWithTarget = (row: Item): readonly WriteOperation[] => {
  const { data } = pointerSchema.safeParse(row);
  return [{ delete: { pk: row.pk, sk: row.sk } }, ...(data === undefined ? [] : [{ delete: data.points_to }])];
};
