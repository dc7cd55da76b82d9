/** Every variant of the settings: synthesised, and checked by cdk-nag and by CDK, without Docker and network. */
import { afterAll, expect, it, vi } from 'vitest';
import { problemsOfStages } from './templates/synthesise.ts';
import { variants } from './templates/variants.ts';

vi.spyOn(console, 'error').mockImplementation(() => undefined);
afterAll(() => {
  vi.restoreAllMocks();
});

it("the templates of every variant of the settings pass cdk-nag's AwsSolutions and CDK's own checks", () => {
  const [first, ...others] = variants();
  if (first === undefined) throw new Error('There is no variant.');
  expect(problemsOfStages(first, ...others)).toEqual([]);
}, 900_000);
