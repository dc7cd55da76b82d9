/** What comes next in the migration of a workflow. */
import type { WorkflowRow } from '../workflow.ts';
import { hasEnded } from './migration.ts';

/**
 * `begin`: a preview is made and trained. `advance`: the preview's training is looked at, or the announcement repeated.
 * `move`: the notice is over. `leave`: the workflow no longer needs the preview. `mark`: `is_latest_architecture` is
 * wrong. `orphan`: a preview, whose parent is looked at.
 */
export type MigrationMove = 'none' | 'begin' | 'advance' | 'move' | 'leave' | 'mark' | 'orphan';

/** True too where the base model itself is in use: it is always that of the release. */
export const isLatest = ({ base_version: own }: WorkflowRow, base: string): boolean =>
  own === undefined || own === base;

const isDue = ({ migration }: WorkflowRow, now: Date): boolean =>
  migration?.automatic === true && migration.due_at !== undefined && migration.due_at <= now.toISOString();

/** @param base  the base model of this release */
export const nextMove = (row: WorkflowRow, base: string, now: Date): MigrationMove => {
  if (row.preview === true) return 'orphan';
  const { migration } = row;
  const isOpen = migration !== undefined && !hasEnded(migration);
  // It was retrained from the new base model, its owner returned to the base model, or a still newer one was released.
  if (isOpen && (isLatest(row, base) || migration.base_version !== base)) return 'leave';
  if (isOpen && migration.state === 'training') return 'advance';
  if (isOpen && migration.announced_at === undefined) return 'advance';
  if (isOpen) return isDue(row, now) ? 'move' : 'none';
  if (!isLatest(row, base) && migration?.base_version !== base) return 'begin';
  return (row.is_latest_architecture ?? true) === isLatest(row, base) ? 'none' : 'mark';
};
