import { lambdaApi } from './lambda-api.ts';
import { noParsers } from './no-parsers.ts';

/** Every route that parses nothing. */
export const handler = lambdaApi(noParsers);
