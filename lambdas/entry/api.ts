import { lambdaApi } from './composition/lambda-api.ts';
import { noParsers } from './composition/no-parsers.ts';

/** All routes that need no parsers. */
export const handler = await lambdaApi(noParsers);
