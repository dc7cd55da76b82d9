import { Stack } from 'aws-cdk-lib';
import { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readStageSettings } from '../../lib/stages.ts';
import { addChecks } from '../../lib/tearline-app.ts';
import { withDataEvents } from './templates/changed-stages.ts';
import { findProblems, problemsOfStages } from './templates/synthesise.ts';

// The report is printed as well as written.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => {
  vi.restoreAllMocks();
});

// CDK loads the rules of its own checks again for types of resources that it has not met. The stages with data events
// have every type, so they come first, and all templates are checked in this file.
describe('the templates with data events', () => {
  it('pass cdk-nag and the checks of CDK', () => {
    expect(problemsOfStages(withDataEvents('dev'), withDataEvents('prod'))).toEqual([]);
  }, 240_000);
});

describe('the templates', () => {
  it("of the stages dev and prod pass cdk-nag's AwsSolutions and CDK's own checks without a warning", () => {
    expect(problemsOfStages(readStageSettings('dev'), readStageSettings('prod'))).toEqual([]);
  }, 240_000);
});

describe('the templates of a careless stack', () => {
  let problems: readonly string[];
  beforeAll(() => {
    problems = findProblems((app) => {
      addChecks(app);
      const stack = new Stack(app, 'Careless');
      new Bucket(stack, 'Bucket');
      new CfnBucket(stack, 'Coloured').addPropertyOverride('Colour', 'green');
    });
  });

  it('fail for a bucket without TLS enforcement and access logs', () => {
    expect(
      problems.filter((problem) => problem.includes('Careless/Bucket')).map((problem) => problem.split(':')[0]),
    ).toEqual(expect.arrayContaining(['AwsSolutions-S1', 'AwsSolutions-S10']));
  });

  it('fail for a property that CloudFormation does not support', () => {
    // The name of the property, not that of the construct.
    expect(problems.filter((problem) => problem.includes('Coloured')).join()).toMatch(/\bColour\b/);
  });
});
