/** Mail through SES (API v2). IAM: ses:SendRawEmail and ses:SendEmail on the sender identity and configuration set. */
import { SendEmailCommand, SESv2Client, SESv2ServiceException } from '@aws-sdk/client-sesv2';
import MailComposer from 'nodemailer/lib/mail-composer';
import { MailRefusedError } from '../../core/errors.ts';
import type { Mail, Mailer } from '../../core/ports.ts';
import { configure } from './aws-clients.ts';
import type { AwsClientOptions } from './aws-clients.ts';
import { callAws } from './call-aws.ts';

export interface SesMailerOptions {
  readonly client: SESv2Client;
  /** `Name <address>` or an address. */
  readonly from: string;
  readonly configurationSet?: string | undefined;
}

export const sesClient = (options: AwsClientOptions): SESv2Client => new SESv2Client(configure(options));

export class SesMailer implements Mailer {
  readonly #options: SesMailerOptions;

  constructor(options: SesMailerOptions) {
    this.#options = options;
  }

  /**
   * At least once: SES has no idempotency token and assigns each message a new Message-ID, so a retry after a lost
   * response delivers the mail twice.
   * @throws MailRefusedError, TemporarilyUnavailableError
   */
  async send(mail: Mail): Promise<void> {
    const { client, from, configurationSet } = this.#options;
    const { to, subject, text, html } = mail;
    const message = await new MailComposer({
      from,
      to: [...to],
      subject,
      text,
      ...(html === undefined ? {} : { html }),
    })
      .compile()
      .build();
    const command = new SendEmailCommand({
      FromEmailAddress: from,
      Destination: { ToAddresses: [...to] },
      Content: { Raw: { Data: message } },
      ...(configurationSet === undefined ? {} : { ConfigurationSetName: configurationSet }),
    });
    try {
      await callAws('The mail service', (options) => client.send(command, options));
    } catch (error) {
      // callAws has taken out what a retry may resolve. The rest is for good: SES rejects the mail, its sender, the account
      // or the permission.
      if (error instanceof SESv2ServiceException)
        throw new MailRefusedError(`The mail service refused the mail: ${error.message}`, { cause: error });
      throw error;
    }
  }
}
