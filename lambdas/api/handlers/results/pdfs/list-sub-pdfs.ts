import * as core from '../../../../../core/results/processing-result.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { answerResult } from '../result-answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/sub-pdfs, deprecated: the paths of all sub-document PDFs below sub-pdfs/. */
export const listSubPdfs = (service: Service) =>
  route(routes.listSubPdfs, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) => ok(core.listSubPdfs(request))),
  );
