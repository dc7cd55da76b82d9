/** A stack that cdk-nag and CDK's own checks refuse: test/infrastructure/checks.slow.test.ts runs them on the stages. */
import { Stack } from 'aws-cdk-lib';
import { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addChecks } from '../../lib/tearline-app.ts';
import { findProblems } from './templates/synthesise.ts';

// The report is printed as well as written.
vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => {
  vi.restoreAllMocks();
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
