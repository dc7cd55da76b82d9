import { lambdaApi } from './composition/lambda-api.ts';
import { noParsers } from './composition/no-parsers.ts';

/** What needs no credentials. The function has no permissions, and its answers need none. */
export const handler = await lambdaApi(noParsers);
