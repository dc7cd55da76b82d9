/** Writes of a workflow's migration: each is conditional on the state that was read. */
import type { AttributeValue, ConditionClause, WriteOperation } from '../../ports.ts';
import { workflowRowKey } from '../../requests/workflows/workflow-key.ts';
import type { WorkflowRow } from '../workflow.ts';
import { attributesOf } from '../../storage/attributes-of.ts';
import type { Migration } from './migration.ts';

/** The state that was read: a column of its own, because conditions compare scalars. */
const sameState = ({ migration }: WorkflowRow): ConditionClause =>
  migration === undefined
    ? { attribute: 'migration_key', is: 'absent' }
    : { attribute: 'migration_key', in: [keyOf(migration)] };

const keyOf = ({ base_version: base, state, announced_at: at = '' }: Migration): string => `${base} ${state} ${at}`;

interface MigrationWrite {
  readonly set?: Readonly<Record<string, AttributeValue>>;
  readonly remove?: readonly string[];
  readonly when?: readonly ConditionClause[];
}

/** Changes the migration of a workflow. The condition fails where another process has changed it since it was read. */
export const writeMigration = (
  workflow: WorkflowRow,
  migration: Migration,
  { set = {}, remove = [], when = [] }: MigrationWrite = {},
): WriteOperation => ({
  update: workflowRowKey(workflow),
  set: { ...set, migration: attributesOf(migration), migration_key: keyOf(migration) },
  ...(remove.length === 0 ? {} : { remove }),
  when: [{ item: 'present' }, sameState(workflow), ...when],
});
