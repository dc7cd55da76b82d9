/**
 * Adjusts the constructs of deploy-time-build: runtime, encrypted logs of its function and CodeBuild project, and
 * reasons for their permissions.
 */
import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import { CfnProject } from 'aws-cdk-lib/aws-codebuild';
import { CfnFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import { addLogGroup } from '../functions/log-group.ts';
import type { LogSettings } from '../functions/log-group.ts';

/** Id prefixes of the constructs that deploy-time-build adds once per stack. */
const TRIGGER = 'DeployTimeBuildCustomResourceHandler';
const PROJECT = 'ContainerImageBuild';

/** @throws Error where a version of deploy-time-build uses other construct ids */
export const adjustBuild = (build: Construct, { settings, key }: LogSettings): void => {
  const stack = Stack.of(build);
  const [trigger, project] = [TRIGGER, PROJECT].map((name) =>
    stack.node.children.find((child) => child.node.id.startsWith(name)),
  );
  const cfnFunction = trigger?.node.findChild('Resource');
  const cfnLogs = trigger?.node.findChild('LogGroup').node.defaultChild;
  const cfnProject = project?.node.findChild('Resource');
  if (
    !(trigger instanceof Construct) ||
    !(project instanceof Construct) ||
    !(cfnFunction instanceof CfnFunction) ||
    !(cfnLogs instanceof CfnLogGroup) ||
    !(cfnProject instanceof CfnProject)
  ) {
    throw new Error('deploy-time-build uses other construct ids than expected.');
  }
  cfnFunction.runtime = Runtime.NODEJS_24_X.name;
  cfnLogs.retentionInDays = settings.logs.keptDays;
  cfnLogs.kmsKeyId = key.keyArn;
  cfnLogs.applyRemovalPolicy(RemovalPolicy.DESTROY);
  // The project may write only to this log group. It is created before the first build, with encryption and retention.
  const buildLogs = addLogGroup(build, 'BuildLogs', { settings, key }, `/aws/codebuild/${cfnProject.ref}`);
  build.node.findChild('Resource').node.addDependency(buildLogs);
  acknowledgeBuild(stack, trigger, project, cfnProject);
};

const acknowledgeBuild = (stack: Stack, trigger: Construct, project: Construct, cfnProject: CfnProject): void => {
  const own = `<${String(stack.resolve(cfnProject.logicalId))}>`;
  const here = '<AWS::Region>:<AWS::AccountId>';
  acknowledge(trigger, {
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    reason: 'Starts the build while the stack is deployed; this policy only writes its logs.',
  });
  acknowledge(
    project,
    {
      id: 'AwsSolutions-CB4',
      reason:
        'The build has neither artifacts nor a cache to encrypt: it pushes the image to the encrypted repository.',
    },
    {
      id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/AmazonElasticContainerRegistryPublicReadOnly]',
      reason: 'Reads public base images.',
    },
    {
      id: 'AwsSolutions-IAM5[Resource::*]',
      reason: 'An authorization token of the registry: this action supports no resource.',
    },
    ...['logs:<R>:log-group:/aws/codebuild/<P>:*', 'codebuild:<R>:report-group/<P>-*'].map((arn) => ({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:${arn.replace('<R>', here).replace('<P>', own)}]`,
      reason: "Logs and reports of this one project, as CDK's own construct grants them.",
    })),
    ...[
      'Action::s3:GetBucket*',
      'Action::s3:GetObject*',
      'Action::s3:List*',
      'Resource::arn:<AWS::Partition>:s3:::cdk-hnb659fds-assets-<AWS::AccountId>-<AWS::Region>/*',
    ].map((finding) => ({
      id: `AwsSolutions-IAM5[${finding}]`,
      reason: "Reads the sources from the bootstrap bucket, as CDK's assets grant it.",
    })),
  );
};
