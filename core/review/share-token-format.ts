/**
 * The format of a share token: `tls_<environment>_<32 hex, the token's id><32 base62>_<crc32 base62>`. Its id finds the
 * row without a second index; its checksum detects a link that was cut off.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { checksumOf, generateSecret } from '../accounts/api-key-format.ts';

const TOKEN_PATTERN = /^(tls_([a-z0-9]+)_([0-9a-f]{32})[0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/;

/** @param tokenId  a UUID in lower case */
export const generateShareToken = (environment: string, tokenId: string): string => {
  const body = `tls_${environment}_${tokenId.replaceAll('-', '')}${generateSecret()}`;
  return `${body}_${checksumOf(body)}`;
};

/** The id in a token; undefined where the text is no token of this environment. */
export const idOfShareToken = (token: string, environment: string): string | undefined => {
  const [, body = '', environmentOf, hex = '', checksum] = TOKEN_PATTERN.exec(token) ?? [];
  if (environmentOf !== environment || checksum !== checksumOf(body)) return undefined;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** The stored form of a token: its SHA-256 in hexadecimal. 190 random bits need no salt and no slow hash. */
export const hashShareToken = (token: string): string => createHash('sha256').update(token).digest('hex');

export const hasHash = (token: string, hash: string): boolean =>
  timingSafeEqual(Buffer.from(hashShareToken(token)), Buffer.from(hash));
