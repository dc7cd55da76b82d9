/** The app of one stage with its checks: AwsSolutions of cdk-nag, and those of CDK (enabled in cdk.json). */
import { Validations } from 'aws-cdk-lib';
import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { StageSettings } from './settings.ts';
import { TearlineStack } from './tearline-stack.ts';
import type { TearlineStackProps } from './tearline-stack.ts';

/** Synthesis fails for a finding of cdk-nag that no construct has acknowledged with a reason. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
};

/** Adds the stack of a stage, with checks. */
export const addStage = (
  app: App,
  settings: StageSettings,
  { packages, site }: Pick<TearlineStackProps, 'packages' | 'site'>,
): TearlineStack => {
  addChecks(app);
  return new TearlineStack(app, `Tearline-${settings.stage}`, { settings, packages, site });
};
