/** A step that opens no document, as a Lambda function with the light package. */
import { awsService } from '../../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import { withinTenant } from '../../../adapters/aws/s3/tenant-blob-store.ts';
import type { Service } from '../../../core/service.ts';
import { lambdaStep } from '../../steps/lambda-step.ts';
import type { LambdaStep } from '../../steps/lambda-step.ts';
import type { StepHandler } from '../../steps/step.ts';
import { inTime } from './in-time.ts';
import { noParsers } from './no-parsers.ts';

export const lightStep = <Output>(step: (service: Service) => StepHandler<Output>): LambdaStep<Output> =>
  inTime(lambdaStep(step(awsService(readAwsSettings(), noParsers)), { asTenant: withinTenant }));
