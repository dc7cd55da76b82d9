/** `Idempotency-Key`: the same key with the same body within 24 hours returns the first request. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Account } from '../accounts/account.ts';
import { IdempotencyKeyReusedError } from '../errors.ts';
import type { Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { readProcessingRequest } from './processing-requests.ts';
import type { ProcessingRequest } from './processing-request.ts';

const RETENTION_SECONDS = 24 * 3600;

const idempotencyItemSchema = z.object({ body_hash: z.string(), processing_id: z.uuid() });

export interface IdempotencyRecord {
  readonly key: Key;
  readonly bodyHash: string;
}

/** Returns the record of a caller's key. The key is stored as a hash: it may have any length and any characters. */
export const idempotencyRecord = (account: Account, idempotencyKey: string, bodyHash: string): IdempotencyRecord => ({
  key: {
    pk: `IDEMPOTENCY#${account.account_id}#${createHash('sha256').update(idempotencyKey).digest('hex')}`,
    sk: 'REQUEST',
  },
  bodyHash,
});

/**
 * Returns the request that was created with this key and body before, or undefined.
 * @throws IdempotencyKeyReusedError where the key was used with another body
 */
export const findFirstRequest = async (
  service: Pick<Service, 'table'>,
  account: Account,
  record: IdempotencyRecord,
): Promise<ProcessingRequest | undefined> => {
  const item = await service.table.get(record.key);
  if (item === undefined) return undefined;
  const stored = idempotencyItemSchema.parse(item);
  if (stored.body_hash !== record.bodyHash) {
    throw new IdempotencyKeyReusedError(
      'This Idempotency-Key was sent within the last 24 hours with another file, workflow or parameters. ' +
        'Send a new key.',
    );
  }
  const request = await readProcessingRequest(service, stored.processing_id);
  return request?.account_id === account.account_id ? request : undefined;
};

/** Stores the record. The condition fails where another request with this key was first; expired ones are ignored. */
export const putIdempotencyRecord = (
  record: IdempotencyRecord,
  request: ProcessingRequest,
  now: Date,
): WriteOperation => ({
  put: {
    ...record.key,
    body_hash: record.bodyHash,
    processing_id: request.processing_id,
    expires_at: Math.floor(now.getTime() / 1000) + RETENTION_SECONDS,
  },
  when: [{ item: 'absent' }],
});
