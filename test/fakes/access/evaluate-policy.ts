/** IAM's decision by the permissions of the stack, which intended-permissions.ts lists and a test compares. */
import { INTENDED_PERMISSIONS } from '../../infrastructure/permissions/intended-permissions.ts';
import type { Holder } from './current-function.ts';

export interface Operation {
  readonly action: string;
  /** As in intended-permissions.ts: `Table`, `Table/index/by_index`, `StorageDocuments`, `StorageDocuments/<key>`. */
  readonly resource: string;
  /** Value of the condition key that the statement's condition names: a partition key, or a prefix. */
  readonly condition?: string;
}

interface Statement {
  readonly actions: ReadonlySet<string>;
  readonly resource: string;
  /** Any of them must match; absent: unconditional. */
  readonly patterns: readonly string[] | undefined;
}

const statementOf = (line: string): Statement[] => {
  const [, actions = '', resource = '', , patterns] =
    /^(.+?) → (\S+)( \[(?:LeadingKeys|prefix): (.*)\])?$/.exec(line) ?? [];
  // Lines about other services have other conditions.
  return actions === '' ? [] : [{ actions: new Set(actions.split(' ')), resource, patterns: patterns?.split(', ') }];
};

const statements = new Map<string, readonly Statement[]>();
const statementsOf = (role: string): readonly Statement[] => {
  const known = statements.get(role) ?? (INTENDED_PERMISSIONS[role] ?? []).flatMap(statementOf);
  statements.set(role, known);
  return known;
};

/** IAM's StringLike, after the policy variable is replaced; without a tag the variable has no value, and nothing matches. */
const isLike = (pattern: string, value: string, tenant: string | undefined): boolean => {
  if (pattern.includes('${') && tenant === undefined) return false;
  return matcherOf(pattern.replaceAll('${aws:PrincipalTag/tenant}', tenant ?? '')).test(value);
};

/** By pattern: every call of a store is checked against several. */
const matchers = new Map<string, RegExp>();
const matcherOf = (literal: string): RegExp => {
  const known = matchers.get(literal);
  if (known !== undefined) return known;
  const expression = literal
    .replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const matcher = new RegExp(`^${expression}$`, 's');
  matchers.set(literal, matcher);
  return matcher;
};

const allows = (
  { actions, resource, patterns }: Statement,
  operation: Operation,
  tenant: string | undefined,
): boolean =>
  actions.has(operation.action) &&
  isLike(resource, operation.resource, tenant) &&
  (patterns === undefined ||
    patterns.some((pattern) => operation.condition !== undefined && isLike(pattern, operation.condition, tenant)));

/** The role whose credentials are used. */
export const roleOf = ({ functionName, tenant }: Holder): string =>
  `${functionName}${tenant === undefined ? '' : 'Tenant'}Role`;

export const isAllowed = (holder: Holder, operation: Operation): boolean =>
  statementsOf(roleOf(holder)).some((statement) => allows(statement, operation, holder.tenant));
