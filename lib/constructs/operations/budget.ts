/** A monthly budget with warning mails, if the stage's settings define one. */
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { StageSettings } from '../../settings.ts';

/** Percent of the budget at which the forecast and the actual costs cause a mail. */
const FORECAST_PERCENT = 100;
const ACTUAL_PERCENT = 80;

export class Budget extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, monthlyUsd, mailTo }: { readonly stage: string } & NonNullable<StageSettings['budget']>,
  ) {
    super(scope, id);
    const warn = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
      subscribers: [{ subscriptionType: 'EMAIL', address: mailTo }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `tearline-${stage}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:tearline-stage$${stage}`] },
      },
      notificationsWithSubscribers: [warn('ACTUAL', ACTUAL_PERCENT), warn('FORECASTED', FORECAST_PERCENT)],
    });
  }
}
