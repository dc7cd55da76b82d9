/** What SES tells of mails that were sent: who bounced for good or complained is not written to again. */
import { z } from 'zod';
import { suppressAddress } from '../core/accounts/mail-suppression.ts';
import type { SuppressionReason } from '../core/accounts/mail-suppression.ts';
import type { Service } from '../core/service.ts';

const recipientsSchema = z.array(z.object({ emailAddress: z.string() }));

/** SES's own record of what happened ("Contents of event data that Amazon SES publishes"); only what is needed of it. */
const recordSchema = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('Bounce'),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipientsSchema }),
  }),
  z.object({ eventType: z.literal('Complaint'), complaint: z.object({ complainedRecipients: recipientsSchema }) }),
]);
type FeedbackRecord = z.infer<typeof recordSchema>;

/** The record comes as the message of an SNS notification. */
const eventSchema = z.object({ Records: z.array(z.object({ Sns: z.object({ Message: z.string() }) })) });

interface Consequence {
  readonly reason: SuppressionReason;
  readonly addresses: readonly string[];
}

/** A mailbox that is full or a server that is down may take the next mail: only permanent bounces count. */
const consequenceOf = (record: FeedbackRecord): Consequence => {
  if (record.eventType === 'Complaint')
    return {
      reason: 'complained',
      addresses: record.complaint.complainedRecipients.map(({ emailAddress }) => emailAddress),
    };
  const { bounceType, bouncedRecipients } = record.bounce;
  return {
    reason: 'bounced',
    addresses: bounceType === 'Permanent' ? bouncedRecipients.map(({ emailAddress }) => emailAddress) : [],
  };
};

/** An event is a JSON object. SES also greets a topic, in plain text, when it is to publish there: "Successfully validated SNS topic …". */
const isEvent = (message: string): boolean => message.trimStart().startsWith('{');

/** A repeated event changes nothing. The handler throws ZodError for an event of another form: it goes to the dead-letter queue. */
export const mailFeedback =
  (service: Pick<Service, 'table' | 'clock'>) =>
  async (event: unknown): Promise<{ readonly suppressed: number }> => {
    const { Records } = eventSchema.parse(event);
    const messages = Records.map(({ Sns }) => Sns.Message).filter(isEvent);
    const consequences = messages.map((message) => consequenceOf(recordSchema.parse(JSON.parse(message))));
    for (const { reason, addresses } of consequences)
      for (const address of addresses) await suppressAddress(service, address, reason);
    return { suppressed: consequences.flatMap(({ addresses }) => addresses).length };
  };
