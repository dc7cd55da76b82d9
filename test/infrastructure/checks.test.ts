/**
 * The stages and every variant of the settings: synthesised, and checked by cdk-nag and by CDK, without Docker and
 * network. CDK loads the rules of its own checks again for types of resources that it has not met, so all are in this file.
 */
import { Stack } from 'aws-cdk-lib';
import { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readStageSettings } from '../../lib/stages.ts';
import { addChecks } from '../../lib/tearline-app.ts';
import { withDataEvents } from './templates/changed-stages.ts';
import { findProblems, problemsOfStages } from './templates/synthesise.ts';
import { variants } from './templates/variants.ts';

const LIMIT_MS = 900_000;

// The report is printed as well as written.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => {
  vi.restoreAllMocks();
});

it('The template of a careless stack fails for a bucket without TLS enforcement and access logs', () => {
  const problems = findProblems((app) => {
    addChecks(app);
    new Bucket(new Stack(app, 'Careless'), 'Bucket');
  }, false);
  expect(
    problems.filter((problem) => problem.includes('Careless/Bucket')).map((problem) => problem.split(':')[0]),
  ).toEqual(expect.arrayContaining(['AwsSolutions-S1', 'AwsSolutions-S10']));
});

describe("cdk-nag's AwsSolutions and CDK's own checks", { tags: 'slow' }, () => {
  it.each([
    // They have every type of resource, so they come first.
    ['the stages dev and prod with data events', () => [withDataEvents('dev'), withDataEvents('prod')]],
    ['the stages dev and prod', () => [readStageSettings('dev'), readStageSettings('prod')]],
    ['every variant of the settings', variants],
  ] as const)(
    'find nothing, not even a warning, in the templates of %s',
    (_, settings) => {
      const [first, ...others] = settings();
      if (first === undefined) throw new Error('There are no settings.');
      expect(problemsOfStages(first, ...others)).toEqual([]);
    },
    LIMIT_MS,
  );
});

describe("CDK's own checks", { tags: 'slow' }, () => {
  it('refuse a property that CloudFormation does not support', () => {
    const problems = findProblems((app) => {
      addChecks(app);
      new CfnBucket(new Stack(app, 'Careless'), 'Coloured').addPropertyOverride('Colour', 'green');
    });
    // The name of the property, not that of the construct.
    expect(problems.filter((problem) => problem.includes('Coloured')).join()).toMatch(/\bColour\b/);
  });
});
