/**
 * Adjusts the constructs of deploy-time-build: runtime, encrypted logs of its function and CodeBuild project, reasons
 * for their permissions, and the end of a build that fails or hangs.
 */
import { CfnResource, RemovalPolicy, Stack } from 'aws-cdk-lib';
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

/**
 * Minutes that a build may wait for a machine, and may then take; it takes four. CloudFormation waits a little longer
 * than both: without a limit of its own it would wait for an hour.
 */
const QUEUED_MINUTES = 5;
const BUILD_MINUTES = 12;
const CLOUDFORMATION_SECONDS = 20 * 60;

/** Where a build keeps the output of Docker, whose end is the reason of a deployment that fails. */
const DOCKER_LOG = '/tmp/docker.log';
/** Characters of that end: CloudFormation takes responses of up to 4,096 bytes. */
const REASON_CHARACTERS = 1200;

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
  const resource = build.node.findChild('Resource').node.defaultChild;
  if (!(resource instanceof CfnResource)) throw new Error('deploy-time-build has no custom resource.');
  resource.addPropertyOverride('ServiceTimeout', CLOUDFORMATION_SECONDS);
  cfnProject.queuedTimeoutInMinutes = QUEUED_MINUTES;
  cfnProject.timeoutInMinutes = BUILD_MINUTES;
  cfnProject.addPropertyOverride('Source.BuildSpec', JSON.stringify(buildSpec(cfnProject), undefined, 2));
  cfnFunction.runtime = Runtime.NODEJS_24_X.name;
  cfnLogs.retentionInDays = settings.logs.keptDays;
  cfnLogs.kmsKeyId = key.keyArn;
  cfnLogs.applyRemovalPolicy(RemovalPolicy.DESTROY);
  // The project may write only to this log group. It is created before the first build, with encryption and retention.
  const buildLogs = addLogGroup(build, 'BuildLogs', { settings, key }, `/aws/codebuild/${cfnProject.ref}`);
  build.node.findChild('Resource').node.addDependency(buildLogs);
  acknowledgeBuild(stack, trigger, project, cfnProject);
};

interface BuildSpec {
  readonly phases: Readonly<Record<'build' | 'post_build', { readonly commands: readonly string[] }>>;
}

/**
 * The build of deploy-time-build, which keeps Docker's output and answers CloudFormation with its end. The original
 * answers a failure with a line break in a JSON string, which CloudFormation does not accept: it waits for the limit.
 */
const buildSpec = (project: CfnProject): BuildSpec => {
  const { buildSpec: text } = project.source as CfnProject.SourceProperty;
  const resolved: unknown = project.stack.resolve(text);
  if (typeof resolved !== 'string') throw new Error('deploy-time-build has no build specification in its template.');
  const original = JSON.parse(resolved) as BuildSpec;
  const { build } = original.phases;
  const commands = build.commands.map((command) => (command === RUN_DOCKER ? RUN_DOCKER_WITH_LOG : command));
  if (!commands.includes(RUN_DOCKER_WITH_LOG)) throw new Error('deploy-time-build runs Docker in another way.');
  return { ...original, phases: { build: { commands }, post_build: { commands: [ANSWER] } } };
};

const RUN_DOCKER = 'eval "$buildCommand"';
/** The status of a pipe is that of `tee`: Docker's is kept in a file. */
const RUN_DOCKER_WITH_LOG =
  `(eval "$buildCommand"; echo $? > ${DOCKER_LOG}.status) 2>&1 | tee ${DOCKER_LOG}; ` +
  `test "$(cat ${DOCKER_LOG}.status)" = 0`;

/** Of Docker's output, printable ASCII characters remain, and line breaks are escaped, as JSON requires. */
const ANSWER = `
STATUS=SUCCESS
REASON=
if [ "$CODEBUILD_BUILD_SUCCEEDING" -ne 1 ]; then
  STATUS=FAILED
  END=$(tail -c ${REASON_CHARACTERS} ${DOCKER_LOG} 2>/dev/null | tr -cd '\\12\\40-\\176' | sed 's/\\\\/\\\\\\\\/g; s/"/\\\\"/g' | awk '{ printf "%s\\\\n", $0 }')
  REASON="The model's image was not built. The whole log is in /aws/codebuild/$projectName, stream $CODEBUILD_LOG_PATH. Its end: $END"
fi
cat <<EOF > payload.json
{"StackId":"$stackId","RequestId":"$requestId","LogicalResourceId":"$logicalResourceId","PhysicalResourceId":"$imageTag","Status":"$STATUS","Reason":"$REASON","Data":{"ImageTag":"$imageTag"}}
EOF
curl -i -X PUT -H 'Content-Type:' -d @payload.json "$responseURL"
`;

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
