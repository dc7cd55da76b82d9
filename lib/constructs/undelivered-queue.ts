/** Where events wait that could not be handled: encrypted, kept for two weeks. docs/operate.md says how to take them up again. */
import { Duration } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** As long as SQS keeps anything. */
const KEPT = Duration.days(14);

export class UndeliveredQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, id: string, { key }: { readonly key: IKey }) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.KMS,
      encryptionMasterKey: key,
      enforceSSL: true,
      retentionPeriod: KEPT,
    });
    acknowledge(this.queue, {
      id: 'AwsSolutions-SQS3',
      reason: 'This is a dead-letter queue: what lies here has been given up already.',
    });
  }
}
