/**
 * The format of an API key: `tl_<environment>_<32 base62>_<crc32 base62>`. Secret scanners find it by its prefix. The
 * checksum detects typing errors without a read of the table.
 */
import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 32;
/** 62^6 > 2^32: six digits represent every checksum. */
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = /^tl_([a-z0-9]+)_([0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/;

export const checksumOf = (text: string): string => {
  let remainder = crc32(text);
  let digits = '';
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    digits = BASE62.charAt(remainder % 62) + digits;
    remainder = Math.floor(remainder / 62);
  }
  return digits;
};

/** 190 random bits. */
export const generateSecret = (): string =>
  Array.from({ length: SECRET_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length))).join('');

/**
 * Generates a key with 190 random bits.
 * @param environment  lower-case letters and digits
 */
export const generateApiKey = (environment: string): string => {
  const body = `tl_${environment}_${generateSecret()}`;
  return `${body}_${checksumOf(body)}`;
};

/** Returns the error in a key's format as a sentence, or undefined where the format is valid. */
export const findFormatProblem = (key: string, environment: string): string | undefined => {
  const match = KEY_PATTERN.exec(key);
  if (match === null) {
    const form = `tl_${environment}_<32 letters and digits>_<6 letters and digits>`;
    return `An API key has the form ${form}. Check that the whole key was copied.`;
  }
  if (!key.endsWith(`_${checksumOf(key.slice(0, -CHECKSUM_LENGTH - 1))}`)) {
    return 'The API key is mistyped: its checksum does not fit. Copy it again.';
  }
  if (match[1] !== environment) {
    return `The API key belongs to the environment "${String(match[1])}", this is "${environment}".`;
  }
  return undefined;
};

/** Returns the stored form of a key: its SHA-256 in hexadecimal. 190 random bits need no salt and no slow hash. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');
