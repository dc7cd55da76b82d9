/** An encrypted dead-letter queue. docs/operate.md describes how to redrive it. */
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/** The maximum of SQS. */
const RETENTION = Duration.days(14);

export class UndeliveredQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { key }: { readonly key: IKey }) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      enforceSSL: true,
      retentionPeriod: RETENTION,
    });
    acknowledge(this.queue, {
      id: 'AwsSolutions-SQS3',
      reason: 'This is a dead-letter queue itself.',
    });
  }
}
