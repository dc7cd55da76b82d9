/** A step as a Lambda function. */
import { awsService } from '../../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import { withinTenant } from '../../../adapters/aws/tenants/tenant-sessions.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';
import type { Service } from '../../../core/service.ts';
import { lambdaStep } from '../../steps/lambda-step.ts';
import type { LambdaStep } from '../../steps/lambda-step.ts';
import type { StepHandler } from '../../steps/step.ts';
import { inTime } from './in-time.ts';

export const stepFunction = async <Output>(
  step: (service: Service) => StepHandler<Output>,
  parsers: Parsers,
): Promise<LambdaStep<Output>> =>
  inTime(lambdaStep(step(await awsService(readAwsSettings(), parsers)), { asTenant: withinTenant }));
