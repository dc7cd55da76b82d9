/** What becomes of resources with data when the stack is removed, and when its first deployment fails. */
import { RemovalPolicy } from 'aws-cdk-lib';
import type { StageSettings } from '../../settings.ts';

/**
 * Kept resources are removed only with a stack whose creation failed: nothing was ever written to them, and they would be
 * in the way of nothing but cost money.
 */
export const removalOf = ({ data }: StageSettings): RemovalPolicy =>
  data.keptOnRemoval ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;

/** The same of a bucket. One that is not kept is emptied, with all versions: CloudFormation deletes no other. */
export const bucketRemoval = (
  settings: StageSettings,
): { readonly removalPolicy: RemovalPolicy; readonly autoDeleteObjects: boolean } => ({
  removalPolicy: removalOf(settings),
  autoDeleteObjects: !settings.data.keptOnRemoval,
});
