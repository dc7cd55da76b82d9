/** Alarms. Each description states the effect on users and links to the alarm's heading in docs/operate.md. */
import { Stack } from 'aws-cdk-lib';
import type { CfnCondition } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';

export interface AlarmsProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  /** Recipient of alarm mails; subscribed only if the deployer has given an address. */
  readonly admin: { readonly address: string; readonly given: CfnCondition };
}

export interface AlarmRow {
  /** In kebab case; also the heading in docs/operate.md. */
  readonly name: string;
  readonly metric: IMetric;
  /** Threshold: the alarm is raised at this value. */
  readonly atLeast: number;
  /** Number of consecutive periods; default 1. */
  readonly periods?: number;
  /** The effect on users, as a sentence. */
  readonly means: string;
}

export class Alarms extends Construct {
  readonly all: Alarm[] = [];
  readonly #settings: StageSettings;
  readonly #topic: Topic;

  constructor(scope: Construct, id: string, { settings, key, admin }: AlarmsProps) {
    super(scope, id);
    this.#settings = settings;
    this.#topic = new Topic(this, 'Topic', {
      masterKey: key,
      enforceSSL: true,
      displayName: `Tearline ${settings.stage}`,
    });
    this.#allowAlarms();
    const subscription = new CfnSubscription(this, 'Administrator', {
      topicArn: this.#topic.topicArn,
      protocol: 'email',
      endpoint: admin.address,
    });
    subscription.cfnOptions.condition = admin.given;
  }

  /** An explicit policy replaces the topic's default one, which allows publishing from the whole AWS account. */
  #allowAlarms(): void {
    this.#topic.addToResourcePolicy(
      new PolicyStatement({
        sid: 'AlarmsOfThisAccount',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.#topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }

  add({ name, metric, atLeast, periods = 1, means }: AlarmRow): void {
    const alarm = new Alarm(this, name, {
      alarmName: `tearline-${this.#settings.stage}-${name}`,
      alarmDescription: `${means} What to do: ${this.#settings.runbook}#${name}`,
      metric,
      threshold: atLeast,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: periods,
      datapointsToAlarm: periods,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    alarm.addOkAction(new SnsAction(this.#topic));
    this.all.push(alarm);
  }
}
