/** The app of one stage, with its checks: cdk-nag's AwsSolutions beside CDK's own (cdk.json switches these on). */
import { Validations } from 'aws-cdk-lib';
import type { App } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import type { StageSettings } from './settings.ts';
import { TearlineStack } from './tearline-stack.ts';
import type { TearlineStackProps } from './tearline-stack.ts';

/** Synthesis fails where cdk-nag finds what no construct has acknowledged with a reason. */
export const addChecks = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
};

/** Adds the one stack of a stage, checked. */
export const addStage = (
  app: App,
  settings: StageSettings,
  packages: TearlineStackProps['packages'],
): TearlineStack => {
  addChecks(app);
  return new TearlineStack(app, `Tearline-${settings.stage}`, { settings, packages });
};
