/** The function of CDK that empties buckets before they are deleted: its logs, which CDK leaves to Lambda. */
import { CfnResource } from 'aws-cdk-lib';
import type { Stack } from 'aws-cdk-lib';
import { addLogGroup } from '../functions/log-group.ts';
import type { LogSettings } from '../functions/log-group.ts';

/** Id of the construct that CDK adds once per stack. */
const PROVIDER = 'Custom::S3AutoDeleteObjectsCustomResourceProvider';

/** Lambda itself would create a log group that is neither encrypted nor removed with the stack. */
export const logEmptying = (stack: Stack, props: LogSettings): void => {
  const provider = stack.node.tryFindChild(PROVIDER);
  // All buckets are kept.
  if (provider === undefined) return;
  const handler = provider.node.tryFindChild('Handler');
  if (!(handler instanceof CfnResource)) throw new Error('CDK empties buckets by other constructs than expected.');
  const group = addLogGroup(stack, 'EmptyingLogs', props);
  handler.addPropertyOverride('LoggingConfig', { LogGroup: group.logGroupName });
  handler.node.addDependency(group);
};
