import type { Service } from '../../core/service.ts';
import * as core from '../../core/workflows/migrations/migrate-workflow.ts';
import { step } from './step.ts';

export const migrateWorkflow = (service: Service) =>
  step(core.migrateWorkflowInputSchema, (input) => core.migrateWorkflow(service, input));
