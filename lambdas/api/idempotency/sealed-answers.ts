/**
 * Answers that hold a secret, such as a new API key, are stored for retries only encrypted: the key is derived from the
 * request's Idempotency-Key, of which the store has only the hash.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFrom = (idempotencyKey: string, nonce: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', idempotencyKey, nonce, 'tearline stored answer', KEY_BYTES));

/** Returns the text encrypted, in base64. */
export const seal = (text: string, idempotencyKey: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(idempotencyKey, nonce), nonce);
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
};

/** Returns the text that was sealed with this Idempotency-Key. @throws Error for another one */
export const unseal = (sealed: string, idempotencyKey: string): string => {
  const bytes = Buffer.from(sealed, 'base64');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyFrom(idempotencyKey, nonce), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
};
