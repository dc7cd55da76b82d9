import { readWholePdf } from '../../../../../core/results/pdf/sub-pdf.ts';
import type { Service } from '../../../../../core/service.ts';
import { file } from '../../../answer.ts';
import { answerResult } from '../result-answer.ts';
import { route } from '../../../route.ts';
import { routes } from '../../../routes/routes.ts';

/** GET …/pdf: the whole document as processed. */
export const getPdf = (service: Service) =>
  route(routes.getPdf, ({ path, query, account }) =>
    answerResult(service, account, path.processing_id, async (request) =>
      file(await readWholePdf(service, request, query)),
    ),
  );
