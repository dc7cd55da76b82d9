/**
 * The retention of the log group of SageMaker's training jobs. SageMaker determines its name, which all stages of an AWS
 * account and region share: the stack can neither own nor remove it.
 */
import { AwsCustomResource, AwsCustomResourcePolicy, PhysicalResourceId } from 'aws-cdk-lib/custom-resources';
import type { AwsSdkCall } from 'aws-cdk-lib/custom-resources';
import { ArnFormat, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { addLogGroup } from '../functions/log-group.ts';
import type { LogSettings } from '../functions/log-group.ts';

export const TRAINING_LOG_GROUP = '/aws/sagemaker/TrainingJobs';

/** Id prefix of the function that CDK adds once per stack. */
const HANDLER = 'AWS679f53fac002430cb0da5b7982bd2287';

export class TrainingLogs extends Construct {
  constructor(scope: Construct, id: string, props: LogSettings) {
    super(scope, id);
    const logGroup = addLogGroup(this, 'Logs', props);
    const call = (action: string, parameters: Readonly<Record<string, unknown>>): AwsSdkCall => ({
      service: 'CloudWatchLogs',
      action,
      parameters: { logGroupName: TRAINING_LOG_GROUP, ...parameters },
      physicalResourceId: PhysicalResourceId.of(`${TRAINING_LOG_GROUP}:${action}`),
      ignoreErrorCodesMatching: 'ResourceAlreadyExistsException',
    });
    const add = (name: string, onUpdate: AwsSdkCall): AwsCustomResource =>
      new AwsCustomResource(this, name, {
        onUpdate,
        installLatestAwsSdk: false,
        logGroup,
        policy: AwsCustomResourcePolicy.fromStatements([
          new PolicyStatement({
            actions: [`logs:${onUpdate.action.replace(/^./, (first) => first.toUpperCase())}`],
            resources: this.#arns(),
          }),
        ]),
      });
    const group = add('Group', call('createLogGroup', {}));
    const retention = add('Retention', call('putRetentionPolicy', { retentionInDays: props.settings.logs.keptDays }));
    retention.node.addDependency(group);
    this.#acknowledge();
  }

  #arns(): string[] {
    const arn = Stack.of(this).formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: TRAINING_LOG_GROUP,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    return [arn, `${arn}:*`];
  }

  #acknowledge(): void {
    const stack = Stack.of(this);
    const handler = stack.node.children.find(({ node }) => node.id.startsWith(HANDLER));
    if (!(handler instanceof Construct)) throw new Error('AwsCustomResource uses other construct ids than expected.');
    acknowledge(
      handler,
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason: 'Sets the retention while the stack is deployed; this policy only writes its logs.',
      },
      { id: 'AwsSolutions-L1', reason: 'CDK chooses the runtime of its own function.' },
    );
    acknowledge(this, {
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:logs:<AWS::Region>:<AWS::AccountId>:log-group:${TRAINING_LOG_GROUP}:*]`,
      reason: 'This one log group, as CloudWatch Logs writes its ARN.',
    });
  }
}
