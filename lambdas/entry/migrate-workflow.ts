import { migrateWorkflow } from '../steps/migrate-workflow.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(migrateWorkflow);
