/** Contract of Mailer. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mailer } from '../../core/ports.ts';

export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** The sent messages as RFC 5322 text, oldest first. */
  sent(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export const describeMailerContract = (name: string, makeMailer: () => Promise<MailerUnderTest>): void => {
  describe(`Mailer contract: ${name}`, () => {
    let made: MailerUnderTest;
    beforeEach(async () => {
      made = await makeMailer();
    });
    afterEach(async () => {
      await made.close();
    });

    it('sends a message with sender, recipients, subject, date and text', async () => {
      await made.mailer.send({
        to: ['a@example.com', 'b@example.com'],
        subject: 'Training done',
        text: 'The model is ready.',
      });
      const [message = ''] = await made.sent();
      expect(message).toMatch(/^To: a@example\.com, b@example\.com$/m);
      expect(message).toMatch(/^Subject: Training done$/m);
      expect(message).toMatch(/^From: .+@.+$/m);
      expect(message).toMatch(/^Date: .+$/m);
      expect(message).toMatch(/^Message-ID: <.+>$/im);
      expect(message).toContain('The model is ready.');
    });

    it('sends HTML in addition to the text', async () => {
      await made.mailer.send({ to: ['a@example.com'], subject: 's', text: 'plain', html: '<b>bold</b>' });
      const [message = ''] = await made.sent();
      expect(message).toMatch(/multipart\/alternative/);
      expect(message).toContain('<b>bold</b>');
    });

    it('encodes non-ASCII characters and prevents header injection by the subject', async () => {
      await made.mailer.send({ to: ['a@example.com'], subject: 'Größe 日本\r\nBcc: evil@example.com', text: 'ü' });
      const [message = ''] = await made.sent();
      expect(message).toMatch(/^Subject: =\?UTF-8\?/im);
      expect(message).not.toMatch(/^Bcc:/im);
      expect(message.split('\r\n\r\n')[0]).toMatch(/^[\x20-\x7e\r\n\t]*$/);
    });

    it('sends every one of several messages', async () => {
      await Promise.all([1, 2, 3].map((n) => made.mailer.send({ to: ['a@example.com'], subject: `s${n}`, text: 't' })));
      expect(await made.sent()).toHaveLength(3);
    });
  });
};
