/** Grants permissions: no wildcard in actions, and a reason for every wildcard in a resource. */
import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Policy, Role } from 'aws-cdk-lib/aws-iam';
import { acknowledge } from './acknowledge.ts';

export interface Permission {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions?: Readonly<Record<string, unknown>>;
  /** Why a resource has a wildcard; required where one has. */
  readonly wildcard?: string;
}

/** @throws Error for an action with a wildcard, and for a resource with a wildcard without a reason */
export const grant = (holder: Role | Policy, { actions, resources, conditions, wildcard }: Permission): void => {
  const open = resources.map((resource) => findingOf(holder, resource)).filter((resource) => resource.includes('*'));
  if (actions.some((action) => action.includes('*')))
    throw new Error(`${holder.node.path}: ${actions.join(', ')} must be named without wildcards.`);
  if (open.length > 0 && wildcard === undefined)
    throw new Error(`${holder.node.path}: give a reason for the wildcard of ${open.join(', ')}.`);
  const statement = new PolicyStatement({
    actions: [...actions],
    resources: [...resources],
    ...(conditions === undefined ? {} : { conditions }),
  });
  if ('addStatements' in holder) holder.addStatements(statement);
  else holder.addToPolicy(statement);
  acknowledge(
    holder,
    ...open.map((resource) => ({ id: `AwsSolutions-IAM5[Resource::${resource}]`, reason: wildcard ?? '' })),
  );
};

type Part =
  | string
  | {
      readonly Ref?: string;
      readonly 'Fn::GetAtt'?: readonly string[];
      readonly 'Fn::Join'?: readonly [string, readonly Part[]];
    };

/** A resource as in the findings of cdk-nag: references in angle brackets. */
const findingOf = (holder: Role | Policy, resource: string): string =>
  // CDK resolves an ARN to a string or one of these intrinsic functions.
  flatten(Stack.of(holder).resolve(resource) as Part).replaceAll(/\$\{([^}]+)\}/g, '<$1>');

const flatten = (part: Part): string => {
  if (typeof part === 'string') return part;
  if (part['Fn::Join'] !== undefined) return part['Fn::Join'][1].map(flatten).join(part['Fn::Join'][0]);
  return `<${part.Ref ?? part['Fn::GetAtt']?.join('.') ?? ''}>`;
};
