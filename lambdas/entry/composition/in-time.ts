/** Wraps the handler of every entry: calls to AWS end before Lambda ends the invocation. */
import { withinSignal } from '../../../adapters/aws/call-aws.ts';
import { stoppingCalls } from '../../invocation.ts';

export const inTime = stoppingCalls(withinSignal);
