import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/migrations/list-migrations.ts';
import { step } from './step.ts';

export const listMigrations = (service: Service) =>
  step(core.listMigrationsInputSchema, (input) => core.listMigrations(service, input));
