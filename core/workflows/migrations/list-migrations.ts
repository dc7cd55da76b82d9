/** Step ListMigrations: finds the workflows whose migration has a next move. */
import { z } from 'zod';
import { indexItems } from '../../storage/lists/index-items.ts';
import type { Service } from '../../service.ts';
import { OWN_MODELS } from '../models/set-model-in-use.ts';
import { TRIAL_PAGES } from '../models/evaluation/try-model.ts';
import { workflowSchema } from '../workflow.ts';
import type { WorkflowRow } from '../workflow.ts';
import { hasEnded } from './migration.ts';
import { nextMove } from './next-move.ts';

/** Workflows of one execution at most: the next one continues with the others. */
const AT_MOST = 100;
/**
 * Previews in training at most: they share the quota of training jobs, which may be one, with the trainings that people
 * ask for, and a training that does not get its turn for a day fails.
 */
const IN_TRAINING_AT_MOST = 10;

export const listMigrationsInputSchema = z.object({ at_most: z.int().min(1).default(AT_MOST) });

export interface MigrationsToAdvance {
  readonly workflows: readonly {
    readonly account_id: string;
    readonly workflow_id: string;
    /** The base model of this release. */
    readonly base_version: string;
  }[];
}

const workflowsWithModel = async (service: Pick<Service, 'table'>): Promise<WorkflowRow[]> => {
  const rows: WorkflowRow[] = [];
  for await (const item of indexItems(service, OWN_MODELS)) rows.push(workflowSchema.parse(item));
  return rows;
};

const isTraining = ({ migration }: WorkflowRow): boolean =>
  migration !== undefined && !hasEnded(migration) && migration.state === 'training';

/** The workflows with a next move. */
const withMoves = (rows: readonly WorkflowRow[], base: string, now: Date): readonly WorkflowRow[] => {
  let room = IN_TRAINING_AT_MOST - rows.filter(isTraining).length;
  return rows.filter((row) => {
    const move = nextMove(row, base, now);
    if (move === 'begin') room -= 1;
    return move !== 'none' && (move !== 'begin' || room >= 0);
  });
};

/** @throws TemporarilyUnavailableError while the endpoint is down */
export const listMigrations = async (
  service: Pick<Service, 'table' | 'splitModel' | 'clock'>,
  { at_most: atMost }: z.infer<typeof listMigrationsInputSchema>,
): Promise<MigrationsToAdvance> => {
  const rows = await workflowsWithModel(service);
  // The endpoint is not called where no workflow can need a migration.
  if (rows.length === 0) return { workflows: [] };
  const { modelVersion: base } = await service.splitModel.score(TRIAL_PAGES);
  const now = service.clock.now();
  return {
    workflows: withMoves(rows, base, now)
      .slice(0, atMost)
      .map(({ account_id, workflow_id }) => ({ account_id, workflow_id, base_version: base })),
  };
};
