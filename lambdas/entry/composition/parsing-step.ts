/** A step whose documents the function Parse opens, as a Lambda function. */
import type { Service } from '../../../core/service.ts';
import type { LambdaStep } from '../../steps/lambda-step.ts';
import type { StepHandler } from '../../steps/step.ts';
import { parseFunction } from './parse-function.ts';
import { stepFunction } from './step-function.ts';

export const parsingStep = <Output>(step: (service: Service) => StepHandler<Output>): Promise<LambdaStep<Output>> =>
  stepFunction(step, parseFunction());
