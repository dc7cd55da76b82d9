/** The one key that everything at rest is encrypted with. */
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';

export class DataKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, settings: StageSettings) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: `Tearline ${settings.stage}: documents, rows, queues and logs`,
      enableKeyRotation: true,
      removalPolicy: settings.data.keptOnRemoval ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.#admitLogs();
    this.#admitPublishers();
  }

  /** CloudWatch Logs encrypts with the key, for log groups of this account alone. */
  #admitLogs(): void {
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

  /** What sends to the encrypted queues and topics, on behalf of this account alone. */
  #admitPublishers(): void {
    this.#admit('PublishersOfThisAccount', ['cloudwatch', 'ses', 'sns'], {
      StringEquals: { 'aws:SourceAccount': Stack.of(this).account },
    });
    // For what EventBridge sends to encrypted topics AWS supports no such condition, and of queues it says nothing. The queue's own policy names its one rule.
    this.#admit('EventsToUndeliveredQueues', ['events']);
  }

  #admit(sid: string, services: readonly string[], conditions: Readonly<Record<string, unknown>> = {}): void {
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
