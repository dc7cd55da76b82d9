/** Alarms: each says what it means for users and where docs/operate.md says what to do. */
import { Stack } from 'aws-cdk-lib';
import type { CfnCondition } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { CfnSubscription, Topic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';

export interface AlarmsProps {
  readonly settings: StageSettings;
  readonly key: IKey;
  /** Who is told, where the deployer has said so. */
  readonly admin: { readonly address: string; readonly given: CfnCondition };
}

export interface AlarmRow {
  /** Also the heading in docs/operate.md: kebab-case. */
  readonly name: string;
  readonly metric: IMetric;
  /** The alarm goes off at this value. */
  readonly atLeast: number;
  /** How many periods in a row; default 1. */
  readonly periods?: number;
  /** What a user notices: a sentence. */
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
    this.#admitAlarms();
    const subscription = new CfnSubscription(this, 'Administrator', {
      topicArn: this.#topic.topicArn,
      protocol: 'email',
      endpoint: admin.address,
    });
    subscription.cfnOptions.condition = admin.given;
  }

  /** A topic with a policy of its own has lost the default one, which let everything in the account publish. */
  #admitAlarms(): void {
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
