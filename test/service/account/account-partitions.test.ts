/** The deletion of an account knows the partitions that all modules write. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { deletedWorkflowKey } from '../../../core/requests/workflows/workflow-key.ts';
import type { WorkflowKey } from '../../../core/requests/workflows/workflow-key.ts';
import { deleteAccount } from '../../../core/workflows/account/delete-account.ts';
import { addAccount, fakeService } from '../../fakes/fake-service.ts';

const ROOT = join(import.meta.dirname, '../../..');
const MODULES = globSync('core/**/*.ts', { cwd: ROOT }).sort();

/** A function that names a partition of an account by the account's id, or by a key that holds it. */
const FUNCTION = /export const (\w+Partition) = [^;]*(?:ACCOUNT#|Partition\()[^;]*;/g;
/** A partition beside the account's own, or one that is named after another. */
const WRITTEN_OUT = /ACCOUNT#\$\{[^}]*\}#|(?:Partition\([^)]*\)|\.pk)\}#/;

/** Why the deletion of an account does not query a partition. */
const DELETED_OTHERWISE: Readonly<Record<string, string>> = {
  processingPartition: 'deleted with its request',
  confidencePartition: 'of the index; the rows lie in documentsPartition',
  pagesPartition: 'of the index; the rows lie in documentsPartition',
  idempotencyPartition: 'of the index; deleted by deleteRecordsOf',
  shareTokensPartition: 'of the index; the rows are deleted with their request',
};

const sourceOf = (module: string): string => readFileSync(join(ROOT, module), 'utf8');

/** The partitions of the account, or of its workflow, that a module's functions name. */
const partitionsIn = async (module: string, workflow: WorkflowKey): Promise<readonly string[]> => {
  const names = [...sourceOf(module).matchAll(FUNCTION)].map(([, name = '']) => name);
  if (names.length === 0) return [];
  // FUNCTION has found these exports.
  const functions = (await import(join(ROOT, module))) as Readonly<Record<string, (of: unknown) => string>>;
  return names
    .filter((name) => !(name in DELETED_OTHERWISE))
    .flatMap((name) => [functions[name]?.(workflow.account_id) ?? '', functions[name]?.(workflow) ?? ''])
    .filter((partition) => !/undefined|\[object/.test(partition));
};

describe('The partitions of an account', () => {
  it('are named by functions that their modules export', () => {
    expect(MODULES.filter((module) => WRITTEN_OUT.test(sourceOf(module).replace(FUNCTION, '')))).toEqual([]);
  });

  it('have no row once the account is deleted', async () => {
    const service = fakeService();
    const { account } = await addAccount(service, 'Acme');
    const workflow = { account_id: account.account_id, workflow_id: service.ids.uuid() };
    await service.table.write([{ put: { ...deletedWorkflowKey(workflow) } }]);
    const partitions = (await Promise.all(MODULES.map((module) => partitionsIn(module, workflow)))).flat();
    expect(partitions.length).toBeGreaterThan(12);
    for (const pk of partitions) await service.table.write([{ put: { pk, sk: 'planted' } }]);
    await deleteAccount(service, account);
    const left = service.table.everything().map(({ pk, sk }) => `${pk} ${sk}`);
    expect(left).toEqual([`ACCOUNT#${account.account_id} ACCOUNT`]);
  });
});
