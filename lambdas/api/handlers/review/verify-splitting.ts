import { showVerification } from '../../../../core/review/verification.ts';
import * as core from '../../../../core/review/verify-splitting.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { changeVerification, namesVerification } from './finished-result.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** POST …/document-splitting/verification: the flag, and a correction in the same call. */
export const verifySplitting = (service: Service) =>
  route(routes.verifySplitting, async ({ path, headers, body, account, caller, claim }) => {
    const ifMatch = headers['if-match'];
    const wasWritten = claim?.processingId !== undefined;
    const verified = await changeVerification(
      service,
      account,
      { processingId: path.processing_id, ifMatch },
      (request) =>
        core.verifySplitting(service, caller, request, {
          subDocuments: body.sub_documents,
          comment: body.comment,
          replaces: !wasWritten && namesVerification(ifMatch, request),
          claim,
        }),
    );
    return ok(showVerification(verified));
  });
