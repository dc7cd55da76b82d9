import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { lambdaApi } from './composition/lambda-api.ts';
import { lambdaParsers } from './composition/lambda-parsers.ts';

const parsers = lambdaParsers();
const api = lambdaApi(parsers);

/** The routes whose results are rendered on demand: page images and PDFs. */
export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  parsers.during(context, () => api(event, context));
