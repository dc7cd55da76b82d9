/** A step that opens no document, as a Lambda function. */
import type { Service } from '../../../core/service.ts';
import type { LambdaStep } from '../../steps/lambda-step.ts';
import type { StepHandler } from '../../steps/step.ts';
import { noParsers } from './no-parsers.ts';
import { stepFunction } from './step-function.ts';

export const lightStep = <Output>(step: (service: Service) => StepHandler<Output>): Promise<LambdaStep<Output>> =>
  stepFunction(step, noParsers);
