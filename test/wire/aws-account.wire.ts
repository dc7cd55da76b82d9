/** What `tearline doctor --stage` asks, over the wire. moto knows neither Lambda's account settings nor SES's account. */
import { randomUUID } from 'node:crypto';
import { CreateStackCommand } from '@aws-sdk/client-cloudformation';
import { PutMetricAlarmCommand, SetAlarmStateCommand } from '@aws-sdk/client-cloudwatch';
import { CreateEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { describe, expect, inject, it } from 'vitest';
import { accountClients } from '../../adapters/aws/account/account-clients.ts';
import { awsAccount, readable } from '../../adapters/aws/account/aws-account.ts';

const options = { region: 'eu-central-1', endpointUrl: inject('motoUrl') };
const clients = accountClients(options);
const account = awsAccount(options);

const createStack = async (): Promise<string> => {
  const name = `stack-${randomUUID()}`;
  const template = {
    Resources: { MailUndelivered: { Type: 'AWS::SQS::Queue' } },
    Outputs: { ApiUrl: { Value: 'https://api.example.com/' } },
  };
  await clients.cloudFormation.send(
    new CreateStackCommand({
      StackName: name,
      TemplateBody: JSON.stringify(template),
      EnableTerminationProtection: true,
    }),
  );
  return name;
};

describe('The AWS account over the wire', () => {
  it('says who asks, and where', async () => {
    expect(await account.region()).toBe('eu-central-1');
    expect((await account.identity()).account).toBe('123456789012');
  });

  it('knows a stack with its outputs, and that another is not there', async () => {
    const name = await createStack();
    expect(await account.stack(name)).toMatchObject({
      status: 'CREATE_COMPLETE',
      outputs: { ApiUrl: 'https://api.example.com/' },
    });
    expect(await account.stack('Tearline-none')).toBeUndefined();
  });

  it('counts the messages in a queue of the stack', async () => {
    const url = (await account.resources(await createStack(), 'AWS::SQS::Queue'))['MailUndelivered'] ?? '';
    expect(await account.messages(url)).toBe(0);
    await clients.sqs.send(new SendMessageCommand({ QueueUrl: url, MessageBody: 'lost' }));
    expect(await account.messages(url)).toBe(1);
  });

  it('lists the alarms of the stage that are raised', async () => {
    const prefix = `tearline-${randomUUID()}-`;
    for (const name of ['quiet', 'raised'])
      await clients.cloudWatch.send(
        new PutMetricAlarmCommand({
          AlarmName: `${prefix}${name}`,
          MetricName: 'Errors',
          Namespace: 'AWS/Lambda',
          Statistic: 'Sum',
          Period: 300,
          EvaluationPeriods: 1,
          Threshold: 1,
          ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        }),
      );
    const state = { AlarmName: `${prefix}raised`, StateValue: 'ALARM' as const, StateReason: 'a test' };
    await clients.cloudWatch.send(new SetAlarmStateCommand(state));
    expect(await account.raisedAlarms(prefix)).toEqual([`${prefix}raised`]);
  });

  it('knows whether SES knows a sender', async () => {
    await clients.ses.send(new CreateEmailIdentityCommand({ EmailIdentity: 'known.example.com' }));
    expect(await account.senderIsVerified('known.example.com')).toBeDefined();
    expect(await account.senderIsVerified('unknown.example.com')).toBeUndefined();
  });

  it('says in a sentence that AWS cannot be reached', async () => {
    const nowhere = awsAccount({ ...options, endpointUrl: 'http://127.0.0.1:1' });
    const reason = await nowhere.identity().then(() => 'answered', readable);
    expect(reason).toBe('AWS cannot be reached (ECONNREFUSED)');
  });
});
