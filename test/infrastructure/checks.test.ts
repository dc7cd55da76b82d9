import { Stack } from 'aws-cdk-lib';
import { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readStageSettings } from '../../lib/stages.ts';
import { addChecks } from '../../lib/tearline-app.ts';
import { findProblems, problemsOfStage } from './synthesise.ts';

// The report is printed as well as written.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => {
  vi.restoreAllMocks();
});

describe('the templates', () => {
  it.each(['dev', 'prod'])(
    "of the stage %s pass cdk-nag's AwsSolutions and CDK's own checks without a warning",
    (stage) => {
      expect(problemsOfStage(readStageSettings(stage))).toEqual([]);
    },
    120_000,
  );

  it('fail for a bucket without TLS enforcement and access logs', () => {
    const problems = findProblems((app) => {
      addChecks(app);
      new Bucket(new Stack(app, 'Careless'), 'Bucket');
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(
      expect.arrayContaining(['AwsSolutions-S1', 'AwsSolutions-S10']),
    );
  });

  it('fail for a property that CloudFormation does not support', () => {
    const problems = findProblems((app) => {
      new CfnBucket(new Stack(app, 'Careless'), 'Bucket').addPropertyOverride('Colour', 'green');
    });
    expect(problems.join()).toContain('Colour');
  });
});
