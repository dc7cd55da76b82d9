/** A step as a Lambda function: the event is the input of the state. */
import { TearlineError } from '../../core/errors.ts';
import type { AsTenant } from '../../core/ports.ts';
import { StepFailedError } from '../../core/requests/failure.ts';
import type { RemainingTime } from '../invocation.ts';
import { withinInvocation } from '../invocation.ts';
import { logError as logErrorToLambda } from '../structured-log.ts';
import type { LogDetails } from '../structured-log.ts';
import type { StepHandler } from './step.ts';

export type LambdaStep<Output> = (event: unknown, context: RemainingTime) => Promise<Output>;

export interface LambdaStepOptions {
  /** Runs `work` with access to one tenant's data only: the tenant named by the step's input. */
  readonly asTenant?: AsTenant;
  /** Logs errors that the document did not cause; default: the function's log. */
  readonly logError?: (message: string, details: LogDetails) => void;
}

const identify = (event: unknown): LogDetails => {
  if (typeof event !== 'object' || event === null) return {};
  return Object.fromEntries(
    Object.entries(event).filter(
      ([name, value]) => /_id$|^from$|^to$/.test(name) && ['string', 'number'].includes(typeof value),
    ),
  );
};

/** The account that a step's input names. */
export const tenantOf = (event: unknown): string | undefined =>
  typeof event === 'object' && event !== null && 'account_id' in event && typeof event.account_id === 'string'
    ? event.account_id
    : undefined;

/** The error to log: a state machine keeps only an error's name and message, so the cause is logged here. */
const causeOf = (error: unknown): unknown => (error instanceof StepFailedError ? error.cause : error);

/**
 * The handler throws what the step throws, and a StepFailedError named TemporarilyUnavailableError where the
 * invocation's time runs out.
 */
export const lambdaStep = <Output>(
  step: StepHandler<Output>,
  { asTenant, logError = logErrorToLambda }: LambdaStepOptions = {},
): LambdaStep<Output> => {
  const asOwnTenant = (event: unknown): Promise<Output> => {
    const tenant = tenantOf(event);
    return asTenant === undefined || tenant === undefined ? step(event) : asTenant(tenant, () => step(event));
  };
  return async (event, context) => {
    try {
      return await withinInvocation(context, () => asOwnTenant(event));
    } catch (error) {
      const cause = causeOf(error);
      if (!(cause instanceof TearlineError && cause.causedByDocument))
        logError('A step failed', { ...identify(event), error: cause });
      throw error instanceof StepFailedError ? error : new StepFailedError(error);
    }
  };
};
