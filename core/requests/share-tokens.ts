/** The rows of share tokens: one by the token's id, and one in the partition of the result that the token is for. */
import { z } from 'zod';
import type { Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { deletePointer, putDependent } from './dependent-rows.ts';

export const shareTokenSchema = z.object({
  token_id: z.uuid(),
  account_id: z.uuid(),
  processing_id: z.uuid(),
  /** SHA-256 of the token in hexadecimal. */
  token_hash: z.string(),
  /** Preset of the confidence threshold on the verification page, 0 to 1. */
  threshold: z.number().optional(),
  created_at: z.iso.datetime(),
  created_by: z.string(),
  /** From this time the token is refused. */
  valid_until: z.iso.datetime(),
});
export type ShareToken = z.infer<typeof shareTokenSchema>;

const PREFIX = 'SHARE_TOKEN#';

const keyOf = (tokenId: string): Key => ({ pk: `${PREFIX}${tokenId}`, sk: 'SHARE_TOKEN' });
const pointerName = (tokenId: string): string => `${PREFIX}${tokenId}`;

/** Writes a token. The condition of the first operation fails where its result has been deleted. */
export const putShareToken = ({ threshold, ...token }: ShareToken): readonly WriteOperation[] => [
  ...putDependent(token.processing_id, pointerName(token.token_id), keyOf(token.token_id)),
  { put: { ...keyOf(token.token_id), ...token, ...(threshold === undefined ? {} : { threshold }) } },
];

export const deleteShareToken = ({ processing_id: id, token_id: token }: ShareToken): readonly WriteOperation[] => [
  { delete: keyOf(token) },
  deletePointer(id, pointerName(token)),
];

export const readShareToken = async (
  { table }: Pick<Service, 'table'>,
  tokenId: string,
): Promise<ShareToken | undefined> => {
  const row = await table.get(keyOf(tokenId));
  return row === undefined ? undefined : shareTokenSchema.parse(row);
};
