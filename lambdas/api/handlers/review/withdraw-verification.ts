import * as core from '../../../../core/review/verify-splitting.ts';
import type { Service } from '../../../../core/service.ts';
import { noContent } from '../../answer.ts';
import { findFinished, namesVerification } from './finished-result.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** DELETE …/document-splitting/verification: takes the verification and its correction back. */
export const withdrawVerification = (service: Service) =>
  route(routes.withdrawVerification, async ({ path, headers, account }) => {
    const request = await findFinished(service, account, path.processing_id);
    namesVerification(headers['if-match'], request);
    await core.withdrawVerification(service, request);
    return noContent();
  });
