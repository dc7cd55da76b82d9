import * as core from '../../../../../core/results/processing-result.ts';
import type { Service } from '../../../../../core/service.ts';
import { ok } from '../../../answer.ts';
import { answerResult } from '../result-answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/split-pdfs: the paths of all sub-document PDFs. */
export const listSplitPdfs = (service: Service) =>
  route(routes.listSplitPdfs, ({ path, account }) =>
    answerResult(service, account, path.processing_id, (request) => ok(core.listSplitPdfs(request))),
  );
