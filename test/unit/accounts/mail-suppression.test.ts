import { beforeEach, describe, expect, it } from 'vitest';
import { ZodError } from 'zod';
import { sendMail } from '../../../core/accounts/mail-suppression.ts';
import type { Mail, Mailer } from '../../../core/ports.ts';
import { mailFeedback } from '../../../lambdas/mail-feedback.ts';
import { fakeService } from '../../fakes/fake-service.ts';

class RecordingMailer implements Mailer {
  readonly sent: Mail[] = [];
  send(mail: Mail): Promise<void> {
    this.sent.push(mail);
    return Promise.resolve();
  }
}

const bounce = (bounceType: string, ...addresses: readonly string[]) => ({
  eventType: 'Bounce',
  bounce: { bounceType, bouncedRecipients: addresses.map((emailAddress) => ({ emailAddress })) },
});
const complaint = (emailAddress: string) => ({
  eventType: 'Complaint',
  complaint: { complainedRecipients: [{ emailAddress }] },
});

const message = (text: string) => ({ Records: [{ Sns: { Message: text } }] });
const notification = (record: object) => message(JSON.stringify(record));

describe('a mail', () => {
  let mailer: RecordingMailer;
  let service: ReturnType<typeof fakeService> & { mailer: Mailer };
  beforeEach(() => {
    mailer = new RecordingMailer();
    service = { ...fakeService(), mailer };
  });
  const send = (...to: readonly string[]) => sendMail(service, { to, subject: 'Trained', text: 'The model is live.' });

  it('is sent to all recipients that are not suppressed', async () => {
    expect(await send('a@example.com', 'b@example.com')).toEqual(['a@example.com', 'b@example.com']);
    expect(mailer.sent).toHaveLength(1);
  });

  it('is not sent to an address that bounced permanently, in upper or lower case', async () => {
    await mailFeedback(service)(notification(bounce('Permanent', 'Gone@Example.com')));
    expect(await send('gone@example.com', 'b@example.com')).toEqual(['b@example.com']);
    expect(mailer.sent[0]?.to).toEqual(['b@example.com']);
  });

  it('is not sent where all recipients are suppressed', async () => {
    await mailFeedback(service)(notification(complaint('angry@example.com')));
    expect(await send('angry@example.com')).toEqual([]);
    expect(mailer.sent).toEqual([]);
  });

  it('is sent to an address after a transient bounce', async () => {
    expect(await mailFeedback(service)(notification(bounce('Transient', 'full@example.com')))).toEqual({
      suppressed: 0,
    });
    expect(await send('full@example.com')).toEqual(['full@example.com']);
  });

  it('is not suppressed by the message with which SES validates a topic', async () => {
    expect(
      await mailFeedback(service)(message('Successfully validated SNS topic for Amazon SES event publishing.')),
    ).toEqual({ suppressed: 0 });
  });

  it('has its feedback refused, for the dead-letter queue, where the format is unknown', async () => {
    await expect(mailFeedback(service)(notification({ eventType: 'Delivery' }))).rejects.toThrow(ZodError);
  });
});
