/** Every step of process-document.asl.json, by the name of its state. */
import type { Service } from '../../core/service.ts';
import { buildResults } from './build-results.ts';
import { complete } from './complete.ts';
import { findBoundaries } from './find-boundaries.ts';
import { inspect } from './inspect.ts';
import { readPages } from './read-pages.ts';
import { recordFailure } from './record-failure.ts';
import type { StepHandler } from './step.ts';

export const STEP_NAMES = ['Inspect', 'ReadPages', 'FindBoundaries', 'BuildResults', 'Complete', 'RecordFailure'] as const;
export type StepName = (typeof STEP_NAMES)[number];

export const stepHandlers = (service: Service): Record<StepName, StepHandler<unknown>> => ({
  Inspect: inspect(service),
  ReadPages: readPages(service),
  FindBoundaries: findBoundaries(service),
  BuildResults: buildResults(service),
  Complete: complete(service),
  RecordFailure: recordFailure(service),
});
