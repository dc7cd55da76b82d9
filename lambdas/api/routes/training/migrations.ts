/** The routes of a workflow's migration to a newer base model. */
import { migrationViewSchema } from '../../../../core/workflows/migrations/decide-migration.ts';
import { idempotencyHeadersSchema, noQuerySchema } from '../api-schemas.ts';
import { changed, found, ifNoneMatch, jsonBodyProblems, problem, workflowProblems } from '../responses.ts';
import { row } from '../route-row.ts';
import { decideMigrationSchema, MIGRATION_PATH } from './training-schemas.ts';
import { workflowIdPathSchema } from '../workflows/workflow-schemas.ts';

export const getMigration = row({
  method: 'GET',
  path: MIGRATION_PATH,
  operationId: 'getMigration',
  core: 'workflows/migrations/decide-migration.ts#readMigration',
  tag: 'Models',
  auth: 'api_key',
  role: 'reviewer',
  summary: "The workflow's latest migration to a newer base model",
  request: { path: workflowIdPathSchema, query: noQuerySchema, headers: ifNoneMatch },
  responses: { ...found('The migration', 'application/json', migrationViewSchema), ...workflowProblems },
});

export const decideMigration = row({
  method: 'POST',
  path: MIGRATION_PATH,
  operationId: 'decideMigration',
  core: 'workflows/migrations/decide-migration.ts#decideMigration',
  tag: 'Models',
  auth: 'api_key',
  role: 'owner',
  summary: 'Move to the new model before the day, or decline it',
  description: 'The preview workflow is deleted. After a move, activating the model before is the way back.',
  idempotent: true,
  request: {
    path: workflowIdPathSchema,
    query: noQuerySchema,
    headers: idempotencyHeadersSchema,
    body: { 'application/json': decideMigrationSchema },
  },
  responses: {
    ...changed('The migration', migrationViewSchema),
    ...workflowProblems,
    ...jsonBodyProblems,
    409: problem(
      'No migration is announced, or it has ended, or its preview has been deleted, or the first request with this ' +
        'Idempotency-Key is still being answered',
      ['Retry-After?'],
    ),
  },
});
