/**
 * The rows of share tokens: one by the token's id, which is also in an index partition of its account, and one in the
 * partition of the result that the token is for.
 */
import { z } from 'zod';
import type { Key, WriteOperation } from '../ports.ts';
import type { Service } from '../service.ts';
import { attributesOf } from '../storage/attributes-of.ts';
import { listPage } from '../storage/lists/list-page.ts';
import type { Page, PageRequest } from '../storage/lists/list-page.ts';
import { queryItems } from '../storage/lists/query-items.ts';
import type { ListQuery } from '../storage/lists/query-items.ts';
import { deletePointer, putDependent } from './rows/dependent-rows.ts';
import type { ProcessingRequest } from './processing-request.ts';
import { processingPartition } from './processing-requests.ts';
import type { ProcessingKey } from './step-data.ts';

export const shareTokenSchema = z.object({
  token_id: z.uuid(),
  account_id: z.uuid(),
  processing_id: z.uuid(),
  /** The name of the result's file. Absent: the row is older than this attribute. */
  file_name: z.string().optional(),
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

/** A token without its hash. */
const listedSchema = shareTokenSchema.omit({ token_hash: true });
export type ListedShareToken = z.infer<typeof listedSchema>;
const pointerSchema = z.object({ token: listedSchema });

const PREFIX = 'SHARE_TOKEN#';

const keyOf = (tokenId: string): Key => ({ pk: `${PREFIX}${tokenId}`, sk: 'SHARE_TOKEN' });
/** Tokens of a result sort by their time. */
const pointerName = ({ created_at: at, token_id: id }: Pick<ShareToken, 'created_at' | 'token_id'>): string =>
  `${PREFIX}${at}#${id}`;

/** Index partition of an account's tokens, by their time. */
export const shareTokensPartition = (accountId: string): string => `ACCOUNT#${accountId}#SHARE_TOKENS`;

/** The tokens of an account, by their time. */
const tokensOfAccount = (accountId: string): ListQuery => ({
  index: 'by_index',
  pk: shareTokensPartition(accountId),
  descending: true,
});
/** The tokens of a result, by their time. */
const tokensOfResult = (key: ProcessingKey): ListQuery => ({
  pk: processingPartition(key),
  skBeginsWith: PREFIX,
  descending: true,
});

/** Writes a token. The condition of the first operation fails where its result has been deleted. */
export const putShareToken = (token: ShareToken, request: ProcessingRequest): readonly WriteOperation[] => {
  const index = { index_pk: shareTokensPartition(token.account_id), index_sk: `${token.created_at}#${token.token_id}` };
  return [
    ...putDependent(request, pointerName(token), keyOf(token.token_id), {
      token: attributesOf(listedSchema.parse(token)),
    }),
    { put: { ...keyOf(token.token_id), ...attributesOf(token), ...index } },
  ];
};

export const deleteShareToken = (token: ShareToken): readonly WriteOperation[] => [
  { delete: keyOf(token.token_id) },
  deletePointer(token, pointerName(token)),
];

/** Yields the tokens of an account, the newest first. */
export async function* shareTokensOf(
  service: Pick<Service, 'table'>,
  accountId: string,
): AsyncGenerator<ListedShareToken> {
  for await (const row of queryItems(service, tokensOfAccount(accountId))) yield listedSchema.parse(row);
}

/** A page of the tokens of an account, the newest first. @throws ValidationError (cursor) */
export const listTokensOfAccount = (
  service: Pick<Service, 'table'>,
  accountId: string,
  page: PageRequest,
): Promise<Page<ListedShareToken>> =>
  listPage(service, tokensOfAccount(accountId), page, (row) => listedSchema.parse(row));

/** A page of the tokens of a result, the newest first. @throws ValidationError (cursor) */
export const listTokensOfResult = (
  service: Pick<Service, 'table'>,
  key: ProcessingKey,
  page: PageRequest,
): Promise<Page<ListedShareToken>> =>
  // Rows of version 0.1.0 point to their token only.
  listPage(service, tokensOfResult(key), page, (row) => pointerSchema.safeParse(row).data?.token);

export const readShareToken = async (
  { table }: Pick<Service, 'table'>,
  tokenId: string,
): Promise<ShareToken | undefined> => {
  const row = await table.get(keyOf(tokenId));
  return row === undefined ? undefined : shareTokenSchema.parse(row);
};
