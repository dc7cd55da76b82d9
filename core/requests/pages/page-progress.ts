/**
 * How many pages of each chunk have been read: one row a chunk, in the partition of its request. The number is set, not
 * added to, so that a chunk that is read again is not counted twice.
 */
import { z } from 'zod';
import type { WriteOperation } from '../../ports.ts';
import type { Service } from '../../service.ts';
import { queryItems } from '../../storage/lists/query-items.ts';
import { processingPartition, processingRequestKey } from '../processing-requests.ts';
import type { Chunk, ProcessingKey } from '../step-data.ts';

const PREFIX = 'PROGRESS#';
/** Characters of a page number in a key: keys sort in page order. */
const DIGITS = 6;

const progressSchema = z.object({ from: z.int(), pages: z.int() });

/** Writes the number of pages of a chunk. The condition fails where the request is not being processed any more. */
export const putPageProgress = (chunk: Chunk, pages: number): readonly WriteOperation[] => {
  const key = processingRequestKey(chunk);
  const { from } = chunk;
  return [
    { check: key, when: [{ attribute: 'state', in: ['processing'] }] },
    { put: { pk: key.pk, sk: `${PREFIX}${String(from).padStart(DIGITS, '0')}`, from, pages } },
  ];
};

/** Pairs of a chunk's first page and the number of its pages that have been read. */
export const pagesBeingRead = async (
  service: Pick<Service, 'table'>,
  key: ProcessingKey,
): Promise<[number, number][]> => {
  const counts: [number, number][] = [];
  for await (const item of queryItems(service, { pk: processingPartition(key), skBeginsWith: PREFIX })) {
    const { from, pages } = progressSchema.parse(item);
    counts.push([from, pages]);
  }
  return counts;
};
