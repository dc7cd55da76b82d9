/** The KMS key that encrypts all data at rest. */
import { Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';
import { removalOf } from './removal.ts';

export class DataKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Tearline ${settings.stage}: documents, rows, queues and logs`,
      enableKeyRotation: true,
      removalPolicy: removalOf(settings),
    });
    this.#allowLogs();
    this.#allowPublishers();
  }

  /** Allows CloudWatch Logs to encrypt log groups of this AWS account. */
  #allowLogs(): void {
    const { region, account, partition } = Stack.of(this);
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid: 'LogGroupsOfThisAccount',
        principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
        actions: ['kms:Encrypt*', 'kms:Decrypt*', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:Describe*'],
        resources: ['*'],
        conditions: {
          ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` },
        },
      }),
    );
  }

  /** Allows services to send to the encrypted queues and topics on behalf of this AWS account. */
  #allowPublishers(): void {
    this.#allow('PublishersOfThisAccount', ['cloudwatch', 'ses', 'sns'], {
      StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
    });
    // AWS does not support this condition for EventBridge with encrypted topics, and documents none for queues. The
    // queue's policy allows only its own rule.
    this.#allow('EventsToUndeliveredQueues', ['events']);
  }

  #allow(sid: string, services: readonly string[], conditions: Readonly<Record<string, unknown>> = {}): void {
    const principals = services.map((service) => new ServicePrincipal(`${service}.amazonaws.com`));
    this.key.addToResourcePolicy(
      new PolicyStatement({
        sid,
        principals,
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions,
      }),
    );
  }
}
