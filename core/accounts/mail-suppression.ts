/**
 * Addresses that are not written to any more: mail to them bounced for good, or their owner complained. Sending on would
 * cost the deployment its right to send.
 */
import { createHash } from 'node:crypto';
import type { Key, Mail } from '../ports.ts';
import type { Service } from '../service.ts';

export type SuppressionReason = 'bounced' | 'complained';

/** An address is kept as its SHA-256 only: whom we do not write to is nobody's business. */
const suppressionKey = (address: string): Key => ({
  pk: `MAIL_ADDRESS#${createHash('sha256').update(address.trim().toLowerCase()).digest('hex')}`,
  sk: 'SUPPRESSION',
});

/** From now on nothing is sent to the address. Repeating it changes only the reason and time. */
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
 * Sends a mail to those of its recipients who may be written to; to nobody where there is none.
 * @returns the addresses that it was sent to
 * @throws MailRefusedError where it never will be, TemporarilyUnavailableError while mail cannot be sent
 */
export const sendMail = async (service: Pick<Service, 'table' | 'mailer'>, mail: Mail): Promise<readonly string[]> => {
  const suppressed = await Promise.all(mail.to.map((address) => isSuppressed(service, address)));
  const to = mail.to.filter((_, index) => suppressed[index] === false);
  if (to.length > 0) await service.mailer.send({ ...mail, to });
  return to;
};
