/** A stack that cdk-nag refuses: test/infrastructure/checks.slow.test.ts runs it, and CDK's own checks, on the stages. */
import { Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { afterAll, expect, it, vi } from 'vitest';
import { addChecks } from '../../lib/tearline-app.ts';
import { findProblems } from './templates/synthesise.ts';

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
