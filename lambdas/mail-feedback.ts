/** Handles SES feedback events: an address with a permanent bounce or a complaint receives no more mail. */
import { z } from 'zod';
import { suppressAddress } from '../core/accounts/mail-suppression.ts';
import type { SuppressionReason } from '../core/accounts/mail-suppression.ts';
import type { Service } from '../core/service.ts';

const recipientsSchema = z.array(z.object({ emailAddress: z.string() }));

/** The members used of an SES event record (see "Contents of event data that Amazon SES publishes"). */
const recordSchema = z.discriminatedUnion('eventType', [
  z.object({
    eventType: z.literal('Bounce'),
    bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipientsSchema }),
  }),
  z.object({ eventType: z.literal('Complaint'), complaint: z.object({ complainedRecipients: recipientsSchema }) }),
]);
type FeedbackRecord = z.infer<typeof recordSchema>;

/** The SES record is the message of an SNS notification. */
const eventSchema = z.object({ Records: z.array(z.object({ Sns: z.object({ Message: z.string() }) })) });

interface Suppression {
  readonly reason: SuppressionReason;
  readonly addresses: readonly string[];
}

/** Only permanent bounces suppress an address: a full mailbox or a server that is down may accept the next mail. */
const suppressionOf = (record: FeedbackRecord): Suppression => {
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

/**
 * Whether an SNS message is an event record, i.e. a JSON object. SES also sends the plain text "Successfully validated
 * SNS topic …" when a topic is configured.
 */
const isEvent = (message: string): boolean => message.trimStart().startsWith('{');

/** Idempotent. The handler throws ZodError for an invalid event, which then goes to the dead-letter queue. */
export const mailFeedback =
  (service: Pick<Service, 'table' | 'clock'>) =>
  async (event: unknown): Promise<{ readonly suppressed: number }> => {
    const { Records } = eventSchema.parse(event);
    const messages = Records.map(({ Sns }) => Sns.Message).filter(isEvent);
    const suppressions = messages.map((message) => suppressionOf(recordSchema.parse(JSON.parse(message))));
    for (const { reason, addresses } of suppressions)
      for (const address of addresses) await suppressAddress(service, address, reason);
    return { suppressed: suppressions.flatMap(({ addresses }) => addresses).length };
  };
