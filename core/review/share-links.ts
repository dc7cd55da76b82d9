/** Share links: a token for one result, to read and to verify it until the token expires or is revoked. */
import { z } from 'zod';
import { findAccount } from '../accounts/account.ts';
import type { Account } from '../accounts/account.ts';
import type { Caller } from '../accounts/caller.ts';
import {
  ConditionFailedError,
  IdempotencyKeyInUseError,
  NotFoundError,
  ProcessingNotAccessibleError,
  UnauthenticatedError,
  ValidationError,
} from '../errors.ts';
import type { AsTenant } from '../ports.ts';
import { findProcessingRequest } from '../requests/find-processing-request.ts';
import { linkMade, putRecordPointer } from '../requests/idempotency.ts';
import type { KeyClaim } from '../requests/idempotency.ts';
import type { ProcessingRequest } from '../requests/processing-request.ts';
import {
  deleteShareToken,
  listTokensOfAccount,
  listTokensOfResult,
  putShareToken,
  readShareToken,
} from '../requests/share-tokens.ts';
import type { ListedShareToken, ShareToken } from '../requests/share-tokens.ts';
import type { Service } from '../service.ts';
import type { Page, PageRequest } from '../storage/lists/list-page.ts';
import { generateShareToken, hasHash, hashShareToken, idOfShareToken } from './share-token-format.ts';

const DAY_MS = 24 * 3_600_000;
/** A link that is forgotten must end at some time. */
const MAX_DAYS = 366;
/** Characters of a token's id in the name of its link. */
const NAME_DIGITS = 8;

/** Every share token has both. */
const SHARE_RIGHTS = ['read', 'verify'] as const;
export const shareRightSchema = z.enum(SHARE_RIGHTS);

export const shownShareTokenSchema = z
  .strictObject({
    token_id: z.uuid(),
    processing_id: z.uuid(),
    file_name: z.string().nullable().describe("Of the result's file; null: the link is older than this member"),
    rights: z.array(shareRightSchema).describe('What it allows, for this one result'),
    threshold: z.number().nullable(),
    expires_at: z.iso.datetime().describe('From then on it is refused; it stays listed until the result is deleted'),
    created_at: z.iso.datetime(),
    created_by: z.string(),
  })
  .meta({ id: 'ShareToken' });
type ShownShareToken = z.infer<typeof shownShareTokenSchema>;

export const createdShareTokenSchema = z
  .strictObject({
    token_id: z.uuid(),
    url: z.string().describe('Path of the verification page, with the token in its fragment'),
    token: z.string().describe('For the header `Authorization: ShareToken <token>`. It is not stored, and shown once'),
  })
  .meta({ id: 'CreatedShareToken' });
type CreatedShareToken = z.infer<typeof createdShareTokenSchema>;

export interface NewShareToken {
  readonly processingId: string;
  /** Preset of the confidence threshold on the page, 0 to 1. */
  readonly threshold?: number | undefined;
  readonly expiresAt: string;
  readonly claim?: KeyClaim | undefined;
}

type Stores = Pick<Service, 'table' | 'clock' | 'ids' | 'settings'>;

/**
 * @throws ProcessingNotAccessibleError, ValidationError for an expiry that is not in the future or more than a year ahead
 */
export const createShareToken = async (
  service: Stores,
  caller: Caller,
  wanted: NewShareToken,
): Promise<CreatedShareToken> => {
  const now = service.clock.now();
  checkExpiry(Date.parse(wanted.expiresAt), now);
  const request = await findProcessingRequest(service, caller.account, wanted.processingId);
  // Where a process died before it could answer, its token is made anew: nobody has received the first one.
  const tokenId = wanted.claim?.madeIds?.[0] ?? service.ids.uuid();
  const first = wanted.claim?.madeIds === undefined ? undefined : await readShareToken(service, tokenId);
  const token = generateShareToken(service.settings.environment, tokenId);
  await writeToken(service, wanted.claim, request, {
    token_id: tokenId,
    account_id: caller.account.account_id,
    processing_id: request.processing_id,
    file_name: request.file_name,
    token_hash: hashShareToken(token),
    ...(wanted.threshold === undefined ? {} : { threshold: wanted.threshold }),
    created_at: first?.created_at ?? now.toISOString(),
    created_by: caller.name,
    valid_until: new Date(wanted.expiresAt).toISOString(),
  });
  return { token_id: tokenId, url: linkOf(request.processing_id, wanted.threshold, token), token };
};

