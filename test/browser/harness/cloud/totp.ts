/** What an authenticator app shows (RFC 6238 with SHA-1, 30 seconds and six digits). */
import { createHmac } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const STEP_MS = 30_000;

const bytesOf = (base32: string): Buffer => {
  const bits = Array.from(base32, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from(Array.from(bits.match(/.{8}/g) ?? [], (byte) => Number.parseInt(byte, 2)));
};

/** @param secret  in base 32 @param at  milliseconds since 1970 */
export const codeAt = (secret: string, at = Date.now()): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(at / STEP_MS)));
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const value = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(value % 1_000_000).padStart(6, '0');
};

/** Whether the code is that of now, or of the step before or after. */
export const fits = (secret: string, code: string): boolean =>
  [-STEP_MS, 0, STEP_MS].some((shift) => codeAt(secret, Date.now() + shift) === code);
