/** Every step of the state machines in state-machines/, by the name of its state. */
import type { Service } from '../../core/service.ts';
import { buildResults } from './build-results.ts';
import { checkTraining } from './check-training.ts';
import { completeTraining } from './complete-training.ts';
import { complete } from './complete.ts';
import { deployModel } from './deploy-model.ts';
import { evaluateModel } from './evaluate-model.ts';
import { findBoundaries } from './find-boundaries.ts';
import { gateModel } from './gate-model.ts';
import { inspect } from './inspect.ts';
import { listMigrations } from './list-migrations.ts';
import { migrateWorkflow } from './migrate-workflow.ts';
import { prepareTraining } from './prepare-training.ts';
import { readPages } from './read-pages.ts';
import { recordFailure } from './record-failure.ts';
import { recordTrainingFailure } from './record-training-failure.ts';
import { startTraining } from './start-training.ts';
import type { StepHandler } from './step.ts';

/** The Task states of each state machine. */
export const STEPS_OF = {
  'process-document': ['Inspect', 'ReadPages', 'FindBoundaries', 'BuildResults', 'Complete', 'RecordFailure'],
  'train-workflow': [
    'PrepareTraining',
    'StartTraining',
    'CheckTraining',
    'EvaluateModel',
    'GateModel',
    'DeployModel',
    'CompleteTraining',
    'RecordTrainingFailure',
  ],
  'migrate-workflows': ['ListMigrations', 'MigrateWorkflow'],
} as const;
export type StepName = (typeof STEPS_OF)[keyof typeof STEPS_OF][number];

export const stepHandlers = (service: Service): Record<StepName, StepHandler<unknown>> => ({
  Inspect: inspect(service),
  ReadPages: readPages(service),
  FindBoundaries: findBoundaries(service),
  BuildResults: buildResults(service),
  Complete: complete(service),
  RecordFailure: recordFailure(service),
  PrepareTraining: prepareTraining(service),
  StartTraining: startTraining(service),
  CheckTraining: checkTraining(service),
  EvaluateModel: evaluateModel(service),
  GateModel: gateModel(service),
  DeployModel: deployModel(service),
  CompleteTraining: completeTraining(service),
  RecordTrainingFailure: recordTrainingFailure(service),
  ListMigrations: listMigrations(service),
  MigrateWorkflow: migrateWorkflow(service),
});
