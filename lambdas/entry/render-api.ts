import { lambdaApi } from './composition/lambda-api.ts';
import { parseFunction } from './composition/parse-function.ts';

/** The routes whose results are rendered on demand: page images and PDFs. */
export const handler = await lambdaApi(parseFunction());
