import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { lambdaApi } from './lambda-api.ts';
import { lambdaParsers } from './lambda-parsers.ts';

const parsers = lambdaParsers();
const api = lambdaApi(parsers);

/** The routes whose answers are made when they are asked for: page images and PDFs. */
export const handler = (event: APIGatewayProxyEvent, context: Context) =>
  parsers.during(context, () => api(event, context));
