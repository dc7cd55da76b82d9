import { showVerification } from '../../../../core/review/verification.ts';
import type { Service } from '../../../../core/service.ts';
import { ok } from '../../answer.ts';
import { answerResult } from '../results/result-answer.ts';
import { route } from '../../route.ts';
import { routes } from '../../routes/routes.ts';

/** GET …/document-splitting/verification: who verified the splitting, and when. */
export const getVerification = (service: Service) =>
  route(routes.getVerification, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) => ok(showVerification(request))),
  );
