import { listMigrations } from '../steps/list-migrations.ts';
import { lightStep } from './composition/light-step.ts';

export const handler = await lightStep(listMigrations);
