import * as core from '../../../../core/review/error-reports.ts';
import type { Service } from '../../../../core/service.ts';
import { json } from '../../answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST /processing/error-reports/{processing_result}: keeps a report. */
export const createErrorReport = (service: Service) =>
  route(routes.createErrorReport, async ({ path, body, caller, claim }) =>
    json(
      201,
      await core.createErrorReport(service, caller, {
        result: path.processing_result,
        processingId: body.processing_id,
        description: body.description ?? undefined,
        incorrectFields: body.incorrect_fields ?? [],
        claim,
      }),
    ),
  );
