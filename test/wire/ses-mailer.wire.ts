/** SesMailer fulfils the contract of Mailer over SES's wire protocol. */
import { randomUUID } from 'node:crypto';
import { CreateEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { afterAll } from 'vitest';
import { sesClient, SesMailer } from '../../adapters/aws/ses-mailer.ts';
import { describeMailerContract } from '../contract/mailer.contract.ts';
import { startMoto } from './moto/moto-server.ts';

// A separate server: moto returns sent mails only together with all its data, which takes 30 s with other tests' files.
const moto = await startMoto();
afterAll(() => moto.close());
const client = sesClient({ region: 'eu-central-1', endpointUrl: moto.url });

interface SentMail {
  readonly source: string;
  readonly raw_data: string;
}

/** All messages that moto received, oldest first. */
const readMails = async (): Promise<readonly SentMail[]> => {
  const { ses } = (await (await fetch(`${moto.url}/moto-api/data.json`)).json()) as {
    ses: { RawMessage: readonly SentMail[] };
  };
  return ses.RawMessage;
};

describeMailerContract('SesMailer', async () => {
  const address = `sender-${randomUUID()}@example.com`;
  await client.send(new CreateEmailIdentityCommand({ EmailIdentity: address }));
  const from = `Tearline <${address}>`;
  return {
    mailer: new SesMailer({ client, from }),
    sent: async () => (await readMails()).filter(({ source }) => source === from).map((mail) => mail.raw_data),
    close: () => Promise.resolve(),
  };
});
