/** Findings of cdk-nag that are accepted for a construct, each with a reason. */
import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

export interface Acknowledged {
  /** A rule, `AwsSolutions-S1`, or one finding of it, `AwsSolutions-IAM5[Resource::*]`. */
  readonly id: string;
  /** Why the rule does not apply here. */
  readonly reason: string;
}

export const acknowledge = (construct: IConstruct, ...rules: readonly Acknowledged[]): void => {
  Validations.of(construct).acknowledge(...rules);
};
