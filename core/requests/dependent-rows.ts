/**
 * Rows that are deleted with a processing request although they lie in other partitions: a pointer to each lies in the
 * partition of the request.
 */
import { z } from 'zod';
import type { AttributeValue, Item, Key, WriteOperation } from '../ports.ts';
import type { ProcessingRequest } from './processing-request.ts';
import { processingRequestKey, sameRetention } from './processing-requests.ts';

const pointerSchema = z.object({ points_to: z.object({ pk: z.string(), sk: z.string() }) });

/** @param name  of the row, unique in the request, such as `SHARE_TOKEN#<id>` */
const pointerKey = (processingId: string, name: string): Key => ({
  pk: processingRequestKey(processingId).pk,
  sk: name,
});

/** Makes a write fail where the request has been deleted, or is being deleted. */
export const requestExists = (request: Pick<ProcessingRequest, 'processing_id' | 'retain_until'>): WriteOperation => ({
  check: processingRequestKey(request.processing_id),
  when: [{ item: 'present' }, sameRetention(request)],
});

/**
 * Part of the transaction that writes the row. The condition fails where the request has been deleted.
 * @param values  of the pointer, beside where it points to
 */
export const putDependent = (
  request: Pick<ProcessingRequest, 'processing_id' | 'retain_until'>,
  name: string,
  { pk, sk }: Key,
  values: Readonly<Record<string, AttributeValue>> = {},
): readonly [WriteOperation, WriteOperation] => [
  requestExists(request),
  { put: { ...pointerKey(request.processing_id, name), ...values, points_to: { pk, sk } } },
];

export const deletePointer = (processingId: string, name: string): WriteOperation => ({
  delete: pointerKey(processingId, name),
});

/** Deletes a row of a request's partition, and the one that it points to. */
export const deleteWithTarget = (row: Item): readonly WriteOperation[] => {
  const { data } = pointerSchema.safeParse(row);
  return [{ delete: { pk: row.pk, sk: row.sk } }, ...(data === undefined ? [] : [{ delete: data.points_to }])];
};
