/** The API handler as a Lambda function: responses above Lambda's size limit are served from S3. */
import { awsService } from '../../../adapters/aws/aws-service.ts';
import { s3Downloads } from '../../../adapters/aws/s3/s3-downloads.ts';
import { readAwsSettings } from '../../../adapters/aws/settings.ts';
import { withinTenant } from '../../../adapters/aws/tenants/tenant-sessions.ts';
import type { Parsers } from '../../../core/parser-jobs.ts';
import type { ApiHandler } from '../../api/api-handler.ts';
import { apiHandler } from '../../api/api-handler.ts';
import { LAMBDA_ANSWER_BYTES } from '../../api/representation/large-answers.ts';
import { logError } from '../../structured-log.ts';
import { inTime } from './in-time.ts';

/** API Gateway's timeout of an integration (lib/constructs/api/rest-api.ts leaves its default). */
const GATEWAY_LIMIT_MS = 29_000;

export const lambdaApi = async (parsers: Parsers): Promise<ApiHandler> => {
  const settings = readAwsSettings();
  const service = await awsService(settings, parsers);
  return inTime(
    apiHandler(service, {
      logError,
      largeAnswers: { maxBytes: LAMBDA_ANSWER_BYTES, downloads: s3Downloads(settings), clock: service.clock },
      gatewayLimitMs: GATEWAY_LIMIT_MS,
      corsOrigins: settings.corsOrigins,
      asTenant: withinTenant,
    }),
  );
};
