/** Rules of cdk-nag that a construct breaks on purpose, each with its reason. */
import { Validations } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';

export interface Acknowledged {
  /** `AwsSolutions-S1`, or one finding of a rule: `AwsSolutions-IAM5[Resource::*]`. */
  readonly id: string;
  /** A sentence that says why the rule does not hold here. */
  readonly reason: string;
}

export const acknowledge = (construct: IConstruct, ...rules: readonly Acknowledged[]): void => {
  Validations.of(construct).acknowledge(...rules);
};
