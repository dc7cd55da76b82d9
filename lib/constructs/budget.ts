/** Mail before the month's bill passes what the stage was given: only where its settings name a sum. */
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { StageSettings } from '../settings.ts';

/** Percent of the sum that is forecast to be passed, and that is passed. */
const FORECAST_AT = 100;
const SPENT_AT = 80;

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
      notificationsWithSubscribers: [warn('ACTUAL', SPENT_AT), warn('FORECASTED', FORECAST_AT)],
    });
  }
}
