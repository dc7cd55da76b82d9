/** Reads permissions from a template: one line per role, resource and condition. */
import type { Resource } from '../templates/synthesise.ts';

type Resources = Readonly<Record<string, Resource>>;

interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const listOf = <Value>(value: Value | readonly Value[]): readonly Value[] =>
  Array.isArray(value) ? (value as readonly Value[]) : [value as Value];

/** A logical id without the hash that CDK appends. */
export const nameOf = (logicalId: string): string => logicalId.replace(/[0-9A-F]{8}$/, '');

/** A readable ARN: with names of references, without the common prefix of the account's ARNs. */
export const spell = (value: unknown): string => {
  if (typeof value === 'string') return value;
  const part = value as {
    readonly Ref?: string;
    readonly 'Fn::GetAtt'?: readonly [string, string];
    readonly 'Fn::Join'?: readonly [string, readonly unknown[]];
    readonly 'Fn::Sub'?: string;
    readonly 'Fn::If'?: readonly [string, unknown, unknown];
  };
  if (part.Ref !== undefined) return part.Ref.startsWith('AWS::') ? `<${part.Ref.slice(5)}>` : nameOf(part.Ref);
  if (part['Fn::GetAtt'] !== undefined) return nameOf(part['Fn::GetAtt'][0]);
  if (part['Fn::Join'] !== undefined)
    return part['Fn::Join'][1]
      .map(spell)
      .join(part['Fn::Join'][0])
      .replace(/^arn:<Partition>:(\w+):(<Region>)?:(<AccountId>)?:/, '$1 ');
  // The value where the condition holds.
  if (part['Fn::If'] !== undefined) return spell(part['Fn::If'][1]);
  if (part['Fn::Sub'] !== undefined) return part['Fn::Sub'].replaceAll(/\$\{AWS::(\w+)\}/g, '<$1>');
  return JSON.stringify(value);
};

const spellCondition = (condition: Statement['Condition']): string =>
  condition === undefined
    ? ''
    : ` [${Object.values(condition)
        .flatMap((keys) =>
          Object.entries(keys).map(
            ([key, values]) => `${key.split(':').at(-1) ?? ''}: ${listOf(values).map(spell).join(', ')}`,
          ),
        )
        .join('; ')}]`;

const spellStatement = ({ Effect, Action, Resource: resource, Condition }: Statement): string[] =>
  listOf(resource).map(
    (one) =>
      `${Effect === 'Deny' ? 'deny ' : ''}${[...listOf(Action)].sort().join(' ')} → ${spell(one)}${spellCondition(Condition)}`,
  );

interface PolicyDocument {
  readonly Statement: readonly Statement[];
}

const policiesOf = (resources: Resources, role: string): readonly Statement[] =>
  Object.values(resources)
    .filter(
      ({ Type, Properties }) =>
        Type === 'AWS::IAM::Policy' &&
        (Properties['Roles'] as readonly { readonly Ref?: string }[]).some(({ Ref }) => Ref === role),
    )
    .flatMap(({ Properties }) => (Properties['PolicyDocument'] as PolicyDocument).Statement);

/** Lines by role; managed policies as `managed <name>`. */
export const readPermissions = (resources: Resources): Record<string, string[]> => {
  const roles = Object.entries(resources).filter(([, { Type }]) => Type === 'AWS::IAM::Role');
  return Object.fromEntries(
    roles.map(([id, { Properties }]) => {
      const managed = ((Properties['ManagedPolicyArns'] ?? []) as readonly unknown[]).map(
        (arn) => `managed ${spell(arn).split('/').at(-1) ?? ''}`,
      );
      return [nameOf(id), [...policiesOf(resources, id).flatMap(spellStatement), ...managed].sort()];
    }),
  );
};

/** Every statement of a template with its role. */
export const statementsOf = (
  resources: Resources,
): readonly { readonly role: string; readonly statement: Statement }[] =>
  Object.entries(resources)
    .filter(([, { Type }]) => Type === 'AWS::IAM::Role')
    .flatMap(([id]) => policiesOf(resources, id).map((statement) => ({ role: nameOf(id), statement })));
