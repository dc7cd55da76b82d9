/** A step that opens documents, as a Lambda function with the parsers package. */
import { awsService } from '../../../adapters/aws/aws-service.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import { withinTenant } from '../../../adapters/aws/s3/tenant-blob-store.ts';
import type { Service } from '../../../core/service.ts';
import { lambdaStep } from '../../steps/lambda-step.ts';
import type { LambdaStep } from '../../steps/lambda-step.ts';
import type { StepHandler } from '../../steps/step.ts';
import { inTime } from './in-time.ts';
import { lambdaParsers } from './lambda-parsers.ts';

export const parsingStep = <Output>(step: (service: Service) => StepHandler<Output>): LambdaStep<Output> => {
  const parsers = lambdaParsers();
  return inTime(lambdaStep(step(awsService(readAwsSettings(), parsers)), { parsers, asTenant: withinTenant }));
};
