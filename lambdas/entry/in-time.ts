/** Every handler of an entry is made with this: what it asks of AWS ends before Lambda cuts it off. */
import { withinSignal } from '../../adapters/aws/call-aws.ts';
import { stoppingCalls } from '../invocation.ts';

export const inTime = stoppingCalls(withinSignal);
