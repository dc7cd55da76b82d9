import * as core from '../../../../core/review/verify-splitting.ts';
import type { Service } from '../../../../core/service.ts';
import { noContent } from '../../answer.ts';
import { changeVerification, namesVerification } from './finished-result.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** DELETE …/document-splitting/verification: takes the verification and its correction back. */
export const withdrawVerification = (service: Service) =>
  route(routes.withdrawVerification, async ({ path, headers, account }) => {
    const ifMatch = headers['if-match'];
    await changeVerification(service, account, { processingId: path.processing_id, ifMatch }, (request) => {
      namesVerification(ifMatch, request);
      return core.withdrawVerification(service, request);
    });
    return noContent();
  });
