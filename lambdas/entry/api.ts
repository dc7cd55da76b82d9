import { lambdaApi } from './lambda-api.ts';
import { noParsers } from './no-parsers.ts';

/** All routes that need no parsers. */
export const handler = lambdaApi(noParsers);
