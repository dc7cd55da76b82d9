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
    this.key.addToResourcePolicy(new PolicyStatement({
      sid: 'LogGroupsOfThisAccount',
      principals: [new ServicePrincipal(`logs.${region}.amazonaws.com`)],
      actions: ['kms:Encrypt*', 'kms:Decrypt*', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:Describe*'],
      resources: ['*'],
      conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': `arn:${partition}:logs:${region}:${account}:log-group:*` } },
    }));
  }

  /** What sends to the encrypted queues and topics, on behalf of this account alone. */
  #admitPublishers(): void {
    this.key.addToResourcePolicy(new PolicyStatement({
      sid: 'PublishersOfThisAccount',
      principals: ['cloudwatch', 'events', 'ses', 'sns'].map((service) => new ServicePrincipal(`${service}.amazonaws.com`)),
      actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
      resources: ['*'],
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    }));
  }
}
