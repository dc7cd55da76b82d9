/**
 * The stages and every variant of the settings: synthesised, and checked by cdk-nag and by CDK, without Docker and
 * network. CDK loads the rules of its own checks again for types of resources that it has not met, so all are in this file.
 */
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readStageSettings } from '../../lib/stages.ts';
import { withDataEvents } from './templates/changed-stages.ts';
import { problemsOfStages } from './templates/synthesise.ts';
import { variants } from './templates/variants.ts';

const LIMIT_MS = 900_000;

// The report is printed as well as written.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => {
  vi.restoreAllMocks();
});

// They have every type of resource, so they come first.
describe('the templates with data events', () => {
  it(
    'pass cdk-nag and the checks of CDK',
    () => {
      expect(problemsOfStages(withDataEvents('dev'), withDataEvents('prod'))).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe('the templates', () => {
  it(
    "of the stages dev and prod pass cdk-nag's AwsSolutions and CDK's own checks without a warning",
    () => {
      expect(problemsOfStages(readStageSettings('dev'), readStageSettings('prod'))).toEqual([]);
    },
    LIMIT_MS,
  );

  it(
    "of every variant of the settings pass cdk-nag's AwsSolutions and CDK's own checks",
    () => {
      const [first, ...others] = variants();
      if (first === undefined) throw new Error('There is no variant.');
      expect(problemsOfStages(first, ...others)).toEqual([]);
    },
    LIMIT_MS,
  );
});
