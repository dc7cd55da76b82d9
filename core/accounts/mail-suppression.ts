/**
 * Suppressed mail addresses: mail to them bounced permanently, or the recipient complained. A deployment that keeps
 * sending to such addresses loses its permission to send mail.
 */
import { createHash } from 'node:crypto';
import type { Key, Mail } from '../ports.ts';
import type { Service } from '../service.ts';

export type SuppressionReason = 'bounced' | 'complained';

/** Only the SHA-256 of an address is stored, for privacy. */
const suppressionKey = (address: string): Key => ({
  pk: `MAIL_ADDRESS#${createHash('sha256').update(address.trim().toLowerCase()).digest('hex')}`,
  sk: 'SUPPRESSION',
});

/** Suppresses an address: no more mail is sent to it. A repeated call changes only the reason and the time. */
export const suppressAddress = async (
  service: Pick<Service, 'table' | 'clock'>,
  address: string,
  reason: SuppressionReason,
): Promise<void> => {
  await service.table.write([
    { put: { ...suppressionKey(address), reason, since: service.clock.now().toISOString() } },
  ]);
};

const isSuppressed = async (service: Pick<Service, 'table'>, address: string): Promise<boolean> =>
  (await service.table.get(suppressionKey(address))) !== undefined;

/**
 * Sends a mail to those of its recipients that are not suppressed; where all are, nothing is sent.
 * @returns the addresses that the mail was sent to
 * @throws MailRefusedError (permanently refused), TemporarilyUnavailableError (mail cannot be sent now)
 */
export const sendMail = async (service: Pick<Service, 'table' | 'mailer'>, mail: Mail): Promise<readonly string[]> => {
  const suppressed = await Promise.all(mail.to.map((address) => isSuppressed(service, address)));
  const to = mail.to.filter((_, index) => suppressed[index] === false);
  if (to.length > 0) await service.mailer.send({ ...mail, to });
  return to;
};