const writeToken = async (
  service: Stores,
  claim: KeyClaim | undefined,
  request: ProcessingRequest,
  token: ShareToken,
): Promise<void> => {
  const writes = putShareToken(token, request);
  try {
    await service.table.write([
      ...writes,
      ...(claim === undefined
        ? []
        : [linkMade(claim, [token.token_id]), putRecordPointer(claim, request, service.clock.now())]),
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    throw error.operations.includes(writes.length)
      ? new IdempotencyKeyInUseError()
      : new ProcessingNotAccessibleError();
  }
};

const checkExpiry = (expiresAt: number, now: Date): void => {
  const ahead = expiresAt - now.getTime();
  if (ahead > 0 && ahead <= MAX_DAYS * DAY_MS) return;
  throw new ValidationError([
    {
      loc: ['body', 'expires_at'],
      msg: `must be in the future, and at most ${MAX_DAYS} days ahead`,
      type: ahead > 0 ? 'too_big' : 'not_in_future',
    },
  ]);
};

/** The token is in the fragment, which browsers do not send to a server. */
const linkOf = (processingId: string, threshold: number | undefined, token: string): string =>
  `/verify/${processingId}${threshold === undefined ? '' : `?threshold=${threshold}`}#${token}`;

/** @throws NotFoundError for a token that is unknown, revoked, or of another account: the error does not disclose which */
export const getShareToken = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  tokenId: string,
): Promise<ShownShareToken> => {
  return showToken(await findToken(service, account, tokenId));
};

const showToken = (token: ListedShareToken): ShownShareToken => ({
  token_id: token.token_id,
  processing_id: token.processing_id,
  file_name: token.file_name ?? null,
  rights: [...SHARE_RIGHTS],
  threshold: token.threshold ?? null,
  expires_at: token.valid_until,
  created_at: token.created_at,
  created_by: token.created_by,
});

/**
 * A page of the account's share tokens, or of those of one result; the newest first. Expired ones are listed until their
 * result is deleted.
 * @throws ProcessingNotAccessibleError, ValidationError (cursor)
 */
export const listShareTokens = async (
  service: Pick<Service, 'table' | 'clock'>,
  account: Pick<Account, 'account_id'>,
  processingId: string | undefined,
  page: PageRequest,
): Promise<Page<ShownShareToken>> => {
  const { items, next } =
    processingId === undefined
      ? await listTokensOfAccount(service, account.account_id, page)
      : await listTokensOfResult(service, await findProcessingRequest(service, account, processingId), page);
  return { items: items.map(showToken), next };
};

/** Revokes a token: it is refused from the next request on. @throws NotFoundError as getShareToken */
export const revokeShareToken = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  tokenId: string,
): Promise<void> => {
  await service.table.write(deleteShareToken(await findToken(service, account, tokenId)));
};

const findToken = async (
  service: Pick<Service, 'table'>,
  account: Pick<Account, 'account_id'>,
  tokenId: string,
): Promise<ShareToken> => {
  const token = await readShareToken(service, tokenId.toLowerCase());
  if (token?.account_id === account.account_id) return token;
  throw new NotFoundError(`This account has no share token ${tokenId}, or it was revoked.`);
};

/**
 * The caller of a share token. Nothing is cached: a revoked token is refused from the next request on.
 * @throws UnauthenticatedError for a token that is malformed, unknown, revoked or expired
 */
export const callerOfShareToken = async (
  service: Pick<Service, 'table' | 'clock' | 'settings'>,
  text: string,
  asTenant: AsTenant,
): Promise<Caller> => {
  const tokenId = idOfShareToken(text, service.settings.environment);
  if (tokenId === undefined) throw new UnauthenticatedError('The link is incomplete. Open it again as it was sent.');
  const token = await readShareToken(service, tokenId);
  if (token === undefined || !hasHash(text, token.token_hash))
    throw new UnauthenticatedError('The link is unknown here, or it was revoked. Ask for a new one.');
  if (token.valid_until <= service.clock.now().toISOString())
    throw new UnauthenticatedError(`The link expired on ${token.valid_until.slice(0, 10)}. Ask for a new one.`);
  const account = await asTenant(token.account_id, () => findAccount(service.table, token.account_id));
  if (account === undefined) throw new UnauthenticatedError('The account of this link does not exist any more.');
  return {
    account,
    role: 'reviewer',
    kind: 'share_link',
    id: token.token_id,
    name: `Share link ${token.token_id.slice(0, NAME_DIGITS)}`,
    onlyResult: token.processing_id,
  };
};
